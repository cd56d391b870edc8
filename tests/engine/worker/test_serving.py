"""A worker from its start to its end, without a speech model."""

import asyncio
import errno
import os
import signal
import socket
from pathlib import Path

import pytest

from engine.contract.pairing_errors import IdentityLost
from engine.remote import transcription_pb2 as wire
from engine.remote.identity import find_identity, worker_places
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.trust import channel_credentials
from engine.worker.door import ServingWish
from engine.worker.server import CannotServe, check_address
from engine.worker.serving import Listening, Serving
from engine.worker.watching import Watchers
from tests.builders.paired_machines import Machines, make_machines
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import PlainDesktop, go, question, sound, sound_of, until

LAN = "::ffff:127.0.0.1"
"""Loopback in a dress that nobody takes for it: what is refused elsewhere is refused here, and nobody is reached."""


class Run:
    """A worker that serves beside the test."""

    def __init__(
        self, answering: FakeAnswering, state: Path, *, host: str = "127.0.0.1", is_plain: bool = True
    ) -> None:
        self.answering = answering
        self.told: list[Listening] = []
        self.serving = Serving(
            wish=ServingWish(name="Fake", state=state, host=host, port=0, is_plain=is_plain, is_announced=False),
            answering=answering,
            watching=Watchers(),
            on_listening=self.told.append,
        )
        self.task = asyncio.create_task(self.serving.run())

    async def listening(self) -> Listening:
        await until(lambda: bool(self.told) or self.task.done())
        if self.task.done():
            await self.task
        return self.told[-1]


def trusted(machines: Machines, port: int) -> PlainDesktop:
    worker = machines.workers.read()[0]
    return PlainDesktop(port, credentials=channel_credentials(worker, machines.desktop))


def test_unpaired_it_listens_here_and_as_soon_as_a_desktop_is_paired_where_it_is_wanted(tmp_path: Path):
    async def run() -> None:
        machines = make_machines(tmp_path)
        worker = Run(FakeAnswering(), machines.worker_folder, host=LAN, is_plain=False)
        first = await worker.listening()
        assert (first.host, first.desktops) == ("127.0.0.1", 0)
        machines.pair(port=first.port)
        await until(lambda: len(worker.told) == 2)
        second = worker.told[1]
        assert (second.host, second.port, second.desktops) == (LAN, first.port, 1)
        desktop = trusted(machines, second.port)
        assert (await desktop.describe()).name == "Fake"
        await desktop.close()
        worker.serving.stop()
        assert await worker.task

    go(run())


def test_a_signal_ends_it_after_what_it_has_taken_on(tmp_path: Path):
    async def run() -> None:
        answering = FakeAnswering(is_holding=True)
        worker = Run(answering, tmp_path)
        desktop = PlainDesktop((await worker.listening()).port)
        stream = await desktop.opened()
        await stream.send(sound(0, sound_of(1.0), question=question(1, 0, 16000)))
        await until(lambda: len(answering.asked) == 1)
        os.kill(os.getpid(), signal.SIGTERM)
        await until(lambda: answering.is_draining)
        assert not worker.task.done()
        answering.release()
        assert (await stream.answer_to(1)).HasField("window")
        assert await worker.task
        assert answering.is_closed
        await desktop.close()

    before = signal.getsignal(signal.SIGTERM)
    go(run())
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_device_that_does_not_decode_is_told_and_asked_again(tmp_path: Path):
    async def run() -> None:
        answering = FakeAnswering()
        answering.refuses_to_start = Refused(RefusalReason.RECOGNISER_FAILED, "out of memory")
        worker = Run(answering, tmp_path)
        listening = await worker.listening()
        assert listening.trouble == "out of memory"
        desktop = PlainDesktop(listening.port)
        assert await desktop.health() == wire.HealthReport(decodes=True, decode_ms=12.5)
        await desktop.close()
        worker.serving.stop()
        assert await worker.task

    go(run())


def test_without_a_speech_model_or_with_plain_speech_to_the_network_it_does_not_start(tmp_path: Path):
    async def run() -> None:
        answering = FakeAnswering()
        answering.refuses_to_start = Refused(RefusalReason.MODEL_MISSING, "no speech model")
        with pytest.raises(CannotServe, match="no speech model"):
            await Run(answering, tmp_path).listening()
        assert answering.is_closed
        with pytest.raises(CannotServe, match="Without TLS"):
            await Run(FakeAnswering(), tmp_path, host=LAN).listening()

    go(run())


def test_stopped_while_it_gets_ready_it_ends_at_once(tmp_path: Path):
    class Slow(FakeAnswering):
        async def start(self) -> None:
            await asyncio.Event().wait()

    async def run() -> None:
        worker = Run(Slow(), tmp_path)
        await asyncio.sleep(0)
        worker.serving.stop()
        assert await worker.task
        assert worker.told == []
        assert worker.answering.is_closed

    go(run())


def test_a_taken_port_is_said_before_a_minute_is_spent_on_getting_ready(tmp_path: Path):
    async def run(port: int) -> str:
        answering = FakeAnswering()
        wish = ServingWish(name="Fake", state=tmp_path, host="127.0.0.1", port=port, is_plain=False, is_announced=False)
        serving = Serving(wish=wish, answering=answering, watching=Watchers(), on_listening=lambda _listening: None)
        with pytest.raises(CannotServe) as error:
            await serving.run()
        assert not answering.is_started
        return str(error.value)

    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = asyncio.run(run(taken.getsockname()[1]))
    assert "is another worker running?" in said


def test_an_address_that_is_not_of_this_machine_is_said(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address (while attempting to bind)")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(CannotServe) as error:
        check_address("127.0.0.1", 0)
    assert "Give an address of this machine" in str(error.value)


def test_a_lost_key_is_said_before_a_minute_is_spent_on_getting_ready(tmp_path: Path):
    async def run() -> None:
        worker = Run(FakeAnswering(), state, is_plain=False)
        with pytest.raises(IdentityLost):
            await worker.task
        assert not worker.answering.is_started

    state = tmp_path / "worker"
    find_identity(state, places=worker_places(state))
    (key,) = state.glob("*.key")
    key.unlink()
    go(run())

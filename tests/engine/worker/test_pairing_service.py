"""Pairing over real gRPC on loopback: with the digits that are shown, in time, and by nobody else."""

import asyncio
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from engine.contract.pairing_errors import (
    PairingAddressUnusable,
    PairingCodeWrong,
    PairingNotProved,
    PairingNotUnderstood,
    PairingNotWaiting,
    PairingPortTaken,
    PairingStopped,
    PeersNotSaved,
)
from engine.remote.identity import Identity
from engine.remote.paired_desktops import PairedDesktops
from engine.remote.paired_workers import PairedWorker
from engine.remote.pairing import Hello, PairingCode, WorkerPairing
from engine.remote.pairing_client import pair_with_worker
from engine.remote.transcription_pb2 import PairingHello, PairingMessage, PairingProof
from engine.remote.transcription_pb2_grpc import PairingServicer, PairingStub
from engine.remote.transcription_pb2_grpc import add_PairingServicer_to_server as serve
from engine.remote.trust import CHANNEL_OPTIONS
from engine.worker.pairing_service import PairingEnd, PairingResult, wait_for_desktop
from tests.builders.paired_machines import Machines, make_machines, new_identity


@dataclass
class Waiting:
    """A worker that waits to be paired."""

    machines: Machines
    digits: str
    port: int
    tries: list[int] = field(default_factory=list[int])

    async def pair(self, digits: str = "", *, identity: Identity | None = None) -> PairedWorker:
        return await asyncio.to_thread(
            pair_with_worker,
            "127.0.0.1",
            digits or self.digits,
            identity=identity or self.machines.desktop,
            name="Laptop",
            port=self.port,
            timeout_s=15.0,
        )

    @property
    def wrong(self) -> str:
        return f"{(int(self.digits) + 1) % 1_000_000:06}"


@pytest.fixture
def machines(tmp_path: Path) -> Machines:
    return make_machines(tmp_path)


def while_waiting(
    machines: Machines,
    test: Callable[[Waiting], Coroutine[Any, Any, None]],
    *,
    desktops: PairedDesktops | None = None,
    lasts_s: float = 60.0,
    is_stopped: bool = False,
) -> PairingResult | None:
    """Run a test while a worker waits; what came of the waiting, or nothing if it is stopped after the test."""

    async def run() -> PairingResult | None:
        shown: asyncio.Future[tuple[str, int]] = asyncio.get_running_loop().create_future()
        tries: list[int] = []
        waiting = asyncio.create_task(
            wait_for_desktop(
                identity=machines.worker,
                desktops=desktops or machines.desktops,
                name="Big computer",
                on_code=lambda digits, port: shown.set_result((digits, port)),
                on_try=tries.append,
                host="127.0.0.1",
                pairing_port=0,
                service_port=50900,
                lasts_s=lasts_s,
            )
        )
        digits, port = await shown
        try:
            await test(Waiting(machines, digits, port, tries))
            return None if is_stopped else await asyncio.wait_for(waiting, 20.0)
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    return asyncio.run(run())


def end_of(result: PairingResult | None) -> PairingEnd | None:
    return None if result is None else result.end


def test_two_machines_are_paired_and_trust_each_other(machines: Machines):
    async def test(waiting: Waiting) -> None:
        worker = await waiting.pair()
        assert (worker.name, worker.address, worker.port) == ("Big computer", "127.0.0.1", 50900)
        assert worker.certificate == machines.worker.certificate

    result = while_waiting(machines, test)
    assert result is not None
    assert result.end is PairingEnd.PAIRED
    assert result.desktop is not None
    assert result.desktop.name == "Laptop"
    assert machines.desktops.is_trusted(machines.desktop.fingerprint)


def test_a_wrong_code_pairs_nobody_and_the_right_one_still_may(machines: Machines):
    async def test(waiting: Waiting) -> None:
        with pytest.raises(PairingCodeWrong):
            await waiting.pair(waiting.wrong)
        assert waiting.tries == [2]
        assert machines.desktops.read() == ()
        await waiting.pair()

    assert end_of(while_waiting(machines, test)) is PairingEnd.PAIRED


def test_three_wrong_codes_end_it(machines: Machines):
    async def test(waiting: Waiting) -> None:
        for expected in (PairingCodeWrong, PairingCodeWrong, PairingStopped):
            with pytest.raises(expected):
                await waiting.pair(waiting.wrong)

    assert end_of(while_waiting(machines, test)) is PairingEnd.TOO_MANY_TRIES
    assert machines.desktops.read() == ()


def test_a_code_runs_out(machines: Machines):
    async def test(_waiting: Waiting) -> None:
        pass

    assert end_of(while_waiting(machines, test, lasts_s=0.05)) is PairingEnd.RAN_OUT


def test_one_exchange_at_a_time_and_a_silent_one_costs_no_try(machines: Machines):
    async def test(waiting: Waiting) -> None:
        credentials = grpc.ssl_channel_credentials(machines.worker.certificate.pem)
        async with grpc.aio.secure_channel(f"127.0.0.1:{waiting.port}", credentials, list(CHANNEL_OPTIONS)) as channel:
            stub = PairingStub(channel)
            silent = stub.Pair()
            mine = WorkerPairing(PairingCode("0", 0), certificate=machines.desktop.certificate, name="x", port=1).hello
            hello = PairingHello(certificate=mine.certificate.der, element=mine.element, name="Silent")
            await silent.write(PairingMessage(hello=hello))
            answer = await silent.read()
            assert isinstance(answer, PairingMessage)
            assert answer.hello.name == "Big computer"
            with pytest.raises(PairingNotWaiting):
                await waiting.pair()
            silent.cancel()
        while True:  # the worker notices that the silent one is gone
            try:
                await waiting.pair()
                break
            except PairingNotWaiting:
                await asyncio.sleep(0.02)
        assert waiting.tries == []

    assert end_of(while_waiting(machines, test)) is PairingEnd.PAIRED


def test_words_that_are_none_end_the_exchange_and_nothing_else(machines: Machines):
    async def test(waiting: Waiting) -> None:
        credentials = grpc.ssl_channel_credentials(machines.worker.certificate.pem)
        async with grpc.aio.secure_channel(f"127.0.0.1:{waiting.port}", credentials, list(CHANNEL_OPTIONS)) as channel:
            stub = PairingStub(channel)
            for word in (
                PairingMessage(),
                PairingMessage(proof=PairingProof(mac=b"x" * 32)),
                PairingMessage(hello=PairingHello(certificate=b"x", element=b"A" * 33, name="x")),
            ):
                call = stub.Pair()
                await call.write(word)
                answer = await call.read()
                assert isinstance(answer, PairingMessage)
                assert answer.refusal.reason == "not_understood"
            huge = stub.Pair()
            await huge.write(PairingMessage(hello=PairingHello(certificate=b"x" * 100_000)))
            assert await huge.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert waiting.tries == []
        await waiting.pair()

    assert end_of(while_waiting(machines, test)) is PairingEnd.PAIRED


def test_strangers_that_say_nothing_or_nonsense_do_not_keep_a_desktop_out(machines: Machines):
    """Case 87."""

    async def test(waiting: Waiting) -> None:
        strangers = [await asyncio.open_connection("127.0.0.1", waiting.port) for _ in range(40)]
        for number, (_reader, writer) in enumerate(strangers):
            if number % 2:
                writer.write(os.urandom(4096) if number % 4 == 1 else b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" * 50)
        await waiting.pair()
        for _reader, writer in strangers:
            writer.close()
        assert waiting.tries == []

    assert end_of(while_waiting(machines, test)) is PairingEnd.PAIRED


def test_a_desktop_that_cannot_be_kept_is_not_paired_and_the_worker_says_why(machines: Machines, tmp_path: Path):
    (tmp_path / "file").write_text("")

    async def test(waiting: Waiting) -> None:
        with pytest.raises(PairingNotWaiting):
            await waiting.pair()

    with pytest.raises(PeersNotSaved):
        while_waiting(machines, test, desktops=PairedDesktops(tmp_path / "file" / "desktops.json"))


def test_a_port_that_is_taken_is_said(machines: Machines):
    async def test(waiting: Waiting) -> None:
        with pytest.raises(PairingPortTaken) as error:
            await wait_for_desktop(
                identity=machines.worker,
                desktops=machines.desktops,
                name="Second",
                on_code=lambda _digits, _port: None,
                host="127.0.0.1",
                pairing_port=waiting.port,
            )
        assert error.value.port == waiting.port
        await waiting.pair()

    while_waiting(machines, test)


def test_an_address_that_is_not_of_this_machine_is_not_taken_for_a_port_that_is_taken(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address (while attempting to bind)")

    async def test(waiting: Waiting) -> None:
        monkeypatch.setattr(socket, "create_server", refuse)
        with pytest.raises(PairingAddressUnusable) as error:
            await wait_for_desktop(
                identity=machines.worker,
                desktops=machines.desktops,
                name="Second",
                on_code=lambda _digits, _port: None,
                host="127.0.0.1",
                pairing_port=waiting.port,
            )
        assert "(Cannot assign requested address)" in error.value.sentence
        assert "--host" in error.value.sentence
        monkeypatch.undo()
        await waiting.pair()

    while_waiting(machines, test)


def test_where_nobody_waits_that_is_said(machines: Machines):
    with pytest.raises(PairingNotWaiting):
        pair_with_worker("127.0.0.1", "123456", identity=machines.desktop, name="x", port=1, timeout_s=5.0)


def test_a_port_that_speaks_something_else_is_not_paired_with(machines: Machines):
    async def run() -> None:
        async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(PairingNotUnderstood):
                await asyncio.to_thread(
                    pair_with_worker, "127.0.0.1", "123456", identity=machines.desktop, name="x", port=port
                )

    asyncio.run(run())


class ManInTheMiddle(PairingServicer):
    """Answers desktops in a worker's place, with a certificate of his own, and asks the worker in a desktop's."""

    def __init__(self, *, identity: Identity, worker: Machines, port: int, swaps_certificate: bool) -> None:
        self._identity = identity
        self._worker = worker
        self._port = port
        self._swaps_certificate = swaps_certificate

    async def Pair(self, request_iterator: Any, context: Any) -> AsyncIterator[PairingMessage]:  # noqa: N802 - the protocol's name
        credentials = grpc.ssl_channel_credentials(self._worker.worker.certificate.pem)
        async with grpc.aio.secure_channel(f"127.0.0.1:{self._port}", credentials, list(CHANNEL_OPTIONS)) as channel:
            stub = PairingStub(channel)
            call = stub.Pair()
            async for word in request_iterator:
                if word.WhichOneof("what") == "hello" and self._swaps_certificate:
                    word.hello.certificate = self._identity.certificate.der
                await call.write(word)
                answer = await call.read()
                assert isinstance(answer, PairingMessage)
                if answer.WhichOneof("what") == "hello" and self._swaps_certificate:
                    answer.hello.certificate = self._identity.certificate.der
                yield answer


@pytest.mark.parametrize("swaps_certificate", [True, False])
def test_a_man_in_the_middle_gets_nothing(machines: Machines, swaps_certificate: bool):
    middle = new_identity()

    async def test(waiting: Waiting) -> None:
        server = grpc.aio.server()
        serve(
            ManInTheMiddle(identity=middle, worker=machines, port=waiting.port, swaps_certificate=swaps_certificate),
            server,
        )
        port = server.add_secure_port(
            "127.0.0.1:0", grpc.ssl_server_credentials([(middle.key_pem, middle.certificate.pem)])
        )
        await server.start()
        expected = PairingCodeWrong if swaps_certificate else PairingNotProved
        with pytest.raises(expected):
            await Waiting(machines, waiting.digits, port).pair()
        await server.stop(0)
        assert machines.desktops.read() == ()
        assert waiting.tries == ([2] if swaps_certificate else [])

    while_waiting(machines, test, is_stopped=True)


class FalseWorker(PairingServicer):
    """Does not know the digits and says that all is well."""

    def __init__(self, hello: Hello) -> None:
        self._hello = hello

    async def Pair(self, request_iterator: Any, context: Any) -> AsyncIterator[PairingMessage]:  # noqa: N802 - the protocol's name
        hello = self._hello
        await anext(request_iterator)
        yield PairingMessage(
            hello=PairingHello(certificate=hello.certificate.der, element=hello.element, name="False", port=50777)
        )
        await anext(request_iterator)
        yield PairingMessage(proof=PairingProof(mac=b"\0" * 32))


def test_a_worker_that_does_not_know_the_digits_is_not_believed(machines: Machines):
    async def run() -> None:
        false = new_identity()
        exchange = WorkerPairing(PairingCode("1", 0), certificate=false.certificate, name="False", port=50777)
        server = grpc.aio.server()
        serve(FalseWorker(exchange.hello), server)
        port = server.add_secure_port(
            "127.0.0.1:0", grpc.ssl_server_credentials([(false.key_pem, false.certificate.pem)])
        )
        await server.start()
        with pytest.raises(PairingNotProved):
            await Waiting(machines, "123456", port).pair()
        await server.stop(0)

    asyncio.run(run())


def test_neither_digits_nor_keys_reach_a_log(machines: Machines, caplog: pytest.LogCaptureFixture):
    """Case 98."""
    seen: list[str] = []

    async def test(waiting: Waiting) -> None:
        seen.append(waiting.digits)
        with pytest.raises(PairingCodeWrong) as error:
            await waiting.pair(waiting.wrong)
        logging.getLogger("test").info("%s %r", error.value, error.value)
        await waiting.pair()

    with caplog.at_level(logging.DEBUG):
        while_waiting(machines, test)
    assert seen[0] not in caplog.text
    for identity in (machines.desktop, machines.worker):
        assert identity.key_pem.decode().splitlines()[1] not in caplog.text

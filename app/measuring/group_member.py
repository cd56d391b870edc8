"""A front or a worker of a group as a process that can be killed, with a desk that writes down what it computed.

Run by ``group_stage.py`` as ``python -m app.measuring.group_member ROLE NAME SERVERS COPIES LOG TAKES_S``. What is
measured is the group and not speech, so the desk only takes its time and answers with the number of the question.
``alone`` is a worker without a group, to compare with.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from engine.contract.audio import SampleIndex
from engine.contract.engine import DeviceReport, LanguageGuess
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.remote.question import Answer, LanguageTask, LinesTask, Question, WindowTask
from engine.remote.standing import OpenedSession, Standing
from engine.worker.answering import Answered
from engine.worker.door import ServingWish
from engine.worker.group.front import Front
from engine.worker.group.layout import GroupBounds
from engine.worker.group.membership import GroupPlace
from engine.worker.group.puller import Puller
from engine.worker.serving import Listening, Serving, Startable
from engine.worker.watching import Watchers

PLACES = 2
MODEL = "tiny.en"
_DEVICE = DeviceReport("cpu", "int8", "Stand-in")
_MANY = 64


class CountingDesk:
    """See ``Answering`` and ``Startable``. Each line of its log is a question that was computed to its end."""

    def __init__(self, log: Path, *, name: str, takes_s: float) -> None:
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._name = name
        self._takes_s = takes_s

    async def start(self) -> None:
        """See ``Startable``."""

    async def close(self) -> None:
        """See ``Startable``."""
        os.close(self._log)

    async def open(self, session_id: str, options: RecognitionOptions) -> OpenedSession:
        """See ``Answering``."""
        del session_id, options
        return OpenedSession(_DEVICE, 1, PLACES, ("en",))

    async def answer(self, question: Question) -> Answered:
        """See ``Answering``."""
        if self._takes_s:
            await asyncio.sleep(self._takes_s)
        os.write(self._log, f"{question.session_id}\t{question.seq_id}\t{self._name}\n".encode())
        return Answered(_answer(question), 0.0)

    async def remember(self, meeting: str, document: str) -> str:
        """See ``Answering``."""
        del meeting, document
        return ""

    async def leave(self, session_id: str) -> None:
        """See ``Answering``."""

    async def decode_ms(self) -> float:
        """See ``Answering``."""
        return 1.0

    def standing(self) -> Standing:
        """See ``Answering``."""
        return Standing(_DEVICE, (MODEL,), 10.0, 0, _MANY, 0, 0.0)

    async def drain(self) -> None:
        """See ``Answering``."""


def _answer(question: Question) -> Answer:
    text = f"{question.seq_id}"
    match question.task:
        case LinesTask(stretches=stretches):
            return tuple(
                (RecognisedSegment(each.track, SampleIndex(each.start), SampleIndex(each.stop), text, "en", 0.9),)
                for each in stretches
            )
        case WindowTask(samples=samples):
            return Heard((AlignedWord(0, len(samples), text, 0.9),), False, 0.0, 0.0)
        case LanguageTask():
            return LanguageGuess("en", 0.9)


async def _serve(answering: Startable, name: str) -> None:
    def tell(listening: Listening) -> None:
        sys.stdout.write(f"{listening.port}\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory(prefix="vivavoce-group-member-") as folder:
        wish = ServingWish(name, Path(folder), host="127.0.0.1", port=0, is_plain=True, is_announced=False)
        await Serving(wish=wish, answering=answering, watching=Watchers([]), on_listening=tell).run()


async def _work(place: GroupPlace, desk: CountingDesk, name: str, bounds: GroupBounds) -> None:
    worker = Puller(place, desk=desk, name=name, live_places=PLACES, bounds=bounds)
    await worker.start()
    sys.stdout.write("0\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


def main() -> None:
    """Run until it is killed."""
    role, name, servers, copies, log, takes_s = sys.argv[1:7]
    place, bounds = GroupPlace(tuple(servers.split(","))), GroupBounds(replicas=int(copies))
    if role == "front":
        asyncio.run(_serve(Front(place, name=name, bounds=bounds), name))
        return
    desk = CountingDesk(Path(log), name=name, takes_s=float(takes_s))
    asyncio.run(_serve(desk, name) if role == "alone" else _work(place, desk, name, bounds))


if __name__ == "__main__":
    main()

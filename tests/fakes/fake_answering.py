"""Stands behind a worker's front door and answers as a test says, at once or when it is let."""

import asyncio
from collections.abc import Callable

from engine.caching.memory_contexts import MemoryContexts
from engine.contract.audio import SampleIndex
from engine.contract.engine import DeviceReport, LanguageGuess
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.remote.question import Answer, LanguageTask, LinesTask, Question, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession, Standing
from engine.worker.answering import Answered
from engine.worker.meetings_known import Awaited, MeetingsKnown
from tests.fakes.fake_speech_engine import FAKE_CPU


def plain_answer(question: Question) -> Answer:
    """One line a stretch that says which question it is and how loud it was; one word; English."""
    match question.task:
        case LinesTask(stretches=stretches):
            return tuple(
                (_line(f"{question.seq_id}.{number}", stretch.track, stretch.start, stretch.stop),)
                for number, stretch in enumerate(stretches)
            )
        case WindowTask(samples=samples):
            return Heard((AlignedWord(0, len(samples), f" word{question.seq_id}", 0.9),), False, 0.1, -0.2)
        case LanguageTask():
            return LanguageGuess("en", 0.9)


def _line(text: str, track: int, start: int, stop: int) -> RecognisedSegment:
    word = RecognisedWord(SampleIndex(start), SampleIndex(stop), f" {text}", 0.9)
    return RecognisedSegment(track, SampleIndex(start), SampleIndex(stop), text, "en", 0.9, (word,))


class FakeAnswering:
    """See ``Answering``."""

    def __init__(
        self,
        *,
        answer: Callable[[Question], Answer] = plain_answer,
        device: DeviceReport = FAKE_CPU,
        models: tuple[str, ...] = ("base", "tiny.en"),
        is_holding: bool = False,
    ) -> None:
        self.give = answer
        self.device = device
        self.models = models
        self.opened: list[str] = []
        self.left: list[str] = []
        self.asked: list[Question] = []
        self.cancelled: list[int] = []
        self.decodes = 0
        self.refuses_to_decode = ""
        self.refuses_to_open: Refused | None = None
        self.refuses_to_start: Refused | None = None
        self.is_draining = False
        self.is_closed = False
        self.is_started = False
        self.meetings = MeetingsKnown(Awaited(MemoryContexts(), waits=False))
        self._loaded = asyncio.Event()
        self._loaded.set()
        self._go = asyncio.Event()
        self._held: int | None = None
        if not is_holding:
            self._go.set()

    def hold(self) -> None:
        """From now on, questions wait."""
        self._go.clear()

    def load(self) -> None:
        """From now on, who opens a session waits for a speech model."""
        self._loaded.clear()

    def end_loading(self) -> None:
        """It is there."""
        self._loaded.set()

    def hold_only(self, seq_id: int) -> None:
        """Of what waits, answer everything but this question."""
        self._held = seq_id

    def release(self) -> None:
        """Answer what waits, and what comes."""
        self._go.set()

    async def open(self, session_id: str, options: RecognitionOptions) -> OpenedSession:
        if self.is_draining:
            raise Refused(RefusalReason.DRAINING)
        if self.refuses_to_open is not None:
            raise self.refuses_to_open
        if options.model not in self.models:
            raise Refused(RefusalReason.MODEL_MISSING, options.model)
        await self._loaded.wait()
        self.opened.append(session_id)
        return OpenedSession(self.device, 2, 2, ("en", "zh"))

    async def answer(self, question: Question) -> Answered:
        if self.is_draining:
            raise Refused(RefusalReason.DRAINING)
        self.asked.append(question)
        try:
            if self._held in (None, question.seq_id):
                await self._go.wait()
        except asyncio.CancelledError:
            self.cancelled.append(question.seq_id)
            raise
        return Answered(self.give(question), 0.0)

    async def remember(self, meeting: str, document: str) -> str:
        return await self.meetings.meet(meeting, document)

    async def leave(self, session_id: str) -> None:
        self.left.append(session_id)

    async def decode_ms(self) -> float:
        self.decodes += 1
        if self.refuses_to_decode:
            raise Refused(RefusalReason.RECOGNISER_FAILED, self.refuses_to_decode)
        return 12.5

    def standing(self) -> Standing:
        return Standing(self.device, self.models, 4.0, len(self.opened) - len(self.left), 3, 1, 7.5)

    async def start(self) -> None:
        """See ``Startable``."""
        self.is_started = True
        await self.decode_ms()
        if self.refuses_to_start is not None:
            raise self.refuses_to_start

    async def close(self) -> None:
        """See ``Startable``."""
        self.is_closed = True

    async def drain(self) -> None:
        self.is_draining = True
        await self._go.wait()

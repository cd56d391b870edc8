"""What stands behind a worker's front door: this machine's own speech models, or a group of workers.

Called by ``service.py`` on the worker's event loop. ``desk.py`` answers here; ``group/front.py`` hands on to others.
"""

from dataclasses import dataclass
from typing import Protocol

from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.remote.question import Answer, Question


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """What a session is told when it begins."""

    device: DeviceReport
    batch_size: int
    """Stretches worth asking about in one question."""
    parallel: int
    """Questions worth asking at a time."""
    languages: tuple[str, ...]
    """Codes the speech model knows."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and where its time went."""

    answer: Answer
    waited_ms: float
    """Of its time here, before its turn came."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How much there is to do, for whoever chooses between workers."""

    device: DeviceReport
    models: tuple[str, ...]
    capacity: float
    """Seconds of speech understood a second, as measured with real speech at the start."""
    live_streams: int
    free_streams: int
    waiting: int
    wait_ms: float
    """How long the last questions of live streams waited, 95th percentile."""


class Answering(Protocol):
    """Answers questions. All methods belong to one event loop."""

    async def open(self, session_id: str, options: RecognitionOptions) -> OpenedSession:
        """Admit a session, by measured capacity.

        Raises:
            Refused: there is no room, no such speech model, or no more sessions are taken.
        """
        ...

    async def answer(self, question: Question) -> Answered:
        """Answer a question when its turn comes. Cancelling the task takes the question back.

        Raises:
            Refused: with ``RECOGNISER_FAILED``, ``BUSY``, ``DRAINING`` or ``TOO_MUCH``.
        """
        ...

    async def leave(self, session_id: str) -> None:
        """A session ended, or its stream broke and did not come back."""
        ...

    async def decode_ms(self) -> float:
        """Decode a second of real speech now; how long it took. Raises ``Refused`` if it cannot."""
        ...

    def standing(self) -> Standing:
        """How much there is to do."""
        ...

    async def drain(self) -> None:
        """Take nothing new, finish what waits, and return when that is done."""
        ...

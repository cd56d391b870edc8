"""What stands behind a worker's front door: this machine's own speech models, or a group of workers.

Called by ``service.py`` on the worker's event loop. ``desk.py`` answers here; ``group/front.py`` hands on to others.
"""

from dataclasses import dataclass
from typing import Protocol

from engine.contract.options import RecognitionOptions
from engine.remote.question import Answer, Question
from engine.remote.standing import OpenedSession, Standing


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and where its time went."""

    answer: Answer
    waited_ms: float
    """Of its time here, before its turn came."""


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

    async def remember(self, meeting: str, document: str) -> str:
        """Take what a desktop says of one of its meetings; see ``MeetingsKnown.meet``. Never raises.

        Args:
            meeting: Its name and that of its desktop.
            document: See ``session_context.py``; may be empty.

        Returns:
            What is known here, where that is newer; else nothing.
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

"""What a worker tells about its work while it works: numbers and names of reasons, never sound or text.

Called by ``service.py``, ``session_stream.py`` and ``session.py``, in a group by ``held_question.py``, on
the worker's event loop. ``metrics.py`` counts it, ``traces.py`` draws it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.remote.question import LanguageTask, LinesTask, Priority, Task, WindowTask
from engine.remote.refusal import RefusalReason

ANSWERED = "answered"
TAKEN_BACK = "taken_back"
"""Nobody waited for the answer any more."""


@dataclass(frozen=True, slots=True)
class QuestionEnd:
    """How one question ended."""

    priority: Priority
    kind: str
    """``lines``, ``window`` or ``language``."""
    sound_s: float
    outcome: str
    """``answered``, ``taken_back`` or a ``RefusalReason``."""
    arrived_ns: int
    """Nanoseconds since 1970."""
    waited_ms: float
    """From its arrival until its turn came."""
    computed_ms: float
    """From then to its end."""


def kind_of(task: Task) -> str:
    """As ``QuestionEnd.kind`` calls it."""
    match task:
        case LinesTask():
            return "lines"
        case WindowTask():
            return "window"
        case LanguageTask():
            return "language"


class Watching(Protocol):
    """Whoever wants to know. Must return at once and never raise."""

    def question_arrived(self, priority: Priority) -> None:
        """One more question waits."""
        ...

    def question_ended(self, end: QuestionEnd) -> None:
        """One question less waits."""
        ...

    def answer_left(self, end: QuestionEnd, *, sending_ms: float | None) -> None:
        """Its answer is with the peer, after so long; ``None``: nobody was there to take it."""
        ...

    def stream_began(self) -> None:
        """A peer opened a stream."""
        ...

    def stream_ended(self) -> None:
        """It ended, whoever ended it."""
        ...

    def sound_came(self, seconds: float) -> None:
        """New sound."""
        ...

    def refused(self, reason: RefusalReason | str) -> None:
        """A message, a stream or a call was not taken, for a ``RefusalReason`` or ``not_trusted``."""
        ...


class Watchers:
    """Tells several; none is as good as many."""

    def __init__(self, watchers: Sequence[Watching] = ()) -> None:
        self._watchers = tuple(watchers)

    def question_arrived(self, priority: Priority) -> None:
        """See ``Watching``."""
        for each in self._watchers:
            each.question_arrived(priority)

    def question_ended(self, end: QuestionEnd) -> None:
        """See ``Watching``."""
        for each in self._watchers:
            each.question_ended(end)

    def answer_left(self, end: QuestionEnd, *, sending_ms: float | None) -> None:
        """See ``Watching``."""
        for each in self._watchers:
            each.answer_left(end, sending_ms=sending_ms)

    def stream_began(self) -> None:
        """See ``Watching``."""
        for each in self._watchers:
            each.stream_began()

    def stream_ended(self) -> None:
        """See ``Watching``."""
        for each in self._watchers:
            each.stream_ended()

    def sound_came(self, seconds: float) -> None:
        """See ``Watching``."""
        for each in self._watchers:
            each.sound_came(seconds)

    def refused(self, reason: RefusalReason | str) -> None:
        """See ``Watching``."""
        for each in self._watchers:
            each.refused(reason)

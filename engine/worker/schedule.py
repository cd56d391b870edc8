"""Whose turn it is at a worker: by class, then by deadline; a floor for what may wait, no room for what is late.

Pure: the caller says what time it is and what each turn took. Used by ``desk.py`` on the worker's event loop.

    1. words of somebody who has stopped speaking, then words of somebody who still speaks, then files that a person
       waits for, then all other files; within a class the earliest deadline first
    2. files get ``FLOOR`` of the time that is spent on what comes before them, however much that is
    3. tentative words are worth something now or not at all: a newer question of the session takes the place of an
       older one, and one that could not begin in time is handed back. Both are refused, so that whoever asked is free
       to ask for what counts; an answer that only says what was known before would be taken for news

Questions of one kind may share a batch. It forms from what waits.
"""

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Protocol

from engine.remote.question import Priority

FLOOR = 0.03
"""Part of the time of all that comes before it that a class of files gets. With slices of a second on a processor that
is one in half a minute: words that are spoken wait for it now and then, and a file still comes to its end."""

FINAL_WITHIN_S = 0.5
"""When a live answer is due if nobody says."""

TENTATIVE_WITHIN_S = 0.15
"""So long tentative words wait to begin, at the most, whatever was asked. A session asks for one thing at a time, so
what waits here keeps it from asking for the words that stay: simulated with 12 streams on two slots, the last of a
hundred final answers came after 1170 ms where tentative words waited for 500 ms, after 850 ms with this."""

LIVE_MOST_S = 10.0
FILE_WITHIN_S = 60.0
FILE_MOST_S = 24 * 3600.0
"""A deadline farther away than this counts as this: what was asked later must not pass it by for ever."""

ALIKE = 1.25
"""Windows share a batch if the longer costs at most so many times what the shorter does: all are padded to it."""

MIXED_FROM = 4
"""Tentative words join a batch of final ones where it holds so many: on a card one more costs next to nothing."""

_SLICE_S = 1.0
"""What a turn of a file takes as long as none was measured."""

LIVE = (Priority.LIVE_FINAL, Priority.LIVE_TENTATIVE)
FILES = (Priority.FOREGROUND_FILE, Priority.BACKGROUND_FILE)


@dataclass(frozen=True, slots=True)
class Ticket:
    """A question's place in the schedule."""

    number: int
    """Names it; grows in the order of arrival."""
    session_id: str
    priority: Priority
    arrived_s: float
    due_s: float
    kind: Hashable = None
    """Only questions of one kind share a batch; ``None`` shares with nobody."""
    size: int = 1
    """What it costs beside others of its kind, such as feature frames."""


def due_s(priority: Priority, *, arrived_s: float, within_s: float) -> float:
    """When an answer is due that is wanted within so many seconds; 0 leaves it to the class."""
    match priority:
        case Priority.LIVE_FINAL:
            return arrived_s + min(within_s or FINAL_WITHIN_S, LIVE_MOST_S)
        case Priority.LIVE_TENTATIVE:
            return arrived_s + min(within_s or TENTATIVE_WITHIN_S, TENTATIVE_WITHIN_S)
        case _:
            return arrived_s + min(within_s or FILE_WITHIN_S, FILE_MOST_S)


class Turns(Protocol):
    """Whoever says whose turn it is; ``Schedule``, but where another way is measured beside it."""

    def __len__(self) -> int:
        """Questions that wait."""
        ...

    def add(self, ticket: Ticket) -> list[Ticket]:
        """Take a question in; hands back those whose place it takes."""
        ...

    def put_back(self, ticket: Ticket) -> None:
        """What had a turn and needs another."""
        ...

    def take_back(self, ticket: Ticket) -> bool:
        """Nobody wants the answer any more; whether it waited here."""
        ...

    def take_late(self, now_s: float) -> list[Ticket]:
        """Hand back the questions that are not worth a turn any more."""
        ...

    def take(self, *, most: int = 1, with_files: bool = True, with_tentative: bool = True) -> list[Ticket]:
        """The batch whose turn it is."""
        ...

    def spent(self, priority: Priority, seconds: float) -> None:
        """What a turn of a class took of the device."""
        ...


class Schedule:
    """See the top of this file."""

    def __init__(self) -> None:
        self._waiting: dict[Priority, dict[int, Ticket]] = {priority: {} for priority in Priority}
        self._owed_s = dict.fromkeys(FILES, 0.0)
        self._slice_s = dict.fromkeys(FILES, _SLICE_S)

    def __len__(self) -> int:
        return sum(len(tickets) for tickets in self._waiting.values())

    def add(self, ticket: Ticket) -> list[Ticket]:
        """Take a question in; hands back the tentative ones whose place it takes."""
        older: list[Ticket] = []
        if ticket.priority in LIVE:
            tentative = self._waiting[Priority.LIVE_TENTATIVE]
            older = [each for each in tentative.values() if each.session_id == ticket.session_id]
            for each in older:
                del tentative[each.number]
        self._waiting[ticket.priority][ticket.number] = ticket
        return older

    def put_back(self, ticket: Ticket) -> None:
        """What had a turn and needs another: the rest of a file, or a question whose device failed."""
        self._waiting[ticket.priority][ticket.number] = ticket

    def take_back(self, ticket: Ticket) -> bool:
        """Nobody wants the answer any more; whether it waited here."""
        return self._waiting[ticket.priority].pop(ticket.number, None) is not None

    def take_late(self, now_s: float) -> list[Ticket]:
        """Hand back the tentative questions that can no longer begin in time."""
        tentative = self._waiting[Priority.LIVE_TENTATIVE]
        late = [each for each in tentative.values() if each.due_s < now_s]
        for each in late:
            del tentative[each.number]
        return late

    def take(self, *, most: int = 1, with_files: bool = True, with_tentative: bool = True) -> list[Ticket]:
        """The batch whose turn it is; empty if nothing waits that may have one.

        Args:
            most: Questions that a batch may hold.
            with_files: Whether a file may have a turn now.
            with_tentative: Whether tentative words may.
        """
        barred = {*(() if with_files else FILES), *(() if with_tentative else (Priority.LIVE_TENTATIVE,))}
        priority = self._next_class(barred)
        if priority is None:
            return []
        head = min(self._waiting[priority].values(), key=_urgency)
        batch = [head]
        if head.kind is not None and most > 1:
            batch += self._companions(head, most - 1, is_mixed=most >= MIXED_FROM)
        for each in batch:
            del self._waiting[each.priority][each.number]
        return batch

    def spent(self, priority: Priority, seconds: float) -> None:
        """What a turn of a class took of the device."""
        for files in FILES:
            if files == priority:
                self._slice_s[files] = seconds
                self._owed_s[files] = max(0.0, self._owed_s[files] - seconds)
            elif not self._waiting[files]:
                self._owed_s[files] = 0.0  # who did not wait has nothing coming
            elif priority < files:
                self._owed_s[files] += seconds * FLOOR

    def _next_class(self, barred: Collection[Priority]) -> Priority | None:
        for files in FILES:
            if self._waiting[files] and files not in barred and self._owed_s[files] >= self._slice_s[files]:
                return files
        return next((priority for priority in Priority if self._waiting[priority] and priority not in barred), None)

    def _companions(self, head: Ticket, most: int, *, is_mixed: bool) -> list[Ticket]:
        classes = LIVE if is_mixed and head.priority is Priority.LIVE_FINAL else (head.priority,)
        chosen: list[Ticket] = []
        least = greatest = head.size
        for priority in classes:
            for each in sorted(self._waiting[priority].values(), key=_urgency):
                if len(chosen) == most:
                    return chosen
                low, high = min(least, each.size), max(greatest, each.size)
                if each.number != head.number and each.kind == head.kind and high <= ALIKE * low:
                    chosen.append(each)
                    least, greatest = low, high
        return chosen


def _urgency(ticket: Ticket) -> tuple[float, int]:
    return ticket.due_s, ticket.number

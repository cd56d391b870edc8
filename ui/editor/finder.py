"""Finding words in the open transcript. Pure; runs on a background thread over a snapshot of the lines."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from app.editing.finding import Wanted, find_places
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment

MOST_PLACES: Final = 10_000
"""More places than this are not counted: nobody steps through them."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place that was found: a stretch of one line's text."""

    segment_id: SegmentId
    start_ms: int
    start: int
    """First character."""
    stop: int
    """First character behind it."""


@dataclass(frozen=True)
class Findings:
    """All places that hold the searched text, in order."""

    text: str = ""
    places: tuple[Place, ...] = ()
    is_cut: bool = False
    """Whether there are more than were counted."""
    wanted: Wanted | None = None
    """What was looked for, where more than the text was said."""
    by_line: dict[SegmentId, list[int]] = field(default_factory=dict[SegmentId, list[int]])
    """Numbers of the places of each line."""

    def first_from(self, start_ms: int) -> int | None:
        """Number of the first place in or after a moment, going round at the end."""
        if not self.places:
            return None
        number = bisect_right(self.places, start_ms - 1, key=lambda place: place.start_ms)
        return number % len(self.places)


def find_wanted(lines: Iterable[Segment], wanted: Wanted) -> Findings:
    """Find as the core does: whole words only, or also what sounds like it."""
    if not wanted.whole_words and not wanted.sounds_alike:
        return replace(find_text(lines, wanted.text), wanted=wanted)
    places: list[Place] = []
    by_line: dict[SegmentId, list[int]] = {}
    for line in lines:
        for found in find_places((line,), wanted):
            if len(places) == MOST_PLACES:
                return Findings(wanted.text, tuple(places), True, wanted, by_line)
            by_line.setdefault(line.id, []).append(len(places))
            places.append(Place(line.id, line.start_ms, found.start, found.stop))
    return Findings(wanted.text, tuple(places), False, wanted, by_line)


def find_text(lines: Iterable[Segment], text: str) -> Findings:
    """Find a text in lines: without regard to capitals, any white space matching any other."""
    words = text.split()
    if not words:
        return Findings(text)
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words), re.IGNORECASE)
    places: list[Place] = []
    by_line: dict[SegmentId, list[int]] = {}
    for line in lines:
        for match in pattern.finditer(line.text):
            if len(places) == MOST_PLACES:
                return Findings(text, tuple(places), True, None, by_line)
            by_line.setdefault(line.id, []).append(len(places))
            places.append(Place(line.id, line.start_ms, match.start(), match.end()))
    return Findings(text, tuple(places), False, None, by_line)

"""What is found in many meetings, read on background threads a slice at a time: then it can be shown, and stopped."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.editing.finding import FoundPlace, Wanted, find_places
from app.library.library import Library
from app.meetings.chinese import ChineseScript
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.meeting import Meeting
from app.meetings.transcript import Segment, Transcript
from ui.editor.shown_offsets import offset_in
from ui.reading.shown_script import in_script

_AROUND = 40
"""Characters shown before what was found."""
_BEHIND = 200
_SLICE_S = 0.15


@dataclass(frozen=True, slots=True)
class EverywherePlace:
    """One place with the words around it, as they are shown."""

    place: FoundPlace
    """In the line as it is kept."""
    start_ms: int
    before: str
    found: str
    behind: str


@dataclass(frozen=True, slots=True)
class EverywhereMeeting:
    """A meeting in which something was found."""

    meeting: Meeting
    places: tuple[EverywherePlace, ...]


@dataclass(frozen=True, slots=True)
class Slice:
    """What came of looking for a moment."""

    looked_through: int
    """Meetings."""
    found: tuple[EverywhereMeeting, ...]


def meetings_to_search(library: Library, course_id: CourseId | None) -> list[Meeting]:
    """Where to look, newest first."""
    return [row.meeting for row in library.meetings(course_id=course_id) if row.segments]


def look_through(
    library: Library,
    meetings: Sequence[Meeting],
    wanted: Wanted,
    *,
    script: ChineseScript,
    opened: Transcript | None,
    clock: Callable[[], float] = time.monotonic,
) -> Slice:
    """Look through the first of these meetings, for a moment; one at least. ``opened`` is what is edited now."""
    until = clock() + _SLICE_S
    found: list[EverywhereMeeting] = []
    for number, meeting in enumerate(meetings, 1):
        places = _places_in(_lines(library, meeting.id, opened), wanted, script)
        if places:
            found.append(EverywhereMeeting(meeting, tuple(places)))
        if clock() >= until:
            return Slice(number, tuple(found))
    return Slice(len(meetings), tuple(found))


def _lines(library: Library, meeting_id: MeetingId, opened: Transcript | None) -> Sequence[Segment]:
    if opened is not None and opened.meeting_id == meeting_id:
        return opened.segments
    try:
        return library.transcript(meeting_id).segments
    except MeetingNotFound:  # deleted since the list was read
        return ()


def _places_in(lines: Sequence[Segment], wanted: Wanted, script: ChineseScript) -> list[EverywherePlace]:
    found: list[EverywherePlace] = []
    show = partial(in_script, script=script)
    for kept in lines:
        line = show(kept)
        for place in find_places((line,), wanted):
            start, stop = offset_in(kept, line, place.start), offset_in(kept, line, place.stop)
            before = max(0, place.start - _AROUND)
            found.append(
                EverywherePlace(
                    FoundPlace(kept.id, start, stop, kept.text[start:stop], place.likeness),
                    kept.start_ms,
                    ("…" if before else "") + line.text[before : place.start],
                    place.text,
                    line.text[place.stop : place.stop + _BEHIND],
                )
            )
    return found

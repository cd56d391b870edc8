"""Both ends of a line, typed at once."""

from app.editing.document import Document
from app.editing.line_times import SetLineTimes
from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Segment, SegmentOrigin, Transcript
from tests.builders.library import a_segment

BEFORE = a_segment("and so we begin", 0, 2000, id=SegmentId("before"))
LINE = a_segment("we meet at nine", 3000, 5000, id=SegmentId("line"))
AFTER = a_segment("in Cologne today", 5000, 7000, id=SegmentId("after"))


def document(*lines: Segment) -> Document:
    return Document(Transcript(MeetingId("m"), VersionId("v"), lines), duration_ms=60_000)


def times(edited: Document) -> list[tuple[str, int, int]]:
    return [(each.text, each.start_ms, each.end_ms) for each in edited.segments]


def test_both_ends_move_by_one_edit_and_words_go_to_the_side_they_are_spoken_on():
    edited = document(BEFORE, LINE, AFTER)
    edit = SetLineTimes(LINE.id, 2600, 4500).apply(edited)
    assert edit is not None
    edited.apply(edit)
    assert times(edited) == [
        ("and so we begin", 0, 2000),
        ("we meet at", 2600, 4500),
        ("nine in Cologne today", 4500, 7000),
    ]
    line = edited.find(LINE.id)
    assert line is not None
    assert line.origin is SegmentOrigin.EDITED
    edited.apply(edit.inverse)
    assert times(edited) == times(document(BEFORE, LINE, AFTER))


def test_an_end_that_was_not_typed_stays_to_the_millisecond():
    edit = SetLineTimes(LINE.id, 2500, 5000).apply(document(BEFORE, LINE, AFTER))
    assert edit is not None
    assert [(each.id, each.start_ms, each.end_ms) for each in edit.after] == [(LINE.id, 2500, 5000)]


def test_times_that_make_no_line_are_refused():
    assert SetLineTimes(LINE.id, 4000, 4000).apply(document(LINE)) is None
    assert SetLineTimes(SegmentId("gone"), 0, 1).apply(document(LINE)) is None
    assert SetLineTimes(LINE.id, 3000, 5000).apply(document(LINE)) is None

from dataclasses import replace

from app.editing.document import Document
from app.editing.glossary_changes import GlossaryChange, KeepHeard, changes_in
from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Segment, SegmentOrigin, Transcript, Word
from engine.contract.audio import Milliseconds
from engine.contract.segments import AS_BEFORE


def word(text: str, at: int, heard: str = "") -> Word:
    return Word(Milliseconds(at), Milliseconds(at + 100), text, 0.5, heard=heard)


LINE = Segment(
    SegmentId("line"),
    0,
    Milliseconds(0),
    Milliseconds(900),
    "Helstone has Kuber Netes, he said.",
    words=(
        word(" Helstone", 0, "Hell stone"),
        word(" has", 100),
        word(" Kuber", 200, "k8s,"),
        word(" Netes,", 300, AS_BEFORE),
        word(" he", 400),
        word(" said.", 500),
    ),
)


def test_the_changes_of_a_line_are_told_with_their_places():
    assert [(each.start, each.stop, each.heard, each.written) for each in changes_in(LINE)] == [
        (0, 8, "Hell stone", "Helstone"),
        (13, 25, "k8s,", "Kuber Netes,"),
    ]


def test_a_line_without_changes_or_whose_words_are_not_its_text_has_none():
    assert changes_in(replace(LINE, text="Something else.")) == []
    assert changes_in(replace(LINE, words=())) == []


def test_what_was_heard_stands_again_the_line_is_the_persons_and_the_other_change_stays():
    document = Document(Transcript(MeetingId("m"), VersionId("v"), (LINE,)))
    edit = KeepHeard(changes_in(LINE)[1]).apply(document)
    assert edit is not None
    [after] = edit.after
    assert after.text == "Helstone has k8s, he said."
    assert after.origin is SegmentOrigin.EDITED
    assert [each.heard for each in changes_in(after)] == ["Hell stone"]
    assert edit.inverse.after == (LINE,)


def test_a_change_that_is_there_no_more_is_left_alone():
    document = Document(Transcript(MeetingId("m"), VersionId("v"), (LINE,)))
    assert KeepHeard(GlossaryChange(LINE.id, 0, 8, "other", "Helstone")).apply(document) is None

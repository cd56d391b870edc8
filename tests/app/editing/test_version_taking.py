"""A place of an older version, taken into the one that is shown."""

from dataclasses import replace

from app.editing.document import Document
from app.editing.version_diff import compare
from app.editing.version_taking import TakeLines
from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, VersionId
from app.meetings.transcript import Segment, SegmentOrigin, Speaker, Transcript
from tests.builders.library import a_segment

ADA, BOB = Speaker(SpeakerId("ada"), 1, "Ada"), Speaker(SpeakerId("bob"), 2, "Bob")
OLD_ADA = Speaker(SpeakerId("old"), 1, "Ada")


def line(name: str, text: str, start_ms: int, end_ms: int, speaker: Speaker | None = None) -> Segment:
    return a_segment(text, start_ms, end_ms, id=SegmentId(name), speaker_id=None if speaker is None else speaker.id)


def version(*lines: Segment, speakers: tuple[Speaker, ...]) -> Transcript:
    return Transcript(MeetingId("m"), VersionId("v"), lines, speakers)


OLD = version(
    line("1", "we meet in Cologne", 0, 2000, OLD_ADA), line("2", "yes", 3000, 4000, BOB), speakers=(OLD_ADA, BOB)
)
NEW = version(
    line("a", "we meet in", 0, 1200, ADA),
    line("b", "colon", 1200, 2000, ADA),
    line("c", "guess", 3000, 4000),
    speakers=(ADA,),
)


def test_the_older_words_of_one_place_come_back_and_can_be_undone():
    document = Document(NEW)
    first = compare(OLD, NEW)[0]
    edit = TakeLines(first.after, first.before, OLD.speakers).apply(document)
    assert edit is not None
    document.apply(edit)
    taken, other = document.segments
    assert (taken.text, taken.speaker_id, taken.origin) == ("we meet in Cologne", ADA.id, SegmentOrigin.EDITED)
    assert taken.id not in ("1", "a", "b")
    assert other.text == "guess"
    document.apply(edit.inverse)
    assert document.transcript == NEW


def test_a_speaker_that_the_shown_version_does_not_know_is_made():
    document = Document(NEW)
    second = compare(OLD, NEW)[1]
    edit = TakeLines(second.after, second.before, OLD.speakers).apply(document)
    assert edit is not None
    document.apply(edit)
    assert [speaker.name for speaker in document.speakers] == ["Ada", "Bob"]
    assert document.segments[-1].speaker_id == document.speakers[-1].id
    document.apply(edit.inverse)
    assert document.transcript == NEW


def test_what_was_changed_since_is_left_alone():
    first = compare(OLD, NEW)[0]
    changed = replace(NEW, segments=(replace(NEW.segments[0], text="we met in"), *NEW.segments[1:]))
    assert TakeLines(first.after, first.before).apply(Document(changed)) is None
    assert TakeLines((), ()).apply(Document(NEW)) is None

"""What two versions of a transcript say otherwise."""

from app.editing.version_diff import RunKind, compare
from app.meetings.identifiers import MeetingId, SpeakerId, VersionId
from app.meetings.transcript import Segment, Speaker, Transcript
from engine.contract.segments import QuarantineReason
from tests.builders.library import a_segment


def version(*lines: Segment, speakers: tuple[Speaker, ...] = ()) -> Transcript:
    return Transcript(MeetingId("m"), VersionId("v"), lines, speakers)


def marked(old: Transcript, new: Transcript) -> list[str]:
    signs = {RunKind.SAME: "", RunKind.GONE: "-", RunKind.NEW: "+"}
    return [
        "|".join(f"{signs[run.kind]}{run.text.strip()}" for run in difference.runs) for difference in compare(old, new)
    ]


def test_words_that_differ_are_marked_and_lines_that_agree_are_none():
    old = version(a_segment("we meet in kolon", 0, 1000), a_segment("goodbye", 5000, 6000))
    new = version(a_segment("we meet in Cologne", 0, 1100), a_segment("goodbye", 5000, 6000))
    assert marked(old, new) == ["we meet in|-kolon|+Cologne"]


def test_the_same_words_in_other_lines_are_no_difference():
    old = version(a_segment("one two", 0, 1000), a_segment("three", 1000, 2000))
    new = version(a_segment("one two three", 0, 2000))
    assert compare(old, new) == ()


def test_lines_that_only_one_has_are_gone_or_new():
    old, new = version(a_segment("um", 0, 500)), version(a_segment("今天", 3000, 4000))
    assert marked(old, new) == ["-um", "+今天"]


def test_what_is_set_aside_is_not_said():
    aside = a_segment("thanks for watching", 0, 500, quarantine=QuarantineReason.STOCK_PHRASE)
    assert compare(version(aside), version()) == ()


def test_another_speaker_is_a_difference():
    ada, bob = Speaker(SpeakerId("a"), 1, "Ada"), Speaker(SpeakerId("b"), 1, "Bob")
    old = version(a_segment("yes", 0, 500, speaker_id=ada.id), speakers=(ada,))
    new = version(a_segment("yes", 0, 500, speaker_id=bob.id), speakers=(bob,))
    (difference,) = compare(old, new)
    assert difference.is_other_speaker
    assert [run.kind for run in difference.runs] == [RunKind.SAME]

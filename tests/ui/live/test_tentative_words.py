"""Words that are not final stand behind the line they continue, or below all others; nothing committed moves."""

from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Segment, Transcript
from app.recording.status import TrackStatus
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.segments import QuarantineReason
from tests.fakes.fake_recordings import a_track
from ui.live.tentative_words import is_placeholder, place_tails
from ui.reading.reading_document import ReadingDocument


def a_line(number: int, *, track: int = 0, quarantine: QuarantineReason | None = None) -> Segment:
    start = Milliseconds(number * 4000)
    return Segment(
        SegmentId(f"s{number}"), track, start, Milliseconds(start + 3000), f"Line {number}", quarantine=quarantine
    )


def a_document(*lines: Segment) -> ReadingDocument:
    return ReadingDocument(Transcript(MeetingId("m"), VersionId("v"), lines))


def says(text: str, at_ms: int, *, track: int = 0) -> TrackStatus:
    return a_track(track, TrackKind.MICROPHONE, tentative=text, tentative_start_ms=Milliseconds(at_ms))


def test_words_that_follow_the_last_line_stand_behind_it() -> None:
    document = a_document(a_line(0), a_line(1))
    placed = place_tails(document, [says("and then", 7_100)])
    assert placed.tails == {"s1": "and then"}
    assert not document.apply(placed.change)


def test_words_after_a_pause_get_a_line_of_their_own_at_the_end() -> None:
    document = a_document(a_line(0), a_line(1))
    placed = place_tails(document, [says("Next topic", 12_000)])
    document.apply(placed.change)
    last = document.block(len(document) - 1)
    assert isinstance(last, Segment)
    assert is_placeholder(last.id)
    assert (last.start_ms, last.text, placed.tails) == (12_000, "", {last.id: "Next topic"})


def test_words_of_the_other_track_never_stand_above_a_committed_line() -> None:
    document = a_document(a_line(0), a_line(3))
    placed = place_tails(document, [says("Why?", 5_000, track=1)])
    document.apply(placed.change)
    assert [getattr(block, "id", "") for block in document.blocks()][:2] == ["s0", "s3"]
    assert len(document) == 3


def test_when_they_are_committed_or_taken_back_their_line_goes() -> None:
    document = a_document(a_line(0))
    document.apply(place_tails(document, [says("Hm", 9_000)]).change)
    assert len(document) == 2
    placed = place_tails(document, [says("", 0)])
    document.apply(placed.change)
    assert (len(document), placed.tails) == (1, {})


def test_nothing_continues_a_line_that_was_set_aside() -> None:
    document = a_document(a_line(0, quarantine=QuarantineReason.LOOP))
    placed = place_tails(document, [says("Yes", 3_100)])
    assert list(placed.tails) == ["not-final-0"]


def test_two_people_who_speak_at_once_have_a_line_each() -> None:
    document = a_document()
    placed = place_tails(document, [says("I think", 1_000), says("No", 1_200, track=1)])
    document.apply(placed.change)
    assert len(document) == 2

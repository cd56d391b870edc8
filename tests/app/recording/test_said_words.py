from app.meetings.coverage import TrackMark
from app.meetings.identifiers import MeetingId, VersionId
from app.meetings.transcript import Gap, GapState, Segment, Transcript
from app.recording.said_words import WORDS, OpenLines, followed_track, words_before
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from engine.contract.messages import LineGrown
from engine.contract.segments import GapReason, QuarantineReason, RecognisedGap, RecognisedSegment
from tests.builders.library import a_segment


def transcript(*segments: Segment, gaps: tuple[Gap, ...] = ()) -> Transcript:
    return Transcript(MeetingId("m"), VersionId("v"), segments, gaps=gaps)


def test_the_last_words_before_the_mark_are_those_of_the_track_that_were_not_set_aside():
    said = transcript(
        a_segment("one two", 0, 1000),
        a_segment("la la", 1000, 2000, quarantine=QuarantineReason.LOOP),
        a_segment("elsewhere", 1000, 2000, track=1),
        a_segment("three four", 2000, 3000),
        a_segment("later", 5000, 6000),
    )
    assert words_before(said, 0, Milliseconds(900)) == "one two"
    assert words_before(said, 0, Milliseconds(3000)) == "one two three four"
    assert words_before(said, 2, Milliseconds(3000)) == ""


def test_committed_words_a_little_behind_the_mark_are_told_as_well():
    """Case 54: they were moved behind the word before them, and would come twice."""
    said = transcript(a_segment("one two three four", 0, 2000))
    assert words_before(said, 0, Milliseconds(1450)) == "one two three four"
    assert words_before(said, 0, Milliseconds(1000)) == "one two three four"
    assert words_before(said, 0, Milliseconds(400)) == "one two three"


def test_there_are_not_more_than_a_seam_can_repeat():
    said = transcript(a_segment(" ".join(str(n) for n in range(100)), 0, 60_000))
    assert words_before(said, 0, Milliseconds(60_000)).split() == [str(n) for n in range(100 - WORDS, 100)]


def test_what_is_open_before_the_mark_is_told_and_nothing_else():
    def gap(start: int, end: int, reason: GapReason, state: GapState, track: int = 0) -> Gap:
        return Gap(track, Milliseconds(start), Milliseconds(end), reason, state)

    gaps = (
        gap(1000, 2000, GapReason.NOT_RECOGNISED, GapState.OPEN),
        gap(2000, 3000, GapReason.NOT_RECOGNISED, GapState.REPAIRED),
        gap(3000, 4000, GapReason.SOURCE_LOST, GapState.LOST),
        gap(1000, 2000, GapReason.NOT_RECOGNISED, GapState.OPEN, track=1),
    )
    mark = TrackMark(0, TrackKind.MICROPHONE, Milliseconds(9000), 80_000)
    followed = followed_track(mark, "ring", transcript(gaps=gaps))
    assert (followed.track, followed.ring, followed.resume_at) == (0, "ring", 80_000)
    assert followed.open_gaps == (RecognisedGap(0, SampleIndex(16_000), SampleIndex(32_000), GapReason.NOT_RECOGNISED),)


def a_line(name: str, *, is_closed: bool, track: int = 0, quarantine: QuarantineReason | None = None) -> LineGrown:
    segment = RecognisedSegment(track, SampleIndex(0), SampleIndex(320), name, "en", 0.9, quarantine=quarantine)
    return LineGrown("j", name, segment, 1, SampleIndex(320), is_closed)


def test_an_engine_that_is_asked_again_is_told_the_line_of_each_track_that_was_not_closed():
    """Case 54."""
    lines = OpenLines()
    lines.hear(a_line("one", is_closed=True))
    lines.hear(a_line("two", is_closed=False))
    lines.hear(a_line("other", is_closed=False, track=1))
    mark = TrackMark(0, TrackKind.MICROPHONE, Milliseconds(9000), 320)
    followed = followed_track(mark, "", transcript(), open_lines=lines)
    assert followed.open_line is not None
    assert followed.open_line.name == "two"
    lines.hear(a_line("two", is_closed=True))
    assert lines.of(0) is None
    assert lines.of(1) is not None


def test_a_line_of_an_echo_is_judged_already_and_leaves_the_open_one_open():
    lines = OpenLines()
    lines.hear(a_line("two", is_closed=False))
    lines.hear(a_line("echo", is_closed=False, quarantine=QuarantineReason.ECHO))
    lines.hear(a_line("echo", is_closed=True, quarantine=QuarantineReason.ECHO))
    found = lines.of(0)
    assert found is not None
    assert found.name == "two"

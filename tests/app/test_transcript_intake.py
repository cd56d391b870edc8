import dataclasses
import math
from concurrent.futures import Future
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from app.meetings.job import JobOutput, JobState
from app.meetings.transcript import GapState
from app.transcript_intake import TranscriptIntake, to_gaps, to_segments
from engine.contract.audio import SampleIndex
from engine.contract.messages import LineGrown, SegmentsFinished, StretchRepaired, StretchSkipped, TrackSettled
from engine.contract.recorder_messages import GapNoticed
from engine.contract.segments import GapReason, QuarantineReason, RecognisedGap, RecognisedSegment, RecognisedWord
from tests.builders.library import Heard, a_job, a_meeting, open_library
from tests.builders.recordings import begin_recording


def word(start: int, stop: int, text: str = " word", confidence: float = 0.5) -> RecognisedWord:
    return RecognisedWord(SampleIndex(start), SampleIndex(stop), text, confidence)


def line(
    start: int, stop: int, *words: RecognisedWord, text: str = "words", confidence: float = 0.5
) -> RecognisedSegment:
    return RecognisedSegment(0, SampleIndex(start), SampleIndex(stop), text, "en", confidence, words)


def test_samples_become_milliseconds():
    segment = to_segments([line(16_000, 24_000, word(16_000, 20_008))], duration_ms=9000)[0]
    assert (segment.start_ms, segment.end_ms, segment.text, segment.language) == (1000, 1500, "words", "en")
    assert [(each.start_ms, each.end_ms, each.confidence) for each in segment.words] == [(1000, 1251, 0.5)]
    assert not segment.repaired


def test_a_line_that_only_rounding_takes_over_the_end_is_not_called_repaired():
    segment = to_segments([line(0, 16_009)], duration_ms=1000)[0]
    assert (segment.end_ms, segment.repaired) == (1000, False)


def test_a_line_outside_of_the_recording_is_moved_inside_and_marked():
    segment = to_segments([line(-8000, 99_000)], duration_ms=1000)[0]
    assert (segment.start_ms, segment.end_ms, segment.repaired) == (0, 1000, True)


def test_lines_come_in_order_and_empty_ones_not_at_all():
    segments = to_segments([line(32_000, 33_000), line(0, 1000), line(1, 2, text=" ")], duration_ms=9000)
    assert [segment.start_ms for segment in segments] == [0, 2000]


def test_a_confidence_that_is_no_number_is_none():
    segments = to_segments([line(0, 16, confidence=math.nan), line(0, 16, confidence=1.0000001)], duration_ms=9)
    assert [segment.confidence for segment in segments] == [None, 1.0]


def test_gaps_are_cut_to_the_recording():
    gaps = [
        RecognisedGap(0, SampleIndex(start), SampleIndex(stop), GapReason.DAMAGED_MEDIA)
        for start, stop in [(8000, 99_000), (0, 1600), (50_000, 60_000), (16, 16)]
    ]
    assert [(gap.start_ms, gap.end_ms) for gap in to_gaps(gaps, duration_ms=1000)] == [(0, 100), (500, 1000)]


times = st.integers(-100_000, 400_000)


@given(
    st.lists(st.tuples(times, times, st.lists(st.tuples(times, times), max_size=5)), max_size=8),
    st.integers(1, 20_000),
)
def test_whatever_the_engine_says_the_rules_hold(said: list[tuple[int, int, list[tuple[int, int]]]], duration_ms: int):
    """0 <= start < end <= duration, lines in order, words in order within their line."""
    lines = [line(start, stop, *(word(*each) for each in words)) for start, stop, words in said]
    segments = to_segments(lines, duration_ms=duration_ms)
    assert len(segments) == len(lines)
    assert [segment.start_ms for segment in segments] == sorted(segment.start_ms for segment in segments)
    for segment in segments:
        assert 0 <= segment.start_ms < segment.end_ms <= duration_ms
        starts = [each.start_ms for each in segment.words]
        assert starts == sorted(starts)
        for each in segment.words:
            assert segment.start_ms <= each.start_ms < each.end_ms <= segment.end_ms


def test_the_future_is_done_when_lines_and_mark_are_on_disk(tmp_path: Path):
    library = open_library(tmp_path, Heard())
    try:
        meeting = a_meeting()
        job = a_job(meeting)
        library.add_import(meeting, job).result()
        library.set_job_state(job.id, JobState.RUNNING).result()
        intake = TranscriptIntake(library=library, job_id=job.id)
        aside = RecognisedSegment(
            0, SampleIndex(16_000), SampleIndex(32_000), "x", "en", 0.1, (), QuarantineReason.LOOP
        )
        event = SegmentsFinished(job.id, (line(0, 16_000), aside), (), SampleIndex(32_000), 16_000)
        future: Future[None] = intake.take(event, duration_ms=60_000)
        future.result()
        assert library.job(job.id).finished_to == 32_000
        assert len(library.transcript(meeting.id).segments) == 2
        assert library.job_output(job.id) == JobOutput(is_shown=True, lines=1, set_aside=1)
    finally:
        library.close()


def test_an_unknown_length_is_no_bound():
    assert to_segments([line(16_000, 32_000)], duration_ms=0)[0].end_ms == 2000


def test_what_live_recognition_and_the_recorder_say_reaches_the_library(tmp_path: Path):
    library = open_library(tmp_path, Heard())
    try:
        job = begin_recording(library)
        intake = TranscriptIntake(library=library, job_id=job.id)
        for words in (1, 2):
            said = [word(16_000 + n * 8000, 24_000 + n * 8000, f" w{n}") for n in range(words)]
            heard = line(16_000, 16_000 + words * 8000, *said, text=" ".join(f"w{n}" for n in range(words)))
            intake.grow(LineGrown(job.id, "a", heard, 1, SampleIndex(16_000 + words * 8000), words == 2)).result()
        (grown,) = library.transcript(job.meeting_id).segments
        assert (grown.id, grown.start_ms, grown.end_ms, grown.text) == ("a", 1000, 2000, "w0 w1")
        assert [(each.start_ms, each.end_ms) for each in grown.words] == [(1000, 1500), (1500, 2000)]
        intake.grow(LineGrown(job.id, "b", line(0, 9, text=" "), 0, SampleIndex(40_000), True)).result()
        intake.settle(TrackSettled(job.id, 1, SampleIndex(48_000))).result()
        assert [mark.settled_to for mark in library.track_marks(job.meeting_id)] == [40_000, 48_000]

        skipped = RecognisedGap(0, SampleIndex(48_000), SampleIndex(64_000), GapReason.NOT_RECOGNISED)
        intake.skip(StretchSkipped(job.id, skipped)).result()
        intake.repair(StretchRepaired(job.id, dataclasses.replace(skipped, stop=SampleIndex(56_000)))).result()
        intake.skip(StretchSkipped(job.id, dataclasses.replace(skipped, track=1), is_lost=True)).result()
        intake.lose(GapNoticed(0, SampleIndex(0), SampleIndex(16_000), GapReason.SLEPT)).result()
        intake.lose(GapNoticed(0, SampleIndex(16_000), SampleIndex(16_000), GapReason.SLEPT)).result()
        assert [
            (gap.track, gap.start_ms, gap.end_ms, gap.state) for gap in library.transcript(job.meeting_id).gaps
        ] == [
            (0, 0, 1000, GapState.LOST),
            (0, 3000, 3500, GapState.REPAIRED),
            (1, 3000, 4000, GapState.LOST),
            (0, 3500, 4000, GapState.OPEN),
        ]
    finally:
        library.close()

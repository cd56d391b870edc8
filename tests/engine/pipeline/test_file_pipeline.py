"""The file pipeline over a made-up recording: each word once and in order, from any mark, in little memory."""

import threading
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from engine.contract.audio import SampleIndex, Samples
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import SpanAudio
from engine.contract.errors import RecogniserFailed
from engine.contract.messages import Event, JobProgressed, LanguageChosen, SegmentsFinished
from engine.contract.segments import GapReason, QuarantineReason
from tests.builders.spoken_file import Recording, S, finished, lecture, lines_of, pipeline, texts_of
from tests.fakes.fake_speech_engine import FakeSpeechEngine, scripted_line


def test_every_line_comes_once_in_order():
    recording = lecture(6)
    events = list(pipeline(recording, recording.engine()).run())
    assert texts_of(events) == recording.texts


def test_speech_without_words_is_said_as_a_gap():
    recording = Recording(0, 10, 20, 50, length_s=60)
    engine = FakeSpeechEngine([recording.lines[0], recording.lines[2]])
    events = list(pipeline(recording, engine).run())
    gaps = [gap for event in finished(events) for gap in event.gaps]
    assert [(round(gap.start / S), round(gap.stop / S), gap.reason) for gap in gaps] == [
        (10, 14, GapReason.NOT_RECOGNISED),
        (50, 54, GapReason.NOT_RECOGNISED),
    ]


def test_lines_come_in_order_though_the_second_batch_is_done_first():
    recording = lecture(4)
    second_is_done = threading.Event()

    def before(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        if stretches[0].start == 0:
            assert second_is_done.wait(30)
        else:
            second_is_done.set()

    events = list(pipeline(recording, recording.engine(before=before)).run())
    assert texts_of(events) == recording.texts


def test_the_progress_mark_only_moves_on_and_ends_at_the_end():
    recording = lecture(6)
    events = finished(list(pipeline(recording, recording.engine()).run()))
    marks = [event.finished_to for event in events]
    assert marks == sorted(marks)
    assert marks[-1] == recording.length
    for event in events:
        assert all(line.stop <= event.finished_to for line in event.segments)
    for before, after in pairwise(events):
        assert all(line.start >= before.finished_to for line in after.segments)


def test_each_mark_is_followed_by_its_progress():
    recording = lecture(2)
    events = list(pipeline(recording, recording.engine(), languages=["en"]).run())
    progress = [event for event in events if isinstance(event, JobProgressed)]
    assert [event.done for event in progress] == [event.finished_to for event in finished(events)]
    assert {event.total for event in progress} == {recording.length}


def test_speech_is_counted_once():
    recording = lecture(3)
    events = finished(list(pipeline(recording, recording.engine()).run()))
    spoken = sum(line.stop - line.start for line in recording.lines)
    assert spoken < sum(event.speech for event in events) < spoken * 1.25


@pytest.mark.parametrize("number", range(5))
def test_going_on_at_a_progress_mark_gives_the_lines_of_a_run_without_a_break(number: int):
    """Case 40: what was finished survives a kill. No word is doubled or lost."""
    recording = lecture(5)
    events = finished(list(pipeline(recording, recording.engine()).run()))
    mark = events[number].finished_to
    rest = list(pipeline(recording, recording.engine()).run(resume_at=mark, language="en"))
    before = [line for event in events[: number + 1] for line in event.segments]
    assert before + lines_of(rest) == lines_of(events)


def test_going_on_at_the_end_ends_at_once():
    recording = lecture(2)
    engine = recording.engine()
    events = list(pipeline(recording, engine).run(resume_at=recording.length, language="en"))
    assert [event.finished_to for event in finished(events)] == [recording.length]
    assert engine.recognised == []


def test_a_language_that_was_decided_is_not_voted_on_again():
    recording = lecture(2)
    engine = recording.engine()
    events = list(pipeline(recording, engine).run(resume_at=SampleIndex(40 * S), language="es"))
    assert not [event for event in events if isinstance(event, LanguageChosen)]
    assert engine.voters == []
    assert set(engine.sessions[0].languages) == {"es"}


def test_a_silent_start_has_no_vote():
    """Case 50: five minutes of silence, then a language."""
    recording = Recording(*range(300, 600, 6), length_s=610)
    engine = recording.engine(language_at=lambda stretch: "de" if stretch.start >= 299 * S else "en")
    events = list(pipeline(recording, engine).run())
    assert isinstance(events[0], LanguageChosen)
    assert events[0].language == "de"
    assert set(engine.sessions[0].languages) == {"de"}


def test_several_places_vote():
    """Case 50: a greeting in one language does not decide."""
    recording = lecture(12)
    engine = recording.engine(language_at=lambda stretch: "en" if stretch.start < 30 * S else "zh")
    events = list(pipeline(recording, engine).run())
    assert isinstance(events[0], LanguageChosen)
    assert events[0].language == "zh"
    places = [stretch.start for stretch in engine.voters]
    assert len(places) == 4
    assert places[-1] > recording.length // 2


def test_speech_far_from_the_places_that_are_listened_to_votes_after_all():
    recording = Recording(130, length_s=900)
    engine = recording.engine(language_at=lambda stretch: "zh")
    events = list(pipeline(recording, engine).run())
    assert isinstance(events[0], LanguageChosen)
    assert events[0].language == "zh"
    assert texts_of(events) == recording.texts


def test_a_single_allowed_language_is_not_voted_on():
    recording = lecture(2)
    engine = recording.engine()
    events = list(pipeline(recording, engine, languages=["zh"]).run())
    assert events[0] == LanguageChosen("job", "zh", 1.0)
    assert engine.voters == []


@pytest.mark.parametrize("length_s", [0, 0.01, 3, 29, 31, 1800])
def test_silence_gives_no_lines_and_ends_well(length_s: float):
    """Case 46: nothing is recognised, no language is guessed, and the mark is at the end."""
    recording = Recording(length_s=length_s)
    engine = recording.engine()
    events = list(pipeline(recording, engine).run())
    assert [event.finished_to for event in finished(events)] == [recording.length]
    assert (lines_of(events), engine.recognised, engine.voters) == ([], [], [])


def test_a_short_recording_is_handed_over_whole():
    recording = Recording(2, 12, length_s=20)
    engine = recording.engine()
    assert texts_of(list(pipeline(recording, engine).run())) == recording.texts
    (stretch,) = engine.recognised
    assert stretch.is_whole
    assert (stretch.start, stretch.stop, len(stretch.samples)) == (0, recording.length, recording.length)
    assert len(stretch.speech) == 2


def test_a_longer_recording_is_not():
    recording = Recording(2, 12, length_s=31)
    engine = recording.engine()
    assert texts_of(list(pipeline(recording, engine).run())) == recording.texts
    assert not any(stretch.is_whole for stretch in engine.recognised)


def test_the_sound_of_a_stretch_is_that_of_its_parts():
    recording = Recording(2, 600, length_s=700)
    engine = recording.engine()
    list(pipeline(recording, engine).run())
    for stretch in engine.recognised:
        expected = np.concatenate([recording.read(part.start, part.stop) for part in stretch.parts])
        assert np.array_equal(stretch.samples, expected)


def test_a_quiet_recording_is_raised_for_the_detector_only():
    recording = lecture(2)
    quiet = recording.read

    def read(start: int, stop: int) -> Samples:
        return quiet(start, stop) * np.float32(0.05)

    recording.read = read
    engine = recording.engine()
    assert texts_of(list(pipeline(recording, engine).run())) == recording.texts
    assert max(float(stretch.samples.max()) for stretch in engine.recognised) < 0.01


def test_all_threads_of_the_engine_are_used_and_no_more():
    recording = lecture(6)
    meeting = threading.Barrier(2)
    calls: list[int] = []

    def before(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        calls.append(stretches[0].start)
        if len(calls) <= 2:
            meeting.wait(30)

    engine = recording.engine(before=before)
    list(pipeline(recording, engine).run())
    assert engine.sessions[0].busiest == 2


def test_a_ten_hour_recording_is_read_only_a_little_ahead():
    """Case 40: memory does not depend on the length."""
    recording = Recording(length_s=36_000)
    sentence = np.where(np.arange(5 * S) < 4 * S, np.float32(0.1), np.float32(0.0))
    sentences = np.tile(sentence, 7)
    furthest = 0
    ahead: list[int] = []

    def read(start: int, stop: int) -> Samples:
        nonlocal furthest
        recording.reads.append((start, stop))
        if stop - start > S:  # not when only the loudness is asked for
            furthest = stop
        return sentences[start % (5 * S) :][: stop - start]

    recording.read = read

    def before(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        ahead.append(furthest - stretches[0].start)

    engine = recording.engine(before=before)
    job = pipeline(recording, engine)
    for event in job.run(language="en"):
        if isinstance(event, SegmentsFinished):
            engine.sessions[0].recognised.clear()
    assert len(ahead) > 500
    assert max(ahead) < 6 * 60 * S
    assert max(stop - start for start, stop in recording.reads) <= 30 * S


def test_cancelling_is_heard_within_one_batch():
    """Case 64."""
    recording = lecture(20)
    cancellation = Cancellation()
    calls: list[int] = []

    def before(stretches: Sequence[SpanAudio], asked: Cancellation) -> None:
        calls.append(stretches[0].start)
        if len(calls) == 6:
            cancellation.request()

    events: list[Event] = []
    with pytest.raises(Cancelled):
        for event in pipeline(recording, recording.engine(before=before), cancellation=cancellation).run():
            events.append(event)
    assert len(calls) <= 8
    assert texts_of(events) == recording.texts[: len(texts_of(events))]


def test_cancelling_while_a_language_is_voted_on():
    cancellation = Cancellation()
    recording = lecture(10)
    engine = recording.engine()
    job = pipeline(recording, engine, cancellation=cancellation)
    cancellation.request()
    with pytest.raises(Cancelled):
        list(job.run())
    assert engine.recognised == []


def test_a_failure_ends_the_run_and_what_came_before_it_is_whole():
    recording = lecture(6)

    def before(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        if stretches[0].start > 120 * S:
            raise RecogniserFailed("cuda", "out of memory")

    events: list[Event] = []
    with pytest.raises(RecogniserFailed):
        for event in pipeline(recording, recording.engine(before=before)).run():
            events.append(event)
    mark = finished(events)[-1].finished_to
    rest = list(pipeline(recording, recording.engine()).run(resume_at=mark, language="en"))
    assert texts_of(events) + texts_of(rest) == recording.texts


def test_who_stops_listening_leaves_no_thread_behind():
    recording = lecture(6)
    for event in pipeline(recording, recording.engine()).run():
        if isinstance(event, SegmentsFinished):
            break


def test_lines_are_judged_and_mended_on_their_way():
    recording = lecture(2)
    nonsense = scripted_line("Zxq vbn.", 6.5, 6.0, confidence=float("nan"))
    recording.lines.insert(1, nonsense)
    phrase = scripted_line("Thank you.", 12.5, 13, confidence=0.4)
    engine = FakeSpeechEngine([*recording.lines, phrase])
    lines = lines_of(list(pipeline(recording, engine).run()))
    assert [line.start for line in lines] == sorted(line.start for line in lines)
    mended = next(line for line in lines if line.text == "Zxq vbn.")
    assert (mended.start, mended.stop, mended.confidence, mended.repaired) == (6 * S, 6.5 * S, 0.0, True)
    assert mended.quarantine is QuarantineReason.LOW_EVIDENCE
    assert next(line for line in lines if line.text == "Thank you.").quarantine is QuarantineReason.STOCK_PHRASE

"""What the recorder calls a gap, from where to where, and why; and what is none."""

from pathlib import Path

import numpy as np
import pytest

from engine.capture.recording_file import RecordingFile, recover
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.recorder_messages import SourceChanged, SourceState
from engine.contract.segments import GapReason
from tests.builders.studio import PATIENCE_S, Studio, has_state, until
from tests.fakes.scripted_source import ScriptedSource


def test_a_device_that_falls_silent_is_lost_reopened_and_leaves_a_gap_of_the_right_length(tmp_path: Path):
    """Case 1: it just stops calling back."""
    first, second = ScriptedSource(), ScriptedSource(rate_hz=48_000)
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 5)
    studio.settle()
    studio.rest(3)
    studio.wait_for(has_state(SourceState.LOST))
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.rest(1)
    studio.play(second, 5)
    studio.settle()
    studio.recorder.stop()
    ((start, stop, reason),) = studio.gaps()
    assert (start, stop, reason) == (pytest.approx(5, abs=0.01), pytest.approx(9, abs=0.01), GapReason.SOURCE_LOST)
    sound = studio.sound()
    assert sound.shape[0] == pytest.approx(14 * 16_000, abs=400)
    assert np.all(sound[: 5 * 16_000] == 8192) and not sound[80_200:143_800].any()
    assert first.is_closed.wait(PATIENCE_S)
    assert [gap.start for gap in recover(tmp_path).tracks[0].gaps] == [80_000]


def test_a_second_of_overflow_flags_without_a_jump_in_time_is_no_gap(tmp_path: Path):
    """Case 8, b."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(source, 10, overflow=True)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == []
    assert studio.states() == [SourceState.OPENED]
    assert studio.sound().shape[0] == 160_000


def play_with_holes(studio: Studio, source: ScriptedSource, *, every_s: float, hole_s: float, holes: int) -> None:
    for _ in range(holes):
        studio.play(source, every_s)
        studio.clock.now_s += hole_s
    studio.play(source, 1)


def test_some_lost_milliseconds_now_and_then_are_filled_and_not_told(tmp_path: Path):
    """Case 8: a busy PulseAudio drops some in a minute, and no word is lost by them."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    play_with_holes(studio, source, every_s=3, hole_s=0.015, holes=8)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == []
    assert studio.sound().shape[0] == pytest.approx(round(25.12 * 16_000), abs=400), "the time is there all the same"


def test_milliseconds_lost_again_and_again_are_told(tmp_path: Path):
    """Case 8: of a sound that is full of holes somebody must know."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    play_with_holes(studio, source, every_s=0.5, hole_s=0.03, holes=12)
    studio.settle()
    studio.recorder.stop()
    assert len(studio.gaps()) >= 6
    assert {reason for _, _, reason in studio.gaps()} == {GapReason.SOURCE_LOST}


def test_a_minute_and_a_half_of_sleep_becomes_a_gap_and_the_recording_goes_on(tmp_path: Path):
    """Case 12."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(source, 3)
    studio.settle()
    studio.clock.now_s += 90.0
    studio.play(source, 3)
    studio.settle()
    studio.recorder.stop()
    ((start, stop, reason),) = studio.gaps()
    assert (start, stop, reason) == (pytest.approx(3, abs=0.01), pytest.approx(93, abs=0.01), GapReason.SLEPT)
    assert studio.sound().shape[0] == pytest.approx(96 * 16_000, abs=400)


def test_a_device_that_is_not_there_is_looked_for_until_it_comes(tmp_path: Path):
    """Case 2."""
    absent, present = ScriptedSource(refuses=True), ScriptedSource()
    studio = Studio(tmp_path, absent, present)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.LOST))
    studio.clock.now_s += 2.0
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.play(present, 1)
    studio.settle()
    studio.recorder.stop()
    assert studio.sound().shape[0] == pytest.approx(48_000, abs=400)
    assert [(start, reason) for start, _, reason in studio.gaps()] == [(0.0, GapReason.SOURCE_LOST)]


def test_what_passes_until_a_device_opens_is_no_gap_at_the_start_nor_after_a_pause(tmp_path: Path):
    """On a busy computer it takes seconds, and nobody is told meanwhile that everything is heard."""
    first, second = ScriptedSource(), ScriptedSource()
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.clock.now_s += 1.9
    studio.play(first, 2)
    studio.settle()
    studio.recorder.pause()
    studio.recorder.resume()
    until(second.is_open.is_set)
    studio.clock.now_s += 1.9
    studio.play(second, 2)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == []
    assert studio.sound().shape[0] == pytest.approx(round(7.8 * 16_000), abs=400), "the time is there all the same"


def test_what_passes_until_a_device_opens_in_place_of_a_killed_recorder_is_lost(tmp_path: Path):
    """Case 14: the one before had it open."""
    now_s = 1000.0
    with RecordingFile(SoundFolder(tmp_path), track=0, now=lambda: now_s) as file:
        file.note_start(
            kind=TrackKind.MICROPHONE, device="Scripted device", host_api="", rate_hz=16_000, started_utc=""
        )
        file.append(np.ones(16_000, np.int16))
        file.note_clock(at=SampleIndex(16_000), steady_s=now_s)
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.clock.now_s += 0.2
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    assert studio.gaps() == [], "it lasts still"
    studio.clock.now_s += 0.7
    studio.play(source, 2)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == [(1.0, pytest.approx(1.9, abs=0.03), GapReason.RECORDER_DIED)]


def test_after_a_death_the_computer_s_sound_is_missing_until_it_could_be_heard_again(tmp_path: Path):
    """Case 14: it rests afterwards, and a rest is no gap."""
    now_s = 1000.0
    with RecordingFile(SoundFolder(tmp_path), track=0, now=lambda: now_s) as file:
        file.note_start(kind=TrackKind.COMPUTER, device="Speakers", host_api="", rate_hz=16_000, started_utc="")
        file.append(np.ones(16_000, np.int16))
        file.note_clock(at=SampleIndex(16_000), steady_s=now_s)
    studio = Studio(tmp_path, ScriptedSource(may_rest=True))
    studio.clock.now_s += 0.3
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.rest(3)
    studio.recorder.stop()
    assert studio.gaps() == [(1.0, pytest.approx(1.3, abs=0.03), GapReason.RECORDER_DIED)]


def test_what_the_computer_s_sound_owed_before_it_was_found_lost_belongs_to_the_gap(tmp_path: Path):
    """Case 1: an output that is unplugged falls silent at first, as one does that rests."""
    first, second = ScriptedSource(may_rest=True), ScriptedSource(may_rest=True)
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 1)
    studio.rest(5)
    studio.play(first, 2)
    studio.settle()
    studio.rest(0.9)
    first.breaks_off = "it was unplugged"
    studio.wait_for(has_state(SourceState.LOST))
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.play(second, 2)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == [(pytest.approx(8.0, abs=0.02), pytest.approx(8.9, abs=0.02), GapReason.SOURCE_LOST)]


def test_a_source_that_rested_for_long_before_it_was_lost_owed_nothing(tmp_path: Path):
    first, second = ScriptedSource(may_rest=True), ScriptedSource(may_rest=True)
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 1)
    studio.rest(5)
    first.breaks_off = "it was unplugged"
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.play(second, 2)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == []


def test_a_device_whose_stream_the_system_ends_is_replaced_by_the_next_best_which_stays(tmp_path: Path):
    """Case 1: ``finished_callback`` fires, or the callback raises; the chosen device comes back later."""
    chosen, other = ScriptedSource(), ScriptedSource(device="Other device")
    studio = Studio(tmp_path, chosen, ScriptedSource(refuses=True), other)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(chosen, 2)
    studio.settle()
    chosen.breaks_off = "the sound system ended the stream"
    studio.rest(1)
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.play(other, 5)
    studio.settle()
    studio.recorder.stop()
    assert studio.row.ranks == [0, 0, 1]
    changes = [event for event in studio.events if isinstance(event, SourceChanged)]
    assert [(each.state, each.device) for each in changes] == [
        (SourceState.OPENED, "Scripted device"),
        (SourceState.LOST, "Scripted device"),
        (SourceState.REOPENED, "Other device"),
    ]
    ((start, stop, reason),) = studio.gaps()
    assert (start, stop, reason) == (pytest.approx(2, abs=0.01), pytest.approx(3, abs=0.01), GapReason.SOURCE_LOST)
    assert studio.sound().shape[0] == pytest.approx(8 * 16_000, abs=400)
    assert recover(tmp_path).tracks[0].devices == ("Scripted device", "Other device")


def test_a_gap_that_was_open_when_the_recorder_died_is_told_by_the_next_one(tmp_path: Path):
    """Case 14: the device was away, and then the recorder died as well."""
    with RecordingFile(SoundFolder(tmp_path), track=0) as file:
        file.note_start(
            kind=TrackKind.MICROPHONE, device="Scripted device", host_api="", rate_hz=16_000, started_utc=""
        )
        file.append(np.ones(16_000, np.int16))
        for stop in (32_000, 48_000):
            file.append_silence(16_000)
            file.note_gap(16_000, stop, GapReason.SOURCE_LOST)
    studio = Studio(tmp_path, ScriptedSource())
    studio.recorder.start()
    studio.recorder.stop()
    assert studio.gaps() == [
        (1.0, 3.0, GapReason.SOURCE_LOST),
        (3.0, 3.02, GapReason.RECORDER_DIED),
    ]

import io
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.capture.recorder_process import RecorderProcess
from engine.capture.recording_file import recover
from engine.capture.ring_buffer import RingGone, RingReader, remove_orphans
from engine.capture.sound_folder import SoundFolder
from engine.capture.source_opening import SourceOpening
from engine.contract.audio import FRAME_SAMPLES, SampleIndex, TrackKind
from engine.contract.recorder_messages import (
    CloseRecorder,
    GapNoticed,
    MarkMoment,
    PauseRecording,
    RecorderEvent,
    RecordingFailed,
    RecordingPaused,
    RecordingStarted,
    RecordingStopped,
    ResumeRecording,
    SavedTo,
    SourceChanged,
    SourceChoice,
    SourceState,
    StartRecording,
    StopRecording,
)
from engine.contract.recorder_wire import write_command
from engine.contract.segments import GapReason
from tests.builders.running_recorder import PATIENCE_S, RunningRecorder, ramp, ramp_file
from tests.builders.waiting import wait_until

kills = pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX's")


def start(folder: Path, *files: Path, pace: float = 1.0, ring_seconds: int = 60) -> StartRecording:
    sources = tuple(SourceChoice(TrackKind.FILE, path=str(path), pace=pace) for path in files)
    return StartRecording("r", str(folder), sources, ring_seconds)


def has_ended(event: RecorderEvent) -> bool:
    return isinstance(event, SourceChanged) and event.state is SourceState.ENDED


def is_stop(event: RecorderEvent) -> bool:
    return isinstance(event, RecordingStopped)


def samples(folder: Path, track: int = 0) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    return np.fromfile(SoundFolder(folder).pcm_path(track), "<i2")


def test_a_file_arrives_sample_by_sample_and_in_the_ring_as_well(tmp_path: Path):
    """Case 20: there is no engine that understands a word, and the sound is complete."""
    source = ramp_file(tmp_path / "talk.wav", 30)
    folder = tmp_path / "meeting"
    with RunningRecorder() as recorder:
        recorder.send(start(folder, source, pace=0.0))
        started = recorder.hear(lambda event: isinstance(event, RecordingStarted))
        assert isinstance(started, RecordingStarted)
        ring = RingReader.attach(started.tracks[0].ring)
        recorder.hear(has_ended)
        recorder.send(StopRecording())
        stopped = recorder.hear(is_stop)
        assert np.array_equal(ring.view(0, 480_000), ramp(480_000))
        assert ring.is_closed
        ring.close()
        with pytest.raises(RingGone):
            RingReader.attach(started.tracks[0].ring)
        recorder.send(CloseRecorder())
        assert recorder.process.wait(PATIENCE_S) == 0
    assert stopped == RecordingStopped("r", (SampleIndex(480_000),))
    assert np.array_equal(samples(folder), ramp(480_000))
    assert SoundFolder(folder).is_complete()
    assert not [event for event in recorder.heard if event.kind == "gap_noticed"]


def test_a_file_played_faster_than_the_disk_waits_and_loses_nothing(tmp_path: Path):
    """Half a minute through a ring of two seconds, as fast as it goes."""
    source = ramp_file(tmp_path / "long.wav", 30)
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", source, pace=0.0, ring_seconds=2))
        recorder.hear(has_ended)
        recorder.send(StopRecording())
        recorder.hear(is_stop)
    assert np.array_equal(samples(tmp_path / "m"), ramp(30 * 16_000))


def test_two_tracks_end_at_the_same_sample(tmp_path: Path):
    short, long = ramp_file(tmp_path / "a.wav", 0.5), ramp_file(tmp_path / "b.wav", 1.5)
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", short, long, pace=0.0))
        recorder.hear(has_ended)
        recorder.hear(has_ended)
        recorder.send(StopRecording())
        stopped = recorder.hear(is_stop)
    assert stopped == RecordingStopped("r", (SampleIndex(24_000), SampleIndex(24_000)))
    assert np.array_equal(samples(tmp_path / "m")[:8000], ramp(8000))
    assert not samples(tmp_path / "m")[8000:].any()


def pause(recorder: RunningRecorder, folder: Path) -> int:
    """Until what was under way is in the file; its length then."""
    recorder.send(PauseRecording())
    paused = recorder.hear(lambda event: isinstance(event, RecordingPaused))
    assert isinstance(paused, RecordingPaused)
    journal = folder / "track-0.journal"
    wait_until(lambda: b'"paused"' in journal.read_bytes() and samples(folder).shape[0] > paused.at - FRAME_SAMPLES)
    return samples(folder).shape[0]


def test_a_pause_leaves_nothing_and_both_parts_join(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 60)
    folder = tmp_path / "m"
    with RunningRecorder() as recorder:
        recorder.send(start(folder, source))
        recorder.hear(lambda event: isinstance(event, SavedTo))
        at_pause = pause(recorder, folder)
        time.sleep(1.0)
        assert samples(folder).shape[0] == at_pause
        recorder.send(PauseRecording(), ResumeRecording(), ResumeRecording())
        recorder.hear(lambda event: isinstance(event, SavedTo) and event.at > at_pause + 8000)
        recorder.send(StopRecording())
        recorder.hear(is_stop)
    sound = samples(folder)
    kept = np.trim_zeros(sound, "b")
    assert np.array_equal(kept, ramp(kept.shape[0]))
    (track,) = recover(folder).tracks
    assert [pause.length_s >= 1.0 for pause in track.pauses] == [True]


def test_recording_goes_on_behind_what_is_there(tmp_path: Path):
    """Append to this meeting after a stop, in a new process: both parts join without a gap."""
    source = ramp_file(tmp_path / "talk.wav", 1)
    for _ in range(2):
        with RunningRecorder() as recorder:
            recorder.send(start(tmp_path / "m", source, pace=0.0))
            recorder.hear(has_ended)
            recorder.send(CloseRecorder())
            recorder.process.wait(PATIENCE_S)
    assert np.array_equal(samples(tmp_path / "m"), np.tile(ramp(16_000), 2))
    (track,) = recover(tmp_path / "m").tracks
    assert (track.was_stopped, track.gaps) == (True, ())


def test_when_the_desktop_is_gone_the_recording_is_closed_properly(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 60)
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", source))
        recorder.hear(lambda event: isinstance(event, SavedTo))
        assert recorder.process.stdin is not None and recorder.process.stdout is not None
        recorder.process.stdout.close()
        until_then = samples(tmp_path / "m").shape[0]
        recorder.process.stdin.close()
        assert recorder.process.wait(PATIENCE_S) == 0
    assert recover(tmp_path / "m").tracks[0].was_stopped
    assert samples(tmp_path / "m").shape[0] >= until_then
    assert SoundFolder(tmp_path / "m").is_complete()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX's")
def test_a_kill_at_any_moment_costs_less_than_a_second_and_every_kept_sample_is_right(tmp_path: Path):
    """Case 14: six moments here; the measurement of faults tries hundreds."""
    source = ramp_file(tmp_path / "talk.wav", 60)
    chance = random.Random(14)
    for attempt in range(6):
        folder = tmp_path / f"m{attempt}"
        with RunningRecorder() as recorder:
            recorder.send(start(folder, source))
            started = recorder.hear(lambda event: isinstance(event, RecordingStarted))
            assert isinstance(started, RecordingStarted)
            ring = RingReader.attach(started.tracks[0].ring)
            time.sleep(chance.uniform(0.05, 2.0))
            recorder.process.send_signal(signal.SIGKILL)
            recorder.process.wait()
            heard_to = ring.written
            ring.close()
        found = recover(folder)
        assert recover(folder) == found
        assert heard_to - found.length < 16_000
        assert np.array_equal(samples(folder), ramp(found.length))
        assert found.not_restored == ()


@pytest.mark.parametrize("content", [None, b"", b"no sound, only words"])
def test_a_file_that_cannot_be_played_ends_and_is_not_waited_for(content: bytes | None, tmp_path: Path):
    """Case 36: a file that is not there or holds no sound will not come back, as a device may."""
    path = tmp_path / "nothing.wav"
    if content is not None:
        path.write_bytes(content)
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", path))
        recorder.hear(lambda event: isinstance(event, SourceChanged) and event.state is SourceState.LOST)
        recorder.hear(has_ended)
        recorder.send(StopRecording())
        assert recorder.hear(is_stop) == RecordingStopped("r", (SampleIndex(0),))


def test_a_folder_that_cannot_be_written_fails_in_a_sentence(tmp_path: Path):
    (tmp_path / "m").touch()
    with RunningRecorder() as recorder:
        recorder.send(StopRecording(), PauseRecording(), start(tmp_path / "m", tmp_path / "x.wav"))
        failed = recorder.hear(lambda event: isinstance(event, RecordingFailed))
        assert isinstance(failed, RecordingFailed)
        assert "could not begin" in failed.error.sentence


def test_noise_on_its_input_does_not_stop_a_recording(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 1)
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", source, pace=0.0))
        assert recorder.process.stdin is not None
        recorder.process.stdin.write(b"noise\n")
        recorder.hear(has_ended)
        recorder.send(StopRecording())
        recorder.hear(is_stop)
    assert np.array_equal(samples(tmp_path / "m"), ramp(16_000))


def kill(recorder: RunningRecorder) -> None:
    recorder.process.send_signal(signal.SIGKILL)
    recorder.process.wait()


def is_saved_to(at: int, track: int = 0) -> Callable[[RecorderEvent], bool]:
    return lambda event: isinstance(event, SavedTo) and event.track == track and event.at >= at


def ends_at(at: int) -> Callable[[RecorderEvent], bool]:
    return lambda event: isinstance(event, GapNoticed) and event.stop == at


def hear_start(recorder: RunningRecorder) -> RecordingStarted:
    started = recorder.hear(lambda event: isinstance(event, RecordingStarted))
    assert isinstance(started, RecordingStarted)
    return started


@kills
def test_a_recorder_that_takes_the_place_of_a_killed_one_leaves_a_gap_as_long_as_nobody_recorded(tmp_path: Path):
    """Case 14, twice over: both tracks go on at one sample, and all that is no gap is right."""
    source = ramp_file(tmp_path / "talk.wav", 60)
    folder = tmp_path / "m"
    gaps: list[GapNoticed] = []
    with RunningRecorder() as recorder:
        recorder.send(start(folder, source, source))
        hear_start(recorder)
        for track in (0, 1):
            recorder.hear(is_saved_to(16_000, track))
        kill(recorder)
    for _ in range(2):
        died_at = samples(folder).shape[0]
        time.sleep(1.5)
        with RunningRecorder() as recorder:
            recorder.send(start(folder, source, source))
            started = hear_start(recorder)
            for track in (0, 1):
                gap = recorder.hear(ends_at(started.tracks[track].first))
                assert isinstance(gap, GapNoticed)
                assert (gap.track, gap.stop, gap.reason) == (
                    track,
                    started.tracks[track].first,
                    GapReason.RECORDER_DIED,
                )
                gaps.append(gap)
            assert 1.5 * 16_000 < gaps[-1].stop - died_at < 20 * 16_000
            recorder.hear(is_saved_to(gaps[-1].stop + 16_000))
            kill(recorder)
    found = recover(folder)
    assert recover(folder) == found
    assert found.not_restored == ()
    for track in found.tracks:
        said = [gap for gap in gaps if gap.track == track.track]
        assert [(gap.start, gap.stop, gap.reason) for gap in track.gaps] == [
            (gap.start, gap.stop, gap.reason) for gap in said
        ]
        expected = ramp(track.length)
        for gap in said:
            expected[gap.start : gap.stop] = 0
        assert np.array_equal(samples(folder, track.track), expected)
    assert [gap.stop for gap in gaps if gap.track == 0] == [gap.stop for gap in gaps if gap.track == 1]


@kills
def test_what_is_appended_after_a_kill_in_a_pause_makes_up_no_time(tmp_path: Path):
    """The person had paused: what passes is no part of the recording, and only the break is marked."""
    source = ramp_file(tmp_path / "talk.wav", 60)
    folder = tmp_path / "m"
    with RunningRecorder() as recorder:
        recorder.send(start(folder, source))
        recorder.hear(is_saved_to(16_000))
        at_pause = pause(recorder, folder)
        kill(recorder)
    time.sleep(1.0)
    with RunningRecorder() as recorder:
        recorder.send(start(folder, source))
        started = hear_start(recorder)
    assert started.tracks[0].first == at_pause + 320
    assert [(gap.start, gap.stop) for gap in recover(folder).tracks[0].gaps] == [(at_pause, at_pause + 320)]


@kills
@pytest.mark.slow
def test_a_kill_while_it_stops_leaves_a_recording_that_can_be_read(tmp_path: Path):
    """Case 14: once during stop."""
    source = ramp_file(tmp_path / "talk.wav", 60)
    chance = random.Random(41)
    for attempt in range(4):
        folder = tmp_path / f"m{attempt}"
        with RunningRecorder() as recorder:
            recorder.send(start(folder, source, source))
            for track in (0, 1):
                recorder.hear(is_saved_to(16_000, track))
            recorder.send(StopRecording())
            time.sleep(chance.uniform(0.0, 0.1))
            kill(recorder)
        found = recover(folder)
        assert recover(folder) == found
        for track in found.tracks:
            assert track.length >= 15_000
            kept = np.trim_zeros(samples(folder, track.track), "b")
            assert np.array_equal(kept, ramp(kept.shape[0]))
            assert SoundFolder(folder).is_complete(track.track)


@kills
def test_the_ring_of_a_killed_recorder_is_seen_as_orphaned_and_removed_at_the_next_start(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 60)
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", source))
        name = hear_start(recorder).tracks[0].ring
        ring = RingReader.attach(name)
        assert not ring.is_orphaned
        kill(recorder)
    assert ring.is_orphaned
    ring.close()
    RingReader.attach(name).close()
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", source))
        hear_start(recorder)
        with pytest.raises(RingGone):
            RingReader.attach(name)
        kill(recorder)
    remove_orphans()


def test_a_second_recorder_is_kept_out_of_a_folder_and_the_first_goes_on(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 60)
    with RunningRecorder() as first, RunningRecorder() as second:
        first.send(start(tmp_path / "m", source))
        first.hear(is_saved_to(8000))
        second.send(start(tmp_path / "m", source))
        failed = second.hear(lambda event: isinstance(event, RecordingFailed))
        assert isinstance(failed, RecordingFailed)
        assert failed.error.name == "RecordingNotSaved"
        first.send(StopRecording())
        stopped = first.hear(is_stop)
    assert isinstance(stopped, RecordingStopped)
    assert np.array_equal(samples(tmp_path / "m"), ramp(stopped.lengths[0]))


def test_a_mark_and_a_stop_in_one_breath_lose_nothing(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 1)
    with RunningRecorder() as recorder:
        recorder.send(MarkMoment("too early", SampleIndex(0)), start(tmp_path / "m", source, pace=0.0))
        recorder.hear(has_ended)
        recorder.send(MarkMoment("this", SampleIndex(8000)), StopRecording())
        recorder.hear(is_stop)
    assert [mark.text for mark in recover(tmp_path / "m").tracks[0].marks] == ["this"]


def test_one_that_is_asked_for_nothing_loads_what_a_recording_needs(tmp_path: Path):
    """Case 14: a spare begins at once when its turn comes; one that is asked at once loads when it opens a device."""
    ours, theirs = os.pipe()
    loaded = threading.Event()
    with os.fdopen(ours, "rb") as commands, os.fdopen(theirs, "wb") as desktop:
        process = RecorderProcess(
            commands=commands, events=io.BytesIO(), open_source=SourceOpening().open_source, load=loaded.set
        )
        running = threading.Thread(target=process.run)
        running.start()
        assert loaded.wait(PATIENCE_S)
        desktop.write(write_command(CloseRecorder()))
        desktop.flush()
        running.join()

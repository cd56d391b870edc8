import os
import random
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from engine.capture.recording_file import recover
from engine.capture.ring_buffer import RingGone, RingReader
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.recorder_messages import (
    CloseRecorder,
    PauseRecording,
    RecorderEvent,
    RecordingFailed,
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
from tests.builders.running_recorder import RunningRecorder, ramp, ramp_file


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
        assert recorder.process.wait(10) == 0
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


def test_a_pause_leaves_nothing_and_both_parts_join(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 60)
    folder = tmp_path / "m"
    with RunningRecorder() as recorder:
        recorder.send(start(folder, source))
        recorder.hear(lambda event: isinstance(event, SavedTo))
        recorder.send(PauseRecording())
        time.sleep(0.5)  # what was under way arrives
        at_pause = samples(folder).shape[0]
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
    """Append to this meeting, in a new process."""
    source = ramp_file(tmp_path / "talk.wav", 1)
    for _ in range(2):
        with RunningRecorder() as recorder:
            recorder.send(start(tmp_path / "m", source, pace=0.0))
            recorder.hear(has_ended)
            recorder.send(CloseRecorder())
            recorder.process.wait(10)
    assert np.array_equal(samples(tmp_path / "m"), np.tile(ramp(16_000), 2))
    assert recover(tmp_path / "m").tracks[0].was_stopped


def test_when_the_desktop_is_gone_the_recording_is_closed_properly(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 60)
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", source))
        recorder.hear(lambda event: isinstance(event, SavedTo))
        assert recorder.process.stdin is not None and recorder.process.stdout is not None
        recorder.process.stdout.close()
        recorder.process.stdin.close()
        assert recorder.process.wait(10) == 0
    assert recover(tmp_path / "m").tracks[0].was_stopped
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


def test_a_file_that_is_not_there_is_a_lost_source_and_no_end_of_the_recording(tmp_path: Path):
    """Case 1: whatever a source does, the recording is stopped by the person alone."""
    with RunningRecorder() as recorder:
        recorder.send(start(tmp_path / "m", tmp_path / "nobody.wav"))
        recorder.hear(lambda event: isinstance(event, SourceChanged) and event.state is SourceState.LOST)
        recorder.send(StopRecording())
        assert isinstance(recorder.hear(is_stop), RecordingStopped)


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

"""The meters of the settings hear the chosen sources, and leave nothing behind."""

from pathlib import Path

from app.recording.level_watch import LevelWatch
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull
from engine.contract.recorder_messages import LevelsMeasured, RecordingFailed, SourceChoice, StartRecording
from tests.builders.waiting import wait_until
from tests.fakes.fake_recorder import FakeRecorder

MICROPHONE = (SourceChoice(TrackKind.MICROPHONE, "USB Mic", "ALSA"),)


def test_levels_are_there_until_it_stops(tmp_path: Path) -> None:
    recorder = FakeRecorder()
    watch = LevelWatch(folder=tmp_path / "levels", make_recorder=lambda: recorder)
    watch.start(MICROPHONE)
    recorder.wait_for(StartRecording)
    recorder.say(LevelsMeasured(0, -12.0, -24.0, SampleIndex(1600)))
    wait_until(lambda: watch.levels.get(TrackKind.MICROPHONE) == -12.0)
    watch.stop()
    assert watch.levels == {}
    assert recorder.kills == 1
    assert not (tmp_path / "levels").exists()


def test_other_sources_end_the_process_before(tmp_path: Path) -> None:
    recorders = [FakeRecorder(), FakeRecorder()]
    waiting = list(recorders)
    watch = LevelWatch(folder=tmp_path / "levels", make_recorder=lambda: waiting.pop(0))
    watch.start(MICROPHONE)
    watch.start((SourceChoice(TrackKind.COMPUTER),))
    assert recorders[0].kills == 1
    recorders[1].wait_for(StartRecording)
    watch.stop()


def test_a_recorder_that_refuses_leaves_the_meter_empty(tmp_path: Path) -> None:
    recorder = FakeRecorder(refuses=RecordingFailed("levels", to_report(DiskFull("library"))))
    watch = LevelWatch(folder=tmp_path / "levels", make_recorder=lambda: recorder)
    watch.start(MICROPHONE)
    wait_until(lambda: recorder.kills == 1)
    assert watch.levels == {}
    watch.stop()


def test_it_ends_by_itself_when_it_is_forgotten(tmp_path: Path) -> None:
    recorder = FakeRecorder()
    watch = LevelWatch(folder=tmp_path / "levels", make_recorder=lambda: recorder, longest_s=0.0)
    watch.start(MICROPHONE)
    wait_until(lambda: recorder.kills == 1)
    watch.stop()


def test_what_a_killed_application_left_is_deleted(tmp_path: Path) -> None:
    """Case 98."""
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "track-0.pcm").write_bytes(b"said")
    LevelWatch(folder=tmp_path / "levels", make_recorder=FakeRecorder).tidy()
    assert not (tmp_path / "levels").exists()

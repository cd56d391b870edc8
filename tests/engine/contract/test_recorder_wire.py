import pytest
from pydantic import ValidationError

from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull
from engine.contract.recorder_messages import (
    CloseRecorder,
    GapNoticed,
    LevelsMeasured,
    PauseRecording,
    RecordedTrack,
    RecorderCommand,
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
from engine.contract.recorder_wire import read_command, read_event, write_command, write_event
from engine.contract.segments import GapReason

COMMANDS: list[RecorderCommand] = [
    StartRecording("r", "录音", (SourceChoice(TrackKind.MICROPHONE, "Mikro", "ALSA"),), 60),
    StartRecording("r", "x", (SourceChoice(TrackKind.FILE, path="talk.mp3", pace=0.0),)),
    PauseRecording(),
    ResumeRecording(),
    StopRecording(),
    CloseRecorder(),
]
EVENTS: list[RecorderEvent] = [
    RecordingStarted("r", (RecordedTrack(0, TrackKind.COMPUTER, "Speakers", "ring", SampleIndex(320)),)),
    LevelsMeasured(0, -12.5, -30.0, SampleIndex(1600)),
    GapNoticed(1, SampleIndex(1), SampleIndex(2), GapReason.SLEPT),
    SourceChanged(0, SourceState.LOST, "Headset", "no data for 2 s"),
    SavedTo(0, SampleIndex(16_000)),
    RecordingStopped("r", (SampleIndex(5), SampleIndex(6))),
    RecordingFailed("r", to_report(DiskFull(folder="/"))),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_arrives_as_it_was_sent(command: RecorderCommand):
    assert read_command(write_command(command)) == command


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_arrives_as_it_was_sent(event: RecorderEvent):
    line = write_event(event)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert read_event(line) == event


@pytest.mark.parametrize("line", [b"", b"{}", b"noise", b'{"kind": "transcribe_file"}'])
def test_anything_else_is_refused(line: bytes):
    with pytest.raises(ValidationError):
        read_command(line)
    with pytest.raises(ValidationError):
        read_event(line)

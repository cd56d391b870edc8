"""What the desktop asks of the recorder process, and what it hears back.

Commands go down, events come up, each as one line of JSON (``engine/contract/recorder_wire.py``). Sound itself never
travels here: it lies in the rings, which ``RecordingStarted`` names, and in the recording file.

To add one: a frozen dataclass with its ``kind``, and its place in ``RecorderCommand`` or ``RecorderEvent``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.error_report import ErrorReport
from engine.contract.segments import GapReason


class SourceState(StrEnum):
    """What became of a track's source."""

    OPENED = "opened"
    LOST = "lost"
    """It delivers nothing, or is gone; it is looked for again and again."""
    SILENT = "silent"
    """It delivers nothing but zeros: no permission, or muted in hardware."""
    HEARD = "heard"
    """It was silent and is no more."""
    REOPENED = "reopened"
    """It is back, or the next one took its place."""
    ENDED = "ended"
    """The file was played to its end."""


class ComputerSoundState(StrEnum):
    """Whether what the computer plays can be recorded here."""

    AVAILABLE = "available"
    NEEDS_VIRTUAL_DEVICE = "needs_virtual_device"
    """macOS hands it to nobody; a virtual device such as BlackHole does, once installed."""
    NO_SOUND_SERVER = "no_sound_server"
    """Neither PulseAudio nor PipeWire answers (Linux), or the sound service is off (Windows)."""
    NO_OUTPUT = "no_output"
    """There is nothing that could play."""


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """A source that the person wants, remembered by name: a number means another device after the next plug."""

    kind: TrackKind
    name: str = ""
    """Name of the device as the system gives it; empty for its default one."""
    host_api: str = ""
    """The sound system that offers it, such as ``ALSA`` or ``Windows WASAPI``; empty for any."""
    path: str = ""
    """The media file, for ``TrackKind.FILE``."""
    pace: float = 1.0
    """For a file: times real speed; 0 is as fast as it can be kept."""


@dataclass(frozen=True, slots=True)
class StartRecording:
    """Record these sources, one track each, into the folder of the meeting, behind what it holds already."""

    recording: str
    folder: str
    sources: tuple[SourceChoice, ...]
    ring_seconds: int = 600
    kind: Literal["start_recording"] = "start_recording"


@dataclass(frozen=True, slots=True)
class PauseRecording:
    """Let go of the sources; nothing of the pause is kept anywhere."""

    kind: Literal["pause_recording"] = "pause_recording"


@dataclass(frozen=True, slots=True)
class ResumeRecording:
    """Go on after a pause."""

    kind: Literal["resume_recording"] = "resume_recording"


@dataclass(frozen=True, slots=True)
class MarkMoment:
    """Write a mark of the person into the journal, so that it survives whatever becomes of the desktop."""

    text: str
    at: SampleIndex
    kind: Literal["mark_moment"] = "mark_moment"


@dataclass(frozen=True, slots=True)
class ChangeSource:
    """Let a track go on with another device of its kind. What sounds until that is open comes from the one before."""

    track: int
    source: SourceChoice
    kind: Literal["change_source"] = "change_source"


@dataclass(frozen=True, slots=True)
class StopRecording:
    """Close everything. ``RecordingStopped`` comes within a second, whatever the devices do."""

    kind: Literal["stop_recording"] = "stop_recording"


@dataclass(frozen=True, slots=True)
class CloseRecorder:
    """Stop, and end the process. The end of its input says the same."""

    kind: Literal["close_recorder"] = "close_recorder"


@dataclass(frozen=True, slots=True)
class RecordedTrack:
    """A track that is being recorded."""

    track: int
    kind: TrackKind
    device: str
    """The device or file that was opened; empty if it could not be, and is looked for again."""
    ring: str
    """Name for ``RingReader.attach``."""
    first: SampleIndex = SampleIndex(0)
    """Where this recording begins in the track; more than 0 when it was appended."""


@dataclass(frozen=True, slots=True)
class RecordingStarted:
    """The files are there and the sources asked."""

    recording: str
    tracks: tuple[RecordedTrack, ...]
    kind: Literal["recording_started"] = "recording_started"


@dataclass(frozen=True, slots=True)
class LevelsMeasured:
    """How loud a track was since the last such event."""

    track: int
    peak_dbfs: float
    rms_dbfs: float
    at: SampleIndex
    kind: Literal["levels_measured"] = "levels_measured"


@dataclass(frozen=True, slots=True)
class GapNoticed:
    """A stretch was not captured; the track has silence of the same length there."""

    track: int
    start: SampleIndex
    stop: SampleIndex
    reason: GapReason
    kind: Literal["gap_noticed"] = "gap_noticed"


@dataclass(frozen=True, slots=True)
class SourceChanged:
    """Something happened to the source of a track."""

    track: int
    state: SourceState
    device: str
    detail: str
    """For the log, and the hint that fits the system."""
    kind: Literal["source_changed"] = "source_changed"


@dataclass(frozen=True, slots=True)
class SavedTo:
    """Everything of the track before this sample survives a power cut."""

    track: int
    at: SampleIndex
    kind: Literal["saved_to"] = "saved_to"


@dataclass(frozen=True, slots=True)
class RecordingPaused:
    """The sources are let go; the tracks stand still at this sample."""

    at: SampleIndex
    kind: Literal["recording_paused"] = "recording_paused"


@dataclass(frozen=True, slots=True)
class RecordingResumed:
    """The recording goes on, at the same sample."""

    at: SampleIndex
    kind: Literal["recording_resumed"] = "recording_resumed"


@dataclass(frozen=True, slots=True)
class RoomMeasured:
    """How long the disk still takes what is recorded. Told every ten seconds, and at once when it runs out."""

    seconds: float
    kind: Literal["room_measured"] = "room_measured"


@dataclass(frozen=True, slots=True)
class RecordingStopped:
    """The files are closed and complete."""

    recording: str
    lengths: tuple[SampleIndex, ...]
    """Of each track, in their order."""
    kind: Literal["recording_stopped"] = "recording_stopped"


@dataclass(frozen=True, slots=True)
class RecordingFailed:
    """It could not begin, or what is heard cannot be saved. What is saved stays; a full disk is tried again."""

    recording: str
    error: ErrorReport
    kind: Literal["recording_failed"] = "recording_failed"


RecorderCommand = (
    StartRecording | PauseRecording | ResumeRecording | MarkMoment | ChangeSource | StopRecording | CloseRecorder
)
"""What the desktop may send to the recorder."""

RecorderEvent = (
    RecordingStarted
    | LevelsMeasured
    | GapNoticed
    | SourceChanged
    | SavedTo
    | RecordingPaused
    | RecordingResumed
    | RoomMeasured
    | RecordingStopped
    | RecordingFailed
)
"""What the recorder may send to the desktop."""

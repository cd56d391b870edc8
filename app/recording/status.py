"""What a recording looks like from outside, at one moment: pure values that a window may poll thirty times a second.

Made by ``recordings.py``; read by ``ui/live`` and by the command line.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.meetings.identifiers import CourseId, JobId, MeetingId
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.engine import DeviceReport
from engine.contract.error_report import ErrorReport
from engine.contract.messages import LivePace
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import SourceChoice, SourceState


@dataclass(frozen=True, slots=True)
class RecordingWish:
    """What a person wants to record."""

    sources: tuple[SourceChoice, ...]
    """One for each track: the microphone, the computer's sound, or both."""
    options: RecognitionOptions
    title: str = ""
    """Empty gives one with the date."""
    course_id: CourseId | None = None
    append_to: MeetingId | None = None
    """Go on with this recorded meeting; its tracks stay what they are, in their order."""


class RecordingPhase(StrEnum):
    """Where a recording stands."""

    STARTING = "starting"
    RECORDING = "recording"
    PAUSED = "paused"
    STOPPING = "stopping"
    """The files are being closed; less than a second."""
    FINISHING = "finishing"
    """Nothing is recorded any more; what was said last is still being understood."""
    ENDED = "ended"
    FAILED = "failed"
    """It could not begin, or nothing can be recorded any more; ``error`` says why. What is saved is safe."""

    @property
    def is_heard(self) -> bool:
        """Whether what sounds now is recorded, or is about to be."""
        return self in (RecordingPhase.STARTING, RecordingPhase.RECORDING)

    @property
    def is_going_on(self) -> bool:
        """Whether a person can pause it, mark a moment and stop it."""
        return self.is_heard or self is RecordingPhase.PAUSED

    @property
    def is_open(self) -> bool:
        """Whether it holds the recorder and its files: no other can begin."""
        return self.is_going_on or self is RecordingPhase.STOPPING


class UnderstandingPhase(StrEnum):
    """Where live recognition stands; the sound is safe whatever it says."""

    LOADING = "loading"
    LISTENING = "listening"
    BEHIND = "behind"
    RESTARTING = "restarting"
    """The engine died, and is started again from where it was."""
    FAILED = "failed"
    """It will not be tried again during this recording; ``understanding_error`` says why."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class TrackStatus:
    """One track."""

    track: int
    kind: TrackKind
    device: str
    state: SourceState
    peak_dbfs: float
    rms_dbfs: float
    recorded_ms: Milliseconds
    saved_ms: Milliseconds
    """Survives a power cut."""
    settled_ms: Milliseconds
    """Understood up to here."""
    tentative: str = ""
    """What is probably being said right now."""
    tentative_start_ms: Milliseconds = Milliseconds(0)
    has_heard_voice: bool = False
    """Whether any word was understood on it; a track without one for long says so."""
    voice_until_ms: Milliseconds = Milliseconds(0)
    """Where the last line that was understood on it ended; 0 while there is none."""


@dataclass(frozen=True, slots=True)
class RecordingStatus:
    """The whole recording."""

    meeting_id: MeetingId
    job_id: JobId
    """The job of live recognition."""
    title: str
    phase: RecordingPhase
    tracks: tuple[TrackStatus, ...]
    elapsed_ms: Milliseconds
    """Length of the recording, pauses left out."""
    is_saving: bool = True
    """False when what is heard cannot be written; ``error`` says why."""
    room_s: float | None = None
    """Seconds that the disk still takes; ``None`` until it was measured."""
    is_room_low: bool = False
    error: ErrorReport | None = None
    understanding: UnderstandingPhase = UnderstandingPhase.LOADING
    understanding_error: ErrorReport | None = None
    behind_s: float = 0.0
    pace: LivePace = LivePace.FULL
    model: str = ""
    device: DeviceReport | None = None


@dataclass(frozen=True, slots=True)
class RecoveredMeeting:
    """A recording that was interrupted and found again at this start."""

    meeting_id: MeetingId
    title: str
    duration_ms: Milliseconds
    not_restored: tuple[str, ...] = ()
    """One plain English sentence for each thing that could not be restored."""

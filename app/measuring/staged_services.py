"""What stands behind the window in pictures, where the real thing would need a microphone, minutes or a download.

Each says what it is told to say and nothing happens by itself. Used by ``sample_window.py``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from app.announcements import Announcements, RecordingChanged
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.recording.echo_estimate import Echo
from app.recording.level_verdict import LevelFigures, LevelVerdict
from app.recording.power import Power
from app.recording.preflight_status import CheckedTrack, EchoVerdict, HeardWords, PreflightPhase, PreflightStatus
from app.recording.status import (
    RecordingPhase,
    RecordingStatus,
    RecordingWish,
    RecoveredMeeting,
    TrackStatus,
    UnderstandingPhase,
)
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import SourceChoice, SourceState

DEVICE = DeviceReport("cpu", "int8", "AMD Ryzen 7 5800X")
_ELAPSED_MS = 2_470_000


@dataclass(frozen=True, slots=True)
class StagedDevice:
    """A processor or a graphics card."""

    name: str
    is_found: bool
    is_usable: bool | None
    status: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class StagedSource:
    """A microphone, or what the computer plays."""

    kind: TrackKind
    name: str
    host_api: str
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class StagedEntry:
    """A speech model that can be fetched."""

    name: str
    title: str
    size: int
    languages: Literal["multilingual"] | tuple[str, ...] = "multilingual"


@dataclass(frozen=True, slots=True)
class StagedInstalled:
    """A speech model that is here."""

    name: str
    title: str
    size: int
    source: str
    state: str = "matches"


DEVICES = (
    StagedDevice(
        "NVIDIA RTX 3060",
        True,
        False,
        "The graphics card was not used with half precision (float16): "
        "the cuDNN library for it is missing or of another version.",
        "Install CUDA 12 and cuDNN 9 from NVIDIA, then start Vivavoce again.",
    ),
    StagedDevice("AMD Ryzen 7 5800X", True, True, "Used for recognition (int8)."),
)
SOURCES = (
    StagedSource(TrackKind.MICROPHONE, "Built-in Microphone", "ALSA", is_default=True),
    StagedSource(TrackKind.MICROPHONE, "Desk microphone", "ALSA"),
    StagedSource(TrackKind.COMPUTER, "Headphones", "loopback", is_default=True),
)


class StagedModels:
    """Three speech models are here, one of them damaged; nothing is ever fetched."""

    catalogue = (
        StagedEntry("tiny", "Tiny", 78_000_000),
        StagedEntry("base", "Base", 145_000_000),
        StagedEntry("small", "Small", 486_000_000),
        StagedEntry("large-v3-turbo", "Large v3 turbo", 1_620_000_000),
    )

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def installed(self) -> Sequence[StagedInstalled]:
        """Those that are here."""
        return (
            StagedInstalled("tiny", "Tiny", 78_000_000, "Hugging Face Systran/faster-whisper-tiny", "damaged"),
            StagedInstalled("base", "Base", 145_000_000, "Python package"),
            StagedInstalled("lecture-hall-zh", "lecture-hall-zh", 1_600_000_000, "/media/stick/lecture-hall-zh"),
        )

    # A picture presses no button: whoever gets to one of these four has left the staged tour, and should fail.

    def add(self, name: str, *, cancellation: Cancellation, on_progress: Callable[[int, int], None]) -> Path:
        """Nothing is fetched for a picture."""
        raise NotImplementedError

    def add_from(
        self, path: Path, *, name: str | None, cancellation: Cancellation, on_progress: Callable[[int, int], None]
    ) -> str:
        """Nothing is copied."""
        raise NotImplementedError

    def remove(self, name: str) -> None:
        """Nothing is deleted."""
        raise NotImplementedError

    def check(self, name: str, *, cancellation: Cancellation) -> object:
        """Nothing is read."""
        raise NotImplementedError


class StagedCheck:
    """A check before the recording that is over at once."""

    def __init__(self) -> None:
        self.status: PreflightStatus | None = None

    def start(self, sources: tuple[SourceChoice, ...], options: RecognitionOptions) -> None:
        """Find everything out."""
        figures = LevelFigures(LevelVerdict.GOOD, -16.0, -52.0, -6.0)
        kinds = [source.kind for source in sources]
        self.status = PreflightStatus(
            phase=PreflightPhase.DONE,
            recorded_s=10.0,
            tracks=tuple(
                CheckedTrack(number, kind, _device_of(kind), figures=figures, path=Path(f"heard-{number}.wav"))
                for number, kind in enumerate(kinds)
            ),
            echo_verdict=EchoVerdict.LOUD,
            echo=Echo(0.02, -6.0, -22.0),
            words=HeardWords("today we talk about determinants", "en", options.model, "cpu", 4.1),
            room_s=21 * 3600.0,
            power=Power(is_plugged=False, percent=57.0, left_s=6600.0),
        )

    def cancel(self) -> None:
        """It is over."""

    def close(self) -> None:
        """Forget it."""
        self.status = None

    def tidy(self) -> None:
        """Nothing is left behind."""


class StagedRecordings:
    """A recording of 41 minutes that begins when it is asked for, and is what it is told to be."""

    def __init__(self, *, library: Library, announcements: Announcements) -> None:
        self.status: RecordingStatus | None = None
        self.recovered: tuple[RecoveredMeeting, ...] = ()
        self._library = library
        self._announcements = announcements

    def start(self, wish: RecordingWish) -> MeetingId:
        """Begin."""
        meeting_id, title = MeetingId(new_id()), "Linear algebra, week 4"
        job = Job(JobId(new_id()), meeting_id, JobState.RUNNING, wish.options, is_live=True)
        tracks = tuple(TrackInfo(number, source.kind) for number, source in enumerate(wish.sources))
        meeting = Meeting(meeting_id, title, datetime.now(UTC), MeetingStatus.RECORDING, tracks=tracks)
        self._library.add_recording(meeting, job).result()
        self.status = RecordingStatus(
            meeting_id,
            job.id,
            title,
            RecordingPhase.RECORDING,
            tuple(_track(number, source.kind) for number, source in enumerate(wish.sources)),
            Milliseconds(_ELAPSED_MS),
            room_s=3.2 * 3600,
            understanding=UnderstandingPhase.LISTENING,
            behind_s=0.4,
            model=wish.options.model,
            device=DEVICE,
        )
        self._tell()
        return meeting_id

    def be(self, **changes: object) -> None:
        """Be otherwise."""
        assert self.status is not None
        self.status = replace(self.status, **changes)  # type: ignore[arg-type] # fields of the status
        self._tell()

    def say(self, tentative: str) -> None:
        """Hear words on the first track that are not final yet."""
        assert self.status is not None
        first, *others = self.status.tracks
        self.status = replace(self.status, tracks=(replace(first, tentative=tentative), *others))

    def pause(self) -> None:
        """Pause."""
        self.be(phase=RecordingPhase.PAUSED)

    def resume(self) -> None:
        """Go on."""
        self.be(phase=RecordingPhase.RECORDING)

    def stop(self) -> None:
        """It is over, and gone."""
        ended, self.status = self.status, None
        if ended is not None:
            self._announcements.announce(RecordingChanged(ended.meeting_id))

    def change_source(self, track: int, source: SourceChoice) -> None:
        """Stays with what it has."""

    def bookmark(self) -> None:
        """Marks nothing."""

    def add_note(self, text: str) -> None:
        """Notes nothing."""

    def dismiss_recovered(self, meeting_id: MeetingId) -> None:
        """Nothing was recovered."""

    def retry_understanding(self) -> None:
        """Tries nothing."""

    def recover(self) -> None:
        """Nothing is left to recover."""

    def close(self) -> None:
        """Nothing is open."""

    def _tell(self) -> None:
        if self.status is not None:
            self._announcements.announce(RecordingChanged(self.status.meeting_id))


def _track(number: int, kind: TrackKind) -> TrackStatus:
    return TrackStatus(
        number,
        kind,
        _device_of(kind),
        SourceState.OPENED,
        -14.0 if number == 0 else -28.0,
        -20.0 if number == 0 else -34.0,
        Milliseconds(_ELAPSED_MS),
        Milliseconds(_ELAPSED_MS - 700),
        Milliseconds(_ELAPSED_MS - 400),
        has_heard_voice=True,
    )


def _device_of(kind: TrackKind) -> str:
    return next(source.name for source in SOURCES if source.kind is kind)

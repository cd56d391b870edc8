"""What the desktop asks of the engine process, and what it hears back.

Commands go down, events come up, each as one line of JSON (``engine/contract/wire.py``). Every event
names its job, so that a late event of a cancelled job is recognised as such.

To add one: a frozen dataclass with its ``kind``, and its place in ``Command`` or ``Event``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.contract.audio import SampleIndex
from engine.contract.engine import DeviceReport
from engine.contract.errors import ErrorReport
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedGap, RecognisedSegment


class Stage(StrEnum):
    """What a file job is doing."""

    READING = "reading"
    """Decoding the media file into the application's own sound."""
    LOADING = "loading"
    """Loading the speech model and proving the device."""
    RECOGNISING = "recognising"
    """Understanding the speech."""


@dataclass(frozen=True, slots=True)
class TranscribeFile:
    """Decode a media file if that is not done yet, and recognise it from ``resume_at`` on."""

    job: str
    source: str
    """Path of the media file."""
    sound_folder: str
    """Folder of the meeting in which the decoded sound is kept (see ``SoundFolder``)."""
    audio_stream: int | None
    """Number of the audio stream in the container, or ``None`` for its default."""
    options: RecognitionOptions
    resume_at: SampleIndex = SampleIndex(0)
    """Everything before this sample is committed already."""
    resume_language: str = ""
    """The meeting's language as decided before the interruption; empty if not decided."""
    kind: Literal["transcribe_file"] = "transcribe_file"


@dataclass(frozen=True, slots=True)
class CancelJob:
    """Stop a job soon; what it has is kept."""

    job: str
    kind: Literal["cancel_job"] = "cancel_job"


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Finish the process."""

    kind: Literal["shutdown"] = "shutdown"


@dataclass(frozen=True, slots=True)
class JobProgressed:
    """How far a stage is."""

    job: str
    stage: Stage
    done: int
    """Samples done; for ``LOADING`` always 0."""
    total: int
    """Samples in all, 0 if not known."""
    kind: Literal["job_progressed"] = "job_progressed"


@dataclass(frozen=True, slots=True)
class MediaRead:
    """The media file is decoded."""

    job: str
    length: SampleIndex
    """True length in samples at 16 kHz, from decoding."""
    gaps: tuple[RecognisedGap, ...]
    """Damaged stretches."""
    notes: tuple[str, ...]
    """Plain English remarks, such as which channel was used."""
    kind: Literal["media_read"] = "media_read"


@dataclass(frozen=True, slots=True)
class DeviceChosen:
    """The engine proved a device."""

    job: str
    device: DeviceReport
    kind: Literal["device_chosen"] = "device_chosen"


@dataclass(frozen=True, slots=True)
class LanguageChosen:
    """The language of the meeting was decided by vote."""

    job: str
    language: str
    probability: float
    kind: Literal["language_chosen"] = "language_chosen"


@dataclass(frozen=True, slots=True)
class SegmentsFinished:
    """Lines that are final, and the sample up to which nothing more will come: the progress mark."""

    job: str
    segments: tuple[RecognisedSegment, ...]
    gaps: tuple[RecognisedGap, ...]
    finished_to: SampleIndex
    speech: int
    """Samples of speech the detector heard in the part that this event adds to the finished part."""
    kind: Literal["segments_finished"] = "segments_finished"


@dataclass(frozen=True, slots=True)
class JobFinished:
    """The recording is understood to its end."""

    job: str
    length: SampleIndex
    kind: Literal["job_finished"] = "job_finished"


@dataclass(frozen=True, slots=True)
class JobCancelled:
    """The job stopped because it was asked to."""

    job: str
    kind: Literal["job_cancelled"] = "job_cancelled"


@dataclass(frozen=True, slots=True)
class JobFailed:
    """The job cannot go on; what was finished stays."""

    job: str
    error: ErrorReport
    kind: Literal["job_failed"] = "job_failed"


Command = TranscribeFile | CancelJob | Shutdown
Event = (
    JobProgressed
    | MediaRead
    | DeviceChosen
    | LanguageChosen
    | SegmentsFinished
    | JobFinished
    | JobCancelled
    | JobFailed
)

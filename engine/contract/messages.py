"""What the desktop asks of the engine process, and what it hears back.

Commands go down, events come up, each as one line of JSON (``engine/contract/wire.py``). Every event
names its job, so that a late event of a cancelled job is recognised as such.

To add one: a frozen dataclass with its ``kind``, and its place in ``Command`` or ``Event``.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.channel import Channel
from engine.contract.engine import DeviceReport
from engine.contract.error_report import ErrorReport
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedGap, RecognisedSegment
from engine.contract.speakers import ANY_COUNT, FoundSpeaker, PinnedTurn, SpeakerCount, SpeakerTurn
from engine.contract.stages import StageStamps


class Stage(StrEnum):
    """What a job that understands a file, or finds its speakers, is doing."""

    READING = "reading"
    """Decoding the media file into the application's own sound."""
    LOADING = "loading"
    """Loading the speech model and proving the device."""
    RECOGNISING = "recognising"
    """Understanding the speech."""
    SPEAKERS = "speakers"
    """Finding out who speaks when."""


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
    tracks: int = 1
    """Tracks of a recording, understood one after the other. Progress and ``resume_at`` then count samples as if the
    tracks lay end to end; the times of segments and gaps are those of their own track."""
    course: str = ""
    """Id of the meeting's course: where several workers share the work, its meetings are understood in order."""
    channel: Channel = Channel.MIX
    """What of the channels and audio tracks of a file."""
    kind: Literal["transcribe_file"] = "transcribe_file"


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line that was told and was not closed when its engine ended."""

    name: str
    segment: RecognisedSegment
    """As it was told last."""


@dataclass(frozen=True, slots=True)
class FollowedTrack:
    """A track whose words are wanted while it is recorded."""

    track: int
    kind: TrackKind
    ring: str = ""
    """Name for ``RingReader.attach``; empty, or not there any more, when the recording has ended: then it is a file."""
    resume_at: SampleIndex = SampleIndex(0)
    """Everything before this sample is settled and committed already."""
    said: str = ""
    """The last few words before ``resume_at`` as they were committed, so that none comes twice; empty if not known."""
    open_gaps: tuple[RecognisedGap, ...] = ()
    """Stretches before ``resume_at`` that were skipped and are not repaired yet: they are understood after all."""
    open_line: OpenLine | None = None
    """The line that goes on; it is judged when it is closed, as if nothing had happened."""


@dataclass(frozen=True, slots=True)
class FollowRecording:
    """Understand a recording while it lasts, and what is left of it when it has ended."""

    job: str
    sound_folder: str
    """Folder of the meeting, with the recording files (see ``SoundFolder``)."""
    tracks: tuple[FollowedTrack, ...]
    options: RecognitionOptions
    language: str = ""
    """The meeting's language as decided before an interruption; empty if not decided."""
    kind: Literal["follow_recording"] = "follow_recording"


@dataclass(frozen=True, slots=True)
class HeardTrack:
    """A track in which speakers are looked for."""

    track: int
    kind: TrackKind


@dataclass(frozen=True, slots=True)
class FindSpeakers:
    """Find out who speaks when in sound that lies in the meeting's folder complete.

    Asked again of the same sound, with another count or other pins, it is answered in seconds: the voices are kept
    beside the sound. ``SpeakersFound`` comes once, then ``JobFinished``.
    """

    job: str
    sound_folder: str
    """Folder of the meeting (see ``SoundFolder``)."""
    tracks: tuple[HeardTrack, ...]
    """The microphone of a recording that has a computer's track too is a side of its own: no speaker is on both."""
    count: SpeakerCount = ANY_COUNT
    """People in all tracks together."""
    pinned: tuple[PinnedTurn, ...] = ()
    """What a person said already; no turn of the answer contradicts it."""
    wants_voices: bool = False
    """Whether ``FoundSpeaker.voice`` is wanted: only where the person asked to remember voices."""
    kind: Literal["find_speakers"] = "find_speakers"


@dataclass(frozen=True, slots=True)
class FollowSpeakers:
    """Say who speaks in a recording while it lasts: ``SpeakersHeard`` within seconds, provisional, over and over.

    ``JobFinished`` comes when the recording has ended. What is too late to be worth a label stays without one.
    """

    job: str
    sound_folder: str
    """Folder of the meeting (see ``SoundFolder``)."""
    tracks: tuple[FollowedTrack, ...]
    """Of each track its ring, and ``resume_at``: what lies before is not listened to. The rest is not looked at."""
    known: tuple[PinnedTurn, ...] = ()
    """Where speakers of before are heard, by the labels they keep: after an interruption, or from an earlier part."""
    kind: Literal["follow_speakers"] = "follow_speakers"


@dataclass(frozen=True, slots=True)
class HoldSpeaker:
    """A person named a speaker of a ``FollowSpeakers``: nobody else may have this label from now on."""

    job: str
    speaker: int
    kind: Literal["hold_speaker"] = "hold_speaker"


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
    """True length in samples at 16 kHz, from decoding; of several tracks all of them end to end."""
    gaps: tuple[RecognisedGap, ...]
    notes: tuple[str, ...]
    """Plain English remarks, such as which channel was used."""
    lengths: tuple[SampleIndex, ...] = ()
    """Of each track, from 0 on, of a file that was read as several."""
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


class LivePace(StrEnum):
    """How far live recognition has stepped down because the machine is too slow."""

    FULL = "full"
    WITHOUT_TENTATIVE = "without_tentative"
    """No passes over what is still being said."""
    SMALLER_MODEL = "smaller_model"
    """A smaller speech model than the chosen one."""


@dataclass(frozen=True, slots=True)
class TentativeHeard:
    """What follows the committed words of a track for now; empty takes back what was there. Never saved."""

    job: str
    track: int
    start: SampleIndex
    stop: SampleIndex
    text: str
    kind: Literal["tentative_heard"] = "tentative_heard"


@dataclass(frozen=True, slots=True)
class LineGrown:
    """A line of live transcript is new, or has more words: the whole line so far. Words that are in it never change."""

    job: str
    line: str
    """Name of the line, unique for ever; the same for as long as it grows. The library takes it as the segment's."""
    segment: RecognisedSegment
    new_words: int
    """How many of its last words are new with this event; 0 when only its end or its quarantine was decided."""
    settled_to: SampleIndex
    """Everything of the track before this sample is settled: where to go on after an interruption."""
    is_closed: bool
    """It will not grow any more."""
    stamps: StageStamps | None = field(default=None, compare=False)
    """When its newest word passed each stage; ``None`` where that is not known. No part of what the line says."""
    kind: Literal["line_grown"] = "line_grown"


@dataclass(frozen=True, slots=True)
class StagesTimed:
    """How the sound of a track passed framing and detection, for a picture: a byte for each ``CELL_MS``."""

    job: str
    track: int
    start: SampleIndex
    framing: str
    """Two hexadecimal digits a cell: 255 is in the ring as soon as it can be, 0 is a tenth of a second late."""
    detection: str
    """Likewise: how probable a voice is."""
    kind: Literal["stages_timed"] = "stages_timed"


@dataclass(frozen=True, slots=True)
class TrackSettled:
    """Nothing was said up to here that is not committed: the mark moves on over silence as well."""

    job: str
    track: int
    settled_to: SampleIndex
    kind: Literal["track_settled"] = "track_settled"


@dataclass(frozen=True, slots=True)
class StretchSkipped:
    """A stretch that there was no time for, or that no try could read."""

    job: str
    gap: RecognisedGap
    is_lost: bool = False
    """No further try will be made; else it is understood from the recording as soon as there is time."""
    kind: Literal["stretch_skipped"] = "stretch_skipped"


@dataclass(frozen=True, slots=True)
class StretchRepaired:
    """A skipped stretch, or the first part of one, is understood; its lines came just before."""

    job: str
    gap: RecognisedGap
    kind: Literal["stretch_repaired"] = "stretch_repaired"


@dataclass(frozen=True, slots=True)
class FellBehind:
    """How late the text of a track is; 0 when it has caught up. Told when it changes by a second or more."""

    job: str
    track: int
    seconds: float
    pace: LivePace = LivePace.FULL
    kind: Literal["fell_behind"] = "fell_behind"


@dataclass(frozen=True, slots=True)
class SpeakersFound:
    """Who speaks when, in all tracks that were asked for. Without a word in them, both are empty."""

    job: str
    turns: tuple[SpeakerTurn, ...]
    """By track and start; turns of different speakers overlap where they talk at once."""
    speakers: tuple[FoundSpeaker, ...]
    """By label, which counts from 0 by first word."""
    kind: Literal["speakers_found"] = "speakers_found"


@dataclass(frozen=True, slots=True)
class SpeakersHeard:
    """Who probably speaks in a track from ``start`` to ``stop``, in place of all that was said of it before."""

    job: str
    track: int
    start: SampleIndex
    stop: SampleIndex
    turns: tuple[SpeakerTurn, ...]
    """Cut to the stretch. A label means the same person as long as the job lasts; no two tracks share one."""
    kind: Literal["speakers_heard"] = "speakers_heard"


@dataclass(frozen=True, slots=True)
class JobFinished:
    """The recording is understood to its end, or its speakers are found."""

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


Command = TranscribeFile | FollowRecording | FindSpeakers | FollowSpeakers | HoldSpeaker | CancelJob | Shutdown
Event = (
    JobProgressed
    | MediaRead
    | DeviceChosen
    | LanguageChosen
    | SegmentsFinished
    | TentativeHeard
    | LineGrown
    | StagesTimed
    | TrackSettled
    | StretchSkipped
    | StretchRepaired
    | FellBehind
    | SpeakersFound
    | SpeakersHeard
    | JobFinished
    | JobCancelled
    | JobFailed
)

"""A job: the recognition of one recording, with its progress mark."""

from dataclasses import dataclass
from enum import StrEnum

from app.meetings.identifiers import JobId, MeetingId
from engine.contract.audio import SampleIndex
from engine.contract.error_report import ErrorReport
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import SpeakerCount


class JobState(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands in the library. What was running when the application died is WAITING again at start."""

    id: JobId
    meeting_id: MeetingId
    state: JobState
    options: RecognitionOptions
    finished_to: SampleIndex = SampleIndex(0)
    """Progress mark: everything before it is committed."""
    length: SampleIndex = SampleIndex(0)
    """Samples of the whole recording; 0 until decoded."""
    speech: int = 0
    """Samples of speech heard up to the progress mark."""
    error: ErrorReport | None = None
    is_live: bool = False
    """It understands a recording while it lasts and what is left of it afterwards; its marks are those of the tracks
    (``TrackMark``). It never stands in the line of imports."""
    speakers: SpeakerCount | None = None
    """How many people speak, as it was said with the job; ``None`` where nobody said it."""
    asks_first: bool = False
    """A person is asked before what it wrote is shown in the place of words that they edited."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come without a new request."""
        return self.state in (JobState.DONE, JobState.CANCELLED, JobState.FAILED)


@dataclass(frozen=True, slots=True)
class JobOutput:
    """What a job has written so far, in this run of the application and in earlier ones."""

    is_shown: bool
    """It writes into the transcript that is shown; a re-run does not, until it is done."""
    lines: int
    """Lines that are part of the transcript."""
    set_aside: int
    """Lines in quarantine."""

"""The announcements of the house: services say what happened, whoever cares listens.

Listeners are called on the thread that announces, in the order they subscribed; ``ui/bridge`` is the
listener that carries announcements to the window's thread. A listener must not block.

To add one: a frozen dataclass in the past tense.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from app.meetings.identifiers import CourseId, JobId, MeetingId
from app.meetings.job import JobState
from app.meetings.transcript import TranscriptChange
from engine.contract.messages import Stage


@dataclass(frozen=True, slots=True)
class MeetingAdded:
    """A meeting is new in the library."""

    meeting_id: MeetingId


@dataclass(frozen=True, slots=True)
class MeetingUpdated:
    """Title, status, course, length or counts of a meeting changed."""

    meeting_id: MeetingId
    title: str | None = None
    """The new one, where it is the title that changed."""


@dataclass(frozen=True, slots=True)
class MeetingRemoved:
    """A meeting is gone from the library."""

    meeting_id: MeetingId


@dataclass(frozen=True, slots=True)
class TranscriptChanged:
    """Lines of a transcript were added, updated or removed, and committed."""

    change: TranscriptChange


@dataclass(frozen=True, slots=True)
class CourseChanged:
    """A course was added, renamed or removed."""

    course_id: CourseId


@dataclass(frozen=True, slots=True)
class FiltersChanged:
    """A saved filter was added, changed or removed."""


@dataclass(frozen=True, slots=True)
class JobProgressAnnounced:
    """How far a job is."""

    job_id: JobId
    meeting_id: MeetingId
    state: JobState
    stage: Stage
    fraction: float
    """0..1 over all stages together; never goes back within a run."""
    seconds_left: float | None
    """Measured, ``None`` until it can be told."""
    worker: str = ""
    """Name of the machine on the local network that understands it; empty for this one."""
    missed_worker: str = ""
    """Name of a paired one that would, and does not answer now."""


@dataclass(frozen=True, slots=True)
class JobEnded:
    """A job is done, cancelled or failed."""

    job_id: JobId
    meeting_id: MeetingId
    state: JobState
    error: str = ""
    """Plain English sentence, empty unless failed."""


@dataclass(frozen=True, slots=True)
class MomentsChanged:
    """Bookmarks or notes of a meeting were added, changed or removed, and committed."""

    meeting_id: MeetingId


@dataclass(frozen=True, slots=True)
class GapsChanged:
    """Gaps of a meeting were noticed, repaired or given up, and committed."""

    meeting_id: MeetingId


@dataclass(frozen=True, slots=True)
class RecordingChanged:
    """A recording began, paused, went on, ended, or has something to say: ``Recordings.status`` has it."""

    meeting_id: MeetingId


@dataclass(frozen=True, slots=True)
class EditingChanged:
    """Whether edits of a meeting are saved has changed: ``TranscriptEditor.unsaved`` has it."""

    meeting_id: MeetingId


@dataclass(frozen=True, slots=True)
class SpeakersChanged:
    """The speakers of a meeting were asked for, found or not found: ``Library.speaker_run`` has it."""

    meeting_id: MeetingId


@dataclass(frozen=True, slots=True)
class LiveSpeakersChanged:
    """Who probably speaks in what is recorded: ``LiveSpeakers.who`` has it."""

    meeting_id: MeetingId
    changed_ms: int = 0
    """Lines that end before this are labelled as they were."""


@dataclass(frozen=True, slots=True)
class VoicesChanged:
    """A voice is remembered or forgotten, or a course allows it or no longer."""


Announcement = (
    MeetingAdded
    | MeetingUpdated
    | MeetingRemoved
    | TranscriptChanged
    | CourseChanged
    | FiltersChanged
    | MomentsChanged
    | GapsChanged
    | RecordingChanged
    | EditingChanged
    | SpeakersChanged
    | LiveSpeakersChanged
    | VoicesChanged
    | JobProgressAnnounced
    | JobEnded
)
Listener = Callable[[Announcement], None]


class Announcements:
    """Tells every listener what happened. Safe on every thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; the returned function takes it away again."""
        with self._lock:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return unsubscribe

    def announce(self, announcement: Announcement) -> None:
        """Call every listener with what happened."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener(announcement)

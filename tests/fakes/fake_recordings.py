"""A recording service that records nothing: it notes what it is asked, and a test tells it what happens.

With a library, ``start`` puts a meeting into it as the real one does, so that the window sees true rows.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from app.announcements import Announcements, RecordingChanged
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.recording.errors import RecordingInProgress
from app.recording.status import (
    RecordingPhase,
    RecordingStatus,
    RecordingWish,
    RecoveredMeeting,
    TrackStatus,
    UnderstandingPhase,
)
from engine.contract.audio import Milliseconds
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import SourceChoice, SourceState

_OVER = (RecordingPhase.FINISHING, RecordingPhase.ENDED, RecordingPhase.FAILED)


class FakeRecordings:
    """Stands in for ``Recordings``. Commands change the phase at once; everything else a test does with ``show``."""

    def __init__(self, *, announcements: Announcements | None = None, library: Library | None = None) -> None:
        self.status: RecordingStatus | None = None
        self.recovered: tuple[RecoveredMeeting, ...] = ()
        self.wishes: list[RecordingWish] = []
        self.notes: list[str] = []
        self.dismissed: list[MeetingId] = []
        self.calls: list[str] = []
        """Every other command, in order: pause, resume, stop, bookmark, retry_understanding, recover, close."""
        self.changed: list[tuple[int, SourceChoice]] = []
        """Which track was led to which device."""
        self.refuse: VivavoceError | None = None
        """What the next ``start`` raises."""
        self._announcements = announcements or Announcements()
        self._library = library

    def start(self, wish: RecordingWish) -> MeetingId:
        if self.refuse is not None:
            error, self.refuse = self.refuse, None
            raise error
        if self.status is not None and self.status.phase not in _OVER:
            raise RecordingInProgress(self.status.title)
        self.wishes.append(wish)
        meeting_id = wish.append_to or MeetingId(new_id())
        title = wish.title or "Recording of 2026-03-04 12:00"
        job = Job(JobId(new_id()), meeting_id, JobState.RUNNING, wish.options)
        if self._library is not None and wish.append_to is None:
            tracks = tuple(TrackInfo(number, source.kind) for number, source in enumerate(wish.sources))
            meeting = Meeting(
                meeting_id, title, datetime.now(UTC), MeetingStatus.RECORDING, course_id=wish.course_id, tracks=tracks
            )
            self._library.add_import(meeting, job).result()
        self.status = RecordingStatus(
            meeting_id,
            job.id,
            title,
            RecordingPhase.RECORDING,
            tuple(a_track(number, source.kind) for number, source in enumerate(wish.sources)),
            Milliseconds(0),
            understanding=UnderstandingPhase.LISTENING,
            model=wish.options.model,
        )
        self._tell()
        return meeting_id

    def pause(self) -> None:
        self.calls.append("pause")
        self.show(phase=RecordingPhase.PAUSED)

    def resume(self) -> None:
        self.calls.append("resume")
        self.show(phase=RecordingPhase.RECORDING)

    def stop(self) -> None:
        self.calls.append("stop")
        self.show(phase=RecordingPhase.FINISHING)

    def change_source(self, track: int, source: SourceChoice) -> None:
        self.changed.append((track, source))
        self.show_track(track, device=source.name)

    def bookmark(self) -> None:
        self.calls.append("bookmark")

    def add_note(self, text: str) -> None:
        self.notes.append(text)

    def dismiss_recovered(self, meeting_id: MeetingId) -> None:
        self.dismissed.append(meeting_id)
        self.recovered = tuple(each for each in self.recovered if each.meeting_id != meeting_id)
        self._announcements.announce(RecordingChanged(meeting_id))

    def retry_understanding(self) -> None:
        self.calls.append("retry_understanding")
        self.show(understanding=UnderstandingPhase.LOADING, understanding_error=None)

    def recover(self) -> None:
        self.calls.append("recover")

    def close(self) -> None:
        self.calls.append("close")
        self.status = None

    # What a test lets happen

    def show(self, **changes: Any) -> None:
        """The snapshot changes, and that is announced."""
        if self.status is not None:
            self.status = replace(self.status, **changes)
            self._tell()

    def show_track(self, number: int, **changes: Any) -> None:
        """One track changes. Levels and tentative text are not announced: a display timer polls them."""
        if self.status is not None:
            tracks = tuple(replace(each, **changes) if each.track == number else each for each in self.status.tracks)
            self.status = replace(self.status, tracks=tracks)
            if not changes.keys() <= {"peak_dbfs", "rms_dbfs", "tentative", "tentative_start_ms", "recorded_ms"}:
                self._tell()

    def end(self) -> None:
        """Everything is understood: announced as ``ENDED`` once, then there is no status any more."""
        self.show(phase=RecordingPhase.ENDED, understanding=UnderstandingPhase.DONE)
        ended, self.status = self.status, None
        if ended is not None:
            self._announcements.announce(RecordingChanged(ended.meeting_id))

    def find(self, *recovered: RecoveredMeeting) -> None:
        """These were found at this start."""
        self.recovered = recovered

    def tracks(self) -> Sequence[TrackStatus]:
        """Those of now."""
        return () if self.status is None else self.status.tracks

    def _tell(self) -> None:
        if self.status is not None:
            self._announcements.announce(RecordingChanged(self.status.meeting_id))


def a_track(number: int, kind: Any, **changes: Any) -> TrackStatus:
    """A track that just began and hears a quiet room."""
    track = TrackStatus(
        track=number,
        kind=kind,
        device="Built-in Microphone",
        state=SourceState.OPENED,
        peak_dbfs=-50.0,
        rms_dbfs=-60.0,
        recorded_ms=Milliseconds(0),
        saved_ms=Milliseconds(0),
        settled_ms=Milliseconds(0),
    )
    return replace(track, **changes)

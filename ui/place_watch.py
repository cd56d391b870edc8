"""Keeps the line at the foot of the side bar true: where speech is understood, now and next.

Lives on the window's thread, made by ``ui/pages.py`` beside the library page. What is understood now is told by the
recording and by the jobs. While nothing is, paired computers are glanced at: when the side bar is shown, when something
ended, and once a minute as long as it is seen. Reading and glancing run in the background, one computer after another.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QTimer

from app.announcements import JobEnded, JobProgressAnnounced
from app.background import Background
from app.meetings.identifiers import JobId
from app.recording.status import RecordingPhase, RecordingStatus
from app.workers import KnownWorker
from engine.contract.errors import VivavoceError, WorkerUnreachable
from engine.contract.messages import Stage
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.bridge.delivery import deliver
from ui.library.place_words import OtherComputer, Understanding, place_words
from ui.library.side_bar import SideBar
from ui.live.recording_pulse import RecordingPulse
from ui.messages.error_messages import describe_error

GLANCE_MS = 60_000
"""How old what is said of another computer may be."""


class Glances(Protocol):
    """What it asks of the application; ``app/workers.py``. Both block and are called in the background."""

    def read(self) -> Sequence[KnownWorker]:
        """All paired computers."""
        ...

    def glance(self, fingerprint: str) -> None:
        """See whether one answers. Raises ``VivavoceError``."""
        ...


class PlaceWatch(QObject):
    """See the top of this file."""

    def __init__(
        self,
        *,
        side_bar: SideBar,
        workers: Glances,
        background: Background,
        bridge: AnnouncementBridge,
        pulse: RecordingPulse,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._side_bar = side_bar
        self._workers = workers
        self._background = background
        self._others: dict[str, OtherComputer] = {}
        self._recording: Understanding | None = None
        self._jobs: dict[JobId, Understanding] = {}
        self._waiting: list[str] = []
        """Fingerprints of those that are still to be glanced at."""
        self._is_busy = False
        self._timer = QTimer(self)
        self._timer.setInterval(GLANCE_MS)
        self._timer.timeout.connect(self._on_due)
        side_bar.installEventFilter(self)
        pulse.beat.connect(self._on_recording)
        bridge.job_progressed.connect(self._on_job_progressed)
        bridge.job_ended.connect(self._on_job_ended)

    def look(self) -> None:
        """Read who is paired, and glance at them while nothing is understood anywhere."""
        if not self._is_busy:
            self._is_busy = True
            deliver(self._background.run(self._workers.read), self._on_read, self._on_unread)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: look when the side bar is shown again, for the settings may have been open."""
        if watched is self._side_bar and event.type() == QEvent.Type.Show:
            self.look()
            self._timer.start()
        elif watched is self._side_bar and event.type() == QEvent.Type.Hide:
            self._timer.stop()
        return super().eventFilter(watched, event)

    @property
    def _now(self) -> tuple[Understanding, ...]:
        jobs = tuple(self._jobs.values())
        return jobs if self._recording is None else (self._recording, *jobs)

    # Slots

    def _on_due(self) -> None:
        self.look()

    def _on_recording(self, status: RecordingStatus | None) -> None:
        now = _understanding_of(status)
        if now == self._recording:
            return
        has_ended, self._recording = now is None, now
        self._show()
        if has_ended:
            self.look()

    def _on_job_progressed(self, said: JobProgressAnnounced) -> None:
        if said.stage is not Stage.RECOGNISING:
            return  # nobody knows yet where it will be understood
        now = Understanding(said.worker, said.missed_worker)
        if self._jobs.get(said.job_id) != now:
            self._jobs[said.job_id] = now
            self._show()

    def _on_job_ended(self, said: JobEnded) -> None:
        if self._jobs.pop(said.job_id, None) is not None:
            self._show()
            self.look()

    def _on_read(self, known: Sequence[KnownWorker]) -> None:
        asked = {each.fingerprint: each.name for each in known if each.is_enabled}
        before = self._others
        self._others = {
            fingerprint: replace(before[fingerprint], name=name)
            if fingerprint in before
            else OtherComputer(fingerprint, name)
            for fingerprint, name in asked.items()
        }
        self._waiting = [] if self._now else list(asked)
        self._show()
        self._glance_at_next()

    def _on_unread(self, _error: VivavoceError) -> None:
        self._is_busy = False

    def _glance_at_next(self) -> None:
        if not self._waiting:
            self._is_busy = False
            return
        fingerprint = self._waiting.pop(0)
        deliver(self._background.run(partial(_glance, self._workers.glance, fingerprint)), self._on_glanced)

    def _on_glanced(self, glanced: tuple[str, VivavoceError | None]) -> None:
        fingerprint, trouble = glanced
        other = self._others.get(fingerprint)
        if other is not None:
            is_away = isinstance(trouble, WorkerUnreachable)
            why = "" if trouble is None or is_away else describe_error(trouble)
            self._others[fingerprint] = replace(other, is_there=trouble is None, trouble=why)
            self._show()
        self._glance_at_next()

    # Private

    def _show(self) -> None:
        self._side_bar.show_place(place_words(tuple(self._others.values()), self._now))


def _understanding_of(status: RecordingStatus | None) -> Understanding | None:
    """Where a recording is understood; ``None`` while there is none, or nobody knows yet."""
    if status is None or status.device is None or status.phase in (RecordingPhase.ENDED, RecordingPhase.FAILED):
        return None
    return Understanding(status.device.worker, status.device.missed_worker)


def _glance(glance: Callable[[str], None], fingerprint: str) -> tuple[str, VivavoceError | None]:
    try:
        glance(fingerprint)
    except VivavoceError as error:
        return fingerprint, error
    return fingerprint, None

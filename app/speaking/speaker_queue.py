"""The looks for speakers, one at a time: after each import and recording by itself, and whenever a person asks.

Has a thread of its own, which alone talks to an engine process of its own; the public methods may be called on any. It
runs after the text and never in its way: while something is recorded it stands still, except for what a person asked
for, and whatever fails here leaves the transcript as it was. What is asked for stands in the library, so it is done
after a restart too.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from app.announcements import Announcement, Announcements, JobEnded, MeetingRemoved, SpeakersChanged
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.job import JobState
from app.meetings.meeting import Meeting
from app.meetings.speaker_run import SpeakerNames
from app.speaking.speaker_look import SILENT_S, LookEnd, LookTools, SpeakerLook, Wish
from engine.contract.error_report import to_report
from engine.contract.errors import VivavoceError
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from engine.pipeline.engine_port import EnginePort

IDLE_S = 60.0
"""How long an engine process with nothing to do is kept: a person who asked once may ask with another number."""
_WAIT_S = 1.0
"""Between two questions whether something is recorded."""
_TELL_S = 0.3
"""Between two announcements of progress."""
_JOIN_S = 5.0

_log = logging.getLogger(__name__)


def _never() -> bool:
    return False


def _no_voices(_: Meeting) -> bool:
    return False


class SpeakerQueue:
    """The wishes and the engine process that works them off."""

    def __init__(
        self,
        *,
        library: Library,
        engine: EnginePort,
        announcements: Announcements,
        is_wanted: Callable[[], bool],
        names: Callable[[], SpeakerNames] = SpeakerNames,
        wants_voices: Callable[[Meeting], bool] = _no_voices,
        is_busy: Callable[[], bool] = _never,
        silent_s: float = SILENT_S,
        idle_s: float = IDLE_S,
        report_bug: Callable[[threading.ExceptHookArgs], object] | None = None,
    ) -> None:
        """Take what it needs.

        Args:
            library: where transcripts are.
            engine: a process of its own, not that of imports or recordings.
            announcements: of the house.
            is_wanted: whether the person wants speakers to be looked for after a recording or import.
            names: what unnamed speakers are called, in the person's language.
            wants_voices: whether voices of a meeting may be kept to be known again.
            is_busy: whether something is recorded.
            silent_s: after so long without a word the engine process is taken for hung.
            idle_s: how long it is kept with nothing to do.
            report_bug: told of bugs; by default the thread's excepthook is.
        """
        self._library = library
        self._engine = engine
        self._announcements = announcements
        self._is_wanted = is_wanted
        self._is_busy = is_busy
        self._idle_s = idle_s
        self._report_bug = report_bug
        self._tools = LookTools(library, engine, names, wants_voices, self._on_progress, silent_s)
        self._changed = threading.Condition()
        self._line: deque[Wish] = deque()
        self._current: SpeakerLook | None = None
        self._told_at = 0.0
        self._works_by_itself = False
        self._is_closing = False
        self._thread: threading.Thread | None = None
        self._unsubscribe: Callable[[], None] | None = None

    def start(self, *, pick_up: bool = True, by_itself: bool = True) -> None:
        """Begin to work; with ``pick_up`` also on what was asked for when the application ended.

        Not ``by_itself``, nothing is looked for that ``find`` does not ask for.
        """
        waiting = self._library.waiting_for_speakers() if pick_up else []
        with self._changed:
            if self._thread is not None or self._is_closing:
                return
            for meeting_id in waiting:
                self._put(self._as_noted(meeting_id))
            self._works_by_itself = by_itself
            self._unsubscribe = self._announcements.subscribe(self._on_announcement)
            self._thread = threading.Thread(target=self._work, name="speakers", daemon=True)
            self._thread.start()

    def find(
        self, meeting_id: MeetingId, count: SpeakerCount = ANY_COUNT, *, apart: frozenset[SpeakerId] = frozenset()
    ) -> None:
        """Look for the speakers of a meeting because a person asks for it; a look that runs there begins anew.

        Raises:
            MeetingNotFound: there is no such meeting.
            DiskFull, LibraryNotWritable: the library could not note it.
        """
        self._library.ask_for_speakers(meeting_id, count).result()
        with self._changed:
            current = self._current
            self._put(Wish(meeting_id, count, apart, is_persons=True))
        if current is not None and current.wish.meeting_id == meeting_id:
            current.abandon()

    def cancel(self, meeting_id: MeetingId) -> None:
        """Give up a look. What the last one found stays."""
        with self._changed:
            self._line = deque(wish for wish in self._line if wish.meeting_id != meeting_id)
            current = self._current
        if current is not None and current.wish.meeting_id == meeting_id:
            current.abandon()
        self._library.fail_speakers(meeting_id, None).result()

    def fraction(self, meeting_id: MeetingId) -> float | None:
        """How far a look is, 0..1; ``None`` where none runs."""
        current = self._current
        return current.fraction if current is not None and current.wish.meeting_id == meeting_id else None

    def is_waiting(self, meeting_id: MeetingId) -> bool:
        """Whether one runs or stands in line."""
        with self._changed:
            return self.fraction(meeting_id) is not None or any(wish.meeting_id == meeting_id for wish in self._line)

    def close(self) -> None:
        """Stop; what is not done is done after the next start. Ends the engine process, joins the thread."""
        with self._changed:
            self._is_closing = True
            current, thread, unsubscribe = self._current, self._thread, self._unsubscribe
            self._unsubscribe = None
            self._changed.notify_all()
        if unsubscribe is not None:
            unsubscribe()
        if current is not None:
            current.leave()
        if thread is not None:
            thread.join(_JOIN_S)
        self._engine.close()

    # The queue's thread

    def _work(self) -> None:
        while (look := self._next()) is not None:
            try:
                end = look.run()
            except Exception as error:
                # A bug with one meeting must neither stop the others nor leave this one waiting for ever.
                self._on_bug(look, error)
                end = LookEnd.FAILED
            with self._changed:
                self._current = None
                if end is LookEnd.LEFT and not self._is_closing:
                    self._line.append(look.wish)
            self._announcements.announce(SpeakersChanged(look.wish.meeting_id))

    def _next(self) -> SpeakerLook | None:
        """Wait for a wish; an engine process that is not needed for long is let go. ``None`` at the end."""
        idle_until = time.monotonic() + self._idle_s
        while True:
            is_busy = self._is_busy()
            with self._changed:
                if self._is_closing:
                    return None
                wish = next((wish for wish in self._line if wish.is_persons or not is_busy), None)
                if wish is not None:
                    self._line.remove(wish)
                    self._current = SpeakerLook(wish, self._tools)
                    return self._current
                if self._line:
                    self._changed.wait(_WAIT_S)
                    continue
                left_s = idle_until - time.monotonic() if self._engine.is_running else None
                if left_s is None or left_s > 0:
                    self._changed.wait(left_s)
                    continue
            self._engine.close()

    def _on_bug(self, look: SpeakerLook, error: Exception) -> None:
        report = self._report_bug or threading.excepthook
        report(threading.ExceptHookArgs((type(error), error, error.__traceback__, self._thread)))
        self._engine.kill()
        with suppress(VivavoceError):
            self._library.fail_speakers(look.wish.meeting_id, to_report(VivavoceError())).result()

    def _on_progress(self, meeting_id: MeetingId) -> None:
        now = time.monotonic()
        if now - self._told_at >= _TELL_S:
            self._told_at = now
            self._announcements.announce(SpeakersChanged(meeting_id))
        current = self._current
        if current is not None and not current.wish.is_persons and self._is_busy():
            current.leave()

    # Others

    def _put(self, wish: Wish) -> None:
        """Into the line, instead of an older wish for the same meeting."""
        others = [other for other in self._line if other.meeting_id != wish.meeting_id]
        self._line = deque([wish, *others] if wish.is_persons else [*others, wish])
        self._changed.notify_all()

    def _as_noted(self, meeting_id: MeetingId) -> Wish:
        run = self._library.speaker_run(meeting_id)
        return Wish(meeting_id, run.count if run is not None else ANY_COUNT)

    def _on_announcement(self, announcement: Announcement) -> None:
        match announcement:
            case MeetingRemoved(meeting_id):
                with self._changed:
                    self._line = deque(wish for wish in self._line if wish.meeting_id != meeting_id)
                    current = self._current
                if current is not None and current.wish.meeting_id == meeting_id:
                    current.abandon()
            case JobEnded() if self._works_by_itself and announcement.state is not JobState.WAITING:
                self._look_after(announcement)
            case _:
                pass

    def _look_after(self, ended: JobEnded) -> None:
        """A text is there: look for its speakers, with the number that a person said with the job, or before.

        Who said a number wants them, whatever is usual.
        """
        meeting_id = ended.meeting_id
        try:
            said = self._library.job(ended.job_id).speakers
            is_wanted = self._is_wanted() or said not in (None, ANY_COUNT)
            if not is_wanted or not self._library.summary(meeting_id).segments:
                return
            wish = self._as_noted(meeting_id) if said is None else Wish(meeting_id, said)
        except (KeyError, MeetingNotFound):
            return
        self._library.ask_for_speakers(meeting_id, wish.count)
        with self._changed:
            self._put(wish)

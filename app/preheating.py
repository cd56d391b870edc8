"""Does beforehand what the first opening of a meeting would wait for: its loudness, measured and kept beside the sound.

Measuring reads the whole recording: two to three seconds for a lecture of an hour and a half, an hundredth of a second
once it is kept. So every half minute the meetings that are likely opened next are looked through, those that are being
understood first, then the newest. One is done at a time on a thread of ``app/background.py``, so that what a person
asks for meanwhile finds the others free; a recording stops it within a minute of sound, a hundredth of a second. What
fails is tried again after longer and longer pauses. Nothing else is slow enough to be worth it: pages, search and
modules answer in hundredths of a second, and a recording keeps its sound while its speech model is loaded.

Started with the window by ``app/main.py``; looks on a thread of its own.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.background import Background
from app.library.library import Library
from app.meeting_sound import StoredSound
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import MeetingStatus

SCAN_S = 30.0
MOST_AT_ONCE = 8
"""So many in one look."""

LIKELY = 20
"""So many of the newest are likely opened."""

MOST_TRIES = 5
FIRST_PAUSE_S = 60.0
"""Before what failed is tried again; twice as long each time."""

_log = logging.getLogger(__name__)


class Yielded(Exception):
    """Something more important goes on; it is done later."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What is remembered of one that failed."""

    tries: int
    again_at_s: float


def due(
    likely: Sequence[MeetingId], failed: "dict[MeetingId, Failed]", *, now_s: float, most: int = MOST_AT_ONCE
) -> list[MeetingId]:
    """Those to be done in one look, in order. Pure."""
    chosen = [
        each
        for each in dict.fromkeys(likely)
        if each not in failed or (failed[each].tries < MOST_TRIES and failed[each].again_at_s <= now_s)
    ]
    return chosen[:most]


class Preheater:
    """See the top of this file."""

    def __init__(
        self,
        *,
        likely: Callable[[], Sequence[MeetingId]],
        warm: Callable[[MeetingId, Callable[[], None]], None],
        background: Background,
        is_busy: Callable[[], bool],
        scan_s: float = SCAN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Get ready.

        Args:
            likely: Meetings that are cold and likely opened, the likeliest first.
            warm: Does it for one; calls what it is given every few hundredths of a second, and lets its error through.
            background: Where it is done.
            is_busy: Whether a meeting is being recorded.
            scan_s: Seconds between two looks.
            clock: Monotonic seconds.
        """
        self._likely = likely
        self._warm = warm
        self._background = background
        self._is_busy = is_busy
        self._scan_s = scan_s
        self._clock = clock
        self._failed: dict[MeetingId, Failed] = {}
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Look from now on."""
        if self._thread is None and not self._stopping.is_set():
            self._thread = threading.Thread(target=self._run, name="preheater", daemon=True)
            self._thread.start()

    def look(self) -> int:
        """One look; how many were done. On the thread of this, or of a test."""
        if self._is_busy() or self._stopping.is_set():
            return 0
        done = 0
        for name in due(self._likely(), self._failed, now_s=self._clock()):
            try:
                self._background.run(partial(self._warm, name, self._check)).result()
            except Yielded:
                break
            except RuntimeError:  # the pool was closed: the application ends
                break
            except Exception as error:
                self._note_failure(name, error)
            else:
                done += 1
                self._failed.pop(name, None)
        return done

    def close(self) -> None:
        """Stop within moments, and join. Twice is harmless."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while not self._stopping.wait(self._scan_s):
            self.look()

    def _check(self) -> None:
        if self._stopping.is_set() or self._is_busy():
            raise Yielded

    def _note_failure(self, name: MeetingId, error: Exception) -> None:
        tries = self._failed[name].tries + 1 if name in self._failed else 1
        self._failed[name] = Failed(tries, self._clock() + FIRST_PAUSE_S * 2 ** (tries - 1))
        _log.info("A meeting could not be made ready beforehand: %s", type(error).__name__)


def cold_meetings(library: Library) -> list[MeetingId]:
    """Meetings that are likely opened and whose loudness is not kept, those that are being understood first."""
    rows = library.meetings()
    working = {job.meeting_id for job in library.jobs(unfinished=True)}
    meetings = [row.meeting for row in rows if row.meeting.status is not MeetingStatus.RECORDING]
    ordered = [each.id for each in meetings if each.id in working]
    ordered += [each.id for each in meetings[:LIKELY] if each.id not in working]
    return [each for each in ordered if not StoredSound(library.meeting_folder(each)).is_measured]


def warm_loudness(folder_of: Callable[[MeetingId], Path], name: MeetingId, check: Callable[[], None]) -> None:
    """Measure a meeting and keep it. Raises ``OSError``, and what ``check`` raises."""
    StoredSound(folder_of(name)).read_loudness(check=check)

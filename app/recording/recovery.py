"""Recordings that a crash cut off: found at the start, made whole, and their text taken up where it ended.

Called once by ``recordings.py``, before the window reads the library. Does the same again after a further crash, and
deletes nothing. The recorder of a desktop that was killed closes its files by itself; it is waited for.
"""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.meeting import Meeting
from app.meetings.transcript import Gap, GapState
from app.recording.status import RecoveredMeeting
from app.transcript_intake import to_gaps
from engine.capture.recording_file import RecoveredRecording, recover
from engine.contract.audio import to_milliseconds
from engine.contract.errors import VivavoceError

CLOSING_S = 3.0
"""So long the recorder of a killed desktop may take to close its files."""
_STILL_S = 0.3
"""Files that have not grown for so long are closed: the recorder writes fifty times a second."""

_log = logging.getLogger(__name__)


def recover_recordings(library: Library, *, wait_until_closed: Callable[[Path], None]) -> list[RecoveredMeeting]:
    """Make every interrupted recording whole in the library; those that were found, also at earlier starts."""
    found: list[RecoveredMeeting] = []
    for meeting in library.recordings_to_recover():
        folder = library.meeting_folder(meeting.id)
        wait_until_closed(folder)
        try:
            found.append(_recover(library, meeting, folder))
        except MeetingNotFound:
            continue
        except VivavoceError as error:
            _log.info("A recording could not be recovered yet: %s", error)
    known = {each.meeting_id for each in found}
    for summary in library.meetings():
        meeting = summary.meeting
        if meeting.is_recovered and meeting.id not in known:
            found.append(RecoveredMeeting(meeting.id, meeting.title, meeting.duration_ms, meeting.notes))
    return found


def wait_until_closed(folder: Path, *, clock: Callable[[], float] = time.monotonic) -> None:
    """Wait until nobody writes into the folder any more, if there is any sound in it."""
    until = clock() + CLOSING_S
    sizes, still_since = _sizes(folder), clock()
    while sizes and clock() < until and clock() - still_since < _STILL_S:
        time.sleep(0.05)
        now = _sizes(folder)
        if now != sizes:
            sizes, still_since = now, clock()


def _recover(library: Library, meeting: Meeting, folder: Path) -> RecoveredMeeting:
    recovered = recover(folder) if folder.is_dir() else RecoveredRecording((), ())
    lengths = {track.track: int(to_milliseconds(track.length)) for track in recovered.tracks}
    duration_ms = max(lengths.values(), default=0)
    job = library.last_job(meeting.id)
    if job is not None:
        for track in recovered.tracks:
            for gap in to_gaps(track.gaps, duration_ms=0):
                library.note_gap(job.id, Gap(gap.track, gap.start_ms, gap.end_ms, gap.reason, GapState.LOST)).result()
    library.set_recorded(meeting.id, lengths).result()
    library.finish_recording(
        meeting.id, duration_ms=duration_ms, is_recovered=True, notes=recovered.not_restored
    ).result()
    return RecoveredMeeting(meeting.id, meeting.title, to_milliseconds(recovered.length), recovered.not_restored)


def _sizes(folder: Path) -> dict[str, int]:
    found: dict[str, int] = {}
    for path in folder.glob("track-*.pcm"):
        try:
            found[path.name] = path.stat().st_size
        except OSError:
            continue
    return found

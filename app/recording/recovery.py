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
from app.meetings.identifiers import MomentId, new_id
from app.meetings.meeting import Meeting
from app.meetings.moment import Moment, MomentKind
from app.recording.status import RecoveredMeeting
from app.transcript_intake import TranscriptIntake
from engine.capture.recording_file import RecoveredRecording, is_being_recorded, recover
from engine.contract.audio import Milliseconds, to_milliseconds
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import GapNoticed

CLOSING_S = 5.0
"""So long the recorder of a killed desktop may take to close its files; it needs one."""

_log = logging.getLogger(__name__)


def recover_recordings(library: Library, *, bookmark_s: int) -> list[RecoveredMeeting]:
    """Make every interrupted recording whole in the library; those that were found, also at earlier starts."""
    found: list[RecoveredMeeting] = []
    for meeting in library.recordings_to_recover():
        folder = library.meeting_folder(meeting.id)
        wait_until_closed(folder)
        try:
            found.append(_recover(library, meeting, folder, bookmark_s * 1000))
        except MeetingNotFound:
            continue
        except VivavoceError as error:
            _log.info("A recording could not be recovered yet: %s", type(error).__name__)  # no path, no title
    known = {each.meeting_id for each in found}
    for summary in library.meetings():
        meeting = summary.meeting
        if meeting.is_recovered and meeting.id not in known:
            found.append(RecoveredMeeting(meeting.id, meeting.title, meeting.duration_ms, meeting.notes))
    return found


def wait_until_closed(folder: Path, *, clock: Callable[[], float] = time.monotonic) -> None:
    """Wait until no recorder writes into the folder any more. One that hangs keeps nobody for ever."""
    until = clock() + CLOSING_S
    while folder.is_dir() and is_being_recorded(folder) and clock() < until:
        time.sleep(0.05)


def _recover(library: Library, meeting: Meeting, folder: Path, bookmark_ms: int) -> RecoveredMeeting:
    recovered = recover(folder) if folder.is_dir() else RecoveredRecording((), ())
    lengths = {track.track: int(to_milliseconds(track.length)) for track in recovered.tracks}
    duration_ms = max(lengths.values(), default=0)
    job = library.live_job(meeting.id)
    if job is not None:
        intake = TranscriptIntake(library=library, job_id=job.id)
        for gap in (gap for track in recovered.tracks for gap in track.gaps):
            intake.lose(GapNoticed(gap.track, gap.start, gap.stop, gap.reason)).result()
    _restore_moments(library, meeting, recovered, bookmark_ms)
    library.set_recorded(meeting.id, lengths).result()
    library.finish_recording(
        meeting.id, duration_ms=duration_ms, is_recovered=True, notes=recovered.not_restored
    ).result()
    return RecoveredMeeting(meeting.id, meeting.title, to_milliseconds(recovered.length), recovered.not_restored)


def _restore_moments(library: Library, meeting: Meeting, recovered: RecoveredRecording, bookmark_ms: int) -> None:
    """Marks of the person that are in the journal and did not reach the library."""
    known = {(int(moment.end_ms), moment.text) for moment in library.moments(meeting.id)}
    for mark in recovered.tracks[0].marks if recovered.tracks else ():
        at_ms = to_milliseconds(mark.at)
        if (at_ms, mark.text) in known:
            continue
        kind = MomentKind.NOTE if mark.text else MomentKind.BOOKMARK
        start_ms = at_ms if mark.text else Milliseconds(max(0, at_ms - bookmark_ms))
        library.add_moment(Moment(MomentId(new_id()), meeting.id, kind, start_ms, at_ms, mark.text)).result()

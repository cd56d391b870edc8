"""Makes the copies that recordings are listened to with: once the sound is closed, in a process beside everything else.

Asked by ``app/recording`` on its threads. The copy is a convenience: one that could not be made is made at a later
start, and nothing waits for it, least of all the end of the application.
"""

import logging
from functools import partial

from app.announcements import Announcements, MeetingUpdated
from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from engine.capture.playback_process import write_playback_aside
from engine.capture.recording_file import is_being_recorded
from engine.capture.sound_folder import SoundFolder
from engine.contract.cancellation import Cancellation, Cancelled

_log = logging.getLogger(__name__)


class PlaybackCopies:
    """Those that are being made. ``close`` stops them within moments."""

    def __init__(self, *, library: Library, background: Background, announcements: Announcements) -> None:
        self._library = library
        self._announcements = announcements
        self._background = background
        self._cancellation = Cancellation()

    def write(self, meeting_id: MeetingId, tracks: int) -> None:
        """Begin to make the copy of a meeting, if it is not there. Returns at once."""
        if tracks and not self._cancellation.is_requested:
            self._background.run(partial(self._write, meeting_id, tracks))

    def write_missing(self, meeting_id: MeetingId) -> None:
        """The same for a recording that somebody opens: an earlier end of the application came before its copy."""
        folder = SoundFolder(self._library.meeting_folder(meeting_id))
        if folder.is_recording and folder.playback_path() is None and not is_being_recorded(folder.path):
            self.write(meeting_id, len(self._library.track_marks(meeting_id)))

    def close(self) -> None:
        """Stop; what is half done is removed."""
        self._cancellation.request()

    def _write(self, meeting_id: MeetingId, tracks: int) -> None:
        folder = SoundFolder(self._library.meeting_folder(meeting_id))
        if folder.playback_path() is not None:
            return
        try:
            if write_playback_aside(folder.path, tracks, self._cancellation):
                self._announcements.announce(MeetingUpdated(meeting_id))
        except Cancelled:
            pass
        except OSError as error:
            _log.info("The copy of a recording to listen to could not be made: %s", type(error).__name__)

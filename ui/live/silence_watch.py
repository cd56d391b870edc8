"""Whether nobody has spoken for so long that a recording may have been forgotten. Pure; one for each window.

Time is the recording's own length, so that a pause is no silence. Words decide and not levels: an empty room hums, and
who left it took no microphone along. While words are late or missing nobody knows whether somebody speaks; that time
does not count.
"""

from app.meetings.identifiers import MeetingId
from app.recording.status import RecordingPhase, RecordingStatus, UnderstandingPhase

_MINUTE_MS = 60_000


class SilenceWatch:
    """Watches one recording after the other."""

    def __init__(self) -> None:
        self._meeting_id: MeetingId | None = None
        self._since_ms = 0
        """Nobody is known to have been silent before this."""

    def look(self, status: RecordingStatus | None) -> int:
        """For how long nobody has spoken, in milliseconds."""
        if status is None or status.phase is not RecordingPhase.RECORDING:
            return 0
        now_ms = int(status.elapsed_ms)
        if status.meeting_id != self._meeting_id:
            self._meeting_id, self._since_ms = status.meeting_id, now_ms
        is_known = status.understanding is UnderstandingPhase.LISTENING
        if not is_known or any(track.tentative for track in status.tracks):
            self._since_ms = now_ms
        heard_ms = max((int(track.voice_until_ms) for track in status.tracks), default=0)
        self._since_ms = max(self._since_ms, min(heard_ms, now_ms))
        return now_ms - self._since_ms


def is_long(silent_ms: int, *, minutes: int) -> bool:
    """Whether so much silence is worth a question; with 0 minutes it never is."""
    return 0 < minutes * _MINUTE_MS <= silent_ms


def is_over(silent_ms: int, *, minutes: int, grace_ms: int) -> bool:
    """Whether nobody has answered that question for as long as one waits for an answer."""
    return is_long(silent_ms - grace_ms, minutes=minutes)

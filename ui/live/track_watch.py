"""Whether something is wrong with a track that a person should look at. Pure; one for each track of a recording.

Time is the recording's own length, so that a pause is no silence.
"""

from enum import StrEnum
from typing import Final

from app.recording.status import TrackStatus
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceState

QUIET_DBFS: Final = -57.0
"""A room with a working microphone is louder than this at some moment of ten seconds."""
QUIET_AFTER_MS: Final = 9_000
"""Within ten seconds it is said."""
FALLEN_SILENT_AFTER_MS: Final = 120_000
"""A computer that has played something is silent whenever the others listen: only long silence is worth a word."""
BACK_SHOWN_MS: Final = 10_000
NO_SPEECH_AFTER_MS: Final = 10_000
STILL_NO_SPEECH_AFTER_MS: Final = 60_000
"""A lecture that begins late is no trouble; after a minute it may be the wrong microphone."""


class TrackHint(StrEnum):
    """What is out of the ordinary."""

    NONE = "none"
    LOST = "lost"
    """The source is gone and is looked for."""
    SILENT = "silent"
    """Nothing but zeros, or far too quiet to be a room."""
    BACK = "back"
    """It is back, or another one took its place."""
    NO_SPEECH = "no_speech"
    """It is heard, but nobody has spoken yet: worth a word, not a warning."""
    STILL_NO_SPEECH = "still_no_speech"
    """Nobody has for a minute, on a microphone: worth a look at whether it is the right one."""


class TrackWatch:
    """Watches one track."""

    def __init__(self) -> None:
        self._began_ms: int | None = None
        """Where it was looked at first: a recording that was gone on with is long by then."""
        self._loud_at_ms: int | None = None
        self._was_loud = False
        self._back_at_ms: int | None = None
        self._state: SourceState | None = None

    def look(self, track: TrackStatus, elapsed_ms: int, *, is_listened_to: bool = True) -> TrackHint:
        """What is to be said of the track at this length of the recording.

        Args:
            track: As it is now.
            elapsed_ms: Length of the recording.
            is_listened_to: Words come if there are any; while a speech model loads, that none come says nothing.
        """
        if self._began_ms is None:
            self._began_ms = elapsed_ms
        is_loud = track.peak_dbfs > QUIET_DBFS
        self._was_loud = self._was_loud or is_loud
        if self._loud_at_ms is None or is_loud:
            self._loud_at_ms = elapsed_ms
        if track.state is SourceState.REOPENED and self._state not in (None, SourceState.REOPENED):
            self._back_at_ms = elapsed_ms
        self._state = track.state
        if track.state is SourceState.LOST:
            return TrackHint.LOST
        if self._is_silent(track, elapsed_ms - self._loud_at_ms):
            return TrackHint.SILENT
        if self._back_at_ms is not None and elapsed_ms - self._back_at_ms < BACK_SHOWN_MS:
            return TrackHint.BACK
        heard_ms = elapsed_ms - self._began_ms
        if not is_listened_to or track.has_heard_voice or track.tentative or heard_ms < NO_SPEECH_AFTER_MS:
            return TrackHint.NONE
        is_long = heard_ms >= STILL_NO_SPEECH_AFTER_MS and track.kind is TrackKind.MICROPHONE
        return TrackHint.STILL_NO_SPEECH if is_long else TrackHint.NO_SPEECH

    def _is_silent(self, track: TrackStatus, silent_ms: int) -> bool:
        if track.kind is TrackKind.COMPUTER:
            return silent_ms >= (FALLEN_SILENT_AFTER_MS if self._was_loud else QUIET_AFTER_MS)
        return track.state is SourceState.SILENT or silent_ms >= QUIET_AFTER_MS

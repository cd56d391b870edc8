"""Which sources of a recording are gone, and not just changing: an alarm for whoever looks elsewhere.

Pure; one for each window. A headset that is plugged in takes the place of another device within two seconds, and
nobody is to be startled by that. Time is the recording's own length.
"""

from typing import Final

from app.recording.status import RecordingStatus, TrackStatus
from engine.contract.recorder_messages import SourceState

GONE_AFTER_MS: Final = 2_000
"""The recorder has said after two seconds of silence that the source is gone: this much later a person is called."""


class LostSources:
    """Watches the tracks of one recording after the other."""

    def __init__(self) -> None:
        self._since_ms: dict[int, int] = {}

    def look(self, status: RecordingStatus | None) -> tuple[TrackStatus, ...]:
        """The tracks whose source has been gone for longer than a change of devices takes."""
        if status is None or not status.phase.is_heard:
            self._since_ms.clear()
            return ()
        lost = [track for track in status.tracks if track.state is SourceState.LOST]
        now_ms = int(status.elapsed_ms)
        self._since_ms = {track.track: self._since_ms.get(track.track, now_ms) for track in lost}
        return tuple(track for track in lost if now_ms - self._since_ms[track.track] >= GONE_AFTER_MS)

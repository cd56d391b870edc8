"""Listens to what was recorded of each microphone, whether it sounds like a telephone, and says so once.

Lives on the window's thread, owned by ``RecordingAids``. A quarter of a minute with speech in it is enough, and is read
from the disk on a background thread; again after another device was opened, since a headset that is put on in the
middle of a lecture takes the microphone with it.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.recording.status import RecordingPhase, RecordingStatus, TrackStatus
from engine.contract.audio import TrackKind
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import SourceState
from ui.bridge.delivery import deliver
from ui.reading.track_words import telephone_advice, track_name

HEARD_MS: Final = 15_000
"""So much is listened to at a time."""
_MOST_TRIES = 20
"""In five minutes somebody speaks, or it is not worth more reading."""


@dataclass(slots=True)
class _Heard:
    """What is known of the microphone that a track has now."""

    device: str
    since_ms: int
    tries: int = 0
    is_asked: bool = False
    is_telephone: bool | None = None


@dataclass(frozen=True, slots=True)
class _Answer:
    meeting_id: MeetingId
    track: int
    device: str
    is_telephone: bool | None


class TelephoneWatch(QObject):
    """Watches the microphones of one recording after the other."""

    changed = Signal()
    """``words`` are others."""

    def __init__(self, *, library: Library, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._background = background
        self._meeting_id: MeetingId | None = None
        self._heard: dict[int, _Heard] = {}
        self._states: dict[int, SourceState] = {}
        self._words = ""

    @property
    def words(self) -> str:
        """What is said; empty while every microphone is well."""
        return self._words

    def look(self, status: RecordingStatus | None) -> None:
        """Called with every beat of the pulse."""
        if status is None or status.phase is not RecordingPhase.RECORDING:
            return
        if status.meeting_id != self._meeting_id:
            self._meeting_id = status.meeting_id
            self._heard, self._states = {}, {}
            self._say()
        for track in status.tracks:
            if track.kind is TrackKind.MICROPHONE:
                self._look_at(track, status.meeting_id)

    def _look_at(self, track: TrackStatus, meeting_id: MeetingId) -> None:
        now_ms = int(track.saved_ms)
        heard = self._heard.get(track.track)
        is_new = track.state is SourceState.REOPENED and self._states.get(track.track) is not SourceState.REOPENED
        self._states[track.track] = track.state
        if heard is None or heard.device != track.device or is_new:
            self._heard[track.track] = heard = _Heard(track.device, now_ms)
            self._say()
        is_due = now_ms - heard.since_ms >= HEARD_MS and heard.is_telephone is None and heard.tries < _MOST_TRIES
        if heard.is_asked or not is_due:
            return
        heard.is_asked, heard.tries, heard.since_ms = True, heard.tries + 1, now_ms
        folder = self._library.meeting_folder(meeting_id)
        work = partial(_listen, folder, meeting_id, track.track, track.device, now_ms)
        deliver(self._background.run(work), self._on_heard, self._on_failed)

    def _on_heard(self, answer: _Answer) -> None:
        heard = self._heard.get(answer.track)
        if answer.meeting_id == self._meeting_id and heard is not None and heard.device == answer.device:
            heard.is_asked, heard.is_telephone = False, answer.is_telephone
            self._say()

    def _on_failed(self, _error: VivavoceError) -> None:
        """What cannot be read is not judged; that it cannot be saved is said elsewhere."""

    def _say(self) -> None:
        device = next((each.device for each in self._heard.values() if each.is_telephone), None)
        words = ""
        if device is not None:
            name = device or track_name(TrackKind.MICROPHONE)
            words = self.tr("“{device}” is in telephone quality.").format(device=name) + " " + telephone_advice()
        words = words.replace("。 ", "。")
        if words != self._words:
            self._words = words
            self.changed.emit()


def _listen(folder: Path, meeting_id: MeetingId, track: int, device: str, stop_ms: int) -> _Answer:
    """On a background thread."""
    from app.recording.telephone_quality import sounds_like_telephone  # noqa: PLC0415 - the window starts without numpy

    found = sounds_like_telephone(folder, track, start_ms=stop_ms - HEARD_MS, stop_ms=stop_ms)
    return _Answer(meeting_id, track, device, found)

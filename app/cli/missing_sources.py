"""Which sources of ``vivavoce listen`` could not be opened: said to a person when nothing is recorded at all.

It hears the recorder's events on the threads of the recording, and is looked at by the main one. A source that comes
later is recorded from then on, so this only says what to do; what was heard once is never missing here.
"""

import threading
import time
from collections.abc import Callable, Sequence

from engine.contract.audio import TrackKind
from engine.contract.messages import Event
from engine.contract.recorder_messages import RecorderEvent, SourceChanged, SourceState

PATIENCE_S = 4.0
"""Sound systems need a moment; a device that is being plugged in does, too."""

_NAMES = {
    TrackKind.MICROPHONE: "No microphone could be opened",
    TrackKind.COMPUTER: "The computer’s sound could not be opened",
    TrackKind.FILE: "The file could not be read",
}
_HELP = "Nothing is recorded. “vivavoce devices” shows what there is; plug a device in or start the sound system."


class MissingSources:
    """What there is to say about them. Safe on every thread."""

    def __init__(self, kinds: Sequence[TrackKind], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._kinds = kinds
        self._clock = clock
        self._lock = threading.Lock()
        self._reasons: dict[int, str] = {}
        self._since_s = 0.0
        self._has_opened = False
        self._is_said = False

    @property
    def is_nothing_recorded(self) -> bool:
        """Whether no source was ever there, and at least one could not be opened."""
        with self._lock:
            return bool(self._reasons) and not self._has_opened

    def hear(self, event: Event | RecorderEvent) -> None:
        """Something happened to a source, perhaps."""
        if not isinstance(event, SourceChanged):
            return
        with self._lock:
            if event.state is SourceState.LOST:
                if not self._reasons:
                    self._since_s = self._clock()
                self._reasons.setdefault(event.track, event.detail)
            elif event.state is not SourceState.ENDED:
                self._has_opened = True

    def look(self, *, is_over: bool = False) -> str:
        """What to say now, once: when all were missing for a while, or at the end. Empty for nothing."""
        with self._lock:
            are_all = len(self._reasons) == len(self._kinds) and self._clock() - self._since_s >= PATIENCE_S
            if self._is_said or self._has_opened or not self._reasons or not (are_all or is_over):
                return ""
            self._is_said = True
            return " ".join([*(self._sentence(track) for track in sorted(self._reasons)), _HELP])

    def _sentence(self, track: int) -> str:
        reason = self._reasons[track]
        name = _NAMES[self._kinds[track]]
        return f"{name}: {reason}." if reason else f"{name}."

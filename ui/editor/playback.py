"""Hearing a meeting: where playback stands, how fast it runs, and what play, pause and seek mean.

Lives on the window's thread, one for the meeting page. The device behind it is a ``SoundOutput``: QtMultimedia in the
application (``media_output.py``), a fake in tests. While it plays, the position is asked for thirty times a second.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from app.track_mix import ReadTrack

SKIP_MS: Final = 5000
STEP_BACK_MS: Final = 1000
"""How far playback steps back after a pause, so that the sentence is understood again."""
RATES: Final = (0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)

_TICK_MS: Final = 33
_SHORTEST_LOOP_MS: Final = 250
_END_SLACK_MS: Final = 300
"""Nearer to the end than this, playing begins at the start again."""


class OutputTrouble(Enum):
    """Why nothing can be heard."""

    NO_DEVICE = auto()
    """The system has no loudspeaker or headphones to offer."""
    NOT_PLAYABLE = auto()
    """The playback copy cannot be read."""


class SoundOutput(Protocol):
    """What plays a file. Used on the window's thread; nothing here may block."""

    def load(self, path: Path, *, tracks: Sequence[ReadTrack] = (), length_ms: int = 0) -> None:
        """Take a file, at its beginning, not playing; with ``tracks``, those instead, each at a level of its own."""
        ...

    def unload(self) -> None:
        """Let go of the file, so that it can be deleted."""
        ...

    def play(self) -> None:
        """Play on from where it stands."""
        ...

    def pause(self) -> None:
        """Stop there."""
        ...

    def seek(self, position_ms: int) -> None:
        """Stand somewhere else, playing or not."""
        ...

    def set_rate(self, rate: float) -> None:
        """Play faster or slower, at the same pitch where the system can."""
        ...

    def set_level(self, track: int, level: float) -> None:
        """Play a track louder or softer, 1 as recorded; without tracks it means nothing."""
        ...

    @property
    def position_ms(self) -> int:
        """Where it stands now."""
        ...

    @property
    def has_ended(self) -> bool:
        """Whether the end was reached."""
        ...

    @property
    def trouble(self) -> OutputTrouble | None:
        """Why nothing can be heard, if so."""
        ...

    def watch(self, changed: Callable[[], None]) -> None:
        """Call back, on the window's thread, when the trouble may have changed."""
        ...

    def close(self) -> None:
        """Let go of file and device."""
        ...


class Availability(Enum):
    """Whether one can listen, and if not, why."""

    READY = auto()
    NO_SOUND_YET = auto()
    """The recording is still being read."""
    NO_SOUND = auto()
    """There is no playback copy and none will come by itself."""
    NO_DEVICE = auto()
    NOT_PLAYABLE = auto()


class Playback(QObject):
    """Play, pause and seek in the open meeting."""

    position_changed = Signal(int)
    playing_changed = Signal(bool)
    rate_changed = Signal(float)
    availability_changed = Signal()
    loop_changed = Signal(object)
    """The stretch that is played again and again, ``None`` for none."""
    tracks_changed = Signal()
    """Other tracks have levels of their own, or none have."""

    def __init__(self, *, output: SoundOutput, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._output = output
        self._path: Path | None = None
        self._is_coming = False
        self._length_ms = 0
        self._position_ms = 0
        self._rate = 1.0
        self._is_playing = False
        self._was_paused = False
        self._loop: tuple[int, int] | None = None
        self._until_ms: int | None = None
        """Where it stops by itself."""
        self._levels: list[float] = []
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._on_tick)
        output.watch(self._on_output_changed)

    @property
    def availability(self) -> Availability:
        """Whether one can listen."""
        if self._path is None:
            return Availability.NO_SOUND_YET if self._is_coming else Availability.NO_SOUND
        match self._output.trouble:
            case None:
                return Availability.READY
            case OutputTrouble.NO_DEVICE:
                return Availability.NO_DEVICE
            case OutputTrouble.NOT_PLAYABLE:
                return Availability.NOT_PLAYABLE

    @property
    def position_ms(self) -> int:
        """Where it stands."""
        return self._position_ms

    @property
    def length_ms(self) -> int:
        """Length of the recording, 0 until known."""
        return self._length_ms

    @property
    def is_playing(self) -> bool:
        """Whether it plays."""
        return self._is_playing

    @property
    def rate(self) -> float:
        """How fast it plays, 1.0 as spoken."""
        return self._rate

    @property
    def loop(self) -> tuple[int, int] | None:
        """The stretch that is played again and again."""
        return self._loop

    @property
    def levels(self) -> Sequence[float]:
        """How loud each track is, 1 as recorded; nothing where there is only one sound."""
        return self._levels

    def load(
        self, path: Path | None, *, length_ms: int, is_coming: bool = False, tracks: Sequence[ReadTrack] = ()
    ) -> None:
        """Take the sound of a meeting; the same one again keeps its place. ``None`` while there is none."""
        self._length_ms = length_ms
        self._is_coming = is_coming
        if path != self._path:
            self._stop()
            self._path = path
            if path is None:
                self._output.unload()
            else:
                self._output.load(path, tracks=tracks, length_ms=length_ms)
                self._output.set_rate(self._rate)
                self._output.seek(self._position_ms)
            self._levels = [1.0] * (len(tracks) if path is not None else 0)
            self.tracks_changed.emit()
        self.availability_changed.emit()

    def unload(self) -> None:
        """Let go of the sound and forget the place."""
        self._stop()
        self._path = None
        self._output.unload()
        self._length_ms = self._position_ms = 0
        self._was_paused = False
        self._until_ms = None
        self.loop_over(None)
        if self._levels:
            self._levels = []
            self.tracks_changed.emit()

    def toggle(self) -> None:
        """Play or pause."""
        if self._is_playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """Play on; after a pause from a second before it, at the end from the beginning."""
        if self.availability is not Availability.READY or self._is_playing:
            return
        if self._loop is not None and not self._loop[0] <= self._position_ms < self._loop[1]:
            self._stand_at(self._loop[0])
        elif self._length_ms and self._position_ms >= self._length_ms - _END_SLACK_MS and self._loop is None:
            self._stand_at(0)
        elif self._was_paused:
            earliest = 0 if self._loop is None else self._loop[0]
            self._stand_at(max(earliest, self._position_ms - STEP_BACK_MS))
        self._was_paused = False
        self._output.play()
        self._is_playing = True
        self._timer.start()
        self.playing_changed.emit(True)

    def play_from(self, position_ms: int) -> None:
        """Hear a place: seek there and play. Without a device only the place is marked."""
        self.seek(position_ms)
        self.play()

    def play_once(self, stretch: tuple[int, int]) -> None:
        """Hear a stretch from its beginning, and stop at its end."""
        self.seek(stretch[0])
        self.play()
        self._until_ms = stretch[1] if self._is_playing else None

    def loop_over(self, stretch: tuple[int, int] | None) -> None:
        """Play a stretch again and again, whenever it plays, until told otherwise or sent elsewhere."""
        if stretch is not None:
            end = max(stretch[1], stretch[0] + _SHORTEST_LOOP_MS)
            end = min(end, self._length_ms) if self._length_ms else end
            stretch = max(0, min(stretch[0], end - _SHORTEST_LOOP_MS)), end
        if stretch != self._loop:
            self._loop = stretch
            self._until_ms = None
            self.loop_changed.emit(stretch)
        if stretch is not None and self._is_playing and not stretch[0] <= self._position_ms < stretch[1]:
            self._stand_at(stretch[0])

    def pause(self) -> None:
        """Stop here."""
        if self._is_playing:
            self._move_to(self._output.position_ms)
            self._stop()
            self._was_paused = True

    def seek(self, position_ms: int) -> None:
        """Stand somewhere else, playing or not. Outside of a loop, that is over."""
        self._until_ms = None
        if self._loop is not None and not self._loop[0] <= position_ms <= self._loop[1]:
            self.loop_over(None)
        self._stand_at(position_ms)

    def skip(self, by_ms: int) -> None:
        """Go some milliseconds back or on, inside of a loop if there is one."""
        target = self._position_ms + by_ms
        self.seek(target if self._loop is None else min(max(target, self._loop[0]), self._loop[1]))

    def set_level(self, track: int, level: float) -> None:
        """Hear a track louder or softer, 1 as recorded."""
        self._levels[track] = level
        self._output.set_level(track, level)

    def set_rate(self, rate: float) -> None:
        """Play faster or slower."""
        self._rate = min(max(rate, RATES[0]), RATES[-1])
        self._output.set_rate(self._rate)
        self.rate_changed.emit(self._rate)

    def step_rate(self, direction: int) -> None:
        """The next faster or slower rate."""
        nearest = min(range(len(RATES)), key=lambda number: abs(RATES[number] - self._rate))
        self.set_rate(RATES[min(max(nearest + direction, 0), len(RATES) - 1)])

    def close(self) -> None:
        """Let go of everything."""
        self._timer.stop()
        self._is_playing = False
        self._output.close()

    def _on_tick(self) -> None:
        position, has_ended = self._output.position_ms, self._output.has_ended
        if self._loop is not None and (has_ended or position >= self._loop[1]):
            self._stand_at(self._loop[0])
            if has_ended:
                self._output.play()
            return
        if self._until_ms is not None and position >= self._until_ms:
            self._move_to(self._until_ms)
            self._until_ms = None
            self._stop()
            return
        self._move_to(position)
        if has_ended:
            self._stop()
            self._move_to(self._length_ms or self._position_ms)

    def _on_output_changed(self) -> None:
        if self._is_playing and self.availability is not Availability.READY:
            self._stop()
        self.availability_changed.emit()

    def _stand_at(self, position_ms: int) -> None:
        position = max(0, min(position_ms, self._length_ms) if self._length_ms else position_ms)
        self._was_paused = False
        if self._path is not None:
            self._output.seek(position)
        self._move_to(position)

    def _stop(self) -> None:
        self._timer.stop()
        if self._is_playing:
            self._is_playing = False
            self._output.pause()
            self.playing_changed.emit(False)

    def _move_to(self, position_ms: int) -> None:
        if position_ms != self._position_ms:
            self._position_ms = position_ms
            self.position_changed.emit(position_ms)

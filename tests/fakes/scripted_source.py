"""A sound device that does what a script says: deliver, fall silent, hang, vanish, come back."""

import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.capture.sound_source import Deliver, OpenedSource, SoundBlock, SourceUnusable
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceChoice


class ScriptedSource:
    """One opening of such a device. The test delivers by hand, with whatever times it likes."""

    def __init__(
        self,
        *,
        rate_hz: int = 16_000,
        channels: int = 1,
        may_rest: bool = False,
        refuses: bool = False,
        hangs: threading.Event | None = None,
        opens: threading.Event | None = None,
        device: str = "Scripted device",
    ) -> None:
        """``hangs``: closing waits for it, as a broken driver waits for ever. ``opens``: opening waits for it."""
        self._opened = OpenedSource(device, "Script", rate_hz, channels)
        self._may_rest = may_rest
        self._refuses = refuses
        self._hangs = hangs
        self._opens = opens
        self._deliver: Deliver | None = None
        self.breaks_off = ""
        """Set to a reason, and the sound system has ended the stream."""
        self.is_open = threading.Event()
        self.is_closed = threading.Event()

    @property
    def kind(self) -> TrackKind:
        return TrackKind.COMPUTER if self._may_rest else TrackKind.MICROPHONE

    @property
    def has_clock(self) -> bool:
        return True

    @property
    def may_rest(self) -> bool:
        return self._may_rest

    @property
    def has_ended(self) -> bool:
        return False

    @property
    def trouble(self) -> str:
        return self.breaks_off

    def open(self, deliver: Deliver) -> OpenedSource:
        if self._refuses:
            raise SourceUnusable("it is not there")
        if self._opens is not None:
            self._opens.wait()
        self._deliver = deliver
        self.is_open.set()
        return self._opened

    def close(self) -> None:
        if self._hangs is not None:
            self._hangs.wait()
        self.is_closed.set()

    def deliver(self, value: float, *, seconds: float, at_s: float, overflow: bool = False) -> None:
        """A block of this value that begins at a time."""
        count = round(self._opened.rate_hz * seconds)
        self.deliver_sound(np.full((count, self._opened.channels), value, np.float32), at_s=at_s, overflow=overflow)

    def deliver_sound(self, sound: NDArray[np.float32], *, at_s: float, overflow: bool = False) -> None:
        """A block of one's own."""
        assert self._deliver is not None
        self._deliver(SoundBlock(sound, at_s + sound.shape[0] / self._opened.rate_hz, at_s, overflow))


class HandClock:
    """A clock that the test moves, and that knows who looked at it."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self._seen: dict[threading.Thread, float] = {}

    def __call__(self) -> float:
        self._seen[threading.current_thread()] = now_s = self.now_s
        return now_s

    def behind_s(self, threads: str) -> float:
        """How long ago the slowest of the living threads whose names begin so looked for the last time."""
        seen = [
            at_s for thread, at_s in tuple(self._seen.items()) if thread.name.startswith(threads) and thread.is_alive()
        ]
        return self.now_s - min(seen, default=self.now_s)


class SourceRow:
    """Hands out one scripted source after the other."""

    def __init__(self, *sources: ScriptedSource) -> None:
        self._sources = list(sources)
        self.ranks: list[int] = []
        self.choices: list[SourceChoice] = []

    def open_source(
        self, choice: SourceChoice, *, start_s: float, has_room: Callable[[], bool], rank: int
    ) -> ScriptedSource:
        """As a recorder asks for it."""
        self.ranks.append(rank)
        self.choices.append(choice)
        return self._sources.pop(0) if len(self._sources) > 1 else self._sources[0]

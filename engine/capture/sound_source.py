"""What a track is recorded from: microphone, computer sound or a file, behind one Protocol.

A source delivers blocks on a thread of its own or of the sound system; the track's thread takes them from there
(``track_recorder.py``). Opening and closing may hang in a driver, so both happen on threads that nobody waits for.

To add one: a class with these members, its line in ``source_opening.py``, and a test with a real or scripted device.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import TrackKind


class SourceUnusable(Exception):
    """The source cannot be opened now; its words are for the log."""


class SourceHopeless(SourceUnusable):
    """It will never open, however often one tries."""


class NothingLeft(SourceUnusable):
    """There are not so many sources: after the chosen one and the next best, nothing is left to try."""


@dataclass(frozen=True, slots=True)
class SoundBlock:
    """What a source delivers at once."""

    sound: NDArray[np.float32]
    """All channels, shape ``(n, channels)``, the receiver's to keep."""
    arrived_s: float
    """When it came, on ``steady_now``."""
    captured_s: float | None = None
    """When its first sample was captured, on the same clock, where the device tells."""
    has_overflowed: bool = False
    """What the sound system says of lost samples. Noted, never believed: times decide."""

    @property
    def length(self) -> int:
        """Samples of each channel."""
        return self.sound.shape[0]


Deliver = Callable[[SoundBlock], None]


@dataclass(frozen=True, slots=True)
class OpenedSource:
    """What was opened."""

    device: str
    host_api: str
    rate_hz: int
    channels: int


class SoundSource(Protocol):
    """A source that can be opened once and closed once."""

    @property
    def kind(self) -> TrackKind:
        """Which track it makes."""
        ...

    @property
    def has_clock(self) -> bool:
        """Whether its sound comes in real time. A file does not: its samples alone count."""
        ...

    @property
    def may_rest(self) -> bool:
        """Whether it delivers nothing while nothing sounds, so that no data is silence and no trouble."""
        ...

    @property
    def has_ended(self) -> bool:
        """Whether it delivered all it ever will."""
        ...

    @property
    def trouble(self) -> str:
        """Why it will deliver nothing more although it should, for the log; empty as long as it works."""
        ...

    def open(self, deliver: Deliver) -> OpenedSource:
        """Begin to deliver. Raises ``SourceUnusable``."""
        ...

    def close(self) -> None:
        """Stop delivering. Harmless twice, or when it was not opened."""
        ...

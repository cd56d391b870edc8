"""Finds the sound source of a track: the one that was chosen, else the next best, again and again until one opens.

Asked by the track's thread some twenty times a second. Opening may hang in a driver, so every opening has a thread of
its own that nobody waits for; one that takes long is not given up yet, but the next best is tried beside it. Once a
source is open the others are closed, and it stays, also when the chosen one comes back.
"""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.capture.sound_source import (
    NothingLeft,
    OpenedSource,
    SoundBlock,
    SoundSource,
    SourceHopeless,
    SourceUnusable,
)

FIRST_PATIENCE_S = 4.0
"""A headset may take so long until it delivers for the first time ..."""
PATIENCE_S = 0.8
"""... but once sound is missing, the next best is tried soon."""
GIVE_UP_S = 8.0
"""An opening that takes longer hangs."""
TRY_AGAIN_S = 1.0
_MOST_AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class Found:
    """A source is open."""

    source: SoundSource
    opened: OpenedSource
    early: tuple[SoundBlock, ...]
    """What it delivered before its opening came back."""


@dataclass(frozen=True, slots=True)
class Refused:
    """One did not open; others are being tried."""

    why: str
    is_final: bool = False
    """There is no use in trying: this track has no source."""


@dataclass(eq=False, slots=True)
class _Opening:
    source: SoundSource
    began_s: float
    outcome: "queue.SimpleQueue[OpenedSource | SourceUnusable]" = field(
        default_factory=queue.SimpleQueue[OpenedSource | SourceUnusable]
    )
    early: list[SoundBlock] = field(default_factory=list[SoundBlock])


class SourceFinder:
    """Of one track."""

    def __init__(
        self,
        *,
        new_source: Callable[[int, int], SoundSource],
        deliver: Callable[[SoundSource, SoundBlock], None],
    ) -> None:
        """``new_source`` makes one from the track's position and a rank; 0 is the chosen one."""
        self._new_source = new_source
        self._deliver = deliver
        self._openings: list[_Opening] = []
        self._rank = 0
        self._try_at_s = 0.0
        self._patience_s = FIRST_PATIENCE_S
        self._most = _MOST_AT_ONCE

    def begin(self, *, is_lost: bool, not_before_s: float = float("-inf")) -> None:
        """Look for the chosen one first; with less patience where sound is missing already."""
        self.abandon()
        self._rank = 0
        self._try_at_s = not_before_s
        self._patience_s = PATIENCE_S if is_lost else FIRST_PATIENCE_S
        self._most = _MOST_AT_ONCE

    def begin_with_chosen(self) -> None:
        """Look for the chosen one alone: another one is open, and the next best is no better than that."""
        self.begin(is_lost=False)
        self._most = 1

    def look(self, now_s: float, at: int) -> Found | Refused | None:
        """Go on looking. ``at`` is the sample of the track at which a source would go on."""
        for opening in tuple(self._openings):
            answer = self._ask(opening, now_s)
            if answer is not None:
                return answer
        newest_s = max((opening.began_s for opening in self._openings), default=float("-inf"))
        is_time = now_s >= self._try_at_s if not self._openings else now_s - newest_s > self._patience_s
        if is_time and len(self._openings) < self._most:
            self._open(now_s, at)
        return None

    def keep_early(self, source: SoundSource, block: SoundBlock) -> bool:
        """A block came from a source that is not open yet, as it seems; whether it is one of ours."""
        for opening in self._openings:
            if opening.source is source:
                opening.early.append(block)
                return True
        return False

    def abandon(self) -> None:
        """Close whatever is being opened."""
        while self._openings:
            close_aside(self._openings.pop().source)

    def _ask(self, opening: _Opening, now_s: float) -> Found | Refused | None:
        try:
            outcome = opening.outcome.get_nowait()
        except queue.Empty:
            if now_s - opening.began_s <= GIVE_UP_S:
                return None
            close_aside(opening.source)
            outcome = SourceUnusable("opening it does not end")
        self._openings.remove(opening)
        if isinstance(outcome, OpenedSource):
            self.abandon()
            return Found(opening.source, outcome, tuple(opening.early))
        if isinstance(outcome, NothingLeft):
            self._rank = 0
            self._try_at_s = now_s + TRY_AGAIN_S
        elif not self._openings:
            self._try_at_s = now_s
        return Refused(str(outcome), is_final=isinstance(outcome, SourceHopeless))

    def _open(self, now_s: float, at: int) -> None:
        opening = _Opening(self._new_source(at, self._rank), now_s)
        self._rank += 1
        self._openings.append(opening)

        def open_it() -> None:
            try:
                opening.outcome.put(opening.source.open(lambda block: self._deliver(opening.source, block)))
            except SourceUnusable as error:
                opening.outcome.put(error)

        threading.Thread(target=open_it, name="source-opening", daemon=True).start()


def close_aside(source: SoundSource) -> None:
    """Close a source without waiting for it: some drivers never come back from a stop."""
    threading.Thread(target=source.close, name="source-closing", daemon=True).start()

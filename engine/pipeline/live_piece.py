"""A piece of sound that is understood in one go: cut at a pause, with nothing settled before it.

Where much is waiting, after a stall, a restart or a stop, and where a stretch was skipped. One pass over ten seconds
costs less than the growing window, and reads better. Used by ``live_pipeline.py`` and ``live_repair.py``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.recognition.live_recogniser import Heard

PIECE_S = 12.0
"""Seconds that are understood in one go, at the most."""

SHORTEST_S = 5.0
"""A piece is not cut shorter than this at a pause."""

MARGIN_S = 0.3
"""Sound around a piece that is in its window as well."""

Reread = Callable[[Samples], Heard | None]
"""Understands a window with all care; ``None`` if the recogniser failed on it."""


class ReadsBack(Protocol):
    """Where the sound is."""

    def read(self, start: int, stop: int) -> Samples:
        """A stretch of the track, cut to what is there."""
        ...


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """The words of a piece."""

    words: tuple[RecognisedWord, ...]
    no_speech: float


def read_piece(piece: SpeechSpan, sound: ReadsBack, reread: Reread) -> ReadPiece | None:
    """The words of a piece; ``None`` if it cannot be read."""
    margin = int(MARGIN_S * SAMPLE_RATE_HZ)
    start = max(0, piece.start - margin)
    heard = reread(sound.read(start, piece.stop + margin))
    if heard is None or heard.is_loop:
        return None
    inside = (word for word in placed(heard, start) if piece.start <= (word.start + word.stop) // 2 < piece.stop)
    return ReadPiece(tuple(inside), heard.no_speech)


def placed(heard: Heard, start: int) -> list[RecognisedWord]:
    """The words of a window at their place in the recording."""
    return [
        RecognisedWord(SampleIndex(start + word.start), SampleIndex(start + word.stop), word.text, word.confidence)
        for word in heard.words
    ]


def best_cut(voiced: Sequence[SpeechSpan], start: int, stop: int, *, around: int | None = None) -> int:
    """Where to cut: in the longest pause, or the one nearest to a place; else at the place, or the end."""
    least = start + int(SHORTEST_S * SAMPLE_RATE_HZ) if around is None else start
    pauses = [
        (before.stop, after.start)
        for before, after in pairwise(voiced)
        if least < (before.stop + after.start) // 2 < stop
    ]
    if not pauses:
        return stop if around is None else around
    if around is None:
        best = max(pauses, key=lambda pause: pause[1] - pause[0])
    else:
        best = min(pauses, key=lambda pause: abs((pause[0] + pause[1]) // 2 - around))
    return (best[0] + best[1]) // 2

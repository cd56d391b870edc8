"""A piece of sound that is understood in one go: cut at a pause, with nothing settled before it.

Where much is waiting, after a stall, a restart or a stop, and where a stretch was skipped. One pass over ten seconds
costs less than the growing window, and reads better. Used by ``live_pipeline.py`` and ``live_repair.py``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_hole import around, holes_in, read_holes
from engine.pipeline.live_seam import between
from engine.recognition.coverage import is_sparse, longest
from engine.recognition.live_recogniser import Heard

PIECE_S = 12.0
"""Seconds that are understood in one go, at the most."""

SHORTEST_S = 5.0
"""A piece is not cut shorter than this at a pause."""

MARGIN_S = 0.3
"""Sound around a piece that is in its window as well."""

CUT_MARGIN_S = 1.5
"""The same where somebody speaks at the border: half a word is misheard."""

SLACK_S = 0.3
"""A word at a cut may be placed wrong by this much."""

MOST_HOLE = 0.8
"""Part of a piece that a hole may be; another try at all of it would give the same."""

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


def read_piece(
    piece: SpeechSpan,
    sound: ReadsBack,
    reread: Reread,
    *,
    voiced: Sequence[SpeechSpan] = (),
    before: Sequence[RecognisedWord] = (),
    after: Sequence[RecognisedWord] = (),
) -> ReadPiece | None:
    """The words of a piece; ``None`` if it cannot be read.

    Args:
        piece: What is wanted.
        sound: Where it is.
        reread: How it is understood.
        voiced: Where a voice was heard in it: what gets no words there is tried again on its own.
        before: Known words in front of it, which are not to come twice where it was cut in the middle of speech.
        after: Those behind it.
    """
    inside = within(voiced, piece.start, piece.stop)
    beside = [*before, *after]
    found = _read(piece, sound, reread, voiced, beside)
    if found is None:
        return None
    if is_sparse(inside, found.words):
        # The decoder stopped early, and what it has may lie anywhere.
        found = max((found, _in_halves(piece, sound, reread, inside)), key=_worth)
    holes = [hole for hole in holes_in(inside, found.words) if hole.length < piece.length * MOST_HOLE]
    words = read_holes(holes, found.words, lambda hole: read_hole(hole, sound, reread))
    if not before and not after:
        return replace(found, words=words)
    return replace(found, words=tuple(between(words, before=before, after=after)))


def read_hole(hole: SpeechSpan, sound: ReadsBack, reread: Reread) -> tuple[RecognisedWord, ...]:
    """The words of a voice that got none, understood alone."""
    found = _read(around(hole), sound, reread, ())
    return found.words if found is not None else ()


def _read(
    piece: SpeechSpan,
    sound: ReadsBack,
    reread: Reread,
    voiced: Sequence[SpeechSpan],
    beside: Sequence[RecognisedWord] = (),
) -> ReadPiece | None:
    is_cut_at = [is_cut(voiced, border) for border in (piece.start, piece.stop)]
    reach = [int((CUT_MARGIN_S if cut else MARGIN_S) * SAMPLE_RATE_HZ) for cut in is_cut_at]
    start = max(0, piece.start - reach[0])
    heard = reread(sound.read(start, piece.stop + reach[1]))
    if heard is None or heard.is_loop:
        return None
    # At a cut, either side may take a word for the other's; what the other side has is known.
    first, last = (int(SLACK_S * SAMPLE_RATE_HZ) if cut and beside else 0 for cut in is_cut_at)
    words = (
        word
        for word in placed(heard, start)
        if piece.start <= _middle(word) < piece.stop
        or (piece.start - first <= _middle(word) < piece.stop + last and not _lies_on(word, beside))
    )
    return ReadPiece(tuple(words), heard.no_speech)


def _in_halves(piece: SpeechSpan, sound: ReadsBack, reread: Reread, voiced: Sequence[SpeechSpan]) -> ReadPiece:
    middle = SampleIndex(best_cut(voiced, piece.start, piece.stop, around=(piece.start + piece.stop) // 2))
    halves = [
        _read(SpeechSpan(piece.track, start, stop), sound, reread, voiced)
        for start, stop in ((piece.start, middle), (middle, piece.stop))
    ]
    left, right = (half or ReadPiece((), 1.0) for half in halves)
    words = (*left.words, *between(right.words, before=left.words, after=()))
    return ReadPiece(words, min(left.no_speech, right.no_speech))


def within(voiced: Sequence[SpeechSpan], start: int, stop: int) -> list[SpeechSpan]:
    """What of the voice lies between two samples."""
    return [
        SpeechSpan(span.track, SampleIndex(max(span.start, start)), SampleIndex(min(span.stop, stop)))
        for span in voiced
        if span.start < stop and span.stop > start
    ]


def _middle(word: RecognisedWord) -> int:
    return (word.start + word.stop) // 2


def _lies_on(word: RecognisedWord, others: Sequence[RecognisedWord]) -> bool:
    return any(other.start < _middle(word) < other.stop for other in others)


def _worth(found: ReadPiece) -> int:
    return sum(longest(word.text) for word in found.words)


def is_cut(voiced: Sequence[SpeechSpan], border: int) -> bool:
    """Whether somebody speaks at a border."""
    return any(span.start < border < span.stop for span in voiced)


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

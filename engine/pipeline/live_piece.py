"""A piece of sound that is understood in one go: cut at a pause, with nothing settled before it.

Where much is waiting, after a stall, a restart or a stop, and where a stretch was skipped. One pass over ten seconds
costs less than the growing window, and reads better. Used by ``live_pipeline.py`` and ``live_repair.py``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.heard import Heard
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_hole import around, holes_in, read_holes
from engine.pipeline.live_seam import between, first_new, last_new
from engine.recognition.coverage import is_sparse, longest

PIECE_S = 12.0
"""Seconds that are understood in one go, at the most."""

SHORTEST_S = 5.0
"""A piece is not cut shorter than this at a pause."""

MARGIN_S = 0.3
"""Sound around a piece that is in its window as well."""

CUT_MARGIN_S = 1.5
"""The same where somebody speaks at the border: half a word is misheard."""

NEAR_S = 0.15
"""A voice that begins or ends so near to a border was cut by it."""

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
    found = _read(piece, sound, reread, voiced, before=before, after=after)
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
    *,
    before: Sequence[RecognisedWord] = (),
    after: Sequence[RecognisedWord] = (),
) -> ReadPiece | None:
    is_cut_at = [is_cut(voiced, border) for border in (piece.start, piece.stop)]
    reach = [int((CUT_MARGIN_S if cut else MARGIN_S) * SAMPLE_RATE_HZ) for cut in is_cut_at]
    start = max(0, piece.start - reach[0])
    heard = reread(sound.read(start, piece.stop + reach[1]))
    if heard is None or heard.is_loop:
        return None
    words = placed(heard, start)
    first = sum(_middle(word) < piece.start for word in words)
    last = sum(_middle(word) < piece.stop for word in words)
    # At a cut the words that are known on its other side tell better than times which of these are new.
    if is_cut_at[0] and _is_near(before[-1:], piece.start):
        first = first_new(words, seam=before[-1].stop, said=_text(before))
    if is_cut_at[1] and _is_near(after[:1], piece.stop):
        last = first + last_new(words[first:], seam=after[0].start, follows=_text(after))
    return ReadPiece(tuple(words[first:last]), heard.no_speech)


def _in_halves(piece: SpeechSpan, sound: ReadsBack, reread: Reread, voiced: Sequence[SpeechSpan]) -> ReadPiece:
    middle = SampleIndex(best_cut(voiced, piece.start, piece.stop, around=(piece.start + piece.stop) // 2))
    nothing = ReadPiece((), 1.0)
    left = _read(SpeechSpan(piece.track, piece.start, middle), sound, reread, voiced) or nothing
    right = _read(SpeechSpan(piece.track, middle, piece.stop), sound, reread, voiced, before=left.words) or nothing
    return ReadPiece((*left.words, *right.words), min(left.no_speech, right.no_speech))


def within(voiced: Sequence[SpeechSpan], start: int, stop: int) -> list[SpeechSpan]:
    """What of the voice lies between two samples."""
    return [
        SpeechSpan(span.track, SampleIndex(max(span.start, start)), SampleIndex(min(span.stop, stop)))
        for span in voiced
        if span.start < stop and span.stop > start
    ]


def is_cut(voiced: Sequence[SpeechSpan], border: int) -> bool:
    """Whether somebody speaks at a border, on this side of it at least."""
    near = int(NEAR_S * SAMPLE_RATE_HZ)
    return any(span.start - near < border < span.stop + near for span in voiced)


def _middle(word: RecognisedWord) -> int:
    return (word.start + word.stop) // 2


def _is_near(words: Sequence[RecognisedWord], border: int) -> bool:
    return any(min(abs(word.start - border), abs(word.stop - border)) <= SAMPLE_RATE_HZ for word in words)


def _text(words: Sequence[RecognisedWord]) -> str:
    return "".join(word.text for word in words)


def _worth(found: ReadPiece) -> int:
    return sum(longest(word.text) for word in found.words)


def placed(heard: Heard, start: int) -> list[RecognisedWord]:
    """The words of a window at their place in the recording."""
    return [
        RecognisedWord(
            SampleIndex(start + word.start), SampleIndex(start + word.stop), word.text, word.confidence, word.heard
        )
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

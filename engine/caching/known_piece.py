"""Pieces of a recording whose words are known, and how recognised stretches become such pieces.

Pure values between ``recording_memory.py`` and the file pipeline.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.contract.audio import SpeechSpan
from engine.contract.segments import RecognisedSegment, RecognisedWord


@dataclass(frozen=True, slots=True)
class KnownPiece:
    """Speech whose words are known, at its place in the recording."""

    part: SpeechSpan
    speech: tuple[SpeechSpan, ...]
    lines: tuple[RecognisedSegment, ...]
    language: str
    """The meeting's, which it was recognised with."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What is known of a recording."""

    pieces: tuple[KnownPiece, ...] = ()
    """In order; none lies in another."""
    covered: tuple[SpeechSpan, ...] = ()
    """Where nothing else is said than the pieces say, in order."""
    language: str = ""
    """What the meeting's language was found to be; empty if too little is known."""
    probability: float = 0.0

    def in_language(self, language: str) -> "Recalled":
        """What of it was recognised in this language."""
        kept = tuple(piece for piece in self.pieces if piece.language == language)
        if len(kept) == len(self.pieces):
            return self
        return replace(self, pieces=kept, covered=tuple(piece.part for piece in kept))


NOTHING = Recalled()


def pieces_of(
    parts: Sequence[SpeechSpan], speech: Sequence[SpeechSpan], lines: Sequence[RecognisedSegment], *, language: str
) -> list[KnownPiece]:
    """The parts of a stretch, each with the words in it. A line that goes on in the next part is two lines."""
    pieces: list[KnownPiece] = []
    for at, part in enumerate(parts):
        inside = [_within(line, parts, at) for line in lines]
        heard = tuple(span for span in speech if part.start <= _middle(span) < part.stop)
        pieces.append(KnownPiece(part, heard, tuple(line for line in inside if line is not None), language))
    return pieces


def _within(line: RecognisedSegment, parts: Sequence[SpeechSpan], at: int) -> RecognisedSegment | None:
    words = [word for word in line.words if _part_of(word, parts) == at]
    if len(words) == len(line.words):
        return line if words or _part_of(line, parts) == at else None
    if not words:
        return None
    return replace(
        line,
        start=words[0].start,
        stop=words[-1].stop,
        text="".join(word.text for word in words).strip(),
        confidence=sum(word.confidence for word in words) / len(words),
        words=tuple(words),
    )


def _part_of(timed: RecognisedWord | RecognisedSegment, parts: Sequence[SpeechSpan]) -> int:
    """The part that the middle lies in; the nearest, if it lies in none."""
    middle = _middle(timed)
    return min(range(len(parts)), key=lambda at: max(parts[at].start - middle, middle - parts[at].stop, 0))


def _middle(timed: RecognisedWord | RecognisedSegment | SpeechSpan) -> int:
    return (timed.start + timed.stop) // 2

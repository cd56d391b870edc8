"""Recognised lines as they are cached: their times count from the beginning of their sound, wherever that lies now.

Pure. pydantic checks what is read against the dataclass itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import TypeAdapter, ValidationError

from engine.contract.audio import SampleIndex
from engine.contract.segments import RecognisedSegment


@dataclass(frozen=True, slots=True)
class KeptLines:
    """The lines of one stretch of sound."""

    lines: tuple[RecognisedSegment, ...]
    """Their times are samples from the beginning of the stretch."""


_KEPT = TypeAdapter(KeptLines)


def moved(line: RecognisedSegment, by: int, *, track: int) -> RecognisedSegment:
    """The same line so many samples later, on a track."""
    words = tuple(
        replace(word, start=SampleIndex(word.start + by), stop=SampleIndex(word.stop + by)) for word in line.words
    )
    return replace(line, track=track, start=SampleIndex(line.start + by), stop=SampleIndex(line.stop + by), words=words)


def write_lines(lines: Sequence[RecognisedSegment], *, start: int) -> bytes:
    """Lines of a stretch that begins at ``start``."""
    return _KEPT.dump_json(KeptLines(tuple(moved(line, -start, track=0) for line in lines)))


def read_lines(content: bytes, *, start: int, track: int) -> list[RecognisedSegment] | None:
    """The lines, for a stretch that begins at ``start``; ``None`` if these are no lines."""
    try:
        kept = _KEPT.validate_json(content)
    except ValidationError:
        return None
    return [moved(line, start, track=track) for line in kept.lines]

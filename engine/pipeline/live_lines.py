"""From settled words to growing lines of transcript: the live counterpart of ``engine/recognition/lines.py``.

Pure, one a track, used by ``live_lane.py``. A word that is in a line stays there, so a line cannot be cut at its best
inner place afterwards, as the file job does: it is closed where it has grown long enough and a clause ends.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex
from engine.contract.segments import RecognisedWord
from engine.recognition.lines import (
    CLAUSE_ENDS,
    CLOSING,
    LONGEST_CHARACTERS,
    LONGEST_HAN,
    LONGEST_S,
    PAUSE_S,
    split_lines,
)

ENOUGH = 2 / 3
"""Part of the longest line from which on it is closed where a clause ends."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it stands."""

    name: str
    """Unique for ever."""
    words: tuple[RecognisedWord, ...]
    language: str
    no_speech: float
    """The least that a pass over a part of it gave."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What became of a line."""

    line: Line
    new_words: int
    is_closed: bool


def new_name() -> str:
    """A name that no other line will ever have."""
    return uuid.uuid4().hex


class LineBuilder:
    """Joins words into lines."""

    def __init__(self, *, make_name: Callable[[], str] = new_name, line: Line | None = None) -> None:
        """``line`` is open already."""
        self._make_name = make_name
        self._open = line
        self._end = 0 if line is None else line.words[-1].stop
        """No later word begins before this."""

    @property
    def open(self) -> Line | None:
        """The line that still grows."""
        return self._open

    def add(self, words: Sequence[RecognisedWord], *, language: str, no_speech: float = 0.0) -> list[Growth]:
        """Take words that are settled, in order; gives each line that changed once, and whether it is closed now."""
        grown: list[Growth] = []
        new = 0
        for word in words:
            line = self._open
            if line is not None and (line.language != language or _is_pause(line.words[-1], word)):
                grown.append(Growth(line, new, is_closed=True))
                line, new = None, 0
            fitted = self._fit(word)
            if line is None:
                line = Line(self._make_name(), (fitted,), language, no_speech)
            else:
                line = replace(line, words=(*line.words, fitted), no_speech=min(line.no_speech, no_speech))
            new += 1
            self._open = line
            if _is_complete(line.words):
                grown.append(Growth(line, new, is_closed=True))
                self._open, new = None, 0
        if self._open is not None and new:
            grown.append(Growth(self._open, new, is_closed=False))
        return grown

    def close_after_pause(self, heard: int) -> list[Growth]:
        """Close the line if nothing was said behind it for long enough."""
        line = self._open
        if line is None or heard - line.words[-1].stop < PAUSE_S * SAMPLE_RATE_HZ:
            return []
        return self.close()

    def close(self) -> list[Growth]:
        """Close the line that is open, whatever comes."""
        line, self._open = self._open, None
        return [] if line is None else [Growth(line, 0, is_closed=True)]

    def _fit(self, word: RecognisedWord) -> RecognisedWord:
        """The word not before the one that was settled before it: what is shown keeps its times, so this one moves."""
        start = max(word.start, self._end)
        stop = max(word.stop, start + FRAME_SAMPLES)
        self._end = stop
        if (start, stop) == (word.start, word.stop):
            return word
        return replace(word, start=SampleIndex(start), stop=SampleIndex(stop))


def _is_pause(before: RecognisedWord, after: RecognisedWord) -> bool:
    return after.start - before.stop >= PAUSE_S * SAMPLE_RATE_HZ


def _is_complete(words: Sequence[RecognisedWord]) -> bool:
    """Whether the line ends here: with its sentence, with a clause once it is long, or because it is too long."""
    probe = replace(words[-1], start=words[-1].stop, text=" x")
    if len(split_lines([words[-1], probe])) > 1:
        return True
    text = "".join(word.text for word in words)
    han = sum("一" <= character <= "鿿" for character in text)
    size = max(
        (words[-1].stop - words[0].start) / (LONGEST_S * SAMPLE_RATE_HZ),
        len(text) / LONGEST_CHARACTERS,
        han / LONGEST_HAN,
    )
    ends_clause = text.rstrip().rstrip(CLOSING).endswith(tuple(CLAUSE_ENDS))
    return size >= 1 or (size >= ENOUGH and ends_clause)

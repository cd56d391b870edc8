"""Scores who spoke when: the diarization error rate, and the word error rate with speakers (cpWER).

The same rules as the shared scorer, which uses pyannote.metrics and meeteval; these figures agree with its
(``tests/engine/bench/test_speaker_scoring.py``). Pure. Times are seconds.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize as _untyped


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody talks."""

    start: float
    stop: float
    speaker: str


@dataclass(frozen=True, slots=True)
class TurnErrors:
    """What is wrong in one recording, in seconds of speech."""

    speech: float
    missed: float
    invented: float
    confused: float
    speakers: int
    found: int

    @property
    def rate(self) -> float:
        """Diarization error rate in percent."""
        return 100 * (self.missed + self.invented + self.confused) / self.speech if self.speech else 0.0


def score_turns(said: Sequence[Turn], found: Sequence[Turn], *, length: float, collar: float = 0.25) -> TurnErrors:
    """Compare turns over so many seconds; ``collar`` in all, half of it to either side of each said border."""
    said, found = _merged(said), _merged(found)
    names, labels = sorted({turn.speaker for turn in said}), sorted({turn.speaker for turn in found})
    ignored = [(edge - collar / 2, edge + collar / 2) for turn in said for edge in (turn.start, turn.stop)]
    edges = sorted(
        {0.0, length}
        | {min(max(0.0, edge), length) for turn in (*said, *found) for edge in (turn.start, turn.stop)}
        | {min(max(0.0, edge), length) for stretch in ignored for edge in stretch}
    )
    middles = np.array([(start + stop) / 2 for start, stop in pairwise(edges)])
    spans = np.diff(edges)
    spans[_inside(middles, ignored)] = 0
    truth = np.array([_inside(middles, _of(said, name)) for name in names], np.bool_).reshape(len(names), len(middles))
    ours = np.array([_inside(middles, _of(found, label)) for label in labels], np.bool_).reshape(
        len(labels), len(middles)
    )
    shared = (truth[:, None] & ours[None]) @ spans
    right = sum(float(shared[row, column]) for row, column in _best_pairs(-shared))
    there, heard = truth.sum(0), ours.sum(0)
    both = float((np.minimum(there, heard) * spans).sum())
    return TurnErrors(
        float((there * spans).sum()),
        float((np.maximum(there - heard, 0) * spans).sum()),
        float((np.maximum(heard - there, 0) * spans).sum()),
        both - right,
        len(names),
        len(labels),
    )


def read_rttm(path: Path) -> list[Turn]:
    """The turns of a file in the Rich Transcription format."""
    turns: list[Turn] = []
    for line in path.read_text("utf-8").splitlines():
        field = line.split()
        if field and field[0] == "SPEAKER":
            turns.append(Turn(float(field[3]), float(field[3]) + float(field[4]), field[7]))
    return turns


def speaker_word_errors(
    said: dict[str, list[str]], found: dict[str, list[str]], errors: Callable[[list[str], list[str]], int]
) -> int:
    """Word errors under the best pairing of speakers; who has no partner is wrong in every word."""
    names, labels = list(said), list(found)
    size = max(len(names), len(labels))
    cost = np.zeros((size, size), np.int64)
    for row in range(size):
        for column in range(size):
            one = said[names[row]] if row < len(names) else []
            other = found[labels[column]] if column < len(labels) else []
            cost[row, column] = errors(one, other)
    return sum(int(cost[row, column]) for row, column in _best_pairs(cost))


def _best_pairs(cost: NDArray[Any]) -> list[tuple[int, int]]:
    """Each row with a column, or each column with a row, at the least cost."""
    optimize: Any = _untyped  # scipy has no types
    rows, columns = optimize.linear_sum_assignment(cost)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _merged(turns: Iterable[Turn]) -> list[Turn]:
    """Turns of one speaker that touch or overlap made one."""
    found: list[Turn] = []
    last: dict[str, int] = {}
    for turn in sorted(turns, key=lambda each: each.start):
        at = last.get(turn.speaker)
        if at is not None and turn.start <= found[at].stop:
            found[at] = Turn(found[at].start, max(found[at].stop, turn.stop), turn.speaker)
        else:
            last[turn.speaker] = len(found)
            found.append(turn)
    return found


def _of(turns: Sequence[Turn], speaker: str) -> list[tuple[float, float]]:
    return [(turn.start, turn.stop) for turn in turns if turn.speaker == speaker]


def _inside(moments: NDArray[np.float64], stretches: Sequence[tuple[float, float]]) -> NDArray[np.bool_]:
    found = np.zeros(len(moments), np.bool_)
    for start, stop in stretches:
        found |= (start < moments) & (moments < stop)
    return found

"""Runs in turn, and what they say together. Machines are noisy: a slow minute must hit every side alike.

Pure but for the runs themselves, which the caller hands in.
"""

from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeVar

T = TypeVar("T")


def run_in_turn(sides: Sequence[str], *, rounds: int, run: Callable[[str, int], T]) -> dict[str, list[T]]:
    """Let every side run once a round, each round beginning with another one: nobody is always first."""
    answers: dict[str, list[T]] = {side: [] for side in sides}
    for number in range(rounds):
        first = number % len(sides)
        for side in (*sides[first:], *sides[:first]):
            answers[side].append(run(side, number))
    return answers


def paired_ratio(ours: Sequence[float], other: Sequence[float]) -> float | None:
    """The median of the rounds' ratios; ``None`` if the other side is 0 somewhere."""
    if not ours or not all(other):
        return None
    return median(mine / theirs for mine, theirs in zip(ours, other, strict=True))

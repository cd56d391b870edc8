"""The setting to choose for a computer: of all that were tried, the one where more time buys few further right words.

Pure. Wrong words and real-time factor are brought to 0..1 over all points; the distance to the place where both are
least is weighted 1 : 0.7, because a wrong word costs a person more than a moment. On the front of points that no other
one beats in both, the second difference names the bend, after Zhao, Hautamäki and Fränti, "Knee Point Detection in BIC
for Detecting the Number of Clusters" (ACIVS 2008); Satopää et al., "Finding a Kneedle in a Haystack" (ICDCSW 2011),
normalise alike. The bend is chosen among the points that are about as near as the nearest.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

WRONG_WEIGHT, TIME_WEIGHT = 1.0, 0.7

ABOUT = 0.05
"""Distances that differ by no more are about alike."""

KEEPS_UP = 0.5
"""Live, a setting must need no more than this part of the time that the speech lasts."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One setting of the ladder."""

    model: str
    """Catalogue name of the speech model."""
    compute_type: str
    """Precision, as CTranslate2 calls it."""
    beam_size: int
    has_full_window: bool
    """Whisper's own window of 30 s instead of short ones."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a setting gave on the sample."""

    rung: Rung
    wrong_percent: float
    real_time_factor: float
    """Seconds of work for a second of speech."""


@dataclass(frozen=True, slots=True)
class Knee:
    """What was found."""

    points: tuple[Point, ...]
    front: tuple[Point, ...]
    """Those that no other one beats in both, the fastest first."""
    distances: tuple[float, ...]
    """Of ``points``, weighted."""
    bends: tuple[float, ...]
    """Second differences of ``front``, 0 at its ends."""
    chosen: Point


def find_knee(points: Sequence[Point], *, can_be_set: Callable[[Rung], bool] = lambda _: True) -> Knee:
    """Choose among points. Raises ``ValueError`` if there are none.

    Args:
        points: All that were tried; the rest stand beside the chosen one for comparison.
        can_be_set: Whether the application works like that where it is told to; others are not chosen.
    """
    if not points:
        raise ValueError("no points")
    wrong = _normalised([point.wrong_percent for point in points])
    effort = _normalised([point.real_time_factor for point in points])
    placed = dict(zip(points, zip(effort, wrong, strict=True), strict=True))
    distances = {point: math.hypot(TIME_WEIGHT * x, WRONG_WEIGHT * y) for point, (x, y) in placed.items()}
    front = _front(points)
    bends = _bends([placed[point] for point in front])
    settable = _front([point for point in points if can_be_set(point.rung)]) or front
    able = [point for point in settable if point.real_time_factor <= KEEPS_UP] or [settable[0]]
    least = min(distances[point] for point in able)
    bent = dict(zip(front, bends, strict=True))
    near = [point for point in able if distances[point] <= least + ABOUT]
    chosen = max(near, key=lambda point: (bent.get(point, 0.0), -distances[point]))
    return Knee(tuple(points), front, tuple(distances[point] for point in points), bends, chosen)


def _normalised(values: Sequence[float]) -> list[float]:
    least, most = min(values), max(values)
    return [0.0 if most == least else (value - least) / (most - least) for value in values]


def _front(points: Sequence[Point]) -> tuple[Point, ...]:
    """From the fastest on, each that has fewer wrong words than all faster ones."""
    front: list[Point] = []
    for point in sorted(points, key=lambda each: (each.real_time_factor, each.wrong_percent)):
        if not front or point.wrong_percent < front[-1].wrong_percent:
            front.append(point)
    return tuple(front)


def _bends(places: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """How much less steep the curve goes on behind each point than it came: its second difference, by slopes."""
    slopes = [(y2 - y1) / max(x2 - x1, 1e-9) for (x1, y1), (x2, y2) in pairwise(places)]
    inner = [after - before for before, after in pairwise(slopes)]
    return (0.0, *inner, 0.0)[: len(places)]

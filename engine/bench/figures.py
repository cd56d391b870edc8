"""Figures: what a measurement says, as a table for people and as one line of JSON for machines.

Pure values; printed by ``app/cli/measure.py``.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import Any

from engine.bench.machine import Machine
from engine.bench.pairing import paired_ratio


class GoalOn(StrEnum):
    """What a goal is an upper bound of."""

    RATIO = "ratio"
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number asked for: both sides, their ratio, and whether the goal is reached. Less is always better."""

    key: str
    title: str
    ours: float
    other: float | None
    ratio: float | None
    goal: float | None = None
    """The most that is good enough; ``None`` where nothing was asked."""
    goal_on: GoalOn = GoalOn.RATIO
    digits: int = 1
    """Digits after the point in the table."""

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; ``None`` without a goal, or without the ratio it is on."""
        value = self.ratio if self.goal_on is GoalOn.RATIO else self.ours
        return None if self.goal is None or value is None else value <= self.goal

    def as_json(self) -> dict[str, Any]:
        """The entry in ``figures``."""
        return {
            "ours": _rounded(self.ours),
            "other": _rounded(self.other),
            "ratio": _rounded(self.ratio),
            "goal": _rounded(self.goal),
            "met": self.met,
            "goal_on": self.goal_on.value,
        }


@dataclass(frozen=True, slots=True)
class Measurement:
    """All that one ``vivavoce measure`` found."""

    name: str
    machine: Machine
    figures: tuple[Figure, ...]
    setting: str
    """What was measured, on what sound, how often: one line."""
    details: tuple[str, ...] = ()
    """Further lines for people: each side by itself, figures quoted from elsewhere."""

    def as_lines(self) -> list[str]:
        """The whole for people."""
        lines = [f"Machine: {self.machine.sentence}", f"Measured: {self.setting}", ""]
        if self.details:
            lines += [*self.details, ""]
        head = ("figure", "ours", "other", "ratio", "goal", "met")
        return lines + aligned([head, *(_row(figure) for figure in self.figures)])

    def as_json_line(self) -> str:
        """The one line of ``--json``."""
        figures = {figure.key: figure.as_json() for figure in self.figures}
        return json.dumps(
            {"measure": self.name, "machine": self.machine.as_json(), "figures": figures}, ensure_ascii=False
        )


def compare(
    key: str,
    title: str,
    ours: Sequence[float],
    other: Sequence[float],
    *,
    goal: float | None = None,
    digits: int = 1,
) -> Figure:
    """A figure from runs in turn: medians of both sides, and the median of the rounds' ratios, which the goal is on."""
    return Figure(key, title, median(ours), median(other), paired_ratio(ours, other), goal, digits=digits)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines with straight columns: the first to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in enumerate(cells))
        for cells in ([*zip(row, widths, strict=True)] for row in rows)
    ]


def _row(figure: Figure) -> tuple[str, ...]:
    goal = "-"
    if figure.goal is not None:
        goal = f"ratio ≤ {figure.goal:g}" if figure.goal_on is GoalOn.RATIO else f"≤ {figure.goal:.{figure.digits}f}"
    return (
        figure.title,
        f"{figure.ours:.{figure.digits}f}",
        "-" if figure.other is None else f"{figure.other:.{figure.digits}f}",
        "-" if figure.ratio is None else f"{figure.ratio:.2f}",
        goal,
        {True: "yes", False: "NO", None: "-"}[figure.met],
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)

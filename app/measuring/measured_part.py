"""What one part of a measurement found, before the parts become one ``Measurement``. Pure."""

from dataclasses import dataclass, field

from engine.bench.figures import Figure, GoalOn


@dataclass(frozen=True, slots=True)
class MeasuredPart:
    """The answer of a part."""

    setting: str
    figures: list[Figure]
    details: list[str] = field(default_factory=list[str])
    """Lines for people."""


def goal(key: str, title: str, value: float, most: float | None, *, digits: int = 1) -> Figure:
    """A figure of ours alone, with the most that is good enough, if anything was asked."""
    return Figure(key, title, float(value), None, None, most, GoalOn.OURS, digits)

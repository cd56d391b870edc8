"""Parts of a measurement that are done at once."""

from app.measuring.workbench import Workbench
from engine.bench.figures import Figure, GoalOn, Measurement

PARTS = {
    "one": ("tests.fakes.fake_parts", "measure_one"),
    "missing": ("tests.fakes.no_such_part", "measure_it"),
    "two": ("tests.fakes.fake_parts", "measure_two"),
}


def measure_one(workbench: Workbench, *, quick: bool) -> Measurement:
    figure = Figure("one", "one", 1.0 if quick else 3.0, None, None, 1.0, GoalOn.OURS)
    return Measurement("worker", workbench.machine, (figure,), "one thing", ("a line",))


def measure_two(workbench: Workbench, *, quick: bool) -> Measurement:
    del quick
    return Measurement("worker", workbench.machine, (Figure("two", "two", 2.0, None, None),), "another", ("b", "c"))

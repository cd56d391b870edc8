"""``vivavoce measure worker``: what a worker on the network is worth, part by part.

To add a part: a module with a function that takes a ``Workbench`` and ``quick`` and gives a ``Measurement``, and its
place in ``PARTS``. A part whose module is not there is left out.
"""

import importlib
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, Measurement

PARTS = {
    "loopback": ("app.measuring.worker_loopback", "measure_loopback"),
    "load": ("app.measuring.worker_load", "measure_load"),
    "faults": ("app.measuring.worker_faults", "measure_worker_faults"),
    "peers": ("app.measuring.worker_peers", "measure_worker_peers"),
    "group": ("app.measuring.worker_group", "measure_worker_group"),
}
"""Module and function of each part, in the order they run."""


REPEATED = ("faults",)
"""Parts that take ``repeat`` and ``keep`` as well."""


class MeasuresPart(Protocol):
    """A part of the measurement."""

    def __call__(self, workbench: Workbench, *, quick: bool) -> Measurement:
        """Measure it. Raises ``CannotMeasure``."""
        ...


def measure_worker(
    workbench: Workbench,
    *,
    parts: Sequence[str] = (),
    quick: bool = False,
    repeat: int = 0,
    keep: Path | None = None,
    known: Mapping[str, tuple[str, str]] = PARTS,
) -> Measurement:
    """Measure some parts, or all that are there.

    Args:
        workbench: What it is measured with.
        parts: Names of parts; all if there is none.
        quick: Less of everything.
        repeat: How often each fault is run; 0 for what the part thinks right.
        keep: Folder for its runs, so that it goes on where it was interrupted.
        known: The parts there are.

    Raises:
        CannotMeasure: there is no such part, or something it needs is missing.
        SpeechModelError: a speech model is not here.
    """
    for name in parts:
        if name not in known:
            raise CannotMeasure(f"There is no part “{name}”; there are {', '.join(known)}.")
    figures: list[Figure] = []
    settings: list[str] = []
    details: list[str] = []
    for name, (module, function) in known.items():
        if parts and name not in parts:
            continue
        if find_spec(module) is None:
            if parts:
                raise CannotMeasure(f"The part “{name}” is not in this version.")
            continue
        workbench.tell(f"Measuring {name}")
        measure = getattr(importlib.import_module(module), function)
        more = {"repeat": repeat, "keep": keep} if name in REPEATED else {}
        found = cast("MeasuresPart", partial(measure, **more))(workbench, quick=quick)
        figures += found.figures
        settings.append(found.setting)
        details += [*([""] if details else []), *found.details]
    return Measurement("worker", workbench.machine, tuple(figures), "; ".join(settings), tuple(details))

"""``vivavoce measure knee``: the setting to choose for this computer, and whether each precision may be used here."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.diagnostics.calibration import Calibrated, Progress, calibrate
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement, aligned
from engine.bench.knee import Point
from engine.bench.knee_side import LEAST_AGREEMENT, MOST_DISTANCE
from engine.contract.errors import EngineDied


@dataclass(frozen=True, slots=True)
class KneeMeasurement(Measurement):
    """With every point in the line of JSON."""

    data: dict[str, Any] | None = None

    def as_json_line(self) -> str:
        """See ``Measurement``; the data stands beside the figures."""
        return json.dumps(json.loads(Measurement.as_json_line(self)) | {"knee": self.data}, ensure_ascii=False)


def measure_knee(
    workbench: Workbench, models: list[tuple[str, Path]], *, threads: int = 2, quick: bool = False
) -> KneeMeasurement:
    """Try every setting with these speech models. Raises ``CannotMeasure``."""
    if not models:
        raise CannotMeasure("There is no speech model here: “vivavoce models add base” fetches one.")
    try:
        found = calibrate(models, quick=quick, threads=threads, tell=lambda progress: workbench.tell(_line(progress)))
    except EngineDied as error:
        raise CannotMeasure(str(error)) from error
    chosen = found.knee.chosen
    figures = [
        Figure("wrong_percent", "chosen: wrong words %", chosen.wrong_percent, None, None),
        Figure("real_time_factor", "chosen: s of work a s of speech", chosen.real_time_factor, None, None, digits=3),
        *(
            Figure(
                f"distance_{each.model}_{each.compute_type}",
                f"{each.model}, {each.compute_type}: encoder's distance",
                each.distance,
                None,
                None,
                MOST_DISTANCE,
                GoalOn.OURS,
                digits=3,
            )
            for each in found.precisions
        ),
    ]
    return KneeMeasurement(
        "knee",
        workbench.machine,
        tuple(figures),
        f"{found.speech_s:.0f} s of the sample lecture, {len(found.knee.points)} settings, {threads} threads, one run",
        tuple(_details(found)),
        found.as_json(),
    )


def _details(found: Calibrated) -> list[str]:
    knee = found.knee
    bends = dict(zip(knee.front, knee.bends, strict=True))
    rows: list[tuple[str, ...]] = [("setting", "wrong %", "s a s", "distance", "bend", "")]
    for point, distance in sorted(zip(knee.points, knee.distances, strict=True), key=lambda each: each[1]):
        bend = f"{bends[point]:.2f}" if point in bends else ""
        mark = "chosen" if point == knee.chosen else "front" if point in bends else ""
        figures = (f"{point.wrong_percent:.1f}", f"{point.real_time_factor:.3f}", f"{distance:.3f}")
        rows.append((_name(point), *figures, bend, mark))
    limits = f"at most {100 * MOST_DISTANCE:.0f} %, at least {100 * LEAST_AGREEMENT:.0f} %"
    checks = [
        f"{each.model}, {each.compute_type} beside float32: encoder outputs {100 * each.distance:.2f} % away, "
        f"{100 * each.agreement:.1f} % of {each.tokens} next tokens the same: "
        f"{'pass' if each.passes else 'FAIL'} ({limits})."
        for each in found.precisions
    ]
    return [*aligned(rows), "", *checks]


def _name(point: Point) -> str:
    rung = point.rung
    window = "30 s window" if rung.has_full_window else "short windows"
    return f"{rung.model}, {rung.compute_type}, beam {rung.beam_size}, {window}"


def _line(progress: Progress) -> str:
    what = _name(progress.newest) if progress.newest is not None else "not possible here"
    return f"{progress.done} of {progress.total}: {what}"

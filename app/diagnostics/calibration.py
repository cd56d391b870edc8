"""Finds the best setting for this computer: the ladder of installed speech models, precisions, beams and windows.

Called on a background thread by the settings page and by ``vivavoce measure knee``. The work is done by a process of
its own (``engine/bench/knee_side.py``) on the sample lecture; cancelling ends that process and changes nothing.
"""

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.bench.knee import Knee, Point, find_knee
from engine.bench.knee_side import (
    LINES,
    REFERENCE,
    REQUESTS,
    LadderEnd,
    LadderRequest,
    PrecisionChecked,
    RungDone,
    RungRefused,
    Said,
)
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.child_environment import child_environment
from engine.contract.errors import EngineDied

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "samples" / "lecture.flac"

MOST_S, QUICK_S = 60.0, 15.0
"""So much speech of the sample is understood with each setting."""

_BETWEEN_S = 0.3
"""A stretch that is used has so much distance from every other voice."""
_LOOK_S = 0.1

_SIDE = "engine.bench.knee_side"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is."""

    done: int
    total: int
    newest: Point | None
    """``None`` where a setting cannot be used here."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What came of it."""

    knee: Knee
    precisions: tuple[PrecisionChecked, ...]
    speech_s: float

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "speech_s": round(self.speech_s, 1),
            "points": [
                _point_json(point) | {"distance": round(distance, 4), "is_on_front": point in self.knee.front}
                for point, distance in zip(self.knee.points, self.knee.distances, strict=True)
            ],
            "bends": [round(bend, 4) for bend in self.knee.bends],
            "chosen": _point_json(self.knee.chosen),
            "precisions": [
                {
                    "model": each.model,
                    "compute_type": each.compute_type,
                    "distance": round(each.distance, 5),
                    "agreement": round(each.agreement, 4),
                    "tokens": each.tokens,
                    "passes": each.passes,
                }
                for each in self.precisions
            ],
        }


def calibrate(
    models: Sequence[tuple[str, Path]],
    *,
    quick: bool = False,
    threads: int = 2,
    cancellation: Cancellation | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
    module: str = _SIDE,
) -> Calibrated:
    """Try every setting with every one of these speech models, by name and folder.

    Raises:
        Cancelled: stopping was requested; the process is gone.
        EngineDied: the process broke down.
    """
    cancellation = cancellation or Cancellation()
    with tempfile.TemporaryDirectory(prefix="vivavoce-ladder-") as scratch:
        request = LadderRequest(
            sound=str(SAMPLE),
            scratch=scratch,
            said=read_sample(QUICK_S if quick else MOST_S),
            language="en",
            models=tuple((name, str(folder)) for name, folder in models),
            compute_types=("int8", REFERENCE),
            beam_sizes=(1, 5) if quick else (1, 2, 5),
            windows=(False,) if quick else (False, True),
            threads=threads,
        )
        return _run(module, request, cancellation, tell)


def read_sample(most_s: float) -> tuple[Said, ...]:
    """Stretches of the sample lecture in which one person speaks alone, up to so many seconds."""
    told = json.loads(SAMPLE.with_suffix(".json").read_text("utf-8"))
    rows = sorted((row["start"], row["end"], row["text"]) for row in told["segments"])
    found: list[Said] = []
    for number, (start, end, text) in enumerate(rows):
        others = [*rows[:number], *rows[number + 1 :]]
        is_alone = all(end + _BETWEEN_S <= first or last + _BETWEEN_S <= start for first, last, _ in others)
        if is_alone and sum(each.end_s - each.start_s for each in found) + end - start <= most_s:
            found.append(Said(start, end, text))
    return tuple(found)


def _run(
    module: str, request: LadderRequest, cancellation: Cancellation, tell: Callable[[Progress], None]
) -> Calibrated:
    points: list[Point] = []
    precisions: list[PrecisionChecked] = []
    end: LadderEnd | None = None
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env=child_environment(),
        )
        assert process.stdin is not None
        assert process.stdout is not None
        is_over = threading.Event()
        watcher = threading.Thread(
            target=_end_when_cancelled, args=(process, cancellation, is_over), name="ladder-watch", daemon=True
        )
        watcher.start()
        try:
            process.stdin.write(REQUESTS.dump_json(request))
            process.stdin.close()
            for text in process.stdout:
                match line := LINES.validate_json(text):
                    case RungDone():
                        points.append(line.point)
                        tell(Progress(line.done, line.total, line.point))
                    case RungRefused():
                        tell(Progress(line.done, line.total, None))
                    case PrecisionChecked():
                        precisions.append(line)
                    case LadderEnd():
                        end = line
        except (BrokenPipeError, ValidationError):
            end = None
        finally:
            is_over.set()
            watcher.join()
            process.kill()
            code = process.wait()
            process.stdout.close()
    if cancellation.is_requested:
        raise Cancelled
    if end is None or not points:
        raise EngineDied(code)
    # The application works with short windows, and on a processor with the first precision that it has.
    first = next(each for each in request.compute_types if any(each == point.rung.compute_type for point in points))
    knee = find_knee(points, can_be_set=lambda rung: rung.compute_type == first and not rung.has_full_window)
    return Calibrated(knee, tuple(precisions), end.speech_s)


def _end_when_cancelled(
    process: "subprocess.Popen[bytes]", cancellation: Cancellation, is_over: threading.Event
) -> None:
    while not is_over.wait(_LOOK_S):
        if cancellation.is_requested:
            process.kill()
            return


def _point_json(point: Point) -> dict[str, Any]:
    return {
        "model": point.rung.model,
        "compute_type": point.rung.compute_type,
        "beam_size": point.rung.beam_size,
        "window": "30 s" if point.rung.has_full_window else "short",
        "wrong_percent": round(point.wrong_percent, 2),
        "real_time_factor": round(point.real_time_factor, 4),
    }

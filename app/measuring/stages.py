"""``vivavoce measure stages``: where the time of a live word goes, what asking that costs, and what the ring costs.

``vivavoce listen`` hears a meeting, or with ``--quick`` the sample lecture, at the pace at which it is spoken; spans
carry a stamp for each stage. The ring is measured by itself, with the addresses of one view in two processes.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.measuring.workbench import OUR_COMMAND, Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement, aligned
from engine.bench.live_run import LiveRequest
from engine.bench.ring_cost import RingCost, ViewPlace, measure_ring
from engine.contract.stages import PARTS_OF, PERCENTILES, Part

MEETING = "mtg_share_4spk"
LANGUAGE = "en"
MEETING_S = 300.0
QUICK_S = 60.0
LECTURE = Path(__file__).resolve().parents[2] / "resources" / "samples" / "lecture.flac"

MOST_STAMP_PERCENT = 1.0

_TITLES = {
    Part.CAPTURE: "capture: sound card to ring",
    Part.PREPARATION: "preparation: ring to speech model",
    Part.DETECTION: "  of it detection",
    Part.WAITING: "  of it waiting for the pass",
    Part.INFERENCE: "inference: in the speech model",
    Part.ENCODING: "  of it encoder",
    Part.DECODING: "  of it decoder and alignment",
    Part.AGREEMENT: "agreement: until it is certain",
    Part.POST_PROCESSING: "post-processing",
    Part.COMMIT: "commit: pipe and library",
    Part.SHOWING: "showing",
    Part.WHOLE: "the whole way",
}


@dataclass(frozen=True, slots=True)
class StagesMeasurement(Measurement):
    """With the spans and the picture themselves in the line of JSON."""

    data: dict[str, Any] | None = None

    def as_json_line(self) -> str:
        """See ``Measurement``; the data stands beside the figures."""
        plain = json.loads(Measurement.as_json_line(self))
        return json.dumps(plain | (self.data or {}), ensure_ascii=False)


def measure_stages(workbench: Workbench, *, model: str = "base", quick: bool = False) -> StagesMeasurement:
    """Listen, and measure the ring. Raises ``CannotMeasure`` and ``SpeechModelError``."""
    workbench.model_folder(model)
    sound = LECTURE if quick else workbench.data.meeting(MEETING).path
    seconds = QUICK_S if quick else MEETING_S
    workbench.tell("Measuring the ring")
    ring = measure_ring()
    workbench.tell(f"Listening for {seconds / 60:.0f} min")
    answer = workbench.run_live(OUR_COMMAND, LiveRequest(sound, model, LANGUAGE, seconds, has_stages=True))
    told = next((line for line in answer.lines if line["kind"] == "stages"), None)
    if told is None or not told["spans"]:
        raise CannotMeasure("“listen” told no stages.")
    parts: dict[str, dict[str, float]] = told["parts"]
    figures = [
        Figure(
            f"{part.value}_p{percent}_ms",
            f"{part.value}, ms, {percent} %",
            1000 * parts[part.value][f"p{percent}_s"],
            None,
            None,
        )
        for part in (Part.CAPTURE, Part.PREPARATION, Part.INFERENCE, Part.POST_PROCESSING, Part.WHOLE)
        if part.value in parts
        for percent in PERCENTILES
    ]
    figures += [
        Figure(
            "stamp_cpu_percent",
            "stamps, % of a core for each track",
            100 * ring.stamp_share,
            None,
            None,
            MOST_STAMP_PERCENT,
            GoalOn.OURS,
            digits=3,
        ),
        Figure("ring_write_us", "ring, µs to write a frame", ring.write_us, None, None, digits=2),
        Figure("ring_view_us", "ring, µs for a second, beside a copy", ring.view_us, ring.copy_us, None, digits=2),
        Figure(
            "ring_copies", "ring, copies between processes", float(not ring.is_shared), None, None, 0.0, GoalOn.OURS, 0
        ),
    ]
    return StagesMeasurement(
        "stages",
        workbench.machine,
        tuple(figures),
        f"{seconds:.0f} s of {sound.stem} at the pace at which it is spoken, {len(told['spans'])} spans, model {model}",
        (*_rows(parts), "", *_ring_lines(ring)),
        {"stages": {key: told[key] for key in ("spans", "parts", "pictures")}, "ring": _ring_json(ring)},
    )


def _rows(parts: dict[str, dict[str, float]]) -> list[str]:
    head = ("where a word's latency comes from", *(f"{percent} %, ms" for percent in PERCENTILES), "share")
    rows: list[tuple[str, ...]] = [head]
    for part, title in _TITLES.items():
        if (found := parts.get(part.value)) is not None:
            share = "" if part in PARTS_OF or part is Part.WHOLE else f"{100 * found['share']:.1f} %"
            rows.append((title, *(f"{1000 * found[f'p{percent}_s']:.1f}" for percent in PERCENTILES), share))
    return aligned(rows)


def _ring_lines(ring: RingCost) -> list[str]:
    lines = [f"{title}: {_told(place)}." for title, place in (("Writer", ring.writer), ("Reader", ring.reader))]
    seen = "shows" if ring.is_change_seen else "DOES NOT SHOW"
    return [*lines, f"The reader's view, taken before, {seen} what the writer wrote afterwards."]


def _told(place: ViewPlace) -> str:
    if place.mapping is None:
        return f"process {place.process}, the view at {place.address:#x}"
    first, last = place.mapping
    return f"process {place.process}, the view at {place.address:#x} in {first:#x}-{last:#x}, inode {place.inode}"


def _ring_json(ring: RingCost) -> dict[str, Any]:
    return {
        "write_us": round(ring.write_us, 3),
        "view_us": round(ring.view_us, 3),
        "copy_us": round(ring.copy_us, 3),
        "stamps_us_a_second": round(ring.stamps_us, 3),
        "stamp_share": round(ring.stamp_share, 6),
        "is_change_seen": ring.is_change_seen,
        "views": {
            name: {
                "process": place.process,
                "address": hex(place.address),
                "mapping": [hex(each) for each in place.mapping] if place.mapping else None,
                "inode": place.inode,
            }
            for name, place in (("writer", ring.writer), ("reader", ring.reader))
        },
    }

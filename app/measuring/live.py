"""``vivavoce measure live``: how late the words come and how right they are, and what that costs.

``vivavoce listen`` hears a meeting through the real recorder at the pace at which it is spoken. Beside it stand the
best figures of other programs, measured elsewhere on the same sound with the same speech model on two cores; and the
same run with Whisper's own window of 30 s instead of short ones.
"""

import runpy
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from app.measuring.workbench import OUR_COMMAND, Workbench
from engine.bench.baselines import QUOTED_LIVE, LiveBaseline
from engine.bench.figures import Figure, GoalOn, Measurement, aligned
from engine.bench.live_run import LiveAnswer, LiveRequest
from engine.bench.live_scoring import LiveScore, Normal, SaidSegment, score_live, screens

MEETING = "mtg_share_4spk"
LANGUAGE = "en"

QUICK_S = 120.0
"""Of the meeting, at the most."""

PAUSE_S = 2.0
"""What is said last needs no more silence behind it; half of it is a pause to stop in."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A figure: what is asked, what it is of a run, and what others reached."""

    key: str
    title: str
    goal: float
    of_peer: str = ""
    """Field of ``LiveBaseline``; empty if nobody told."""
    digits: int = 2


ASKED = (
    _Asked("commit_p50_s", "committed, s after the end, half", 1.2, "commit_p50_s"),
    _Asked("commit_p95_s", "committed, s after the end, 95 %", 3.0, "commit_p95_s"),
    _Asked("shown_p50_s", "shown, s after the end, half", 0.6),
    _Asked("shown_p95_s", "shown, s after the end, 95 %", 1.5),
    _Asked("first_p50_s", "first word, s after the beginning, half", 1.5, "first_p50_s"),
    _Asked("wrong_percent", "wrong words %", 17.6, "wrong_percent", 1),
    _Asked("cpu_s", "CPU seconds", 250.0, "cpu_s", 0),
    _Asked("taken_back", "taken back", 0.0, "", 0),
    _Asked("never", "ends never recognised", 4.0, "", 0),
)
"""The goals are for the whole meeting. The file job misses four ends of it, where two people speak at once."""

_FOR_ANY_PART = {"commit_p50_s", "commit_p95_s", "shown_p50_s", "shown_p95_s", "first_p50_s", "taken_back"}


@dataclass(frozen=True, slots=True)
class _Run:
    score: LiveScore
    cpu_s: float
    by_process: dict[str, float]

    def value(self, key: str) -> float | None:
        """A figure by its key."""
        return self.cpu_s if key == "cpu_s" else getattr(self.score, key)


def measure_live(
    workbench: Workbench, *, model: str = "base", quick: bool = False, simulated: bool = False
) -> Measurement:
    """Listen to a meeting, and again with the 30 s window. Raises ``CannotMeasure`` and ``SpeechModelError``.

    Args:
        workbench: What to work with.
        model: Catalogue name of the speech model.
        quick: About two minutes of the meeting, and not again.
        simulated: On a clock of its own, without the recorder: what a quiet machine would show.
    """
    model_folder = workbench.model_folder(model)
    meeting = workbench.data.meeting(MEETING)
    seconds = _good_end(meeting.segments) if quick else None
    said = [segment for segment in meeting.segments if seconds is None or segment.end <= seconds]
    normal: Normal = runpy.run_path(str(workbench.data.scorer))["normal"]

    def run(*, has_full_window: bool) -> _Run:
        request = LiveRequest(meeting.path, model, LANGUAGE, seconds, has_full_window=has_full_window)
        if simulated:
            answer = workbench.simulate_live(request, model_folder)
        else:
            answer = workbench.run_live(OUR_COMMAND, request)
        return _judged(answer, said, normal)

    workbench.tell(f"Listening for {(seconds or meeting.duration_s) / 60:.1f} minutes")
    ours = run(has_full_window=False)
    full = None
    if not quick:
        workbench.tell("The same with the 30 s window")
        full = run(has_full_window=True)
    setting = (
        f"{(seconds or meeting.duration_s):.0f} s of {MEETING} at the pace at which it is spoken, "
        f"{len(said)} segments, speech model {model}, int8, 2 threads, "
        f"{'simulated as on a quiet machine' if simulated else 'one run'}"
    )
    figures = [_beside_peers(asked, ours, is_whole=not quick) for asked in ASKED]
    if full is not None:
        figures += [figure for asked in ASKED if (figure := _beside_window(asked, ours, full)) is not None]
    return Measurement(
        "live", workbench.machine, tuple(figures), setting, (*_run_lines(ours, full), "", *_peer_lines())
    )


def _judged(answer: LiveAnswer, said: list[SaidSegment], normal: Normal) -> _Run:
    score = score_live(said, screens(answer.lines), language=LANGUAGE, normal=normal)
    return _Run(score, sum(answer.cpu_s.values()), answer.cpu_s)


def _good_end(segments: tuple[SaidSegment, ...]) -> float:
    """Where to stop so that no segment is cut: in the last pause that there is time for."""
    spans = sorted((segment.start, segment.end) for segment in segments)
    heard_to = accumulate((end for _, end in spans), max)
    pauses = [
        end + min(PAUSE_S, start - end) / 2
        for end, (start, _) in zip(heard_to, spans[1:], strict=False)
        if end <= QUICK_S and start - end >= PAUSE_S / 2
    ]
    return max(pauses, default=QUICK_S)


def _beside_peers(asked: _Asked, ours: _Run, *, is_whole: bool) -> Figure:
    value = ours.value(asked.key)
    other = min(getattr(peer, asked.of_peer) for peer in QUOTED_LIVE) if asked.of_peer and is_whole else None
    return Figure(
        asked.key,
        asked.title,
        float("inf") if value is None else value,
        other,
        value / other if value is not None and other else None,
        asked.goal if is_whole or asked.key in _FOR_ANY_PART else None,
        GoalOn.OURS,
        asked.digits,
    )


def _beside_window(asked: _Asked, ours: _Run, full: _Run) -> Figure | None:
    value, other = ours.value(asked.key), full.value(asked.key)
    if value is None or other is None:
        return None
    ratio = value / other if other > 0 else None
    return Figure(f"{asked.key}_window", f"{asked.title}, beside 30 s", value, other, ratio, digits=asked.digits)


def _run_lines(ours: _Run, full: _Run | None) -> list[str]:
    lines: list[str] = []
    for title, run in (("short windows", ours), ("30 s window", full)):
        if run is not None:
            parts = ", ".join(f"{name} {seconds:.0f}" for name, seconds in run.by_process.items())
            lines.append(f"CPU seconds by process, {title}: {parts}.")
    return lines


def _peer_lines() -> list[str]:
    rows: list[tuple[str, ...]] = [("quoted, not measured here", "commit 50 %", "95 %", "first", "wrong %", "CPU s")]
    rows += [_peer_row(peer) for peer in QUOTED_LIVE]
    return [*aligned(rows), "The other of each figure is the best of them."]


def _peer_row(peer: LiveBaseline) -> tuple[str, ...]:
    figures: tuple[Any, ...] = (
        peer.commit_p50_s,
        peer.commit_p95_s,
        peer.first_p50_s,
        peer.wrong_percent,
        peer.cpu_s,
    )
    return (peer.name, *(f"{figure:g}" for figure in figures))

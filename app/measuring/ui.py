"""``vivavoce measure ui``: whether the window keeps up with a meeting of ten hours, and how fast it starts.

The libraries are written anew (``long_meeting.py``); the window is the real one, in a process of its own for each run
(``window_side.py``, ``ui/measured``). Main thread of a command.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.long_meeting import HOURS, LINES, sentences_of, write_long_meeting, write_shelf
from app.measuring.window_side import WindowAnswer, WindowRequest, folders_in, now_s
from app.measuring.workbench import Workbench
from app.meetings.identifiers import MeetingId
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement

ROUNDS: Final = 3
STARTS: Final = 5
MEETINGS: Final = 1_000
_LINES_A_MEETING: Final = 40

DOINGS: Final = ("opening", "scrolling", "typing", "searching", "playing", "searching the library")
_BLOCK_GOAL_MS: Final = 50.0


def measure_ui(
    workbench: Workbench, *, rounds: int = ROUNDS, quick: bool = False, lines: int = LINES, meetings: int = MEETINGS
) -> Measurement:
    """Use a long meeting, and start with many. Raises ``CannotMeasure``."""
    sentences = sentences_of(workbench.data)
    if not sentences:
        raise CannotMeasure("There is no recording with words in the data.")
    rounds, starts = (1, 2) if quick else (rounds, STARTS)
    meetings = meetings // 10 if quick else meetings
    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as name:
        used = [
            _use(workbench, Path(name) / f"use-{number}", sentences, lines=lines, quick=quick)
            for number in range(rounds)
        ]
        started = _start(workbench, Path(name) / "start", sentences, meetings=meetings, times=starts)
    setting = (
        f"a meeting of {HOURS} hours, {lines} lines with words and times, silent sound, opened after 2.5 s in the "
        f"library; {rounds} rounds, the median counts, of keys over all rounds; {starts} starts with {meetings} "
        "meetings; drawn into memory"
    )
    return Measurement(
        "ui", workbench.machine, (*_figures(used), *_start_figures(started)), setting, _details(used, started)
    )


def _use(workbench: Workbench, home: Path, sentences: Sequence[str], *, lines: int, quick: bool) -> WindowAnswer:
    workbench.tell(f"Writing {lines} lines")
    with _Library(home) as library:
        meeting_id: MeetingId = write_long_meeting(library, sentences, lines=lines)
    workbench.tell("Opening, scrolling, typing, searching, playing")
    return workbench.run_window(WindowRequest("use", str(home), meeting_id=meeting_id, is_quick=quick))


def _start(
    workbench: Workbench, home: Path, sentences: Sequence[str], *, meetings: int, times: int
) -> list[WindowAnswer]:
    workbench.tell(f"Writing {meetings} meetings")
    with _Library(home) as library:
        write_shelf(library, sentences, meetings=meetings, lines=_LINES_A_MEETING)
    workbench.tell(f"Starting {times} times")
    return [workbench.run_window(WindowRequest("start", str(home), asked_s=now_s())) for _ in range(times)]


class _Library:
    """The library of a folder, for as long as it is written."""

    def __init__(self, home: Path) -> None:
        folders = folders_in(home)
        folders.make()
        self._library = Library.open(folders.library, announcements=Announcements())

    def __enter__(self) -> Library:
        return self._library

    def __exit__(self, *_: object) -> None:
        self._library.close()


def _figures(runs: Sequence[WindowAnswer]) -> list[Figure]:
    keys = sorted(each for run in runs for each in run.keys_ms)
    blocks = {name: median(_longest(run, name) for run in runs) for name in DOINGS}
    return [
        _figure("first_paint_s", "opened to first paint, s", median(run.first_paint_s for run in runs), 0.5, 2),
        _figure("editable_s", "opened to taking letters, s", median(run.editable_s for run in runs), None, 2),
        *(_figure(_key(name), f"longest block, {name}, ms", blocks[name], _BLOCK_GOAL_MS, 0) for name in DOINGS),
        _figure("key_p50_ms", "key to pixels, half, ms", _quantile(keys, 0.5), None, 1),
        _figure("key_p99_ms", "key to pixels, 99 %, ms", _quantile(keys, 0.99), 30.0, 1),
        _figure("memory_mb", "memory for the meeting, MB", median(run.grown_mb for run in runs), 200.0, 0),
        _figure("memory_all_mb", "memory of the window in all, MB", median(run.memory_mb for run in runs), None, 0),
    ]


def _start_figures(starts: Sequence[WindowAnswer]) -> list[Figure]:
    return [
        _figure("start_s", "start to a window that takes keys, s", median(each.shown_s for each in starts), 2.0, 2),
        _figure("listed_s", "start to all meetings listed, s", median(each.listed_s for each in starts), None, 2),
    ]


def _details(runs: Sequence[WindowAnswer], starts: Sequence[WindowAnswer]) -> tuple[str, ...]:
    lines = [
        f"Round {number}: painted {run.first_paint_s:.2f} s, takes letters {run.editable_s:.2f} s, "
        f"{len(run.keys_ms)} keys, longest {max(run.keys_ms, default=0):.0f} ms, {run.typed} letters kept"
        for number, run in enumerate(runs, start=1)
    ]
    for name in DOINGS:
        blocks = sorted((each for run in runs for each in (run.blocks_ms or {}).get(name, ())), reverse=True)[:6]
        told = ", ".join(f"{waited:.0f} ({min(waited, worked):.0f})" for waited, worked in blocks)
        lines.append(f"Longest blocks, {name}, ms (own work): {told}")
    lines.append("Starts: " + ", ".join(f"{each.shown_s:.2f}" for each in starts) + " s")
    return tuple(lines)


def _longest(run: WindowAnswer, doing: str) -> float:
    return max((waited for waited, _ in (run.blocks_ms or {}).get(doing, ())), default=0.0)


def _figure(key: str, title: str, value: float, goal: float | None, digits: int) -> Figure:
    return Figure(key, title, value, None, None, goal, GoalOn.OURS, digits)


def _key(doing: str) -> str:
    return f"block_{doing.replace(' the ', '_')}_ms"


def _quantile(values: Sequence[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("inf")

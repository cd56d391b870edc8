"""``vivavoce measure faults``: what is lost when processes are killed and devices fail. The goal is nothing.

A known signal plays by the clock and the whole application records it without its window: real recorder, real engine,
real library. Runs on the main thread of a command; the two long series of kills run side by side on a thread each.
"""

import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Generic, TypeVar

from app.measuring.kill_runs import Kill, KillReport, kill_desktops, kill_recorder_and_engine
from app.measuring.measured_desktop import ENGINE, RECORDER
from app.measuring.recording_verdict import LostStretch, Verdict
from app.measuring.scene import MEETING, Scene, Speech, build_scene, read_meeting
from app.measuring.sound_server_run import ServerReport, unplug_from_server
from app.measuring.trouble_runs import (
    FROZEN,
    OTHER_RATE,
    QUICK,
    SUSPENDED,
    UNPLUGGED,
    Lengths,
    TroubleReport,
    fill_disk,
    run_troubles,
)
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ
from engine.contract.segments import GapReason

MODEL = "tiny.en"
"""Its words are many enough to be lost, and it leaves the machine time for everything else."""
KILLS, QUICK_KILLS = 200, 12

_NEAR = SAMPLE_RATE_HZ // 2
_RIGHT_LENGTH_S = 0.1
_LISTED = 12

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FaultReports:
    """What each series found; ``None`` where it could not be run."""

    kills: KillReport | None = None
    """Of recorder and engine."""
    desktops: KillReport | None = None
    troubles: TroubleReport | None = None
    disk: TroubleReport | None = None
    server: ServerReport | None = None
    not_run: tuple[str, ...] = ()
    broke_down: tuple[str, ...] = ()


def measure_faults(
    workbench: Workbench, *, kills: int = KILLS, seed: int = 0, quick: bool = False, keep: Path | None = None
) -> Measurement:
    """Run all of it. ``keep`` is a folder for everything that was recorded.

    Raises:
        CannotMeasure: something needed is not here.
        SpeechModelError: the speech model is not here.
    """
    models = workbench.model_folder(MODEL).parent
    seed = seed or time.time_ns() % 1_000_000
    workbench.tell(f"Seed {seed}")
    speech = read_meeting(workbench.data)
    began_s = time.monotonic()
    with ExitStack() as closing:
        folder = keep
        if folder is None:
            name = tempfile.TemporaryDirectory(prefix="vivavoce-faults-", ignore_cleanup_errors=True)
            folder = Path(closing.enter_context(name))
        place = _Place(folder, speech, models=models, seed=seed, tell=workbench.tell)
        reports = run_faults(place.build, kills=kills, lengths=QUICK if quick else Lengths())
    minutes = (time.monotonic() - began_s) / 60
    setting = (
        f"{kills} kills of each process while “{MEETING}” is played and recorded, speech model {MODEL}, int8, live; "
        f"seed {seed}; {minutes:.0f} minutes"
    )
    return Measurement("faults", workbench.machine, fault_figures(reports), setting, tuple(_details(reports)))


@dataclass(frozen=True, slots=True)
class _Place:
    folder: Path
    speech: Speech
    models: Path
    seed: int
    tell: Callable[[str], None]

    def build(self, name: str) -> Scene:
        """A scene of its own for each series."""
        return build_scene(
            self.folder / name, self.speech, models=self.models, model=MODEL, seed=self.seed, tell=self.tell
        )


def run_faults(build: Callable[[str], Scene], *, kills: int, lengths: Lengths) -> FaultReports:
    """Every series on a scene of its own."""
    broke_down: list[str] = []
    not_run: list[str] = []

    def attempt(title: str, work: Callable[[], T]) -> T | None:
        try:
            return work()
        except CannotMeasure as error:
            broke_down.append(f"{title}: {error}")
            return None

    aside = _Aside(
        lambda: attempt("Kills of the desktop", lambda: kill_desktops(build("desktop"), times=kills)),
    )
    killed = attempt("Kills of recorder and engine", lambda: kill_recorder_and_engine(build("processes"), each=kills))
    desktops = aside.result()
    troubles = attempt("Troubles", lambda: run_troubles(build("troubles"), lengths))
    disk = attempt("Full disk", lambda: fill_disk(build("disk"), lengths))
    server = attempt(
        "Sound server",
        lambda: unplug_from_server(build("server"), away_s=lengths.unplugged_s, apart_s=lengths.apart_s),
    )
    if disk is None and not any(each.startswith("Full disk") for each in broke_down):
        not_run.append("The full disk was not run: this system lets us make no small disk.")
    if server is None and not any(each.startswith("Sound server") for each in broke_down):
        not_run.append("The device of the sound server was not run: there is no PulseAudio here.")
    return FaultReports(killed, desktops, troubles, disk, server, tuple(not_run), tuple(broke_down))


class _Aside(Generic[T]):
    """Work on a thread of its own, which an interrupted command does not wait for."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._found: list[T] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="faults-aside", daemon=True)
        self._thread.start()

    def result(self) -> T:
        """Wait for it."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._found[0]

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except BaseException as error:
            self._error = error


def fault_figures(reports: FaultReports) -> tuple[Figure, ...]:
    """The figures of all that was run."""
    figures: list[Figure] = []
    if reports.kills is not None:
        figures += _kill_figures(reports.kills)
    if reports.desktops is not None:
        figures += _desktop_figures(reports.desktops)
    verdicts = _verdicts(reports)
    problems = _problems(reports)
    if verdicts:
        figures += [
            _figure("words_lost", "committed words lost", sum(len(each.lost) for each in verdicts), 0),
            _figure("words_twice", "words twice", sum(each.count for one in verdicts for each in one.doubled), 0),
            _figure(
                "not_understood_percent",
                "not understood in the end, %",
                100 * max(each.not_understood for each in verdicts),
                0,
                digits=2,
            ),
            _figure("library_problems", "problems in the library", len(problems), 0),
        ]
    if reports.troubles is not None:
        figures += _trouble_figures(reports.troubles)
    if reports.disk is not None:
        lost = sum(_seconds(each) for each in reports.disk.verdict.stretches)
        figures += [
            _figure("disk_missing_s", "disk full: missing, s", lost, 0, digits=3),
            _figure("disk_told_s", "disk full: told after, s", reports.disk.told_after_s, 2, digits=1),
        ]
    if reports.server is not None:
        figures += _server_figures(reports.server)
    figures.append(_figure("broke_down", "series that broke down", len(reports.broke_down), 0))
    return tuple(figures)


def _kill_figures(report: KillReport) -> list[Figure]:
    (verdict,) = report.verdicts
    kills = [kill for kill in report.kills if kill.what == RECORDER]
    missing: list[float] = []
    away: list[float] = []
    for kill in kills:
        left = [each for each in verdict.stretches if _is_left_by(each, kill)]
        unsaved = [max(0, min(kill.done, each.stop) - each.start) for each in left]
        unaccounted = sum(max(before, each.loss.unaccounted) for before, each in zip(unsaved, left, strict=True))
        missing.append(unaccounted / SAMPLE_RATE_HZ)
        away.append(sum(each.loss.lost for each in left) / SAMPLE_RATE_HZ)
    others = [_seconds(each) for each in verdict.stretches if not any(_is_left_by(each, kill) for kill in kills)]
    return [
        _figure("recorder_missing_s", "recorder: missing, worst, s", max(missing, default=0.0), 1, digits=3),
        _figure("recorder_away_s", "recorder: gap until it is back, worst, s", max(away, default=0.0), None, digits=2),
        _figure("recorder_skew_ms", "recorder: clock after all kills, ms", abs(verdict.skew) / 16, 100, digits=0),
        _figure("engine_missing_s", "engine: missing, s", sum(others), 0, digits=3),
    ]


def _desktop_figures(report: KillReport) -> list[Figure]:
    frames = max((each // FRAME_SAMPLES for each in report.missing_at_end), default=0)
    inside = sum(_seconds(each) for one in report.verdicts for each in one.stretches)
    missing = frames * FRAME_SAMPLES / SAMPLE_RATE_HZ + inside
    return [
        _figure("desktop_missing_s", "desktop: missing before the kill, s", missing, 0, digits=3),
        _figure("left_behind", "desktop: processes left behind", report.left_behind, 0),
    ]


def _trouble_figures(report: TroubleReport) -> list[Figure]:
    def lost(what: str) -> list[LostStretch]:
        trouble = next(each for each in report.troubles if each.what == what)
        return [
            each
            for each in report.verdict.stretches
            if each.start < trouble.stop + _NEAR and trouble.start - _NEAR < each.stop
        ]

    def unaccounted(what: str) -> float:
        return sum(each.loss.unaccounted for each in lost(what)) / SAMPLE_RATE_HZ

    unplugged = next(each for each in report.troubles if each.what == UNPLUGGED)
    back = max((each.stop - unplugged.stop for each in lost(UNPLUGGED)), default=0) / SAMPLE_RATE_HZ
    has_slept = any(GapReason.SLEPT in each.reasons for each in lost(SUSPENDED))
    return [
        _figure("frozen_lost_s", "window frozen: lost, s", sum(map(_seconds, lost(FROZEN))), 0, digits=3),
        _figure("stopped_catch_up_s", "engine stopped: text has caught up after, s", report.catch_up_s, None),
        _figure("unplugged_s", "device gone: not in the gap, s", unaccounted(UNPLUGGED), _RIGHT_LENGTH_S, digits=3),
        _figure("unplugged_back_s", "device back: sound after, s", back, 2),
        _figure("other_rate_s", "rate changed: not in place, s", unaccounted(OTHER_RATE), 1, digits=3),
        _figure("suspended_s", "suspended: not in the gap, s", unaccounted(SUSPENDED), _RIGHT_LENGTH_S, digits=3),
        _figure("suspended_untold", "suspended: not told as sleep", 0 if has_slept else 1, 0),
        _figure("troubles_skew_ms", "clock after all troubles, ms", abs(report.verdict.skew) / 16, 100, digits=0),
    ]


def _server_figures(report: ServerReport) -> list[Figure]:
    wrong = abs(report.gap_s - report.away_s - report.back_after_s)
    return [
        _figure("server_back_s", "sound server: device open after, s", report.back_after_s, 2),
        _figure("server_gap_s", "sound server: gap is wrong by, s", wrong, 0.5, digits=2),
        _figure("server_skew_ms", "sound server: clock, ms", 1000 * report.skew_s, 100, digits=0),
    ]


def _details(reports: FaultReports) -> list[str]:
    lines = [*reports.broke_down, *reports.not_run]
    if reports.kills is not None:
        (verdict,) = reports.kills.verdicts
        counts = [sum(kill.what == what for kill in reports.kills.kills) for what in (RECORDER, ENGINE)]
        away = [each.loss.lost / SAMPLE_RATE_HZ for each in verdict.stretches] or [0.0]
        lines.append(
            f"Recorder killed {counts[0]} times, engine {counts[1]} times in {_minutes(verdict)} minutes; "
            f"median gap of a recorder {median(away):.2f} s; {verdict.words} words"
        )
    if reports.desktops is not None:
        desktops = reports.desktops
        lines.append(
            f"Desktop killed {len(desktops.kills)} times, {desktops.before_sound} of them before it recorded; "
            f"{sum(each.words for each in desktops.verdicts)} words; the last start had all text after "
            f"{desktops.catch_up_s:.0f} s"
        )
    if reports.server is not None:
        server = reports.server
        lines.append(
            f"Sound server: device away for {server.away_s:.2f} s, open again {server.back_after_s:.2f} s later, "
            f"gap {server.gap_s:.2f} s"
        )
    for verdict in _verdicts(reports):
        lines += [f"Twice, at {each.at_s:.1f} s: {each.text}" for each in verdict.doubled[:_LISTED]]
        if verdict.lost:
            lines.append(f"Lost: {' '.join(verdict.lost[:_LISTED])}")
    lines += list(_problems(reports))[:_LISTED]
    return lines


def _verdicts(reports: FaultReports) -> list[Verdict]:
    found: list[Verdict] = []
    for killed in (reports.kills, reports.desktops):
        found += killed.verdicts if killed is not None else []
    for troubled in (reports.troubles, reports.disk):
        found += [troubled.verdict] if troubled is not None else []
    return found


def _problems(reports: FaultReports) -> list[str]:
    those = (reports.kills, reports.desktops, reports.troubles, reports.disk, reports.server)
    return [problem for each in those if each is not None for problem in each.problems]


def _is_left_by(stretch: LostStretch, kill: Kill) -> bool:
    """Whether a kill may have left that stretch."""
    return stretch.start - _NEAR <= kill.done and kill.due <= stretch.stop + _NEAR


def _seconds(stretch: LostStretch) -> float:
    return max(abs(stretch.loss.lost), stretch.loss.unaccounted) / SAMPLE_RATE_HZ


def _minutes(verdict: Verdict) -> int:
    return round((verdict.stop - verdict.start) / SAMPLE_RATE_HZ / 60)


def _figure(key: str, title: str, value: float, goal: float | None, *, digits: int | None = None) -> Figure:
    places = digits if digits is not None else 0 if isinstance(value, int) else 1
    return Figure(key, title, value, None, None, goal, GoalOn.OURS, places)

"""``kill -9`` of each process, again and again, at random moments of a recording of the known signal.

Used by ``faults.py`` on the main thread of a command. Recorder and engine are killed in one long recording, for the
desktop starts them again; each kill of the desktop needs a desktop of its own, all on one library.
"""

import time
from dataclasses import dataclass, field

from app.measuring.desktop_events import Began, EngineListens, Idle, LineKept, Ready, RecorderStarted, Stop
from app.measuring.measured_desktop import ENGINE, RECORDER, MeasuredDesktop, wait_until_gone
from app.measuring.recording_verdict import Verdict, judge_recording
from app.measuring.scene import Scene
from app.meetings.identifiers import MeetingId

STEADY_S = 6.0
"""A recorder that recorded for so long has a spare by its side; one that dies more often is another trouble."""
END_S = 5.0
"""So long recorder and engine of a killed desktop may take to end."""

_ENGINE_S = (0.3, 6.0)
_RECORDER_S = (0.0, 4.0)
_DESKTOP_S = (0.0, 7.0)
_EARLY = 0.2
"""Share of the kills of an engine that is still loading."""
_IDLE_S = 900.0


@dataclass(frozen=True, slots=True)
class Kill:
    """One kill, by samples of the signal."""

    what: str
    due: int
    """What was due shortly before it."""
    done: int
    """And when it had been done: on a busy machine it takes a while to find the process."""


@dataclass(slots=True)
class KillReport:
    """What came of a series of kills."""

    kills: list[Kill] = field(default_factory=list[Kill])
    verdicts: list[Verdict] = field(default_factory=list[Verdict])
    problems: list[str] = field(default_factory=list[str])
    """Of the library's own check."""
    left_behind: int = 0
    """Processes that did not end after the desktop was killed."""
    before_sound: int = 0
    """Kills of a desktop that had not begun to record."""
    missing_at_end: list[int] = field(default_factory=list[int])
    """For each desktop that recorded: samples due when it was killed that are not in its recording."""
    catch_up_s: float = 0.0
    """After the stop, until the last word."""


def kill_recorder_and_engine(scene: Scene, *, each: int) -> KillReport:
    """One recording in which both are killed so often."""
    report = KillReport()
    order = [RECORDER, ENGINE] * each
    scene.chance.shuffle(order)
    with scene.desktop() as desktop:
        desktop.hear(Ready, what="it was ready")
        began = scene.due
        desktop.send(scene.record())
        meeting = desktop.hear(Began, what="the recording began").meeting
        desktop.hear(RecorderStarted, what="the recorder started")
        desktop.hear(EngineListens, what="the engine listened")
        was_early = False
        for number, what in enumerate(order, 1):
            if what == RECORDER:
                _wait_for_recorder(scene, desktop)
            else:
                was_early = _wait_for_engine(scene, desktop, may_be_early=not was_early)
            due = scene.due
            if desktop.kill(what):
                report.kills.append(Kill(what, due, scene.due))
            if number % 20 == 0 or number == len(order):
                scene.tell(f"Recorder and engine: {number} of {len(order)} kills")
        time.sleep(STEADY_S)
        report.catch_up_s = finish(desktop)
        desktop.leave()
        told = told_lines(desktop)
    _judge(scene, report, {meeting: began}, told)
    return report


def kill_desktops(scene: Scene, *, times: int) -> KillReport:
    """So many recordings, each cut off by a kill of the desktop, and a last start that finds them all."""
    report = KillReport()
    began: dict[str, int] = {}
    ends: dict[str, tuple[int, int]] = {}
    told: dict[str, dict[str, str]] = {}
    for number in range(1, times + 1):
        with scene.desktop() as desktop:
            desktop.hear(Ready, what="it was ready")
            start = scene.due
            desktop.send(scene.record())
            meeting = desktop.hear(Began, what="the recording began").meeting
            began[meeting] = start
            time.sleep(scene.chance.uniform(*_DESKTOP_S))
            has_begun = desktop.count(RecorderStarted) > 0
            due = scene.due
            left = desktop.kill_desktop()
            report.kills.append(Kill("desktop", due, scene.due))
            report.left_behind += len(wait_until_gone(left, timeout_s=END_S))
            if has_begun:
                ends[meeting] = (_started(scene, desktop), due)
            else:
                report.before_sound += 1
            _gather(told, desktop)
        if number % 10 == 0 or number == times:
            scene.tell(f"Desktop: {number} of {times} kills")
    with scene.desktop() as desktop:
        desktop.hear(Ready, what="it was ready after the last kill")
        scene.tell("Desktop: the rest of the text")
        since = time.monotonic()
        desktop.hear(Idle, what="all text was there", timeout_s=_IDLE_S)
        report.catch_up_s = time.monotonic() - since
        desktop.leave()
        _gather(told, desktop)
    _judge(scene, report, began, told)
    for verdict in report.verdicts:
        if verdict.meeting in ends:
            started, due = ends[verdict.meeting]
            last = verdict.stop if verdict.stop > verdict.start else started
            report.missing_at_end.append(max(0, due - last))
    return report


def finish(desktop: MeasuredDesktop, *, timeout_s: float = _IDLE_S) -> float:
    """Stop and wait for the last word; how long that took."""
    before = desktop.count(Idle)
    since = time.monotonic()
    desktop.send(Stop())
    desktop.hear(Idle, after=before, what="all text was there", timeout_s=timeout_s)
    return time.monotonic() - since


def told_lines(desktop: MeasuredDesktop) -> dict[str, dict[str, str]]:
    """Each line as it was told last, by meeting and name."""
    told: dict[str, dict[str, str]] = {}
    _gather(told, desktop)
    return told


def _gather(told: dict[str, dict[str, str]], desktop: MeasuredDesktop) -> None:
    for _, event in desktop.heard:
        if isinstance(event, LineKept):
            told.setdefault(event.meeting, {})[event.line] = event.text


def _started(scene: Scene, desktop: MeasuredDesktop) -> int:
    """About the sample at which the recorder began."""
    at = next(at for at, event in desktop.heard if isinstance(event, RecorderStarted))
    return scene.due - round((time.monotonic() - at) * 16_000)


def _wait_for_recorder(scene: Scene, desktop: MeasuredDesktop) -> None:
    def is_steady() -> bool | None:
        at = max(at for at, event in desktop.heard if isinstance(event, RecorderStarted))
        return True if time.monotonic() - at > STEADY_S and _is_again(desktop, RecorderStarted, RECORDER) else None

    desktop.wait_for(is_steady, what="the recorder recorded again")
    time.sleep(scene.chance.uniform(*_RECORDER_S))


def _wait_for_engine(scene: Scene, desktop: MeasuredDesktop, *, may_be_early: bool) -> bool:
    """Whether it is killed while it loads."""
    if may_be_early and scene.chance.random() < _EARLY:
        desktop.wait_for(lambda: True if ENGINE in desktop.family() else None, what="an engine was started")
        time.sleep(scene.chance.uniform(0.0, 2.0))
        return True
    desktop.wait_for(
        lambda: True if _is_again(desktop, EngineListens, ENGINE) else None, what="the engine listened again"
    )
    time.sleep(scene.chance.uniform(*_ENGINE_S))
    return False


def _is_again(desktop: MeasuredDesktop, kind: type[EngineListens] | type[RecorderStarted], name: str) -> bool:
    """Whether the process that runs now has said it."""
    killed = desktop.killed.get(name, 0.0)
    return any(isinstance(event, kind) and at > killed for at, event in reversed(desktop.heard))


def _judge(scene: Scene, report: KillReport, began: dict[str, int], told: dict[str, dict[str, str]]) -> None:
    library = scene.open_library()
    try:
        faults = [kill.due for kill in report.kills]
        for meeting, start in began.items():
            report.verdicts.append(
                judge_recording(
                    scene, library, MeetingId(meeting), began=start, told=told.get(meeting, {}), faults=faults
                )
            )
        report.problems.extend(library.check().problems)
    finally:
        library.close()

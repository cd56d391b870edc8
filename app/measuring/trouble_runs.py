"""Everything but kills that befalls a recording: a frozen window, a stopped engine, devices, sleep, a full disk.

Used by ``faults.py`` on the main thread of a command. Most of it happens one after the other in one recording of the
known signal; the full disk and the sound server have a recording each.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.measuring.desktop_events import (
    Began,
    EngineListens,
    Ready,
    RecorderStarted,
    SourceSaid,
    TrackSaved,
    TrackUnderstood,
)
from app.measuring.kill_runs import finish, told_lines
from app.measuring.measured_desktop import ENGINE, RECORDER, MeasuredDesktop
from app.measuring.recording_verdict import Verdict, judge_recording
from app.measuring.scene import Scene
from app.measuring.signal_source import GONE, RATE
from app.meetings.identifiers import MeetingId
from engine.contract.recorder_messages import SourceState

OTHER_RATE_HZ = 24_000
FROZEN, STOPPED, UNPLUGGED, OTHER_RATE, SUSPENDED = "frozen", "engine stopped", "unplugged", "other rate", "suspended"

_CATCH_UP_S = 300.0
_DISK_BYTES = 64 * 1024 * 1024
_LEFT_BYTES = 256 * 1024
"""Room for eight seconds of sound."""
_NOTICE_S = 60.0


@dataclass(frozen=True, slots=True)
class Lengths:
    """Seconds that each trouble lasts."""

    frozen_s: float = 10.0
    stopped_s: float = 60.0
    unplugged_s: float = 8.0
    other_rate_s: float = 20.0
    suspended_s: float = 90.0
    full_s: float = 10.0
    apart_s: float = 8.0
    """Between two of them."""


QUICK = Lengths(stopped_s=10.0, unplugged_s=5.0, other_rate_s=8.0, suspended_s=8.0, full_s=3.0)


@dataclass(frozen=True, slots=True)
class Trouble:
    """One trouble, on the signal's clock."""

    what: str
    start: int
    stop: int


@dataclass(slots=True)
class TroubleReport:
    """What came of it."""

    verdict: Verdict
    problems: tuple[str, ...]
    """Of the library's own check."""
    troubles: list[Trouble] = field(default_factory=list[Trouble])
    catch_up_s: float = 0.0
    """After the engine was let go on, until its text had caught up."""
    told_after_s: float = 0.0
    """From the moment the disk was full until the person was told."""


def run_troubles(scene: Scene, lengths: Lengths) -> TroubleReport:
    """One recording with each of them in turn."""
    troubles: list[Trouble] = []
    with scene.desktop() as desktop:
        meeting, began = _begin(scene, desktop)
        time.sleep(lengths.apart_s)

        @contextmanager
        def trouble(what: str) -> Generator[None]:
            scene.tell(f"Now: {what}")
            start = scene.due
            yield
            troubles.append(Trouble(what, start, scene.due))

        with trouble(FROZEN), _stopped(desktop.process.pid):
            time.sleep(lengths.frozen_s)
        time.sleep(lengths.apart_s)
        with trouble(STOPPED), _stopped(desktop.family()[ENGINE]):
            time.sleep(lengths.stopped_s)
        catch_up_s = _catch_up(desktop)
        time.sleep(lengths.apart_s)
        with trouble(UNPLUGGED), _lying(scene.plan_path.parent / GONE, ""):
            time.sleep(lengths.unplugged_s)
        _wait_for_source(desktop)
        time.sleep(lengths.apart_s)
        with trouble(OTHER_RATE), _lying(scene.plan_path.parent / RATE, str(OTHER_RATE_HZ)):
            time.sleep(lengths.other_rate_s)
        time.sleep(lengths.apart_s)
        family = desktop.family()
        with trouble(SUSPENDED), _stopped(desktop.process.pid, family[RECORDER], family[ENGINE]):
            time.sleep(lengths.suspended_s)
        time.sleep(lengths.apart_s)
        finish(desktop)
        desktop.leave()
    verdict, problems = _judge(scene, desktop, meeting, began)
    return TroubleReport(verdict, problems, troubles, catch_up_s=catch_up_s)


def fill_disk(scene: Scene, lengths: Lengths) -> TroubleReport | None:
    """A recording on a small disk that another program fills; ``None`` where no such disk can be made."""
    scene.home.mkdir(parents=True, exist_ok=True)
    with _small_disk(scene.home) as is_there:
        if not is_there:
            return None
        ballast = scene.home / "ballast"
        with scene.desktop() as desktop:
            meeting, began = _begin(scene, desktop)
            time.sleep(lengths.apart_s)
            scene.tell("Now: the disk is full")
            full_s, start = _fill(ballast), scene.due
            desktop.hear_shown(lambda shown: not shown.is_saving, what="it told of the full disk", timeout_s=_NOTICE_S)
            told_after_s = max(0.0, time.monotonic() - full_s)
            time.sleep(lengths.full_s)
            ballast.unlink()
            troubles = [Trouble("full", start, scene.due)]
            desktop.hear_shown(lambda shown: shown.is_saving, what="it saved again", timeout_s=_NOTICE_S)
            time.sleep(lengths.apart_s)
            finish(desktop)
            desktop.leave()
        verdict, problems = _judge(scene, desktop, meeting, began)
        return TroubleReport(verdict, problems, troubles, told_after_s=told_after_s)


def _begin(scene: Scene, desktop: MeasuredDesktop) -> tuple[MeetingId, int]:
    desktop.hear(Ready, what="it was ready")
    began = scene.due
    desktop.send(scene.record())
    meeting = desktop.hear(Began, what="the recording began").meeting
    desktop.hear(RecorderStarted, what="the recorder started")
    desktop.hear(EngineListens, what="the engine listened")
    return MeetingId(meeting), began


def _judge(scene: Scene, desktop: MeasuredDesktop, meeting: MeetingId, began: int) -> tuple[Verdict, tuple[str, ...]]:
    library = scene.open_library()
    try:
        told = told_lines(desktop).get(meeting, {})
        verdict = judge_recording(scene, library, meeting, began=began, told=told, faults=())
        return verdict, library.check().problems
    finally:
        library.close()


def _catch_up(desktop: MeasuredDesktop) -> float:
    """Wait until everything that is recorded now is understood; how long that took."""
    since = time.monotonic()
    recorded = desktop.hear(TrackSaved, what="sound was saved").at

    def is_understood() -> bool | None:
        understood = desktop.last(TrackUnderstood)
        return True if understood is not None and understood.at >= recorded else None

    desktop.wait_for(is_understood, what="the text caught up", timeout_s=_CATCH_UP_S)
    return time.monotonic() - since


def _wait_for_source(desktop: MeasuredDesktop) -> None:
    def is_back() -> bool | None:
        said = desktop.last(SourceSaid)
        return True if said is not None and said.state is SourceState.REOPENED else None

    desktop.wait_for(is_back, what="the device was back", timeout_s=_NOTICE_S)


@contextmanager
def _stopped(*pids: int) -> Generator[None]:
    """Processes that stand still meanwhile."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in reversed(pids):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


@contextmanager
def _lying(path: Path, content: str) -> Generator[None]:
    """A file that is there meanwhile."""
    part = path.with_suffix(".part")
    part.write_text(content, "ascii")
    part.replace(path)
    try:
        yield
    finally:
        path.unlink()


@contextmanager
def _small_disk(place: Path) -> Generator[bool]:
    """A small file system of its own, where the system lets us have one."""
    mount = shutil.which("mount")
    command = [mount or "", "-t", "tmpfs", "-o", f"size={_DISK_BYTES},mode=700", "tmpfs", str(place)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=False)


def _fill(ballast: Path) -> float:
    """Leave hardly any room; when there will be none any more."""
    free = shutil.disk_usage(ballast.parent).free
    with ballast.open("wb") as file:
        left = free - _LEFT_BYTES
        while left > 0:
            left -= file.write(bytes(min(left, 1 << 20)))
    return time.monotonic() + _LEFT_BYTES / 32_000

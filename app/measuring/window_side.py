"""The real window over a library that a measurement wrote, in a process of its own.

Run as ``python -m app.measuring.window_side`` by ``run_window_side``: reads one ``WindowRequest`` from its standard
input, writes one answer to its standard output. Nobody sees the window: Qt draws it into memory.
"""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from pydantic import TypeAdapter, ValidationError

from app.folders import Folders
from app.meetings.identifiers import MeetingId
from engine.bench.cannot_measure import CannotMeasure
from engine.contract.child_environment import child_environment

_MOST_S = 600.0


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """What is to be done."""

    kind: Literal["use", "start", "hit"]
    """Use a long meeting, or only start and end, or search and open what was found."""
    home: str
    """A folder with a library in it."""
    meeting_id: str = ""
    is_quick: bool = False
    words: str = ""
    """What is typed into the search field."""
    asked_s: float = 0.0
    """When the process was asked for, by the clock that all processes share."""


@dataclass(frozen=True, slots=True)
class WindowAnswer:
    """What was found; what was not asked for is 0."""

    first_paint_s: float = 0.0
    editable_s: float = 0.0
    keys_ms: tuple[float, ...] = ()
    blocks_ms: dict[str, tuple[tuple[float, float], ...]] | None = None
    """By what was being done: how long a click would have waited, and how long this process worked meanwhile."""
    grown_mb: float = 0.0
    memory_mb: float = 0.0
    typed: int = 0
    shown_s: float = 0.0
    """From asking for the process to a window that takes keys."""
    listed_s: float = 0.0
    """The same, until the meetings are listed."""
    found_s: float = 0.0
    """From the last letter typed to the first hit on the screen."""
    plays_s: tuple[float, ...] = ()
    """From the click on each hit to the order to play that second, with the sound loaded."""


class WindowRunner(Protocol):
    """Whoever can show a window; ``run_window_side`` but for tests."""

    def __call__(self, request: WindowRequest) -> WindowAnswer:
        """One run, to its end. Raises ``CannotMeasure`` if it breaks down."""
        ...


_REQUESTS = TypeAdapter(WindowRequest)
_ANSWERS = TypeAdapter(WindowAnswer)


def folders_in(home: Path) -> Folders:
    """Where a measured window has its things."""
    return Folders(home / "library", home / "models", home / "cache", home / "logs", home / "settings.json")


def run_window_side(request: WindowRequest) -> WindowAnswer:
    """Let a new process do it. Raises ``CannotMeasure`` if it breaks down."""
    environment = child_environment() | {"QT_QPA_PLATFORM": "offscreen"}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "app.measuring.window_side"],
            input=_REQUESTS.dump_json(request),
            capture_output=True,
            env=environment,
            timeout=_MOST_S,
            check=False,
        )
        if done.returncode == 0:
            return _ANSWERS.validate_json(done.stdout)
    except (subprocess.TimeoutExpired, ValidationError) as error:
        raise CannotMeasure(f"The window gave no answer: {type(error).__name__}.") from error
    last = (done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit {done.returncode}"])[-1]
    raise CannotMeasure(f"The window broke down: {last}")


def main() -> None:
    """Answer one request, as ``app/main.py`` opens a window."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    request = _REQUESTS.validate_json(sys.stdin.buffer.read())
    from app.composition import compose_services, compose_window  # noqa: PLC0415 - part of what is measured
    from ui.measured.measured_window import MeasuredWindow  # noqa: PLC0415 - likewise

    folders = folders_in(Path(request.home))
    measured = MeasuredWindow()
    folders.make()
    services = compose_services(folders)
    try:
        services.recordings.recover()
        services.preflight.tidy()
        services.levels.tidy()
        measured.show(lambda output: compose_window(services, sound_output=output))
        if request.kind == "start":
            shown_s, listed_s = measured.wait_to_be_usable()
            answer = WindowAnswer(shown_s=shown_s - request.asked_s, listed_s=listed_s - request.asked_s)
        elif request.kind == "hit":
            found_s, plays_s = measured.open_hits(request.words)
            answer = WindowAnswer(found_s=found_s, plays_s=plays_s)
        else:
            found = measured.use(MeetingId(request.meeting_id), is_quick=request.is_quick)
            answer = WindowAnswer(
                first_paint_s=found.first_paint_s,
                editable_s=found.editable_s,
                keys_ms=tuple(found.keys_ms),
                blocks_ms={
                    name: tuple((block.waited_ms, block.worked_ms) for block in blocks)
                    for name, blocks in found.blocks.items()
                },
                grown_mb=found.grown_mb,
                memory_mb=found.memory_mb,
                typed=found.typed,
            )
        measured.close()
    finally:
        services.close()
    answers.write(_ANSWERS.dump_json(answer))
    answers.close()


def now_s() -> float:
    """The clock that all processes of a machine share."""
    return time.monotonic()


if __name__ == "__main__":
    main()

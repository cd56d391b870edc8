"""The desktop's end of the engine process.

Used by ``app/importing`` on the import thread and by ``app/recording`` on the thread of its text; ``send`` and ``kill``
may be called on any. ``child_process.py`` says what it holds up against.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.contract.messages import Command, Event, Shutdown
from engine.contract.wire import read_event, write_command
from engine.pipeline.child_process import ChildProcess, Dialect, ProcessEnded

_CLOSE_S = 2.0
"""How long a process that was told to finish may take."""

_WAITING_EVENTS = 64
"""A slow library slows the engine down."""


class EngineEnded(ProcessEnded):
    """The engine process is gone."""

    __slots__ = ()


def engine_command(*, models: Path, cache: Path, workers: Path | None = None) -> list[str]:
    """How the real engine process is started. ``-P`` keeps the current folder out of its imports."""
    module = "engine.pipeline.engine_process"
    asked_first = ["--workers", str(workers)] if workers is not None else []
    return [sys.executable, "-P", "-m", module, "--models", str(models), "--cache", str(cache), *asked_first]


class EngineClient(ChildProcess[Command, Event, EngineEnded]):
    """One engine process at a time."""

    def __init__(self, *, command: Sequence[str], log_file: Path) -> None:
        dialect = Dialect[Command, Event, EngineEnded](
            name="engine",
            write=write_command,
            read=read_event,
            farewell=Shutdown(),
            ended=EngineEnded,
            waiting_events=_WAITING_EVENTS,
        )
        super().__init__(dialect, command=command, log_file=log_file, close_s=_CLOSE_S)

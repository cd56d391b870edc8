"""The desktop's end of the recorder process.

One thread receives, ``send`` and ``kill`` may be called on any; ``engine/pipeline/child_process.py`` says what it holds
up against. When the desktop is killed the recorder closes its files before it ends. A desktop that is frozen and
receives nothing holds up nothing but the levels.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.contract.recorder_messages import CloseRecorder, RecorderCommand, RecorderEvent
from engine.contract.recorder_wire import read_event, write_command
from engine.pipeline.child_process import ChildProcess, Dialect, ProcessEnded

CLOSE_S = 3.0
"""A recorder that takes longer to end than this hangs in a driver; its files are closed by then."""

_WAITING_EVENTS = 256
"""More than these, and the recorder drops levels and nothing else."""


class RecorderEnded(ProcessEnded):
    """The recorder process is gone.

    What it saved is in the folder: recording goes on there with another ``StartRecording``.
    """

    __slots__ = ()


def recorder_command(*, cache: Path) -> list[str]:
    """How the real recorder process is started. ``-P`` keeps the current folder out of its imports."""
    return [sys.executable, "-P", "-m", "engine.capture.recorder_process", "--cache", str(cache)]


class RecorderClient(ChildProcess[RecorderCommand, RecorderEvent, RecorderEnded]):
    """One recorder process at a time. ``kill`` costs nothing of what is saved, ``close`` lets it save the rest."""

    def __init__(self, *, command: Sequence[str], log_file: Path, close_s: float = CLOSE_S) -> None:
        dialect = Dialect[RecorderCommand, RecorderEvent, RecorderEnded](
            name="recorder",
            write=write_command,
            read=read_event,
            farewell=CloseRecorder(),
            ended=RecorderEnded,
            waiting_events=_WAITING_EVENTS,
        )
        super().__init__(dialect, command=command, log_file=log_file, close_s=close_s)

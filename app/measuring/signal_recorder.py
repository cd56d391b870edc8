"""The real recorder process with the known signal in place of every device.

Started as ``python -m app.measuring.signal_recorder --plan PATH`` where ``engine.capture.recorder_process`` would be.
Small as that one: nothing of the library is loaded.
"""

import argparse
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from app.measuring.signal_source import SignalSource
from engine.capture.recorder_process import RecorderProcess
from engine.capture.sound_source import SoundSource
from engine.contract.recorder_messages import SourceChoice


def signal_recorder_command(plan: Path) -> list[str]:
    """How it is started."""
    return [sys.executable, "-P", "-m", "app.measuring.signal_recorder", "--plan", str(plan)]


def main() -> None:
    """Entry of the process."""
    parser = argparse.ArgumentParser(prog="signal_recorder")
    parser.add_argument("--plan", type=Path, required=True)
    plan: Path = parser.parse_args().plan

    def open_source(
        choice: SourceChoice,  # noqa: ARG001 - of OpenSource, as the others
        *,
        start_s: float,  # noqa: ARG001
        has_room: Callable[[], bool],  # noqa: ARG001
        rank: int,
    ) -> SoundSource:
        return SignalSource(plan, rank=rank)

    events = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    RecorderProcess(commands=sys.stdin.buffer, events=events, open_source=open_source).run()
    os._exit(0)


if __name__ == "__main__":
    main()

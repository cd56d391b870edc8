"""A real recorder process, and the sound files it is fed with."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import soundfile  # pyright: ignore[reportMissingTypeStubs] - it ships none

from engine.contract.recorder_messages import RecorderCommand, RecorderEvent
from engine.contract.recorder_wire import read_event, write_command

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60.0


class RunningRecorder:
    """Talks with the process and remembers what it said. Use as a context."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        self.heard: list[RecorderEvent] = []
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "engine.capture.recorder_process"],
            cwd=ROOT,
            env=(environment or os.environ) | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> "RunningRecorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            cast(BinaryIO, pipe).close()

    def send(self, *commands: RecorderCommand) -> None:
        """Say something to it."""
        pipe = cast(BinaryIO, self.process.stdin)
        for command in commands:
            pipe.write(write_command(command))
        pipe.flush()

    def hear(self, wanted: Callable[[RecorderEvent], bool]) -> RecorderEvent:
        """Listen until such an event comes."""
        until = time.monotonic() + PATIENCE_S
        pipe = cast(BinaryIO, self.process.stdout)
        while time.monotonic() < until and (line := pipe.readline()):
            self.heard.append(event := read_event(line))
            if wanted(event):
                return event
        raise AssertionError(f"it never came, only {self.heard[-5:]}")


def ramp_file(path: Path, seconds: float) -> Path:
    """A file at 16 kHz in which every sample tells where it belongs (its value is never 0)."""
    soundfile.write(path, ramp(round(seconds * 16_000)), 16_000, subtype="PCM_16")  # pyright: ignore[reportUnknownMemberType] - no stubs
    return path


def ramp(count: int) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """What such a file holds."""
    return (np.arange(count, dtype=np.int64) * 7 % 20_011 + 1).astype(np.int16)

"""The recorder process of one command, from its start to its end.

Commands may be sent from any thread; events are heard on a thread of their own.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from engine.contract.recorder_messages import (
    RecorderCommand,
    RecorderEvent,
    SourceChoice,
    StartRecording,
    StopRecording,
)
from engine.contract.recorder_wire import read_event, write_command
from engine.pipeline.engine_client import ROOT

CLOSE_S = 3.0
"""A recorder that takes longer to end than this hangs in a driver; its files are closed by then."""

HearRecorder = Callable[[RecorderEvent | None], None]
"""Called with each event, and with ``None`` when the process has ended."""


class RecorderRun:
    """One process."""

    def __init__(self, *, hear: HearRecorder) -> None:
        self._hear = hear
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "engine.capture.recorder_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))},
        )
        self._sending = threading.Lock()
        self._reader = threading.Thread(target=self._read, name="recorder-events", daemon=True)
        self._reader.start()

    def start(self, folder: Path, sources: Sequence[SourceChoice], *, ring_seconds: int) -> None:
        """Begin to record into a folder. ``RecordingStarted`` or ``RecordingFailed`` comes."""
        self._send(StartRecording(folder.name, str(folder), tuple(sources), ring_seconds))

    def stop(self) -> None:
        """End the recording. Stopping twice is harmless."""
        self._send(StopRecording())

    def close(self) -> None:
        """End the process, and what it records."""
        with self._sending, suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(CLOSE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _send(self, command: RecorderCommand) -> None:
        with self._sending, suppress(OSError, ValueError):  # it is gone; the end of its events says so
            if self._process.stdin is not None:
                self._process.stdin.write(write_command(command))
                self._process.stdin.flush()

    def _read(self) -> None:
        if self._process.stdout is not None:
            for line in self._process.stdout:
                with suppress(ValidationError):  # of another version
                    self._hear(read_event(line))
        self._hear(None)

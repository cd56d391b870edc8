"""One side of a measurement in a process of its own: what it is asked, what it answers, and how it is run.

The process (``peers.py``, ``app/measuring/queue_side.py``) reads one ``SideRequest`` from its standard input and writes
a ``FileAnswer`` a line to its standard output, then one ``SideEnd``. A process for each run keeps what one
side loaded, cached or leaked away from the next one, and makes its peak memory its own.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Literal, Protocol

import psutil
from pydantic import TypeAdapter, ValidationError

from engine.bench.cannot_measure import CannotMeasure
from engine.contract.child_environment import child_environment
from engine.contract.options import GlossaryTerm


@dataclass(frozen=True, slots=True)
class SoundFile:
    """A recording to transcribe."""

    path: str
    language: str = ""
    """Whisper code; empty lets the side find out."""


@dataclass(frozen=True, slots=True)
class SideRequest:
    """Everything a side needs to know."""

    kind: str
    """Which variant, for a process that has several."""
    model: str
    """Catalogue name of the speech model."""
    model_folder: str
    """Where its weights lie."""
    scratch: str
    """An empty folder, removed afterwards."""
    files: tuple[SoundFile, ...]
    warm_up: SoundFile | None = None
    """Transcribed before the clock starts, so that nobody pays for loading."""
    threads: int = 2
    beam_size: int = 5
    glossary: tuple[GlossaryTerm, ...] = ()
    """What our side is told beforehand."""


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """What became of one recording."""

    path: str
    seconds: float
    """From file to finished text, wall clock."""
    text: str
    set_aside: str = ""
    """What was recognised and quarantined; not part of ``text``."""
    trouble: str = ""
    """Why there is no text, in one sentence; empty if all went well."""
    kind: Literal["file"] = "file"


@dataclass(frozen=True, slots=True)
class SideEnd:
    """The last line of a side."""

    start_s: float
    """From nothing to ready, with the speech model loaded and the warm-up done."""
    peak_memory: dict[str, int]
    """Bytes by process; their sum is the side's."""
    kind: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class SideAnswer:
    """One run of a side."""

    files: tuple[FileAnswer, ...]
    end: SideEnd

    @property
    def seconds(self) -> float:
        """Over all files."""
        return sum(file.seconds for file in self.files)

    @property
    def peak_megabytes(self) -> float:
        """All processes together, each at its own worst moment."""
        return sum(self.end.peak_memory.values()) / 1e6


class SideRunner(Protocol):
    """Whoever can let a side run; ``run_side`` but for tests."""

    def __call__(self, module: str, request: SideRequest, on_file: Callable[[FileAnswer], None] = ...) -> SideAnswer:
        """One run, to its end. Raises ``CannotMeasure`` if it breaks down."""
        ...


_REQUESTS = TypeAdapter(SideRequest)
_LINES: TypeAdapter[FileAnswer | SideEnd] = TypeAdapter(FileAnswer | SideEnd)


def run_side(module: str, request: SideRequest, on_file: Callable[[FileAnswer], None] = lambda _: None) -> SideAnswer:
    """Run a side as ``python -m MODULE`` to its end. Raises ``CannotMeasure`` if it breaks down.

    The processor alone: a graphics card is hidden from every side.
    """
    environment = child_environment() | {"CUDA_VISIBLE_DEVICES": ""}
    files: list[FileAnswer] = []
    end: SideEnd | None = None
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env=environment,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(_REQUESTS.dump_json(request))
            process.stdin.close()
            for line in process.stdout:
                match _LINES.validate_json(line):
                    case FileAnswer() as answer:
                        files.append(answer)
                        on_file(answer)
                    case SideEnd() as last:
                        end = last
            process.wait()
        except (BrokenPipeError, ValidationError) as error:
            raise CannotMeasure(f"{module} broke down: {_last_line(complaints) or error}") from error
        finally:
            process.stdout.close()
            _end_tree(process)
        if end is None or process.returncode != 0:
            raise CannotMeasure(f"{module} broke down: {_last_line(complaints) or f'exit {process.returncode}'}")
    return SideAnswer(tuple(files), end)


class SideVoice:
    """The side's own end of the pipe. Made first: from then on, what a library prints goes to standard error."""

    def __init__(self) -> None:
        self._lines = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)

    def hear(self) -> SideRequest:
        """The request."""
        return _REQUESTS.validate_json(sys.stdin.buffer.read())

    def say(self, line: FileAnswer | SideEnd) -> None:
        """Hand one line up."""
        self._lines.write(_LINES.dump_json(line) + b"\n")
        self._lines.flush()


def _last_line(complaints: IO[bytes]) -> str:
    complaints.seek(0)
    lines = complaints.read().decode("utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def _end_tree(process: "subprocess.Popen[bytes]") -> None:
    """A side that was interrupted leaves no engine behind."""
    if process.poll() is not None:
        return
    try:
        family = [*psutil.Process(process.pid).children(recursive=True)]
    except psutil.Error:
        family = []
    process.kill()
    for member in family:
        try:
            member.kill()
        except psutil.Error:
            continue  # it ended by itself
    process.wait()

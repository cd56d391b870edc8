"""The machine a figure was measured on: a number without it means nothing."""

import importlib.metadata
import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

LIBRARIES = ("faster-whisper", "ctranslate2", "onnxruntime", "torch")
"""What both sides stand on."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Processor, memory, system and libraries, and how busy it was before the measurement began."""

    processor: str
    cores: int
    """Those this process may use."""
    memory_gb: float
    system: str
    python: str
    load: float
    """Processes that wanted to run in the last minute; near 0 on a quiet machine."""
    libraries: dict[str, str]

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        versions = ", ".join(f"{name} {version}" for name, version in self.libraries.items())
        return (
            f"{self.processor}, {self.cores} cores, {self.memory_gb:.1f} GB, {self.system}, Python {self.python}, "
            f"{versions}; load before: {self.load:.1f}"
        )

    def as_json(self) -> dict[str, Any]:
        """For the line of ``--json``."""
        return asdict(self)


def describe_machine() -> Machine:
    """This machine, now."""
    return Machine(
        processor=_processor_name(),
        cores=_usable_cores(),
        memory_gb=round(psutil.virtual_memory().total / 1e9, 1),
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        load=round(psutil.getloadavg()[0], 2),
        libraries={name: _version(name) for name in LIBRARIES},
    )


def _processor_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # not on Windows and macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not here"

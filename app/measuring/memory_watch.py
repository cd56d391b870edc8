"""How the memory of a process goes over time. Pure but for asking the system.

The figure is what a process has for itself: memory that two processes share, as a ring, is nobody's growth. USS would
count the ring for whoever is left alone with it when the recorder has ended.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import psutil


@dataclass(frozen=True, slots=True)
class MemorySample:
    """One look at one process."""

    audio_s: float
    """So much sound was recorded by then."""
    pid: int
    bytes: int


@dataclass(slots=True)
class MemoryWatch:
    """One process of each name, by the length of what was recorded."""

    samples: dict[str, list[MemorySample]] = field(default_factory=dict[str, list[MemorySample]])

    def look(self, processes: dict[str, int], *, audio_s: float) -> None:
        """Ask once."""
        for name, pid in processes.items():
            if (held := own_memory(pid)) is not None:
                self.samples.setdefault(name, []).append(MemorySample(audio_s, pid, held))

    def growth(self, name: str, *, after_s: float) -> float | None:
        """By how many bytes it exceeded what it had then; ``None`` if it was not seen before and after."""
        later = [sample.bytes for sample in self.samples.get(name, []) if sample.audio_s >= after_s]
        return max(later) - later[0] if len(later) > 1 else None

    def peak(self, name: str) -> int:
        """The most it ever had."""
        return max((sample.bytes for sample in self.samples.get(name, [])), default=0)

    def restarts(self) -> int:
        """How often a process was another one than before."""
        return sum(len({sample.pid for sample in samples}) - 1 for samples in self.samples.values())


def own_memory(pid: int) -> int | None:
    """Bytes that are the process's alone, files and shared memory left out; ``None`` when it is gone."""
    try:
        anonymous = re.search(r"^RssAnon:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:  # another system than Linux, or gone
        anonymous = None
    if anonymous is not None:
        return int(anonymous[1]) * 1024
    try:
        return int(psutil.Process(pid).memory_full_info().uss)
    except psutil.Error:
        return None

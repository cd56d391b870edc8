"""What the samples of a track cannot say: its journal, a line of JSON for each thing that happened.

Written by ``recording_file.py`` while a track is recorded, read there again when the recording goes on, and by
``recover``. A line that a kill cut in half is skipped; kinds of lines that a newer version writes are passed over.
"""

import contextlib
import functools
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.segments import GapReason, RecognisedGap

VERSION = 1


@dataclass(frozen=True, slots=True)
class RecordedPause:
    """The person paused here; the time of the pause is no part of the track."""

    at: SampleIndex
    length_s: float


@dataclass(frozen=True, slots=True)
class RecordedMark:
    """What the person marked while it was recorded."""

    at: SampleIndex
    text: str


@dataclass(slots=True)
class Journal:
    """All that a journal says."""

    kind: TrackKind | None = None
    gaps: list[RecognisedGap] = field(default_factory=list[RecognisedGap])
    pauses: list[RecordedPause] = field(default_factory=list[RecordedPause])
    marks: list[RecordedMark] = field(default_factory=list[RecordedMark])
    devices: list[str] = field(default_factory=list[str])
    saved: SampleIndex = SampleIndex(0)
    """So much was durable."""
    sign_at: SampleIndex = SampleIndex(0)
    """The last sign of life: the track was so long ..."""
    sign_s: float | None = None
    """... at this time, on the steady clock of that boot."""
    clock: tuple[SampleIndex, float] | None = None
    """A sample and when it was due on that clock, exactly; ``None`` for a file, or where nobody said it."""
    boot: str = ""
    began_at: SampleIndex = SampleIndex(0)
    """Where the person last began to record, or to append; not where a recorder that died was replaced."""
    is_paused: bool = False
    was_stopped: bool = False
    has_begun: bool = False
    unreadable: int = 0
    """Lines that make no sense."""

    @property
    def was_cut_off(self) -> bool:
        """Whether its recorder ended without closing it."""
        return self.has_begun and not self.was_stopped


def read_journal(path: Path, track: int) -> Journal:
    """Read it as far as it can be read; an empty one where there is none."""
    journal = Journal()
    for entry in _entries(path):
        try:
            _take(journal, entry, track)
        except (KeyError, ValueError, TypeError):
            journal.unreadable += 1
    return journal


@functools.cache
def this_boot() -> str:
    """A name for the time since the computer was started: on another boot the steady clock began anew."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    import psutil  # noqa: PLC0415 - hardly ever on Linux

    return str(round(psutil.boot_time() / 60))


def _take(journal: Journal, entry: dict[str, Any], track: int) -> None:
    match entry.get("kind"):
        case "start":
            journal.kind = TrackKind(entry["track_kind"])
            journal.devices.append(str(entry["device"]))
            journal.boot = str(entry.get("boot", ""))
            if not entry.get("goes_on"):
                journal.began_at = SampleIndex(int(entry["length"]))
            _note_sign(journal, entry)
            journal.has_begun, journal.was_stopped, journal.is_paused = True, False, False
            journal.clock = None
        case "clock":
            journal.clock = (SampleIndex(int(entry["at"])), float(entry["steady_s"]))
        case "source":
            journal.devices.append(str(entry["device"]))
        case "mark":
            journal.marks.append(RecordedMark(SampleIndex(int(entry["at"])), str(entry["text"])))
        case "gap":
            start, stop = SampleIndex(int(entry["start"])), SampleIndex(int(entry["stop"]))
            journal.gaps.append(RecognisedGap(track, start, stop, GapReason(entry["reason"])))
        case "paused":
            journal.is_paused, journal.clock = True, None
        case "pause":
            journal.is_paused = False
            journal.pauses.append(RecordedPause(SampleIndex(int(entry["at"])), float(entry["length_s"])))
        case "saved":
            journal.saved = SampleIndex(int(entry["at"]))
            _note_sign(journal, entry)
        case "stop":
            journal.was_stopped = True
        case None:
            journal.unreadable += 1
        case _:
            pass  # what a newer version writes


def _note_sign(journal: Journal, entry: dict[str, Any]) -> None:
    if "steady_s" in entry:
        journal.sign_at, journal.sign_s = SampleIndex(int(entry["length"])), float(entry["steady_s"])


def _entries(path: Path) -> Iterator[dict[str, Any]]:
    """Each line of the journal, empty for one that is none."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        if not line.strip():
            continue
        try:
            entry: Any = json.loads(line)
        except ValueError:
            yield {}
            continue
        yield cast("dict[str, Any]", entry) if isinstance(entry, dict) else {}

"""What the ring and the stamps cost a frame, and whether a view in another process is the writer's own memory.

Called by ``vivavoce measure stages``. Run as a process (``python -m engine.bench.ring_cost NAME``) it is the reader: it
attaches to the ring of that name, takes one view and says where that lies and what it sees there before and after the
writer came round to it. Where a system tells what is mapped where (Linux), the file of the mapping is named too.
"""

import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.bench.cannot_measure import CannotMeasure
from engine.capture.ring_buffer import RingReader, RingWriter
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex
from engine.contract.child_environment import child_environment
from engine.pipeline.stage_clock import StageClock

FRAMES_A_SECOND = SAMPLE_RATE_HZ // FRAME_SAMPLES
_FRAMES = 20_000
_CHANGED = 4321
_ANSWER_S = 30


@dataclass(frozen=True, slots=True)
class ViewPlace:
    """Where one view of the ring lies in the process that took it."""

    process: int
    address: int
    mapping: tuple[int, int] | None
    """First address of the mapped memory and the one behind it; ``None`` where the system does not tell."""
    inode: int | None
    """Of the file that is mapped there."""

    @property
    def is_inside(self) -> bool | None:
        """Whether the view points into the mapped memory and not at a copy."""
        return None if self.mapping is None else self.mapping[0] <= self.address < self.mapping[1]


@dataclass(frozen=True, slots=True)
class RingCost:
    """What was found."""

    write_us: float
    """Of one frame, stamps included, as the median of many batches."""
    view_us: float
    """Of one second of sound, handed out in another process or in this one alike."""
    copy_us: float
    """What copying the same second would take."""
    stamps_us: float
    """What stamps and cells of one second of a track cost the engine: 50 looks, 31 probabilities."""
    writer: ViewPlace
    reader: ViewPlace
    is_change_seen: bool
    """Whether the reader's view, taken before, shows what the writer changed afterwards."""

    @property
    def stamp_share(self) -> float:
        """Of one core, for one track in recorder and engine together, the whole write counted to the stamps."""
        return (self.write_us * FRAMES_A_SECOND + self.stamps_us) / 1e6

    @property
    def is_shared(self) -> bool:
        """Whether no copy was made between the two processes, by all that the system tells."""
        is_outside = self.writer.is_inside is False or self.reader.is_inside is False
        return self.is_change_seen and not is_outside and self.writer.inode == self.reader.inode


def measure_ring() -> RingCost:
    """Measure it. Takes about a second. Raises ``CannotMeasure`` if the reader breaks down."""
    name = f"measured-{uuid.uuid4().hex}"
    frame = np.arange(FRAME_SAMPLES, dtype=np.int16)
    with closing(RingWriter.create(name, seconds=60)) as writer:
        write_us = 1e6 * _median_s(lambda: writer.write(frame, captured_s=1.0), _FRAMES)
        with closing(RingReader.attach(name)) as reader:
            start, stop = reader.written - SAMPLE_RATE_HZ, reader.written
            view_us = 1e6 * _median_s(lambda: reader.view(start, stop), 2_000)
            copy_us = 1e6 * _median_s(lambda: reader.view(start, stop).copy(), 2_000)
            stamps_us = 1e6 * _median_s(lambda: _one_second(reader), 100)
    return RingCost(write_us, view_us, copy_us, stamps_us, *_prove())


def _one_second(reader: RingReader) -> None:
    clock = StageClock(start=0)
    sound = _Newest(reader)
    for look in range(FRAMES_A_SECOND):
        clock.hear(sound, look * FRAME_SAMPLES, (look + 1) * FRAME_SAMPLES, [0.5] * (look % 8 < 5))
    list(clock.pictures("job", 0))


class _Newest:
    """As if every look was at the newest frame."""

    def __init__(self, reader: RingReader) -> None:
        self._reader = reader

    def stamps(self, start: int, stop: int) -> tuple[SampleIndex, NDArray[np.float64]]:
        at = self._reader.written
        return self._reader.stamps(at - (stop - start), at)


def _median_s(work: Callable[[], object], times: int) -> float:
    batch = max(1, times // 20)
    found: list[float] = []
    for _ in range(20):
        began = time.process_time_ns()
        for _ in range(batch):
            work()
        found.append((time.process_time_ns() - began) / 1e9 / batch)
    return float(np.median(found))


def _prove() -> tuple[ViewPlace, ViewPlace, bool]:
    """Let another process take a view, come round once so that the writer fills the same slot, and ask what it sees."""
    name = f"proved-{uuid.uuid4().hex}"
    frame = np.zeros(FRAME_SAMPLES, np.int16)
    with closing(RingWriter.create(name, seconds=1)) as writer, closing(RingReader.attach(name)) as reader:
        writer.write(frame)
        here = _place(reader.view(0, FRAME_SAMPLES))

        def come_round() -> None:
            for _ in range(FRAMES_A_SECOND):
                writer.write(frame + np.int16(_CHANGED))

        there, is_change_seen = _ask(name, come_round)
    return here, there, is_change_seen


def _ask(name: str, change: Callable[[], None]) -> tuple[ViewPlace, bool]:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "engine.bench.ring_cost", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        change()
        said, _ = process.communicate(b"\n", timeout=_ANSWER_S)
        place, after = json.loads(first), json.loads(said)
    except (ValueError, OSError, subprocess.TimeoutExpired) as error:
        raise CannotMeasure("The process that looks into the ring broke down.") from error
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdout.close()
    mapping = place["mapping"]
    there = ViewPlace(place["process"], place["address"], tuple(mapping) if mapping else None, place["inode"])
    return there, place["sees"] != after["sees"] == _CHANGED


def _place(view: NDArray[np.int16]) -> ViewPlace:
    address = int(view.__array_interface__["data"][0])
    mapping, inode = _mapped_at(address)
    return ViewPlace(os.getpid(), address, mapping, inode)


def _mapped_at(address: int) -> tuple[tuple[int, int] | None, int | None]:
    try:
        lines = Path("/proc/self/maps").read_text("ascii", errors="replace").splitlines()
    except OSError:
        return None, None
    for line in lines:
        words = line.split()
        first, last = (int(each, 16) for each in words[0].split("-"))
        if first <= address < last:
            is_ring = len(words) > 5 and "vivavoce-ring-" in words[5]
            return ((first, last) if is_ring else (0, 0)), int(words[4])
    return (0, 0), None


def _look(name: str) -> None:
    with closing(RingReader.attach(name)) as reader:
        view = reader.view(reader.written - FRAME_SAMPLES, reader.written)
        place = _place(view)
        found = {"process": place.process, "address": place.address, "mapping": place.mapping, "inode": place.inode}
        sys.stdout.write(json.dumps(found | {"sees": int(view[0])}) + "\n")
        sys.stdout.flush()
        sys.stdin.readline()
        sys.stdout.write(json.dumps({"sees": int(view[0])}) + "\n")
        del view


if __name__ == "__main__":
    _look(sys.argv[1])

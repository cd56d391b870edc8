import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.capture.ring_buffer import RingGone, RingLapped, RingReader, RingWriter, remove_orphans
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex

ROOT = Path(__file__).resolve().parents[3]


def signal_of(start: int, stop: int) -> NDArray[np.int16]:
    """A sound in which every sample tells where it belongs."""
    return (np.arange(start, stop, dtype=np.int64) * 31 % 65_521 - 32_760).astype(np.int16)


def new_name() -> str:
    return f"test-{uuid.uuid4().hex}"


def fill(ring: RingWriter, frames: int) -> None:
    for _ in range(frames):
        ring.write(signal_of(ring.written, ring.written + FRAME_SAMPLES))


@pytest.fixture
def ring() -> Iterator[RingWriter]:
    ring = RingWriter.create(name := new_name(), seconds=1)
    ring.__dict__["name"] = name
    yield ring
    ring.close()


@pytest.fixture
def reader(ring: RingWriter) -> Iterator[RingReader]:
    reader = RingReader.attach(ring.__dict__["name"])
    yield reader
    reader.close()


@given(
    first=st.integers(0, 100_000),
    frames=st.integers(0, 160),
    stretches=st.lists(st.tuples(st.integers(-1000, 70_000), st.integers(0, 17_000)), max_size=20),
)
def test_every_stretch_equals_the_plain_array_or_is_refused(first: int, frames: int, stretches: list[tuple[int, int]]):
    name = new_name()
    writer = RingWriter.create(name, seconds=1, first=SampleIndex(first))
    reader = RingReader.attach(name)
    try:
        fill(writer, frames)
        written = first + frames * FRAME_SAMPLES
        oldest = max(first, written + FRAME_SAMPLES - SAMPLE_RATE_HZ)
        assert (reader.written, reader.oldest) == (written, oldest)
        for offset, length in stretches:
            start, stop = first + offset, first + offset + length
            if stop > written:
                with pytest.raises(ValueError, match="is not in a ring"):
                    reader.view(start, stop)
            elif start < oldest:
                with pytest.raises(RingLapped):
                    reader.view(start, stop)
            else:
                assert np.array_equal(reader.view(start, stop), signal_of(start, stop))
                assert reader.holds(start)
    finally:
        reader.close()
        writer.close()


def test_a_view_is_the_shared_memory_itself_and_read_only(ring: RingWriter, reader: RingReader):
    """No copy: two views of one sample share its address, and the view sees what the writer does next to it."""
    fill(ring, 60)  # once around: the window below crosses the end of the ring
    whole = reader.view(reader.oldest, reader.written)
    part = reader.view(reader.oldest + 1000, reader.oldest + 1512)
    assert whole.ctypes.data + 2 * 1000 == part.ctypes.data
    assert np.shares_memory(whole, part)
    assert not part.flags.owndata and not part.flags.writeable and part.flags.c_contiguous
    kept = part.copy()
    fill(ring, 50)
    assert not np.array_equal(part, kept)


def test_a_reader_learns_that_the_writer_came_round(ring: RingWriter, reader: RingReader):
    fill(ring, 40)
    view = reader.view(0, 512)
    assert reader.holds(0)
    fill(ring, 9)
    assert np.array_equal(view, signal_of(0, 512)) and reader.holds(0)
    fill(ring, 1)  # the next frame would go where the view is
    assert not reader.holds(0)
    with pytest.raises(RingLapped):
        reader.view(0, 512)


READ_ALL = """
import sys, zlib
import numpy as np
from engine.capture.ring_buffer import RingLapped, RingReader
reader = RingReader.attach(sys.argv[1])
print("ready", flush=True)
at = lapped = wrong = good = 0
while True:
    is_closed = reader.is_closed
    if reader.written <= at:
        if is_closed:
            break
        continue
    stop = min(reader.written, at + 512)
    try:
        view = reader.view(at, stop)
        expected = (np.arange(at, stop, dtype=np.int64) * 31 % 65_521 - 32_760).astype(np.int16)
        same = np.array_equal(view, expected)
        if not reader.holds(at):
            raise RingLapped
        wrong += not same
        good += stop - at
        at = stop
    except RingLapped:
        lapped += 1
        at = reader.oldest + 320 * 8
        at = min(at, reader.written)
print(good, wrong, lapped, at)
"""


def read_elsewhere(name: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", READ_ALL, name], cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_another_process_never_believes_a_stretch_that_was_overwritten():
    """The writer goes as fast as it can through a ring of one second, so it laps everybody again and again."""
    ring = RingWriter.create(name := new_name(), seconds=1)
    with read_elsewhere(name) as process:
        fill(ring, 20_000)
        total = ring.written
        ring.close()
        said, _ = process.communicate()
    good, wrong, _, at = map(int, said.split())
    assert wrong == 0
    assert good > 0
    assert at == total


def test_another_process_reads_every_sample_when_it_is_not_lapped():
    ring = RingWriter.create(name := new_name(), seconds=60)
    with read_elsewhere(name) as process:
        fill(ring, 2000)
        ring.close()
        said, _ = process.communicate()
    assert said.split() == [str(2000 * FRAME_SAMPLES), "0", "0", str(2000 * FRAME_SAMPLES)]


def test_a_reader_that_ends_takes_nothing_away(ring: RingWriter):
    with read_elsewhere(ring.__dict__["name"]) as process:
        process.send_signal(signal.SIGKILL)
    again = RingReader.attach(ring.__dict__["name"])
    assert again.written == 0
    again.close()


@pytest.mark.skipif(os.name != "posix", reason="on Windows the memory goes with its last owner")
def test_the_ring_of_a_killed_writer_can_be_read_until_the_next_writer_comes():
    name = new_name()
    code = (
        "import sys, numpy as np; from engine.capture.ring_buffer import RingWriter;"
        f"ring = RingWriter.create({name!r}, seconds=1); ring.write(np.full(320, 7, np.int16));"
        "print('ready', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
    reader = RingReader.attach(name)
    assert reader.is_orphaned
    RingWriter.create(other := new_name(), seconds=1).close()
    with pytest.raises(RingGone):
        RingReader.attach(name)
    assert reader.is_orphaned
    assert reader.view(0, 320).tolist() == [7] * 320
    assert not reader.is_closed
    reader.close()
    with pytest.raises(RingGone):
        RingReader.attach(other)


def test_a_ring_is_no_orphan_while_its_writer_lives_or_when_it_said_goodbye(ring: RingWriter, reader: RingReader):
    assert not reader.is_orphaned
    remove_orphans()
    assert not reader.is_orphaned
    RingReader.attach(ring.__dict__["name"]).close()
    ring.close()
    assert reader.is_closed
    assert not reader.is_orphaned


@pytest.mark.skipif(os.name != "posix", reason="zombies are POSIX's")
def test_a_killed_writer_that_nobody_waited_for_is_gone_all_the_same():
    """A frozen desktop leaves its recorder a zombie, whose number is still taken."""
    name = new_name()
    code = (
        "import sys; from engine.capture.ring_buffer import RingWriter;"
        f"ring = RingWriter.create({name!r}, seconds=1); print('ready', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        reader = RingReader.attach(name)
        assert not reader.is_orphaned
        writer.send_signal(signal.SIGKILL)
        writer.stdout.read()  # to the end, which comes with the process
        until = time.monotonic() + 30.0
        while not reader.is_orphaned:
            assert time.monotonic() < until
            time.sleep(0.01)
    reader.close()
    remove_orphans()


def test_a_living_ring_is_not_replaced(ring: RingWriter):
    with pytest.raises(FileExistsError):
        RingWriter.create(ring.__dict__["name"], seconds=1)


@pytest.mark.parametrize("name", ["nobody", "", "../escape"])
def test_a_ring_that_is_not_there_is_said_to_be_gone(name: str):
    with pytest.raises(RingGone):
        RingReader.attach(name)


def test_only_a_whole_frame_is_taken(ring: RingWriter):
    with pytest.raises(ValueError, match="a frame of shape"):
        ring.write(np.zeros(319, np.int16))
    assert ring.written == 0


def test_a_view_outlives_its_reader(ring: RingWriter, reader: RingReader):
    fill(ring, 2)
    view = reader.view(0, 640)
    reader.close()
    reader.close()
    assert np.array_equal(view, signal_of(0, 640))


def test_each_of_the_newest_frames_has_its_stamps(ring: RingWriter, reader: RingReader) -> None:
    for number in range(400):
        ring.write(np.zeros(FRAME_SAMPLES, np.int16), captured_s=float(number))
    first, stamps = reader.stamps(0, ring.written)
    assert first == (400 - len(stamps)) * FRAME_SAMPLES
    assert stamps[:, 0].tolist() == [float(number) for number in range(400 - len(stamps), 400)]
    assert (np.diff(stamps[:, 1]) >= 0).all()
    first, stamps = reader.stamps(390 * FRAME_SAMPLES, 392 * FRAME_SAMPLES)
    assert (first, stamps[:, 0].tolist()) == (390 * FRAME_SAMPLES, [390.0, 391.0])


def test_a_ring_without_a_whole_frame_has_no_stamps(reader: RingReader) -> None:
    first, stamps = reader.stamps(0, 0)
    assert (first, len(stamps)) == (0, 0)

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.capture.ring_buffer import RingReader, RingWriter
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex, Samples, TrackKind
from engine.contract.messages import FollowedTrack
from engine.pipeline.ring_sound import RingSound, SavedSound, open_sound
from tests.builders.recorded_folder import record


def saved(start: int, stop: int) -> Samples:
    return np.full(stop - start, 0.5, np.float32)


Rings = Callable[..., tuple[RingWriter, RingReader]]


@pytest.fixture
def rings() -> Iterator[Rings]:
    """Makes rings that are let go of."""
    made: list[RingWriter | RingReader] = []

    def make(*, seconds: int = 1, first: int = 0) -> tuple[RingWriter, RingReader]:
        name = f"test-ring-sound-{os.getpid()}-{len(made)}"
        writer = RingWriter.create(name, seconds=seconds, first=SampleIndex(first))
        reader = RingReader.attach(name)
        made.extend((reader, writer))
        return writer, reader

    yield make
    for each in made:
        each.close()


def fill(writer: RingWriter, seconds: float, *, value: int = 8192) -> None:
    for _ in range(round(seconds * SAMPLE_RATE_HZ / FRAME_SAMPLES)):
        writer.write(np.full(FRAME_SAMPLES, value, np.int16))


def test_sound_comes_from_the_ring_and_what_it_no_longer_holds_from_the_file(rings: Rings):
    writer, reader = rings()
    sound = RingSound(reader, read_saved=saved)
    fill(writer, 0.02)
    assert sound.written == FRAME_SAMPLES
    assert sound.read(0, FRAME_SAMPLES).tolist() == [0.25] * FRAME_SAMPLES
    fill(writer, 2)
    assert sound.read(0, FRAME_SAMPLES).tolist() == [0.5] * FRAME_SAMPLES
    assert not sound.is_ended
    writer.close()
    assert sound.is_ended


def test_a_stretch_that_is_partly_gone_comes_from_both(rings: Rings):
    writer, reader = rings(seconds=3)
    fill(writer, 5)
    found = RingSound(reader, read_saved=saved).read(0, 5 * SAMPLE_RATE_HZ)
    assert len(found) == 5 * SAMPLE_RATE_HZ
    assert (found[: 2 * SAMPLE_RATE_HZ] == 0.5).all()
    assert (found[4 * SAMPLE_RATE_HZ :] == 0.25).all()


def test_what_was_recorded_before_the_ring_comes_from_the_file(rings: Rings):
    writer, reader = rings(seconds=3, first=10 * SAMPLE_RATE_HZ)
    fill(writer, 2)
    found = RingSound(reader, read_saved=saved).read(9 * SAMPLE_RATE_HZ, 12 * SAMPLE_RATE_HZ)
    assert found[0] == 0.5
    assert found[-1] == 0.25
    assert len(found) == 3 * SAMPLE_RATE_HZ


def test_the_newest_sound_is_never_asked_of_the_file_which_follows_the_ring(rings: Rings):
    writer, reader = rings(seconds=3, first=10 * SAMPLE_RATE_HZ)
    fill(writer, 0.2)
    asked: list[int] = []

    def behind(start: int, stop: int) -> Samples:
        asked.append(stop)
        return saved(start, stop)

    found = RingSound(reader, read_saved=behind).read(9 * SAMPLE_RATE_HZ, 11 * SAMPLE_RATE_HZ)
    assert asked == [10 * SAMPLE_RATE_HZ]
    assert found[-1] == 0.25


def test_what_a_full_disk_left_out_is_silence_of_the_same_length(rings: Rings):
    """Case 17."""
    writer, reader = rings()
    fill(writer, 4)
    found = RingSound(reader, read_saved=lambda start, stop: saved(start, stop)[:100]).read(0, SAMPLE_RATE_HZ)
    assert len(found) == SAMPLE_RATE_HZ
    assert found[99] == 0.5
    assert found[100] == 0.0


def test_more_than_there_is_is_cut(rings: Rings):
    writer, reader = rings()
    fill(writer, 0.5)
    sound = RingSound(reader, read_saved=saved)
    assert len(sound.read(0, SAMPLE_RATE_HZ)) == SAMPLE_RATE_HZ // 2
    assert len(sound.read(SAMPLE_RATE_HZ, 2 * SAMPLE_RATE_HZ)) == 0


class StillRing:
    """A ring whose writer is paused, or was killed."""

    written = SampleIndex(1600)
    is_closed = False
    is_orphaned = False


def test_a_paused_recording_has_not_ended_and_a_killed_one_has():
    ring, now = StillRing(), [0.0]
    sound = RingSound(ring, read_saved=saved, clock=lambda: now[0])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - all that is asked
    for now[0] in (0.0, 3.0, 300.0):
        assert not sound.is_ended
    ring.is_orphaned = True
    assert not sound.is_ended, "it is not asked for every frame"
    now[0] = 303.0
    assert sound.is_ended


def test_without_a_ring_all_of_it_is_in_the_file(tmp_path: Path):
    record(tmp_path / "meeting", [(TrackKind.MICROPHONE, np.full(3200, 0.25, np.float32))])
    for name in ("", "a-ring-that-is-gone"):
        sound = open_sound(tmp_path / "meeting", FollowedTrack(0, TrackKind.MICROPHONE, name))
        assert isinstance(sound, SavedSound)
        assert sound.is_ended
        assert sound.written == 3200
        assert sound.read(3000, 4000).tolist() == pytest.approx([0.25] * 200, abs=1e-4)
        sound.close()


def test_a_folder_without_any_sound_has_ended_at_once(tmp_path: Path):
    sound = open_sound(tmp_path / "nowhere", FollowedTrack(0, TrackKind.MICROPHONE))
    assert (sound.written, sound.is_ended) == (0, True)

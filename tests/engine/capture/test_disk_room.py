from pathlib import Path

import pytest

from engine.capture.disk_room import DiskRoom, free_bytes
from engine.contract.errors import DiskFull
from engine.contract.recorder_messages import RoomMeasured
from engine.contract.room import LEAST_BYTES
from tests.fakes.scripted_source import HandClock


class Disk:
    def __init__(self, free: int) -> None:
        self.free = free

    def __call__(self, _folder: Path) -> int:
        if self.free < 0:
            raise OSError("the disk was pulled out")
        return self.free


def test_without_room_for_a_little_while_nothing_begins(tmp_path: Path):
    """Case 17."""
    disk, clock = Disk(LEAST_BYTES), HandClock()
    DiskRoom(tmp_path, tracks=2, now=clock, free=disk).check()
    disk.free -= 1
    with pytest.raises(DiskFull) as refused:
        DiskRoom(tmp_path, tracks=2, now=clock, free=disk).check()
    assert str(tmp_path) in str(refused.value)


def test_the_room_is_told_in_seconds_every_ten_seconds_and_at_once_when_it_ran_out(tmp_path: Path):
    """Case 17."""
    disk, clock = Disk(24 << 20), HandClock()
    room = DiskRoom(tmp_path, tracks=1, now=clock, free=disk)
    first = room.look()
    assert first is not None
    assert first.seconds == pytest.approx(784, abs=3)
    assert room.look() is None
    clock.now_s += 9.9
    assert room.look() is None
    clock.now_s += 0.1
    disk.free = 1 << 30
    later = room.look()
    assert later is not None
    assert later.seconds > first.seconds
    assert room.run_out() == RoomMeasured(0.0)
    clock.now_s += 1
    assert room.look() == later


def test_two_tracks_fill_it_twice_as_fast(tmp_path: Path):
    one, two = (DiskRoom(tmp_path, tracks=n, now=HandClock(), free=Disk(1 << 30)).look() for n in (1, 2))
    assert one is not None
    assert two is not None
    assert one.seconds == pytest.approx(2 * two.seconds, abs=1)


def test_a_disk_that_does_not_answer_says_nothing_about_its_room(tmp_path: Path):
    assert DiskRoom(tmp_path, tracks=1, now=HandClock(), free=Disk(-1)).look() is None


def test_the_real_disk_is_asked_also_before_the_folder_is_there(tmp_path: Path):
    assert free_bytes(tmp_path / "not" / "yet") > 0

from pathlib import Path

import pytest

from app.recording.preflight import measure_room
from engine.capture.disk_room import DiskRoom, free_bytes
from engine.contract.room import seconds_of_recording
from tests.fakes.scripted_source import HandClock
from ui.library.library_reader import read_room_hours


def test_an_hour_of_a_track_is_its_samples_and_little_more():
    assert seconds_of_recording(2 * 16_000 * 3600, tracks=1) == pytest.approx(3600, rel=0.01)
    assert seconds_of_recording(1 << 30, tracks=2) * 2 == pytest.approx(seconds_of_recording(1 << 30, tracks=1))
    assert seconds_of_recording(-1, tracks=0) == 0


@pytest.mark.parametrize("tracks", [1, 2])
def test_library_check_and_recording_say_the_same_hours(tmp_path: Path, tracks: int):
    """Case 17."""
    measured = DiskRoom(tmp_path, tracks=tracks, now=HandClock(), free=free_bytes).look()
    checked = measure_room(tmp_path, tracks=tracks)
    assert measured is not None
    assert checked is not None
    assert read_room_hours(tmp_path, tracks) * 3600 == pytest.approx(measured.seconds, rel=0.05)
    assert checked == pytest.approx(measured.seconds, rel=0.05)

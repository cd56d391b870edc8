import pytest

from app.cli.audio_clock import AudioClock


def test_the_clock_begins_with_the_most_punctual_sample():
    now = iter([10.5, 11.2, 12.0, 12.0])
    clock = AudioClock(is_paced=True, now=lambda: next(now))
    clock.see(0.4)
    clock.see(1.2)
    clock.see(1.5)
    assert clock.read() == pytest.approx(2.0)


def test_a_file_played_fast_has_no_clock_but_its_own_place():
    clock = AudioClock(is_paced=False)
    clock.see(3.0)
    assert clock.read() == 3.0

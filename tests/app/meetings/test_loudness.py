import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.meetings.loudness import FRAME_MS, Loudness


def of(*values: int) -> Loudness:
    return Loudness(np.array(values, np.uint16))


@given(
    st.lists(st.integers(0, 30_000), min_size=1, max_size=3000),
    st.integers(0, 2500),
    st.integers(1, 2500),
    st.integers(1, 60),
)
def test_a_bar_is_at_least_as_loud_as_every_frame_in_it_and_no_louder_than_those_around_it(
    values: list[int], first: int, length: int, count: int
) -> None:
    loudness = Loudness(np.array(values, np.uint16))
    bars = loudness.bars(first * FRAME_MS, (first + length) * FRAME_MS, count)
    assert len(bars) == count
    for number in range(count):
        begin, stop = first + length * number / count, first + length * (number + 1) / count
        inside = values[int(np.ceil(begin)) : int(np.floor(stop))]
        assert bars[number] >= max(inside, default=0) / max(*values, 1) - 1e-4
        if not any(values[max(0, int(begin) - 64) : int(stop) + 65]):
            assert bars[number] == 0


def test_a_stretch_beyond_the_end_is_silent() -> None:
    bars = of(100, 200, 300, 400).bars(0, 8 * FRAME_MS, 8)
    assert bars[3] > bars[0] > 0
    assert bars[4:].tolist() == [0, 0, 0, 0]


def test_before_anything_was_measured_there_are_only_silent_bars() -> None:
    assert of().bars(0, 1000, 3).tolist() == [0, 0, 0]
    assert list(of().pauses(0, 1000)) == []


@pytest.mark.parametrize("count", [1, 7, 446, 2000])
def test_a_single_shot_in_ten_hours_is_seen_at_every_zoom(count: int) -> None:
    frames = np.zeros(1_800_000, np.uint16)
    frames[1_234_567] = 30_000
    loudness = Loudness(frames)
    bars = loudness.bars(0, loudness.length_ms, count)
    assert np.flatnonzero(bars).tolist() == [1_234_567 * count // 1_800_000]


def test_the_middle_of_a_pause_is_told_and_the_inside_of_a_word_is_not() -> None:
    loudness = of(*[9000] * 10, *[10] * 8, *[9000] * 10, *[10] * 3, *[9000] * 10)
    assert list(loudness.pauses(0, 2000)) == [14 * FRAME_MS]

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exporting.timestamps import clock_time, srt_time, to_whole_ms, vtt_time


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0.9995, "00:00:01,000"),
        (1.9996, "00:00:02,000"),
        (59.9999, "00:01:00,000"),
        (3599.9996, "01:00:00,000"),
        (0.0004, "00:00:00,000"),
        (-0.0001, "00:00:00,000"),
        (75.1 - 15.1, "00:01:00,000"),
    ],
)
def test_rounding_carries_into_seconds_minutes_and_hours(seconds: float, written: str) -> None:
    """Case 73."""
    assert srt_time(to_whole_ms(seconds)) == written


@pytest.mark.parametrize(
    ("ms", "written"),
    [
        ((9 * 3600 + 59 * 60 + 59) * 1000, "09:59:59"),
        ((10 * 3600 + 1) * 1000, "10:00:01"),
        ((23 * 3600 + 59 * 60 + 59) * 1000, "23:59:59"),
        (24 * 3600 * 1000, "24:00:00"),
        ((32 * 3600 + 54 * 60 + 4) * 1000, "32:54:04"),
        (100 * 3600 * 1000, "100:00:00"),
    ],
)
def test_hours_may_be_as_many_as_they_are(ms: int, written: str) -> None:
    """Case 74."""
    assert srt_time(ms) == f"{written},000"
    assert vtt_time(ms) == f"{written}.000"


@given(st.floats(-10, 4_000_000, allow_nan=False))
def test_every_time_has_the_shape_of_a_time(seconds: float) -> None:
    """Case 73."""
    ms = to_whole_ms(seconds)
    assert ms >= 0
    assert re.fullmatch(r"\d{2,}:[0-5]\d:[0-5]\d,\d{3}", srt_time(ms))
    assert re.fullmatch(r"\d{2,}:[0-5]\d:[0-5]\d\.\d{3}", vtt_time(ms))
    assert re.fullmatch(r"\d+:[0-5]\d:[0-5]\d", clock_time(ms))


def test_a_clock_shows_the_running_second() -> None:
    assert clock_time(2_458_999) == "0:40:58"

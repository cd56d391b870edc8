"""Times as people type them."""

import pytest

from app.meetings.typed_time import exact_time, typed_time


@pytest.mark.parametrize(
    ("text", "moment_ms"),
    [
        ("1:02:03.250", 3_723_250),
        ("2:03,5", 123_500),
        (" 12.5 ", 12_500),
        ("75", 75_000),
        ("0:00:00.001", 1),
        ("２：０３．５", 123_500),
        ("1：02", 62_000),
    ],
)
def test_a_time_is_understood_however_it_is_written(text: str, moment_ms: int):
    assert typed_time(text) == moment_ms


@pytest.mark.parametrize("text", ["", "soon", "1:75", "1:60:00", "-3", "1.2345", "1::2", "9999999999"])
def test_what_is_no_time_is_none(text: str):
    assert typed_time(text) is None


def test_what_is_offered_is_understood_again():
    assert exact_time(2_475_250) == "0:41:15.250"
    assert typed_time(exact_time(2_475_250)) == 2_475_250

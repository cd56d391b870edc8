"""Times as people write them."""

from app.meetings.clock_text import read_clock


def test_a_time_is_read_as_people_write_it():
    assert read_clock("1:02:03") == 3_723_000
    assert read_clock(" 41:10 ") == 2_470_000
    assert read_clock("0:05.5") == 5_500
    assert read_clock("1：02") == 62_000
    assert read_clock("12") is None
    assert read_clock("a:b") is None

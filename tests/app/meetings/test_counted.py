import pytest

from app.meetings.counted import counted


@pytest.mark.parametrize(("number", "text"), [(0, "0 lines"), (1, "1 line"), (2, "2 lines"), (101, "101 lines")])
def test_one_is_not_counted_as_several(number: int, text: str):
    assert counted(number, "line") == text


def test_what_is_said_of_them_agrees_with_their_number():
    assert counted(1, "line was", "lines were") == "1 line was"
    assert counted(3, "line was", "lines were") == "3 lines were"

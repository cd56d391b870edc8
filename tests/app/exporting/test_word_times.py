from hypothesis import given
from hypothesis import strategies as st

from app.exporting.word_times import find_character_times
from app.meetings.transcript import Word
from engine.contract.audio import Milliseconds
from tests.builders.transcripts import texts, words_within


def words(*parts: tuple[int, int, str]) -> list[Word]:
    return [Word(Milliseconds(start), Milliseconds(end), text) for start, end, text in parts]


def test_each_character_lies_in_its_word() -> None:
    times = find_character_times("ab cd", words((100, 300, "ab"), (400, 600, " cd")), 0, 1000)
    assert list(times.starts_ms) == [100, 200, 400, 400, 500]
    assert list(times.ends_ms) == [200, 300, 400, 500, 600]
    assert times.word_borders == {0, 3}


def test_a_corrected_word_keeps_the_times_of_its_neighbours() -> None:
    spoken = words((0, 500, "the"), (500, 900, " determinent"), (900, 1200, " is"))
    times = find_character_times("the determinant is", spoken, 0, 1200)
    assert times.starts_ms[4] == 500
    assert times.starts_ms[16] == 900


def test_without_words_the_time_is_spread_by_width() -> None:
    times = find_character_times("ab讨", [], 0, 400)
    assert list(times.starts_ms) == [0, 100, 200]
    assert list(times.ends_ms) == [100, 200, 400]


def test_a_very_long_line_is_spread_too() -> None:
    text = "word " * 2000
    times = find_character_times(text, words((0, 10, text)), 0, 10_000)
    assert times.starts_ms[5000] == 5000


@given(text=texts, data=st.data())
def test_times_never_run_backwards_and_stay_inside(text: str, data: st.DataObject) -> None:
    start, length = data.draw(st.integers(0, 100_000)), data.draw(st.integers(1, 60_000))
    spoken = data.draw(words_within(start, start + length, text))
    times = find_character_times(text, spoken, start, start + length)
    for found in (times.starts_ms, times.ends_ms):
        assert len(found) == len(text)
        assert list(found) == sorted(found)
        assert all(start <= time <= start + length for time in found)

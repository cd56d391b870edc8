"""How the columns of the transcript share the width."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from ui.reading.reading_metrics import ReadingMetrics
from ui.style.theme import ThemeChoice, current_theme


@pytest.fixture(autouse=True)
def usual_text(qtbot: QtBot) -> Iterator[None]:
    yield
    current_theme().apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=1.0)


def measure(text_scale: float) -> ReadingMetrics:
    current_theme().apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=text_scale)
    return ReadingMetrics.measure(width=1268, window_width=1280)


def test_remarks_stand_beside_the_text_where_there_is_room() -> None:
    assert measure(1.0).note_left is not None


def test_large_text_takes_the_room_of_the_remarks() -> None:
    metrics = measure(2.0)
    assert metrics.note_left is None
    assert metrics.text_width / metrics.column > 45


def test_many_heights_are_guessed_as_single_ones_are() -> None:
    metrics = measure(1.0)
    columns = list(range(0, 2000, 7))
    assert metrics.guess_heights(columns) == [metrics.guess_height(each, is_set_aside=False) for each in columns]

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.loudness import Loudness
from tests.builders.reading import a_line, a_transcript
from ui.editor.sound_marks import SoundMarks
from ui.editor.time_window import TimeWindow
from ui.editor.waveform import Waveform
from ui.reading.reading_document import ReadingDocument

LENGTH = 3_600_000
LINES = (
    a_line(1, "one two three four", start_ms=20_000, end_ms=30_000),
    a_line(2, "five six", start_ms=30_000, end_ms=40_000),
)
MIDDLE = 50
"""A height inside the bars."""


@pytest.fixture
def waveform(qtbot: QtBot) -> Waveform:
    """100 seconds on 1000 pixels, ten seconds into the recording; two lines that touch at 30 s."""
    marks = SoundMarks(
        loudness=Loudness(np.full(LENGTH // 20, 9000, np.uint16)),
        document=ReadingDocument(a_transcript(*LINES)),
    )
    made = Waveform(marks=marks)
    qtbot.addWidget(made)
    made.resize(1048, made.sizeHint().height())
    made.show_length(LENGTH)
    made.show_window(TimeWindow(10_000, 100_000, LENGTH))
    made.seek_requested.connect(made.show_position)
    made.window_requested.connect(made.show_window)
    made.show()
    return made


def x_at(moment_ms: int) -> int:
    return 24 + (moment_ms - 10_000) // 100


def move(waveform: Waveform, x: int, *, y: int = MIDDLE, shift: bool = False, held: bool = True) -> None:
    """QTest says of no move that a button is down."""
    button = Qt.MouseButton.LeftButton if held else Qt.MouseButton.NoButton
    keys = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    place = QPointF(x, y)
    waveform.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, place, place, button, button, keys))


def moves_of(waveform: Waveform) -> list[tuple[str, str, int]]:
    moved: list[tuple[str, str, int]] = []

    def note(line: str, side: str, to_ms: int) -> None:
        moved.append((line, side, to_ms))

    waveform.boundary_moved.connect(note)
    return moved


def turn(waveform: Waveform, x: int, notches: int, *, shift: bool = False, sideways: bool = False) -> None:
    angle = QPoint(120 * notches, 0) if sideways else QPoint(0, 120 * notches)
    keys = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    place, none = QPointF(x, MIDDLE), Qt.MouseButton.NoButton
    waveform.wheelEvent(QWheelEvent(place, place, QPoint(), angle, none, keys, Qt.ScrollPhase.NoScrollPhase, False))


def press(waveform: Waveform, x: int, *, y: int = MIDDLE, shift: bool = False) -> None:
    keys = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.mousePress(waveform, Qt.MouseButton.LeftButton, keys, QPoint(x, y))


def release(waveform: Waveform, x: int, *, y: int = MIDDLE) -> None:
    QTest.mouseRelease(waveform, Qt.MouseButton.LeftButton, pos=QPoint(x, y))


def test_a_click_goes_there(waveform: Waveform) -> None:
    QTest.mouseClick(waveform, Qt.MouseButton.LeftButton, pos=QPoint(x_at(60_000), MIDDLE))
    assert waveform.value() == 60_000


def test_a_drag_pans_and_leaves_the_position_where_it_is(waveform: Waveform) -> None:
    press(waveform, x_at(60_000))
    move(waveform, x_at(60_000) - 200)
    release(waveform, x_at(60_000) - 200)
    assert waveform.window_of_time.start_ms == pytest.approx(30_000)
    assert waveform.value() == 0


def test_on_the_times_a_drag_scrubs(waveform: Waveform) -> None:
    low = waveform.height() - 4
    press(waveform, x_at(60_000), y=low)
    assert waveform.value() == 60_000
    move(waveform, x_at(70_000), y=low)
    release(waveform, x_at(70_000), y=low)
    assert waveform.value() == 70_000
    assert waveform.window_of_time.start_ms == 10_000


@pytest.mark.parametrize(("notches", "span_ms"), [(1, 80_000), (-1, 125_000), (40, 2000), (-60, LENGTH)])
def test_the_wheel_zooms_at_the_pointer(waveform: Waveform, notches: int, span_ms: int) -> None:
    turn(waveform, x_at(60_000), notches)
    window = waveform.window_of_time
    assert window.span_ms == pytest.approx(span_ms)
    if window.start_ms > 0:
        assert waveform.moment_at(x_at(60_000)) == pytest.approx(60_000, abs=2)


def test_sideways_or_with_shift_the_wheel_pans(waveform: Waveform) -> None:
    turn(waveform, 500, -1, shift=True)
    assert waveform.window_of_time.start_ms == pytest.approx(20_000)
    turn(waveform, 500, 1, sideways=True)
    assert waveform.window_of_time.start_ms == pytest.approx(10_000)


@pytest.mark.parametrize(
    ("key", "moment_ms"),
    [
        (Qt.Key.Key_Right, 51_000),
        (Qt.Key.Key_Left, 49_000),
        (Qt.Key.Key_PageDown, 130_000),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, LENGTH),
    ],
)
def test_keys_go_to_places(waveform: Waveform, key: Qt.Key, moment_ms: int) -> None:
    waveform.show_position(50_000)
    QTest.keyClick(waveform, key)
    assert waveform.value() == moment_ms


def test_plus_and_minus_zoom_around_the_needle(waveform: Waveform) -> None:
    waveform.show_position(60_000)
    QTest.keyClick(waveform, Qt.Key.Key_Plus)
    assert waveform.window_of_time.span_ms == pytest.approx(80_000)
    assert waveform.x_of(60_000) == pytest.approx(x_at(60_000))
    QTest.keyClick(waveform, Qt.Key.Key_Minus)
    assert waveform.window_of_time.span_ms == pytest.approx(100_000)


def test_it_says_what_it_is_and_where_it_stands(waveform: Waveform) -> None:
    waveform.show_position(61_000)
    assert waveform.accessibleName() == "Sound in detail"
    assert waveform.accessibleDescription() == "0:01:01"
    assert (waveform.minimum(), waveform.value(), waveform.maximum()) == (0, 61_000, LENGTH)


def test_the_end_of_a_line_is_dragged_and_snaps_to_the_edge_of_a_word(waveform: Waveform) -> None:
    moved = moves_of(waveform)
    line = LINES[0]
    edge = line.words[2].end_ms
    press(waveform, x_at(30_000) - 1)
    move(waveform, x_at(edge) + 5)
    assert waveform.dragged_to_ms == edge
    move(waveform, x_at(edge) + 5, shift=True)
    assert waveform.dragged_to_ms == pytest.approx(edge + 500, abs=100)
    move(waveform, x_at(edge) + 5)
    release(waveform, x_at(edge) + 5)
    assert moved == [(line.id, "end", edge)]
    assert waveform.value() == 0


def test_escape_leaves_the_boundary_where_it_was(waveform: Waveform) -> None:
    moved = moves_of(waveform)
    press(waveform, x_at(30_000))
    move(waveform, x_at(26_000))
    QTest.keyClick(waveform, Qt.Key.Key_Escape)
    assert waveform.dragged_to_ms is None
    release(waveform, x_at(26_000))
    assert moved == []
    assert waveform.value() == 0


def test_a_click_at_the_end_of_a_line_is_still_a_click(waveform: Waveform) -> None:
    QTest.mouseClick(waveform, Qt.MouseButton.LeftButton, pos=QPoint(x_at(30_000), MIDDLE))
    assert waveform.value() == 30_000


def test_the_pointer_says_where_a_boundary_can_be_taken(waveform: Waveform) -> None:
    move(waveform, x_at(30_000), held=False)
    assert waveform.cursor().shape() is Qt.CursorShape.SplitHCursor
    move(waveform, x_at(60_000), held=False)
    assert waveform.cursor().shape() is Qt.CursorShape.ArrowCursor


def test_seen_from_afar_no_boundary_can_be_taken(waveform: Waveform) -> None:
    waveform.show_window(TimeWindow(0, LENGTH, LENGTH))
    move(waveform, 24 + 30_000 * 1000 // LENGTH, held=False)
    assert waveform.cursor().shape() is Qt.CursorShape.ArrowCursor


def test_while_it_plays_only_the_needle_is_painted(waveform: Waveform) -> None:
    waveform.grab()
    before = waveform.pictures_painted
    for moment in range(20_000, 40_000, 500):
        waveform.show_position(moment)
        waveform.grab()
    assert waveform.pictures_painted == before


def test_without_a_length_nothing_happens(qtbot: QtBot) -> None:
    made = Waveform()
    qtbot.addWidget(made)
    asked: list[object] = []
    made.seek_requested.connect(asked.append)
    made.window_requested.connect(asked.append)
    QTest.mouseClick(made, Qt.MouseButton.LeftButton)
    turn(made, 50, 1)
    assert asked == []
    assert not made.grab().isNull()

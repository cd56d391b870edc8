from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId, MomentId
from app.meetings.loudness import Loudness
from app.meetings.moment import Moment, MomentKind
from engine.contract.audio import Milliseconds
from tests.builders.reading import a_gap, a_line
from ui.editor.overview import Overview
from ui.editor.sound_marks import SoundMarks
from ui.editor.time_window import TimeWindow


@pytest.fixture
def marks() -> SoundMarks:
    return SoundMarks(loudness=Loudness(np.full(5000, 9000, np.uint16)))


@pytest.fixture
def overview(qtbot: QtBot, marks: SoundMarks) -> Overview:
    made = Overview(marks=marks)
    qtbot.addWidget(made)
    made.resize(1048, 52)
    made.show_length(100_000)
    made.show_window(TimeWindow(0, 100_000, 100_000))
    made.seek_requested.connect(made.show_position)
    return made


@pytest.mark.parametrize(("x", "moment_ms"), [(24, 0), (524, 50_000), (1024, 100_000), (2, 0), (1046, 100_000)])
def test_a_click_goes_to_its_place_and_never_outside(overview: Overview, x: int, moment_ms: int) -> None:
    QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(x, 26))
    assert overview.value() == moment_ms


@pytest.mark.parametrize(
    ("key", "moment_ms"),
    [
        (Qt.Key.Key_Right, 55_000),
        (Qt.Key.Key_Left, 45_000),
        (Qt.Key.Key_PageDown, 80_000),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 100_000),
    ],
)
def test_keys_move_in_steps(overview: Overview, key: Qt.Key, moment_ms: int) -> None:
    overview.show_position(50_000)
    QTest.keyClick(overview, key)
    assert overview.value() == moment_ms


def test_it_says_where_it_stands(overview: Overview) -> None:
    overview.show_position(61_000)
    assert overview.accessibleName() == "Position in the recording"
    assert overview.accessibleDescription() == "0:01:01"


def test_without_a_length_a_click_means_nothing(qtbot: QtBot) -> None:
    made = Overview()
    qtbot.addWidget(made)
    asked: list[object] = []
    made.seek_requested.connect(asked.append)
    QTest.mouseClick(made, Qt.MouseButton.LeftButton)
    assert asked == []
    assert not made.grab().isNull()


def test_speakers_gaps_hits_and_a_loop_are_painted(overview: Overview, marks: SoundMarks) -> None:
    pictures = [overview.grab().toImage()]
    for name, value in {
        "changes": [(0, 1), (50_000, 2)],
        "gaps": [a_gap(20_000, 30_000)],
        "hits": list(range(0, 100_000, 50)),
        "set_aside": [a_line(1, start_ms=70_000, end_ms=80_000)],
        "loop": (40_000, 45_000),
    }.items():
        setattr(marks, name, value)
        overview.repaint_picture()
        pictures.append(overview.grab().toImage())
    assert all(one != other for one, other in pairwise(pictures))


def test_bookmarks_and_notes_are_marked_above_the_strip(overview: Overview, marks: SoundMarks) -> None:
    plain = overview.grab().toImage()
    marks.moments = [
        Moment(MomentId("a"), MeetingId("m"), MomentKind.BOOKMARK, Milliseconds(20_000), Milliseconds(50_000))
    ]
    overview.repaint_picture()
    marked = overview.grab().toImage()
    changed = [x for x in range(24, 1024) if plain.pixelColor(x, 4) != marked.pixelColor(x, 4)]
    assert changed
    assert all(abs(x - 524) < 8 for x in changed)


def test_while_it_plays_only_the_needle_is_painted(overview: Overview) -> None:
    overview.grab()
    before = overview.pictures_painted
    for moment in range(0, 20_000, 500):
        overview.show_position(moment)
        overview.grab()
    assert overview.pictures_painted == before


def test_the_frame_shows_what_is_seen_in_detail_and_is_dragged_along(overview: Overview) -> None:
    overview.show_window(TimeWindow(20_000, 10_000, 100_000))
    assert (round(overview.frame().left()), round(overview.frame().width())) == (224, 100)
    asked: list[float] = []
    overview.window_requested.connect(asked.append)
    QTest.mousePress(overview, Qt.MouseButton.LeftButton, pos=QPoint(274, 26))
    drag(overview, QPoint(374, 26))
    QTest.mouseRelease(overview, Qt.MouseButton.LeftButton, pos=QPoint(374, 26))
    assert asked == [pytest.approx(30_000)]
    assert overview.value() == 0


def test_a_click_on_the_frame_goes_there_as_elsewhere(overview: Overview) -> None:
    overview.show_window(TimeWindow(20_000, 10_000, 100_000))
    QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(274, 26))
    assert overview.value() == 25_000


def test_a_few_minutes_of_ten_hours_still_have_a_frame_that_one_can_take(overview: Overview) -> None:
    overview.show_length(36_000_000)
    overview.show_window(TimeWindow(18_000_000, 2000, 36_000_000))
    assert overview.frame().width() == 8


def drag(overview: Overview, to: QPoint) -> None:
    """QTest says of no move that a button is down."""
    place = QPointF(to)
    button = Qt.MouseButton.LeftButton
    move = QMouseEvent(QEvent.Type.MouseMove, place, place, button, button, Qt.KeyboardModifier.NoModifier)
    overview.mouseMoveEvent(move)


@pytest.mark.parametrize("kind", MomentKind)
def test_every_kind_of_moment_has_a_mark_of_its_own(overview: Overview, marks: SoundMarks, kind: MomentKind) -> None:
    seen: list[QImage] = []
    for each in (kind, *(other for other in MomentKind if other is not kind)):
        moment = Moment(MomentId("a"), MeetingId("m"), each, Milliseconds(20_000), Milliseconds(50_000))
        marks.moments = [moment]
        overview.repaint_picture()
        seen.append(overview.grab().toImage())
    assert all(image != seen[0] for image in seen[1:])

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId, MomentId
from app.meetings.moment import Moment, MomentKind
from engine.contract.audio import Milliseconds
from tests.builders.reading import a_gap
from ui.editor.overview import Overview


@pytest.fixture
def overview(qtbot: QtBot) -> Overview:
    made = Overview()
    qtbot.addWidget(made)
    made.resize(1048, 52)
    made.show_length(100_000)
    made.show_peaks([(-0.4, 0.5)] * 1000)
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


def test_speakers_gaps_and_hits_are_painted(overview: Overview) -> None:
    plain = overview.grab().toImage()
    overview.show_speakers([(0, 1), (50_000, 2)])
    overview.show_gaps([a_gap(20_000, 30_000)])
    overview.show_hits(list(range(0, 100_000, 50)))
    assert overview.grab().toImage() != plain
    overview.clear()
    assert overview.maximum() == 0


def test_bookmarks_and_notes_are_marked_above_the_strip(overview: Overview) -> None:
    plain = overview.grab().toImage()
    bookmark = Moment(MomentId("a"), MeetingId("m"), MomentKind.BOOKMARK, Milliseconds(20_000), Milliseconds(50_000))
    overview.show_moments([bookmark])
    marked = overview.grab().toImage()
    changed = [x for x in range(24, 1024) if plain.pixelColor(x, 4) != marked.pixelColor(x, 4)]
    assert changed
    assert all(abs(x - 524) < 8 for x in changed)

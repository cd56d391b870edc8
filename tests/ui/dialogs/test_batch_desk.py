"""Several meetings at once: all of a part of the library, or those that were chosen in the list."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId
from tests.builders.shelf import Shelf as Filled
from tests.ui.library.library_stage import answer, open_page
from tests.ui.library.test_library_page import Opened
from tests.ui.window_stage import Stage
from ui.library.library_page import LibraryPage
from ui.library.meeting_row import Shelf, View

TITLES = ("One", "Two", "Three", "Four")
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_favourites_are_written_each_in_its_own_files_and_nothing_else_is(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    filled = Filled(stage.library)
    ids: list[MeetingId] = [filled.meeting(title, lines=(f"{title} was said.",)) for title in ("One", "Two", "Three")]
    for meeting_id in ids[:2]:
        stage.library.set_favourite(meeting_id, is_favourite=True).result()
    stage.settings.change(export_formats=("txt",))
    page = open_page(stage, qtbot)
    assert not page.head.export_all.isVisible()
    page.side_bar.view_chosen.emit(View(Shelf.FAVOURITES))
    assert page.head.export_all.isVisible()
    page.batch_desk.write(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "“out” now" in page.message.text, timeout=20_000)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["One.txt", "Two.txt"]
    assert page.head.export_all.text() == "Export all…"


def test_how_far_it_is_is_seen_and_it_can_be_stopped(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    fill(stage)
    stage.settings.change(export_formats=("txt",))
    page = open_page(stage, qtbot)
    page.list.selectAll()
    seen: list[str] = []

    def on_progressed(_done: int, _count: int) -> None:
        seen.append(page.head.export_all.text())
        if len(seen) == 2:
            page.head.export_all.click()  # the first one is written, the second is on its way

    page.batch_desk.progressed.connect(on_progressed)
    page.batch_desk.write(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "“out” now" in page.message.text, timeout=20_000)
    assert seen == ["Stop (0/4)", "Stop (1/4)", "Export chosen…"]
    assert len(list((tmp_path / "out").iterdir())) == 2


def fill(stage: Stage) -> dict[str, MeetingId]:
    filled = Filled(stage.library)
    return {title: filled.meeting(title, lines=(f"{title} was said.",)) for title in TITLES}


def click(page: LibraryPage, meeting_id: MeetingId, modifiers: Qt.KeyboardModifier) -> None:
    at = page.list.visualRect(page.model.index_of(meeting_id)).center()
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, modifiers, at)


def press(page: LibraryPage, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(page.list, key, modifiers)


def test_meetings_picked_by_hand_are_written_together_and_none_is_opened(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    ids = fill(stage)
    stage.settings.change(export_formats=("txt",))
    page = open_page(stage, qtbot)
    opened = Opened(page)
    page.list.choose(ids["One"])
    click(page, ids["Three"], CONTROL)
    click(page, ids["Four"], CONTROL)
    assert opened.asked == []
    assert set(page.list.chosen_meetings) == {ids["One"], ids["Three"], ids["Four"]}
    assert (page.head.export_all.text(), page.head.found.text()) == ("Export chosen…", "3 chosen")
    QTest.mouseClick(page.head.export_all, Qt.MouseButton.LeftButton)
    picker = page.findChild(QFileDialog)
    assert isinstance(picker, QFileDialog)
    picker.reject()
    page.batch_desk.write(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "“out” now" in page.message.text, timeout=20_000)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["Four.txt", "One.txt", "Three.txt"]


def test_rows_are_chosen_by_keys_alone_and_escape_leaves_one(stage: Stage, qtbot: QtBot) -> None:
    fill(stage)
    page = open_page(stage, qtbot)
    page.list.setFocus()
    press(page, Qt.Key.Key_Down, SHIFT)
    press(page, Qt.Key.Key_Down, SHIFT)
    assert len(page.list.chosen_meetings) == 3
    assert page.head.export_all.isVisible()
    press(page, Qt.Key.Key_Down, CONTROL)  # the ring goes on, what is chosen stays
    assert len(page.list.chosen_meetings) == 3
    press(page, Qt.Key.Key_Space, CONTROL)
    assert len(page.list.chosen_meetings) == 4
    press(page, Qt.Key.Key_Escape)
    assert page.list.chosen_meetings == (page.list.current_meeting,)
    assert not page.head.export_all.isVisible()


def test_several_go_to_a_course_and_to_the_bin_and_come_back_by_one_undo(stage: Stage, qtbot: QtBot) -> None:
    ids = fill(stage)
    course_id = Filled(stage.library).course("Algebra")
    page = open_page(stage, qtbot)
    page.list.selectAll()
    page.list.several_menu_requested.emit(QPoint(10, 10))
    menu = next(menu for menu in page.findChildren(QMenu) if menu.isVisible())
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[0].startswith("Export 4 ")
    courses = menu.findChildren(QMenu)[0]
    next(action for action in courses.actions() if action.data() == course_id).trigger()
    menu.close()
    qtbot.waitUntil(lambda: page.model.course_counts() == {course_id: len(TITLES)})
    page.list.selectAll()
    press(page, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: page.model.count(View(Shelf.BIN)) == len(TITLES))
    qtbot.waitUntil(lambda: page.message.text.startswith("4 "))
    page.message.acted.emit()
    qtbot.waitUntil(lambda: page.model.count(View()) == len(TITLES))
    assert {row.meeting.id for row in stage.library.meetings()} == set(ids.values())


def test_several_in_the_bin_are_deleted_for_good_after_one_question(stage: Stage, qtbot: QtBot) -> None:
    ids = fill(stage)
    for title in TITLES:
        stage.library.bin_meeting(ids[title]).result()
    page = open_page_of_bin(stage, qtbot)
    page.list.choose(ids["One"])
    click(page, ids["Two"], CONTROL)
    press(page, Qt.Key.Key_Delete)
    answer(page, yes=True, qtbot=qtbot)
    qtbot.waitUntil(lambda: page.model.count(View(Shelf.BIN)) == 2)
    assert {row.meeting.id for row in stage.library.binned_meetings()} == {ids["Three"], ids["Four"]}


def open_page_of_bin(stage: Stage, qtbot: QtBot) -> LibraryPage:
    page = open_page(stage, qtbot)
    page.side_bar.view_chosen.emit(View(Shelf.BIN))
    qtbot.waitUntil(page.list.isVisible)
    return page

"""What a person does in the library: search, cancel, rename, delete, sort into courses."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from engine.contract.errors import MediaNotReadable
from tests.builders.shelf import Shelf
from tests.ui.library.library_stage import answer, files, open_page, shown
from tests.ui.window_stage import Stage
from ui.library.library_page import SAMPLE, LibraryPage
from ui.library.meeting_row import RowAction, View
from ui.library.meeting_row import Shelf as ShelfName
from ui.widgets.label import Label
from ui.widgets.question import Question


class Opened:
    """Hears which meetings are to be opened, in the window's place."""

    def __init__(self, page: LibraryPage) -> None:
        self.asked: list[tuple[object, object]] = []
        page.open_requested.disconnect()
        page.open_requested.connect(self.on_open_requested)

    def on_open_requested(self, meeting_id: object, at_ms: object) -> None:
        self.asked.append((meeting_id, at_ms))


# Importing


def test_an_empty_library_offers_what_one_can_do_first(stage: Stage, qtbot: QtBot) -> None:
    page = open_page(stage, qtbot)
    assert page.empty.isVisible()
    QTest.mouseClick(page.empty.sample_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.list.isVisible)
    assert stage.imports.added == [SAMPLE]
    assert SAMPLE.is_file()


def test_a_meeting_is_recognised_again_as_a_person_chooses(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", status=MeetingStatus.FAILED)
    page = open_page(stage, qtbot)
    menu = page.build_menu(meeting_id)
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "Understand again…").trigger()
    qtbot.waitUntil(lambda: page.options_desk.dialog is not None)
    dialog = page.options_desk.dialog
    assert dialog is not None
    assert dialog.windowTitle() == "Understand again"
    dialog.first_language.choose("zh")
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(stage.imports.retried) == 1)
    options = stage.imports.retried[0][1]
    assert options is not None
    assert options.languages == ("zh",)
    menu.close()


# Jobs


def test_progress_and_time_left_are_shown_in_the_row(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", status=MeetingStatus.WORKING)
    page = open_page(stage, qtbot)
    job = stage.library.last_job(meeting_id)
    assert job is not None
    stage.imports.progress(job.id, 0.62, 240.0)
    qtbot.waitUntil(lambda: shown(page, meeting_id).progress is not None)
    progress = shown(page, meeting_id).progress
    assert progress is not None
    assert (progress.fraction, progress.seconds_left) == (0.62, 240.0)


def test_cancel_in_the_row_acts_at_once_and_leaves_a_meeting_to_continue(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", status=MeetingStatus.WORKING)
    page = open_page(stage, qtbot)
    job = stage.library.last_job(meeting_id)
    assert job is not None
    click_action(page, meeting_id, qtbot)
    assert shown(page, meeting_id).is_stopping
    qtbot.waitUntil(lambda: stage.imports.cancelled == [job.id])
    stage.imports.end(job.id, JobState.CANCELLED)
    qtbot.waitUntil(lambda: shown(page, meeting_id).action is RowAction.CONTINUE)
    click_action(page, meeting_id, qtbot)
    qtbot.waitUntil(lambda: stage.imports.retried == [(meeting_id, None)])
    qtbot.waitUntil(lambda: shown(page, meeting_id).row.status is MeetingStatus.WAITING)


def click_action(page: LibraryPage, meeting_id: MeetingId, qtbot: QtBot) -> None:
    index = page.model.index_of(meeting_id)
    rect = page.list.action_rect_of(index)
    assert rect is not None
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_the_button_of_a_row_is_reached_by_keyboard(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", status=MeetingStatus.FAILED)
    page = open_page(stage, qtbot)
    page.focus_list(meeting_id)
    opened = Opened(page)
    QTest.keyClick(page.list, Qt.Key.Key_Right)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: stage.imports.retried == [(meeting_id, None)])
    assert opened.asked == []


def test_a_failed_job_says_why_in_its_row(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", status=MeetingStatus.WORKING)
    page = open_page(stage, qtbot)
    job = stage.library.last_job(meeting_id)
    assert job is not None
    stage.imports.end(job.id, JobState.FAILED, MediaNotReadable("week 1.mp3", "moov atom not found"))
    qtbot.waitUntil(lambda: shown(page, meeting_id).row.error is not None)
    tip = page.model.data(page.model.index_of(meeting_id), Qt.ItemDataRole.ToolTipRole)
    assert tip == "“week 1.mp3” could not be read. It may be damaged, or not a recording at all."
    assert "moov" not in tip
    qtbot.waitUntil(lambda: page.message.text == f"“Week 1” could not be finished. {tip}")


def test_reading_goes_on_while_the_library_is_slow(stage: Stage, qtbot: QtBot) -> None:
    """Nothing in the window waits for the library."""
    gate = threading.Event()
    Shelf(stage.library).meeting("Week 1")
    for _ in range(3):
        stage.background.run(gate.wait)
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    page = window.library_page
    qtbot.waitUntil(lambda: page.nothing.text() == "Opening the library…")
    gate.set()
    qtbot.waitUntil(page.list.isVisible)


# Doing something with a meeting


def test_a_click_or_enter_opens_a_meeting(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    page = open_page(stage, qtbot)
    opened = Opened(page)
    rect = page.list.visualRect(page.model.index_of(meeting_id))
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    page.focus_list(meeting_id)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert opened.asked == [(meeting_id, None), (meeting_id, None)]


def test_f2_renames_in_place(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    page = open_page(stage, qtbot)
    page.focus_list(meeting_id)
    QTest.keyClick(page.list, Qt.Key.Key_F2)
    editor = page.list.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "Week 1"
    editor.setText("Linear algebra, week 1")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: stage.library.meeting(meeting_id).title == "Linear algebra, week 1")
    qtbot.waitUntil(lambda: page.model.data(page.model.index_of(meeting_id)) == "Linear algebra, week 1")


def test_delete_moves_to_the_bin_and_can_be_taken_back(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    page = open_page(stage, qtbot)
    page.focus_list(meeting_id)
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: stage.library.meetings() == [])
    qtbot.waitUntil(page.empty.isVisible)
    qtbot.waitUntil(lambda: page.message.text == "“Week 1” is in the bin, with its sound.")
    assert not page.findChildren(Question)
    page.message.acted.emit()
    qtbot.waitUntil(lambda: len(stage.library.meetings()) == 1)
    qtbot.waitUntil(page.list.isVisible)


def test_deleting_for_good_asks_first_and_says_where_copies_stay(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    Shelf(stage.library).meeting("Week 2")
    stage.library.bin_meeting(meeting_id).result()
    page = open_page(stage, qtbot)
    assert page.model.count(View()) == 1
    page.side_bar.list.setCurrentIndex(page.side_bar.model.index_of(View(ShelfName.BIN)))
    qtbot.waitUntil(lambda: page.title.text == "Bin")
    page.focus_list(meeting_id)
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    question = answer(page, yes=False, qtbot=qtbot)
    assert any("exported files" in label.text() for label in question.findChildren(Label))
    qtbot.wait(50)
    assert len(stage.library.binned_meetings()) == 1
    qtbot.waitUntil(lambda: not page.findChildren(Question))
    QTest.mouseClick(page.head.empty_bin, Qt.MouseButton.LeftButton)
    answer(page, yes=True, qtbot=qtbot)
    qtbot.waitUntil(lambda: stage.library.binned_meetings() == [])
    qtbot.waitUntil(lambda: page.title.text == "All meetings")
    assert len(stage.library.meetings()) == 1


def test_a_meeting_comes_out_of_the_bin_by_its_button(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    stage.library.bin_meeting(meeting_id).result()
    Shelf(stage.library).meeting("Week 2")
    page = open_page(stage, qtbot)
    page.side_bar.list.setCurrentIndex(page.side_bar.model.index_of(View(ShelfName.BIN)))
    qtbot.waitUntil(lambda: page.model.index_of(meeting_id).isValid())
    assert shown(page, meeting_id).action is RowAction.RESTORE
    page.list.action_requested.emit(meeting_id, RowAction.RESTORE)
    qtbot.waitUntil(lambda: stage.library.binned_meetings() == [])


def test_deleting_a_meeting_at_work_stops_its_job_first(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", status=MeetingStatus.WORKING)
    page = open_page(stage, qtbot)
    job = stage.library.last_job(meeting_id)
    assert job is not None
    page.focus_list(meeting_id)
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: stage.library.meetings() == [])
    qtbot.waitUntil(lambda: stage.imports.cancelled == [job.id])


def test_the_menu_offers_what_can_be_done(stage: Stage, qtbot: QtBot) -> None:
    shelf = Shelf(stage.library)
    physics = shelf.course("Physics & more")
    meeting_id = shelf.meeting("Week 1")
    page = open_page(stage, qtbot)
    menu = page.build_menu(meeting_id)
    assert menu is not None
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts == [
        "Open",
        "Rename",
        "Move to course",
        "Add to favourites",
        "Tags…",
        "Export…",
        "Understand again…",
        "Take in a transcript…",
        "Put together with…",
        "Divide…",
        "Move to the bin",
    ]
    courses = next(action.menu() for action in menu.actions() if action.text() == "Move to course")
    assert courses is not None
    courses.actions()[0].trigger()  # type: ignore[attr-defined] # it is a menu
    qtbot.waitUntil(lambda: stage.library.meeting(meeting_id).course_id == physics)
    menu.close()


# Courses


def test_courses_are_made_renamed_and_deleted_in_the_side_bar(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    page = open_page(stage, qtbot)
    side = page.side_bar
    side.list.setCurrentIndex(side.model.new_course_index())
    side.list.setFocus()
    QTest.keyClick(side.list, Qt.Key.Key_Return)
    write(side.list.findChild(QLineEdit), "Algebra", qtbot)
    qtbot.waitUntil(lambda: [course.title for course in stage.library.courses()] == ["Algebra"])
    course_id = stage.library.courses()[0].id
    view = View(ShelfName.COURSE, course_id)
    qtbot.waitUntil(lambda: side.model.index_of(view).isValid())
    stage.library.move_meeting(meeting_id, course_id).result()
    side.list.setCurrentIndex(side.model.index_of(view))
    QTest.keyClick(side.list, Qt.Key.Key_F2)
    write(next(edit for edit in side.list.findChildren(QLineEdit) if edit.isVisible()), "Linear algebra", qtbot)
    qtbot.waitUntil(lambda: [course.title for course in stage.library.courses()] == ["Linear algebra"])
    qtbot.waitUntil(lambda: page.title.text == "Linear algebra")
    side.list.setFocus()
    QTest.keyClick(side.list, Qt.Key.Key_Delete)
    answer(page, yes=True, qtbot=qtbot)
    qtbot.waitUntil(lambda: stage.library.courses() == [])
    qtbot.waitUntil(lambda: page.title.text == "All meetings")
    assert stage.library.meeting(meeting_id).course_id is None


def write(editor: QLineEdit | None, text: str, qtbot: QtBot) -> None:
    assert editor is not None
    editor.setText(text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


def test_a_meeting_dragged_onto_a_course_moves_there(stage: Stage, qtbot: QtBot) -> None:
    shelf = Shelf(stage.library)
    course_id = shelf.course("Algebra")
    meeting_id = shelf.meeting("Week 1")
    page = open_page(stage, qtbot)
    data = page.model.mimeData([page.model.index_of(meeting_id)])
    model = page.side_bar.model
    target = model.index_of(View(ShelfName.COURSE, course_id))
    assert model.canDropMimeData(data, Qt.DropAction.MoveAction, -1, -1, target)
    assert not model.canDropMimeData(QMimeData(), Qt.DropAction.MoveAction, -1, -1, target)
    assert model.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, target)
    qtbot.waitUntil(lambda: stage.library.meeting(meeting_id).course_id == course_id)
    qtbot.waitUntil(lambda: page.model.count(View(ShelfName.COURSE, course_id)) == 1)


# Searching


def test_an_import_is_seen_coming_in_from_a_search_and_from_the_review_shelf(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    page = open_page(stage, qtbot)
    QTest.keyClicks(page.search, "xylophone")
    page.import_files(files(tmp_path, "week 2.mp3"))
    qtbot.waitUntil(lambda: page.search.text() == "")
    page.side_bar.choose(View(ShelfName.REVIEW))
    assert page.title.text == "Set aside"
    page.import_files(files(tmp_path, "week 3.mp3"))
    qtbot.waitUntil(lambda: page.model.view == View())


def test_search_finds_as_one_types_and_opens_the_second(stage: Stage, qtbot: QtBot) -> None:
    lines = ("Good morning.", "The determinant is zero.", "今天我们讨论预算。")
    meeting_id = Shelf(stage.library).meeting("Week 1", lines=lines)
    page = open_page(stage, qtbot)
    opened = Opened(page)
    page.focus_search()
    QTest.keyClicks(page.search, "determ")
    qtbot.waitUntil(lambda: page.results.hits.rowCount() == 1)
    assert page.results.isVisible()
    assert page.found.text() == "1 place"
    QTest.keyClick(page.search, Qt.Key.Key_Down)
    QTest.keyClick(page.results, Qt.Key.Key_Return)
    assert opened.asked == [(meeting_id, 5000)]
    page.search.setText("讨论")
    qtbot.waitUntil(lambda: "预算" in str(page.results.hits.data(page.results.hits.index(0))))


def test_what_nobody_said_is_told_and_escape_leads_back(stage: Stage, qtbot: QtBot) -> None:
    Shelf(stage.library).meeting("Week 1")
    page = open_page(stage, qtbot)
    page.focus_search()
    QTest.keyClicks(page.search, "xylophone")
    qtbot.waitUntil(lambda: page.nothing.text() == "Nobody said that. Try fewer or other words.")
    QTest.keyClick(page.search, Qt.Key.Key_Escape)
    assert page.list.isVisible()


@pytest.mark.parametrize("typed", ['"', "*", "AND", "a NEAR(", "\\", "'; DROP TABLE", "😀", "(", "-"])
def test_whatever_is_typed_finds_or_does_not(stage: Stage, qtbot: QtBot, typed: str) -> None:
    Shelf(stage.library).meeting("Week 1")
    page = open_page(stage, qtbot)
    page.search.setText(typed)
    qtbot.waitUntil(lambda: page.results.isVisible() or page.nothing.text().startswith("Nobody"))
    assert page.message.text == ""


def test_the_sample_is_called_what_it_is(stage: Stage, qtbot: QtBot) -> None:
    page = open_page(stage, qtbot)
    qtbot.waitUntil(page.empty.isVisible)
    page.empty.sample_requested.emit()
    qtbot.waitUntil(lambda: [row.meeting.title for row in stage.library.meetings()] == ["Sample lecture"])

"""Keeping order in the window: tags, favourites, filters, recordings that become one or two."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import CourseId
from app.meetings.meeting_filter import FilterId, FilterState, MeetingFilter, SavedFilter
from engine.contract.audio import TrackKind
from tests.builders.assembled import recorded
from tests.builders.shelf import Shelf
from tests.ui.library.library_stage import open_page
from tests.ui.window_stage import Stage
from ui.dialogs.assembly_dialogs import MergeDialog, SplitDialog
from ui.dialogs.filter_dialog import FilterDialog
from ui.dialogs.tag_dialog import TagDialog
from ui.library.library_page import LibraryPage
from ui.library.meeting_row import Shelf as ShelfName
from ui.library.meeting_row import View
from ui.library.side_bar_model import EntryKind


def entries(page: LibraryPage) -> list[str]:
    model = page.side_bar.model
    return [str(model.data(model.index(row))) for row in range(model.rowCount())]


def test_tags_are_written_with_a_key_and_listed_in_the_side_bar(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    page = open_page(stage, qtbot)
    page.focus_list(meeting_id)

    QTest.keyClick(page.list, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    dialog = page.findChild(TagDialog)
    assert dialog is not None
    dialog.field.setText("exam， week 3,")
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: stage.library.meeting(meeting_id).tags == ("exam", "week 3"))
    view = View(ShelfName.TAG, tag="exam")
    qtbot.waitUntil(lambda: page.side_bar.model.index_of(view).isValid())
    page.side_bar.list.setCurrentIndex(page.side_bar.model.index_of(view))
    qtbot.waitUntil(lambda: page.title.text == "exam")
    assert page.model.index_of(meeting_id).isValid()
    stage.library.set_tags(meeting_id, []).result()
    qtbot.waitUntil(lambda: page.title.text == "All meetings")


def test_a_meeting_dropped_on_a_tag_and_on_the_favourites_is_there(stage: Stage, qtbot: QtBot) -> None:
    shelf = Shelf(stage.library)
    meeting_id, other = shelf.meeting("Week 1"), shelf.meeting("Week 2")
    stage.library.set_tags(other, ["exam"]).result()
    stage.library.set_favourite(other, True).result()
    page = open_page(stage, qtbot)
    model = page.side_bar.model

    for view in (View(ShelfName.TAG, tag="exam"), View(ShelfName.FAVOURITES)):
        data = page.model.mimeData([page.model.index_of(meeting_id)])
        assert model.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, model.index_of(view))
    qtbot.waitUntil(lambda: stage.library.meeting(meeting_id).tags == ("exam",))
    qtbot.waitUntil(lambda: stage.library.meeting(meeting_id).is_favourite)
    qtbot.waitUntil(lambda: page.model.count(View(ShelfName.FAVOURITES)) == 2)


def test_a_filter_is_made_shown_deleted_and_taken_back(stage: Stage, qtbot: QtBot) -> None:
    shelf = Shelf(stage.library)
    course = shelf.course("Algebra")
    right = shelf.meeting("Week 1", course_id=course, lines=("the determinant is zero",))
    shelf.meeting("Elsewhere", lines=("the determinant is one",))
    page = open_page(stage, qtbot)
    model = page.side_bar.model
    found = [(row, model.entry(model.index(row))) for row in range(model.rowCount())]
    row = next(row for row, entry in found if entry is not None and entry.kind is EntryKind.NEW_FILTER)
    page.side_bar.list.setCurrentIndex(model.index(row))
    page.side_bar.list.setFocus()

    QTest.keyClick(page.side_bar.list, Qt.Key.Key_Return)
    dialog = page.findChild(FilterDialog)
    assert dialog is not None
    assert not dialog.go_on.isEnabled()
    dialog.title_field.setText("Determinants")
    dialog.text_field.setText("determinant")
    dialog.course.choose(course)
    dialog.state.choose(FilterState.DONE)
    dialog.time.choose(30)
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: len(stage.library.filters()) == 1)
    (saved,) = stage.library.filters()
    assert saved.wanted == MeetingFilter("determinant", course_id=course, last_days=30, state=FilterState.DONE)
    view = View(ShelfName.FILTER, saved=saved)
    qtbot.waitUntil(lambda: model.index_of(view).isValid())
    page.side_bar.list.setCurrentIndex(model.index_of(view))
    qtbot.waitUntil(lambda: page.results.hits.rowCount() == 1)
    hit = page.results.hits.hit(page.results.hits.index(0))
    assert hit is not None
    assert hit.meeting_id == right
    page.search.clear()
    assert page.title.text == "Determinants"
    assert page.model.ids_in(page.model.view) == {right}

    QTest.keyClick(page.side_bar.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: stage.library.filters() == [])
    qtbot.waitUntil(lambda: page.title.text == "All meetings")
    page.message.acted.emit()
    qtbot.waitUntil(lambda: stage.library.filters() == [saved])


def test_two_recordings_are_put_together_and_taken_apart_again(stage: Stage, qtbot: QtBot) -> None:
    mic = (TrackKind.MICROPHONE,)
    first = recorded(stage.library, "first", seconds=3, seed=1, kinds=mic).meeting.id
    second = recorded(stage.library, "second", seconds=2.5, seed=2, kinds=mic, minutes=9).meeting.id
    page = open_page(stage, qtbot)

    page.shelf_desk.ask_to_merge(second)
    dialog = page.findChild(MergeDialog)
    assert dialog is not None
    assert dialog.pair == (first, second)
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: page.message.text == "Done. What it was made of is in the bin.", timeout=10_000)
    assert [row.meeting.duration_ms for row in stage.library.meetings()] == [5500]
    page.message.acted.emit()
    qtbot.waitUntil(lambda: {row.meeting.id for row in stage.library.meetings()} == {first, second})


def test_a_recording_is_divided_at_a_written_time(stage: Stage, qtbot: QtBot) -> None:
    mic = (TrackKind.MICROPHONE,)
    whole = recorded(stage.library, "talk", seconds=4, seed=1, kinds=mic).meeting.id
    page = open_page(stage, qtbot)

    page.shelf_desk.ask_to_split(whole)
    dialog = page.findChild(SplitDialog)
    assert dialog is not None
    dialog.field.setText("nonsense")
    assert not dialog.go_on.isEnabled()
    dialog.field.setText("0:01.4")
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: len(stage.library.meetings()) == 2, timeout=10_000)
    qtbot.waitUntil(lambda: page.message.text.startswith("Done"))
    assert [row.meeting.id for row in stage.library.binned_meetings()] == [whole]


def test_the_side_bar_stays_calm_while_there_is_nothing_to_keep_order_in(stage: Stage, qtbot: QtBot) -> None:
    page = open_page(stage, qtbot)
    assert entries(page) == ["All meetings", "Set aside", "Unfinished", "Courses", "New course…"]
    saved = SavedFilter(FilterId("f"), "Mine", MeetingFilter(course_id=CourseId("gone")))
    stage.library.save_filter(saved).result()
    qtbot.waitUntil(lambda: entries(page)[-3:] == ["Filters", "Mine", "New filter…"])

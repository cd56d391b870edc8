"""Files that come in: dropped, chosen, refused, with several tracks or channels."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.contract.channel import Channel
from engine.contract.speakers import SpeakerCount
from tests.builders.shelf import Shelf
from tests.ui.library.library_stage import files, open_page
from tests.ui.window_stage import Stage
from ui.library.meeting_row import Shelf as ShelfName
from ui.library.meeting_row import View
from ui.main_window import MainWindow


def test_dropped_files_are_imported_and_what_is_none_gets_its_sentence(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    page = open_page(stage, qtbot)
    window = page.window()
    assert isinstance(window, MainWindow)
    paths = files(tmp_path, "one.mp3", "notes.txt", "two.mp4", "more.txt")
    drop(window, paths)
    qtbot.waitUntil(lambda: bool(page.message.text))
    assert [path.name for path in stage.imports.added] == ["one.mp3", "two.mp4"]
    assert page.message.text == (
        "“notes.txt” could not be read. It may be damaged, or not a recording at all. "
        "One more file could not be read either. 2 files are being imported."
    )
    qtbot.waitUntil(lambda: page.model.count(View()) == 2)


@pytest.mark.skipif(os.name != "posix", reason="only there are file names bytes")
def test_a_dropped_file_whose_name_is_no_text_is_imported(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    """Case 81."""
    page = open_page(stage, qtbot)
    window = page.window()
    assert isinstance(window, MainWindow)
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9 #1.mp3"))
    path.write_bytes(b"sound")
    drop_urls(window, [QUrl.fromEncoded(path.as_uri().encode())])
    qtbot.waitUntil(lambda: bool(stage.imports.added))
    assert stage.imports.added == [path]


def drop(window: MainWindow, paths: list[Path]) -> None:
    drop_urls(window, [QUrl.fromLocalFile(str(path)) for path in paths])


def drop_urls(window: MainWindow, urls: list[QUrl]) -> None:
    data = QMimeData()
    data.setUrls(urls)
    move, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), move, data, buttons, keys)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    window.dropEvent(QDropEvent(QPointF(9, 9), move, data, buttons, keys))


def test_the_next_choice_of_files_begins_where_the_last_one_was(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    page = open_page(stage, qtbot)
    paths = files(tmp_path, "one.mp3")
    page.choose_files()
    first = page.findChildren(QFileDialog)[0]
    first.filesSelected.emit([str(path) for path in paths])
    first.reject()
    qtbot.waitUntil(lambda: stage.imports.added == paths)
    assert stage.settings.current.import_folder == str(tmp_path)
    qtbot.waitUntil(lambda: not page.findChildren(QFileDialog))
    page.choose_files()
    second = page.findChildren(QFileDialog)[0]
    assert Path(second.directory().absolutePath()) == tmp_path
    assert second.nameFilters()[0].startswith("Audio and video (*.mp3")
    second.reject()


def test_a_folder_or_a_missing_file_is_refused_with_a_sentence(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    page = open_page(stage, qtbot)
    page.import_files([tmp_path])
    qtbot.waitUntil(lambda: "is not there, or is not a file" in page.message.text)
    assert stage.imports.added == []


def test_files_go_into_the_course_that_is_shown(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    shelf = Shelf(stage.library)
    algebra = shelf.course("Linear algebra")
    shelf.meeting("Week 1", course_id=algebra)
    page = open_page(stage, qtbot)
    page.side_bar.choose(View(ShelfName.COURSE, algebra))
    assert page.title.text == "Linear algebra"
    page.import_files(files(tmp_path, "week 2.mp3"))
    qtbot.waitUntil(lambda: stage.imports.added_to == [algebra])


def test_a_file_with_several_audio_tracks_asks_which_one(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    page = open_page(stage, qtbot)
    page.import_files(files(tmp_path, "film.mkv", "plain.mp3"))
    qtbot.waitUntil(lambda: page.options_desk.dialog is not None)
    assert [path.name for path in stage.imports.added] == ["plain.mp3"]
    dialog = page.options_desk.dialog
    assert dialog is not None
    button = dialog.track_buttons.button(2)
    button.click()
    dialog.people.exact.setChecked(True)
    dialog.people.number.choose(3)
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [path.name for path in stage.imports.added] == ["plain.mp3", "film.mkv"])
    qtbot.waitUntil(lambda: page.model.count(View()) == 2)
    titles = {summary.meeting.title: summary.meeting.audio_stream for summary in stage.library.meetings()}
    assert titles == {"plain": None, "film": 2}
    said = {job.meeting_id: job.speakers for job in stage.library.jobs()}
    film = next(each.meeting.id for each in stage.library.meetings() if each.meeting.title == "film")
    assert said[film] == SpeakerCount(3, 3)


def test_a_file_whose_channels_hold_two_conversations_asks_for_one(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    """Case 30."""
    page = open_page(stage, qtbot)
    page.import_files(files(tmp_path, "two sides.wav", "plain.mp3"))
    qtbot.waitUntil(lambda: page.options_desk.dialog is not None)
    dialog = page.options_desk.dialog
    assert dialog is not None
    dialog.channels.choose(Channel.RIGHT)
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [path.name for path in stage.imports.added] == ["plain.mp3", "two sides.wav"])
    qtbot.waitUntil(lambda: page.model.count(View()) == 2)
    chosen = {summary.meeting.title: summary.meeting.channel for summary in stage.library.meetings()}
    assert chosen == {"plain": Channel.MIX, "two sides": Channel.RIGHT}

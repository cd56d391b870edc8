"""Grabs the window in each of its states, both themes and languages, into a folder, to be looked at.

QT_QPA_PLATFORM=offscreen QT_SCALE_FACTOR=2 python -m tests.ui.screenshots FOLDER [text scale percent]
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from app.settings.settings import Appearance, InterfaceLanguage
from tests.builders.shelf import fill_shelf
from tests.ui.window_stage import Stage
from ui.library.meeting_list_model import ShownMeeting
from ui.library.options_desk import Asked
from ui.main_window import MainWindow
from ui.widgets.message_bar import MessageKind
from ui.widgets.question import Question

SIZE = QSize(1440, 900)


def grab_all(folder: Path, *, text_scale: int = 100, size: QSize = SIZE) -> None:
    """Grab everything."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in (InterfaceLanguage.ENGLISH, InterfaceLanguage.CHINESE):
        for appearance in (Appearance.LIGHT, Appearance.DARK):
            with tempfile.TemporaryDirectory() as home:
                stage = Stage(Path(home))
                stage.settings.change(language=language, appearance=appearance, text_scale_percent=text_scale)
                suffix = f"{appearance}-{language}-{text_scale}"
                grab_empty(stage, folder, suffix, size)
                fill_shelf(stage.library)
                grab_library(stage, folder, suffix)
                stage.close()


def grab_empty(stage: Stage, folder: Path, suffix: str, size: QSize) -> None:
    window = stage.open_window()
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(size)
    window.show()
    window.activateWindow()
    wait(400)
    save(window, folder / f"empty-{suffix}.png")


def grab_library(stage: Stage, folder: Path, suffix: str) -> None:
    window = stage.window
    assert window is not None
    wait(400)
    page = window.library_page
    for summary in stage.library.meetings():
        job = stage.library.last_job(summary.meeting.id)
        if job is not None and summary.meeting.status == "working":
            stage.imports.progress(job.id, 0.62, 240)
    page.list.setCurrentIndex(page.model.index(1))
    page.list.setFocus()
    wait(300)
    save(window, folder / f"library-{suffix}.png")
    page.say("“notes.txt” could not be read. It may be damaged, or not a recording at all.", MessageKind.WARNING)
    page.search.setText("the")
    page.search.setFocus()
    wait(500)
    save(window, folder / f"search-{suffix}.png")
    page.search.clear()
    page.message.hide()
    grab_questions(window, folder, suffix)
    for number, name in enumerate(("general", "audio", "recognition", "export", "privacy", "about")):
        window.show_settings(number)
        wait(300)
        save(window, folder / f"settings-{name}-{suffix}.png")


def grab_questions(window: MainWindow, folder: Path, suffix: str) -> None:
    page = window.library_page
    window.show_drop_hint()
    wait(100)
    save(window, folder / f"drop-{suffix}.png")
    window.hide_drop_hint()
    entry = page.model.entry(page.model.index(1))
    assert isinstance(entry, ShownMeeting)
    page.library_desk.ask_to_delete_meeting(entry.row)
    wait(200)
    for question in page.findChildren(Question):
        question.grab().save(str(folder / f"question-{suffix}.png"))
        question.reject()
    menu = page.build_menu(entry.row.id)
    assert menu is not None
    menu.popup(window.pos())
    wait(100)
    menu.grab().save(str(folder / f"menu-{suffix}.png"))
    menu.close()
    page.options_desk.ask(Asked(entry.row.summary.meeting.title, meeting_id=entry.row.id))
    wait(400)
    if page.options_desk.dialog is not None:
        page.options_desk.dialog.grab().save(str(folder / f"options-{suffix}.png"))
        page.options_desk.dialog.reject()
    window.open_meeting(entry.row.id)
    wait(600)
    save(window, folder / f"meeting-{suffix}.png")
    window.show_library()
    window.export_meeting(entry.row.id)
    wait(900)
    for dialog in window.findChildren(QDialog):
        dialog.grab().save(str(folder / f"export-{suffix}.png"))
        dialog.reject()


def save(window: MainWindow, path: Path) -> None:
    window.grab().save(str(path))


def wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def main(words: list[str]) -> None:
    """Run from a shell."""
    application = QApplication(["vivavoce"])
    run: Callable[[], None] = application.processEvents
    grab_all(Path(words[0]), text_scale=int(words[1]) if len(words) > 1 else 100)
    run()


if __name__ == "__main__":
    main(sys.argv[1:])

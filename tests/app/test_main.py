"""The window as a process of its own, on a screen that is not there."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from app.announcements import Announcements
from app.composition import compose_library
from app.folders import find_folders, folder_trouble
from app.library.library import Library
from app.main import answer_for_running_window, show_trouble
from app.meetings.errors import LibraryInUse, LibraryNotWritable, LibraryTooNew
from app.meetings.job import JobState
from app.settings.settings import Appearance, InterfaceLanguage, Settings
from app.settings.settings_store import SettingsStore
from engine.contract.errors import DiskFull
from engine.contract.places import ROOT
from tests.builders.library import a_job, a_meeting
from ui.appearance import apply_appearance
from ui.style.theme import current_theme

PATIENCE_S = 120.0

WITH_A_SIGN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from app import main
show_window = main.show_window

def show(application, services):
    QTimer.singleShot(0, lambda: Path(sys.argv[1]).touch())
    return show_window(application, services)

main.show_window = show
sys.exit(main.open_window())
"""


def start_window(sign: Path) -> "subprocess.Popen[bytes]":
    """The application, once its loop runs."""
    window = subprocess.Popen(
        [sys.executable, "-c", WITH_A_SIGN, str(sign)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    until = time.monotonic() + PATIENCE_S
    while not sign.exists():
        assert window.poll() is None, "the window ended before it was there"
        assert time.monotonic() < until
        time.sleep(0.02)
    return window


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_being_asked_to_end_closes_everything_in_order(tmp_path: Path, number: signal.Signals):
    """Case 64: no process left, the library free, the geometry of the window written."""
    with start_window(tmp_path / "sign") as window:
        children = psutil.Process(window.pid).children(recursive=True)
        window.send_signal(number)
        assert window.wait(PATIENCE_S) == 0
    assert not any(child.is_running() for child in children)
    assert "window_geometry" in find_folders().settings.read_text("utf-8")
    with compose_library(find_folders()) as library:
        assert library.opening.warnings == []
    assert not list(find_folders().logs.glob("crash-*"))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_closing_during_a_job_leaves_no_process_and_a_job_that_waits(tmp_path: Path, speech_models: Path):
    """Case 64, with the real engine process."""
    folders = find_folders()
    folders.make()
    folders.models.rmdir()
    folders.models.symlink_to(speech_models, target_is_directory=True)
    meeting = a_meeting(source_path=str(ROOT / "resources" / "samples" / "lecture.flac"))
    job = a_job(meeting)
    with compose_library(folders) as library:
        library.add_import(meeting, job).result()
    with start_window(tmp_path / "sign") as window:
        desktop = psutil.Process(window.pid)
        until = time.monotonic() + PATIENCE_S
        while not (children := desktop.children(recursive=True)):
            assert time.monotonic() < until
            time.sleep(0.02)
        window.terminate()
        assert window.wait(PATIENCE_S) == 0
    assert not any(child.is_running() for child in children)
    with compose_library(folders) as library:
        assert library.job(job.id).state is JobState.WAITING


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_second_start_calls_the_first_window_and_ends(tmp_path: Path):
    """Case 25."""
    with start_window(tmp_path / "sign") as window:
        second = subprocess.run(
            [sys.executable, "-m", "app.cli.main"],
            cwd=ROOT,
            env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            check=False,
            timeout=PATIENCE_S,
        )
        assert second.returncode == 1
        window.terminate()
        assert window.wait(PATIENCE_S) == 0


@pytest.fixture(autouse=True)
def english(qtbot: QtBot) -> Iterator[None]:
    """The tests after these find the application as they expect it."""
    yield
    apply_appearance(Settings(language=InterfaceLanguage.ENGLISH, appearance=Appearance.LIGHT))


@pytest.fixture
def answered(qtbot: QtBot) -> list[str]:
    """What dialogs said that were answered at once."""
    said: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            said.append(box.text())
            box.accept()
        else:
            QTimer.singleShot(10, answer)

    QTimer.singleShot(0, answer)
    return said


@pytest.mark.allows("stderr", reason="the sentence is said in the terminal as well")
def test_a_library_that_is_too_new_is_explained_in_a_dialog(answered: list[str]):
    error = LibraryTooNew("/home/ada/library", "9.0")
    assert show_trouble(error, find_folders()) == 1
    assert answered == [str(error)]


@pytest.mark.allows("stderr", reason="the sentence is said in the terminal as well")
def test_a_library_that_a_command_has_open_is_explained_in_a_dialog(answered: list[str]):
    folders = find_folders()
    folders.make()
    library = Library.open(folders.library, announcements=Announcements())
    try:
        error = LibraryInUse(str(folders.library))
        assert answer_for_running_window(folders, error) == 1
        assert answered == [str(error)]
    finally:
        library.close()


@pytest.mark.allows("stderr", reason="the sentence is said in the terminal as well")
def test_why_there_is_no_window_is_said_in_the_language_of_the_window(answered: list[str]):
    find_folders().make()
    SettingsStore(find_folders().settings).change(language=InterfaceLanguage.CHINESE, appearance=Appearance.DARK)
    assert show_trouble(LibraryInUse("/home/ada/library"), find_folders()) == 1
    assert answered == ["这个资料库已经在另一个 Vivavoce 里打开了。请用那个窗口，或者先关掉它。"]
    assert current_theme().is_dark


def test_a_folder_that_may_not_be_written_is_a_known_trouble():
    denied = folder_trouble(PermissionError(errno.EACCES, "Permission denied", "/home/ada/.local"), find_folders())
    assert str(denied) == LibraryNotWritable("/home/ada/.local").sentence
    full = folder_trouble(OSError(errno.ENOSPC, "No space left on device", "/home/ada/.local"), find_folders())
    assert str(full) == DiskFull(str(find_folders().library)).sentence

from pathlib import Path

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.bridge.running_window import RunningWindow, call_running_window


def test_a_further_start_brings_the_window_forward(qtbot: QtBot, tmp_path: Path):
    window = QWidget()
    qtbot.addWidget(window)
    running = RunningWindow(tmp_path, window)
    assert not window.isVisible()
    assert call_running_window(tmp_path)
    qtbot.waitUntil(window.isVisible)
    running.stop()


def test_without_a_window_nobody_answers(qtbot: QtBot, tmp_path: Path):
    assert not call_running_window(tmp_path)


def test_another_library_is_another_window(qtbot: QtBot, tmp_path: Path):
    window = QWidget()
    qtbot.addWidget(window)
    running = RunningWindow(tmp_path / "one", window)
    assert not call_running_window(tmp_path / "two")
    running.stop()


def test_a_window_that_is_closed_answers_no_more(qtbot: QtBot, tmp_path: Path):
    window = QWidget()
    qtbot.addWidget(window)
    running = RunningWindow(tmp_path, window)
    running.stop()
    assert not call_running_window(tmp_path)

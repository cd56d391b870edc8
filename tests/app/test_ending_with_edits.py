"""The window as a process of its own, asked to end while something that was typed is not saved yet."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.composition import compose_library
from app.folders import find_folders
from engine.contract.places import ROOT
from tests.builders.library import a_meeting, import_meeting

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="signals")]

PATIENCE_S = 120.0

TYPING = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from app import main
from app.editing.wording import RewriteLine
from ui.main_window import MainWindow

sign, meeting_id, mood = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
show_window = main.show_window


def show(application, services):
    timer = QTimer(application)

    def look():
        window = next((each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)), None)
        if window is None or not window.isVisible():
            return
        if window.meeting_page is None:
            window.open_meeting(meeting_id)
            return
        document = window.meeting_page.editor.document
        if document is None:
            return
        timer.stop()
        window.meeting_page.editor.apply(RewriteLine(document.segments[0].id, "typed just now"))
        if mood == "asking":
            QTimer.singleShot(0, QMessageBox(window).exec)
        QTimer.singleShot(50, sign.touch)

    timer.timeout.connect(look)
    timer.start(20)
    return show_window(application, services)


main.show_window = show
sys.exit(main.open_window())
"""


@pytest.mark.parametrize("mood", ["calm", "asking"])
def test_what_was_typed_a_moment_before_the_session_ends_is_saved(tmp_path: Path, mood: str):
    """Case 16: also while a dialog is open, which keeps nobody from ending."""
    folders, sign = find_folders(), tmp_path / "sign"
    folders.make()
    meeting = a_meeting()
    with compose_library(folders) as library:
        import_meeting(library, meeting, "as it was heard", "and this")
    with subprocess.Popen(
        [sys.executable, "-c", TYPING, str(sign), meeting.id, mood],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
    ) as window:
        until = time.monotonic() + PATIENCE_S
        while not sign.exists():
            assert window.poll() is None, "the window ended before anything was typed"
            assert time.monotonic() < until
            time.sleep(0.01)
        window.send_signal(signal.SIGTERM)
        assert window.wait(PATIENCE_S) == 0
    with compose_library(folders) as library:
        assert [line.text for line in library.transcript(meeting.id).segments] == ["typed just now", "and this"]
        assert library.check().problems == (f"The folder of “{meeting.title}” holds no sound.",)
    assert not list(folders.logs.glob("crash-*"))

"""What was copied stays on the clipboard, and the application ends in peace."""

import os
import subprocess
import sys

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from engine.contract.places import ROOT
from ui.widgets.copied_text import copied_text

COPIES_AND_ENDS = """
from PySide6.QtWidgets import QApplication
from ui.widgets.copied_text import copied_text
application = QApplication([])
application.clipboard().setMimeData(copied_text("one", "<p>one</p>"))
application.processEvents()
print(application.clipboard().text())
"""


def test_it_is_there_as_plain_text_and_with_its_form_and_nothing_else(qtbot: QtBot) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.setMimeData(copied_text("“one”\n— Ada", "<blockquote>one</blockquote>"))
    copied = clipboard.mimeData()
    assert copied.text() == "“one”\n— Ada"
    assert copied.html() == "<blockquote>one</blockquote>"
    assert set(copied.formats()) == {"text/plain", "text/html"}


def test_an_application_that_ends_with_it_on_the_clipboard_ends_well() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", COPIES_AND_ENDS],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "one"), done.stderr

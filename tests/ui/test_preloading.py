"""What is loaded before anybody asks for it."""

import subprocess
import sys

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.background import Background
from ui.preloading import AFTERWARDS, BESIDE, HERE, Preloading


def test_everything_is_here_after_a_while(qtbot: QtBot) -> None:
    background, parent = Background(), QObject()
    loading = Preloading(background=background, parent=parent)
    with qtbot.waitSignal(loading.done):
        pass
    qtbot.waitUntil(lambda: loading.is_done)
    assert all(name in sys.modules for name in (*BESIDE, *HERE, *AFTERWARDS))
    background.close()


def test_what_is_loaded_beside_the_window_knows_no_qt() -> None:
    program = f"import sys, {', '.join(BESIDE)}; print([name for name in sys.modules if name.startswith('PySide6')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_first_meeting_needs_nothing_more() -> None:
    program = (
        f"import sys, {', '.join((*BESIDE, *HERE))}; before = set(sys.modules); import ui.editor.meeting_page, "
        "ui.editor.editor_shelf, app.editing.transcript_editor, app.meeting_sound, ui.dialogs.export_dialog; "
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_window_starts_without_the_settings() -> None:
    program = (
        "import sys, app.main, ui.main_window; "
        "print([name for name in ('ui.settings.settings_page', 'ui.settings.device_card') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_start_of_the_window_loads_nothing_that_reads_or_writes_sound_files() -> None:
    program = (
        "import sys, app.composition, ui.main_window, app.playback_copies; "
        "print([name for name in ('av', 'onnxruntime', 'docx', 'ctranslate2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

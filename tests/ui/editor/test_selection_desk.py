"""Selected words as a quotation and as a clip."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.exporting.clip import ClipWish
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from tests.builders.reading import MEETING
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.clip_dialog import ClipDialog
from ui.editor.meeting_page import MeetingPage
from ui.reading.text_selection import TextPlace, TextSelection

BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(house: House, qtbot: QtBot, tmp_path: Path) -> MeetingPage:
    """The sample with the first 40 seconds of a recording."""
    house.add_sample()
    folder = house.library.meeting_folder(MEETING)
    folder.mkdir(parents=True, exist_ok=True)
    with RecordingFile(SoundFolder(folder), track=0) as file:
        file.append((np.arange(640_000) % 5000).astype(np.int16))
        file.finish()
    house.settings.change(export_folder=str(tmp_path / "out"))
    (tmp_path / "out").mkdir()
    page = open_sample(house, qtbot)
    assert page.view.document is not None
    line = page.view.document.lines()[1]
    start, stop = line.text.index("afraid"), line.text.index("surely") + len("surely")
    page.view.select(TextSelection(caret=TextPlace(line.id, stop), anchor=TextPlace(line.id, start)))
    return page


def dialog_of(page: MeetingPage) -> ClipDialog:
    QTest.keyClick(page.view, Qt.Key.Key_E, BOTH)
    dialog = page.window().findChild(ClipDialog)
    assert dialog is not None
    return dialog


def test_a_quotation_says_who_when_and_where(page: MeetingPage) -> None:
    QTest.keyClick(page.view, Qt.Key.Key_C, BOTH)
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.text().splitlines() == ["“afraid and said surely”", "— Reader A, 0:00:08, Sample lecture"]
    assert "<blockquote>" in copied.html()
    assert page.message.text == "Copied as a quotation."


def test_a_clip_has_the_selected_sound_and_words(page: MeetingPage, tmp_path: Path, qtbot: QtBot) -> None:
    stretch = page.view.chosen_stretch()
    assert stretch is not None
    dialog = dialog_of(page)
    dialog.texts["txt"].setChecked(True)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.message.text.startswith("The clip was written: Sample lecture"))
    files = {path.suffix: path for path in (tmp_path / "out").iterdir()}
    assert set(files) == {".wav", ".srt", ".txt"}
    sound, _ = soundfile.read(files[".wav"], dtype="int16")
    assert np.array_equal(sound, np.arange(stretch[0] * 16, stretch[1] * 16) % 5000)
    assert "afraid and said surely" in files[".txt"].read_text("utf-8")


def test_a_clip_is_of_the_stretch_that_was_selected_in_the_sound(
    page: MeetingPage, tmp_path: Path, qtbot: QtBot
) -> None:
    page.sound_map.select((1250, 3750))
    page.sound_map.clip_requested.emit()
    dialog = page.window().findChild(ClipDialog)
    assert dialog is not None
    assert (dialog.wish.start_ms, dialog.wish.end_ms) == (1250, 3750)
    dialog.accept()
    qtbot.waitUntil(lambda: page.message.text.startswith("The clip was written: Sample lecture"))
    sound, _ = soundfile.read(next((tmp_path / "out").glob("*.wav")), dtype="int16")
    assert np.array_equal(sound, np.arange(1250 * 16, 3750 * 16) % 5000)


def test_the_kinds_of_files_are_remembered_for_the_next_clip(page: MeetingPage, qtbot: QtBot) -> None:
    dialog = dialog_of(page)
    dialog.sound.choose("flac")
    dialog.texts["srt"].setChecked(False)
    dialog.texts["json"].setChecked(True)
    dialog.accept()
    qtbot.waitUntil(lambda: page.message.text.startswith("The clip was written"))
    qtbot.waitUntil(lambda: page.window().findChild(ClipDialog) is None)
    page.view.clip_requested.emit()
    again = page.window().findChild(ClipDialog)
    assert again is not None
    assert (again.wish.sound, again.wish.texts) == ("flac", ("json",))
    again.reject()


def test_with_neither_sound_nor_text_there_is_nothing_to_write(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ClipDialog(ClipWish(1000, 3000), folder=tmp_path)
    qtbot.addWidget(dialog)
    dialog.sound.choose("")
    dialog.texts["srt"].setChecked(False)
    assert not dialog.go_on.isEnabled()
    assert dialog.go_on.toolTip() == "Choose sound, text, or both."
    dialog.texts["vtt"].setChecked(True)
    assert dialog.go_on.isEnabled()


def test_a_clip_without_sound_behind_it_says_so(page: MeetingPage, house: House, qtbot: QtBot) -> None:
    assert page.view.document is not None
    line = page.view.document.lines()[-1]
    page.view.select(TextSelection(caret=TextPlace(line.id, 1), anchor=TextPlace(line.id, 0)))
    dialog_of(page).accept()
    qtbot.waitUntil(lambda: "could not be read" in page.message.text)

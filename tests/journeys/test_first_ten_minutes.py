"""The first ten minutes of a person with Vivavoce: a recording in, its words read, heard, found and written out.

The real window over the real services, engine process and speech model; only the loudspeaker is a fake.
"""

import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QModelIndex, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.composition import Services, compose_services, compose_window
from app.folders import Folders, find_folders
from app.meetings.identifiers import MeetingId
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from app.settings.settings import InterfaceLanguage
from engine.contract.places import ROOT
from tests.fakes.sound_output import FakeSoundOutput
from ui.dialogs.export_dialog import ExportDialog
from ui.editor.playback import Availability
from ui.library.meeting_list_model import ShownMeeting
from ui.library.meeting_row import View
from ui.main_window import MainWindow
from ui.reading.text_selection import TextPlace

RECORDING = ROOT / "tests" / "audio" / "1998-15444-0001.flac"
"""… time at which food or medicine was last taken"""
WORD = "medicine"
PATIENCE_MS = 120_000
"""For two shared cores; nothing here is measured."""


class Visit:
    """The application from its start to its end."""

    def __init__(self, folders: Folders, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.output = FakeSoundOutput()
        self.services: Services = compose_services(folders)
        self.services.settings.change(language=InterfaceLanguage.ENGLISH, speech_model="tiny.en")
        self.window: MainWindow = compose_window(self.services, sound_output=self.output)
        self.progress: list[float] = []
        self.window.library_page.model.dataChanged.connect(self.on_row_changed)
        self.window.resize(1280, 800)
        self.window.show()
        self.services.imports.start()

    def on_row_changed(self, index: QModelIndex) -> None:
        """Remember which progress the list showed."""
        entry = self.window.library_page.model.entry(index)
        if isinstance(entry, ShownMeeting) and entry.progress is not None:
            self.progress.append(entry.progress.fraction)

    def drop(self, path: Path) -> None:
        """Drop a file onto the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        self.window.dropEvent(QDropEvent(QPointF(9, 9), action, data, button, Qt.KeyboardModifier.NoModifier))

    def open_from_list(self, meeting_id: MeetingId) -> None:
        """Open a meeting with Enter, and wait until it can be read and heard."""
        page = self.window.library_page
        self.qtbot.waitUntil(lambda: page.list.isVisible() and page.model.count(View()) == 1)
        page.focus_list(meeting_id)
        QTest.keyClick(page.list, Qt.Key.Key_Return)
        self.wait_for_meeting()

    def wait_for_meeting(self) -> None:
        """The words are there, and so is the sound."""
        meeting = self.window.meeting_page
        assert meeting is not None
        self.qtbot.waitUntil(lambda: meeting.view.document is not None and not meeting.place_text)
        self.qtbot.waitUntil(lambda: meeting.playback.availability is Availability.READY)

    def close(self) -> None:
        """End as ``app/main.py`` does."""
        self.window.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        self.services.close()


@contextmanager
def visit(folders: Folders, qtbot: QtBot) -> Generator[Visit]:
    """Start the application, and end it."""
    found = Visit(folders, qtbot)
    try:
        yield found
    finally:
        found.close()


@pytest.fixture
def folders(speech_models: Path) -> Folders:
    """A new installation with speech models."""
    found = find_folders()
    found.make()
    found.models.rmdir()
    found.models.symlink_to(speech_models, target_is_directory=True)
    return found


@pytest.mark.slow
def test_a_recording_is_imported_read_heard_found_exported_and_still_there(
    folders: Folders, qtbot: QtBot, tmp_path: Path
):
    with visit(folders, qtbot) as first:
        meeting_id = import_recording(first)
        words = read_and_hear(first, meeting_id)
        find_word(first, meeting_id)
        export(first, meeting_id, tmp_path)
    with visit(folders, qtbot) as second:
        assert second.services.library.opening.warnings == []
        second.open_from_list(meeting_id)
        assert shown_text(second) == words
        find_word(second, meeting_id)
        assert second.services.settings.current.export_formats == ("docx", "srt")


def import_recording(visit: Visit) -> MeetingId:
    """Drop it onto the empty library, watch its row, until it is understood."""
    page = visit.window.library_page
    visit.qtbot.waitUntil(page.empty.isVisible)
    visit.drop(RECORDING)
    visit.qtbot.waitUntil(page.list.isVisible)
    library = visit.services.library
    (summary,) = library.meetings()
    meeting_id = summary.meeting.id
    visit.qtbot.waitUntil(lambda: row_status(visit, meeting_id) is MeetingStatus.READY, timeout=PATIENCE_MS)
    job = library.last_job(meeting_id)
    assert job is not None
    assert job.state is JobState.DONE
    assert visit.progress, "the row showed no progress"
    assert visit.progress == sorted(visit.progress)
    assert page.message.text == ""
    return meeting_id


def row_status(visit: Visit, meeting_id: MeetingId) -> MeetingStatus | None:
    row = visit.window.library_page.model.find(meeting_id)
    return None if row is None else row.status


def read_and_hear(visit: Visit, meeting_id: MeetingId) -> str:
    """Open it and click a word: the sound plays from there, and the word is marked."""
    visit.open_from_list(meeting_id)
    meeting = visit.window.meeting_page
    assert meeting is not None
    text = shown_text(visit)
    assert WORD in text
    line = next(line for line in visit.services.library.transcript(meeting_id).segments if WORD in line.text)
    point = meeting.view.point_of(TextPlace(line.id, line.text.index(WORD) + 2))
    assert point is not None
    QTest.mouseClick(meeting.view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert visit.output.is_playing
    spoken = next(word for word in line.words if WORD in word.text)
    assert visit.output.position_ms == spoken.start_ms
    visit.qtbot.waitUntil(lambda: meeting.view.spoken == (line.id, line.words.index(spoken)))
    meeting.playback.pause()
    meeting.closed.emit()
    return text


def shown_text(visit: Visit) -> str:
    """All that can be selected on the page of the meeting."""
    meeting = visit.window.meeting_page
    assert meeting is not None
    meeting.view.select_all()
    text = meeting.view.selected_text()
    meeting.view.clear_selection()
    return text


def find_word(visit: Visit, meeting_id: MeetingId) -> None:
    """Search everything, and open the hit where it was spoken."""
    visit.window.show_library()
    page = visit.window.library_page
    QTest.keyClicks(page.search, WORD)
    visit.qtbot.waitUntil(page.results.isVisible)
    page.results.choose_first()
    QTest.keyClick(page.results, Qt.Key.Key_Return)
    visit.wait_for_meeting()
    meeting = visit.window.meeting_page
    assert meeting is not None
    assert meeting.isVisible()
    assert meeting.meeting_id == meeting_id
    line = meeting.view.current_line
    assert line is not None
    assert WORD in line.text
    assert meeting.playback.position_ms == line.start_ms


def export(visit: Visit, meeting_id: MeetingId, folder: Path) -> None:
    """A Word document and subtitles, with the words in them."""
    visit.window.export_meeting(meeting_id)
    (dialog,) = visit.window.findChildren(ExportDialog)
    dialog.options.formats["srt"].setChecked(True)
    dialog.choose_folder(folder)
    visit.qtbot.waitUntil(dialog.footer.export_button.isEnabled)
    visit.qtbot.waitUntil(lambda: WORD in dialog.preview.texts.get("srt", ""))
    QTest.mouseClick(dialog.footer.export_button, Qt.MouseButton.LeftButton)
    visit.qtbot.waitUntil(lambda: len(dialog.written) == 2)
    document, subtitles = sorted(dialog.written)
    assert (document.suffix, subtitles.suffix) == (".docx", ".srt")
    with zipfile.ZipFile(document) as archive:
        assert WORD in archive.read("word/document.xml").decode("utf-8")
    assert WORD in subtitles.read_text("utf-8")
    assert "-->" in subtitles.read_text("utf-8")
    dialog.close()

"""Subtitles and transcripts that come back: looked at first, then a new version; the one before is kept."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.exporting.document import ExportDocument
from app.exporting.json_format import JsonExporter
from app.exporting.profile import ExportProfile
from app.meetings.identifiers import MeetingId
from tests.builders.shelf import Shelf
from tests.ui.library.library_stage import open_page
from tests.ui.window_stage import Stage
from ui.dialogs.returned_dialog import ReturnedDialog
from ui.library.library_page import LibraryPage
from ui.library.meeting_row import View

ROWS = "1\n00:00:01,000 --> 00:00:02,000\nЭто ноль.\n\n2\n00:00:03,000 --> 00:00:04,000\nПочему?\n"


def looked_at(page: LibraryPage, path: Path, meeting_id: MeetingId, qtbot: QtBot) -> ReturnedDialog:
    page.returned_desk.look(path, meeting_id)
    qtbot.waitUntil(lambda: page.returned_desk.dialog is not None)
    dialog = page.returned_desk.dialog
    assert dialog is not None
    return dialog


def test_subtitles_are_shown_read_in_another_way_and_become_a_version(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    """Case 82."""
    lecture = Shelf(stage.library).meeting("Lecture", lines=("It is zero.",))
    page = open_page(stage, qtbot)
    menu = page.build_menu(lecture)
    assert menu is not None
    assert "Take in a transcript…" in [action.text() for action in menu.actions()]
    (tmp_path / "old.srt").write_bytes(ROWS.encode("cp1251"))
    dialog = looked_at(page, tmp_path / "old.srt", lecture, qtbot)
    other = next(key for key in dialog.encoding.keys if key != "cp1251")
    dialog.encoding.choose(other)
    dialog.encoding.activated.emit(dialog.encoding.currentIndex())
    qtbot.waitUntil(lambda: "Почему" not in dialog.preview.toPlainText())
    dialog.encoding.choose("cp1251")
    dialog.encoding.activated.emit(dialog.encoding.currentIndex())
    qtbot.waitUntil(lambda: dialog.preview.toPlainText().splitlines() == ["0:00:01  Это ноль.", "0:00:03  Почему?"])
    assert [line.text for line in stage.library.transcript(lecture).segments] == ["It is zero."]
    dialog.accept()
    qtbot.waitUntil(lambda: "new version" in page.message.text)
    assert [line.text for line in stage.library.transcript(lecture).segments] == ["Это ноль.", "Почему?"]
    assert len(stage.library.versions(lecture)) == 2


def test_dropped_json_knows_its_meeting_and_subtitles_are_told_where_they_belong(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    lecture = Shelf(stage.library).meeting("Lecture", lines=("It is zero.",))
    document = ExportDocument(stage.library.meeting(lecture), stage.library.transcript(lecture), ())
    (tmp_path / "lecture.json").write_bytes(JsonExporter().write(document, ExportProfile()))
    stage.library.delete_meeting(lecture).result()
    (tmp_path / "lecture.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nNo.\n", "utf-8")
    (tmp_path / "other.json").write_text("{}", "utf-8")
    page = open_page(stage, qtbot)
    page.import_files([tmp_path / "lecture.json", tmp_path / "lecture.srt", tmp_path / "other.json"])
    qtbot.waitUntil(lambda: bool(page.message.text))
    assert page.message.text.startswith("1 transcript")
    assert "“other.json” is not a transcript" in page.message.text
    assert "“lecture.srt” has no sound of its own." in page.message.text
    qtbot.waitUntil(lambda: page.model.count(View()) == 1)
    assert stage.imports.added == []


def test_a_file_of_another_recording_is_refused_in_one_sentence(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    lecture = Shelf(stage.library).meeting("Lecture", minutes=1)
    (tmp_path / "late.srt").write_text("1\n09:00:01,000 --> 09:00:02,000\nlate\n", "utf-8")
    page = open_page(stage, qtbot)
    page.returned_desk.look(tmp_path / "late.srt", lecture)
    qtbot.waitUntil(lambda: "after the recording has ended" in page.message.text)
    assert page.returned_desk.dialog is None

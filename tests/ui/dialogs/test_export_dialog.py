from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit
from pytestqt.qtbot import QtBot

from app.announcements import Announcements
from app.background import Background
from app.exporting.document import ExportDocument
from app.exporting.formats import EXPORTERS
from app.library.library import Library
from app.meetings.chinese import ChineseScript
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.meeting import Meeting
from app.meetings.transcript import Transcript
from app.settings.settings_store import SettingsStore
from tests.builders.reading import MEETING, SAMPLES, a_line, sample_lecture
from ui.dialogs.export_dialog import ExportDialog


class FakeSoundFile:
    path: Path | None = None

    def playback_path(self) -> Path | None:
        return self.path


class Desk:
    """A library with the sample in it, and a folder to export to."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.library = Library.open(folder / "library", announcements=Announcements())
        self.background = Background()
        self.settings = SettingsStore(folder / "settings.json")
        self.out = folder / "out"
        self.out.mkdir()
        self.shown: list[Path] = []
        self.sound = FakeSoundFile()
        self._qtbot = qtbot

    def add(self, meeting: Meeting, transcript: Transcript) -> None:
        self.library.add_transcript(meeting, transcript.segments, transcript.speakers, transcript.gaps).result()

    def open(self, meeting_id: MeetingId = MEETING) -> ExportDialog:
        self.settings.change(export_folder=str(self.out))
        dialog = ExportDialog(
            meeting_id,
            library=self.library,
            settings=self.settings,
            background=self.background,
            show_folder=self.shown.append,
            open_sound=lambda _meeting_id: self.sound,
        )
        self._qtbot.addWidget(dialog)
        return dialog

    def open_ready(self) -> ExportDialog:
        dialog = self.open()
        self._qtbot.waitUntil(dialog.footer.export_button.isEnabled)
        return dialog

    def files(self) -> list[str]:
        return sorted(path.name for path in self.out.iterdir())

    def close(self) -> None:
        self.background.close()
        self.library.close()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, qtbot)
    made.add(*sample_lecture())
    yield made
    made.close()


def tick(dialog: ExportDialog, *formats: str) -> None:
    for key, box in dialog.options.formats.items():
        box.setChecked(key in formats)


def press_export(dialog: ExportDialog) -> None:
    QTest.mouseClick(dialog.footer.export_button, Qt.MouseButton.LeftButton)


def has_written(dialog: ExportDialog, count: int) -> Callable[[], bool]:
    return lambda: len(dialog.written) == count


def test_the_preview_is_the_real_file(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.open_ready()
    tick(dialog, "docx", "srt")
    qtbot.waitUntil(lambda: all(dialog.preview.texts.get(key) for key in ("docx", "srt")))
    document = ExportDocument(desk.library.meeting(MEETING), desk.library.transcript(MEETING))
    real = EXPORTERS["srt"].write(document, dialog.options.profile).decode()
    assert dialog.preview.texts["srt"].strip() == real.strip()
    assert dialog.preview.texts["docx"].startswith("Sample lecture")


def test_a_choice_is_seen_in_the_preview(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.open_ready()
    tick(dialog, "txt")
    qtbot.waitUntil(lambda: "Reader A:" in dialog.preview.texts.get("txt", ""))
    dialog.options.speakers.setChecked(False)
    qtbot.waitUntil(lambda: "Reader A:" not in dialog.preview.texts.get("txt", "Reader A:"))


def test_files_are_written_and_the_choice_is_remembered(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.open_ready()
    tick(dialog, "docx", "srt", "json")
    dialog.options.times.setChecked(False)
    press_export(dialog)
    qtbot.waitUntil(has_written(dialog, 3))
    assert desk.files() == ["Sample lecture.docx", "Sample lecture.json", "Sample lecture.srt"]
    assert dialog.footer.text == "3 files are in “out” now."
    assert desk.settings.current.export_formats == ("docx", "srt", "json")
    assert desk.settings.current.export_times is False
    dialog.footer.show_folder_clicked.emit()
    assert desk.shown == [desk.out]


def test_nothing_is_remembered_when_one_cancels(desk: Desk) -> None:
    dialog = desk.open_ready()
    tick(dialog, "vtt")
    dialog.footer.cancel_clicked.emit()
    assert desk.settings.current.export_formats == ("docx",)
    assert desk.files() == []


def test_a_file_that_is_there_is_asked_about_and_kept(desk: Desk, qtbot: QtBot) -> None:
    (desk.out / "Sample lecture.srt").write_text("mine")
    dialog = desk.open_ready()
    tick(dialog, "srt")
    press_export(dialog)
    qtbot.waitUntil(lambda: dialog.footer.is_asking)
    assert dialog.footer.text == "“Sample lecture.srt” is in this folder already."
    assert desk.files() == ["Sample lecture.srt"]
    dialog.footer.keep_both_clicked.emit()
    qtbot.waitUntil(has_written(dialog, 1))
    assert desk.files() == ["Sample lecture (2).srt", "Sample lecture.srt"]
    assert (desk.out / "Sample lecture.srt").read_text() == "mine"


def test_a_file_that_is_there_is_replaced_only_when_the_person_says_so(desk: Desk, qtbot: QtBot) -> None:
    (desk.out / "Sample lecture.srt").write_text("mine")
    dialog = desk.open_ready()
    tick(dialog, "srt")
    press_export(dialog)
    qtbot.waitUntil(lambda: dialog.footer.is_asking)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.footer.is_asking
    press_export(dialog)
    qtbot.waitUntil(lambda: dialog.footer.is_asking)
    dialog.footer.replace_clicked.emit()
    qtbot.waitUntil(has_written(dialog, 1))
    assert desk.files() == ["Sample lecture.srt"]
    assert "-->" in (desk.out / "Sample lecture.srt").read_text("utf-8")


def test_a_folder_that_cannot_be_made_gets_one_plain_sentence(desk: Desk, qtbot: QtBot) -> None:
    (desk.out / "file").write_text("")
    dialog = desk.open_ready()
    dialog.choose_folder(desk.out / "file" / "inside")
    press_export(dialog)
    qtbot.waitUntil(lambda: "could not be written" in dialog.footer.text)
    assert dialog.footer.export_button.isEnabled()


def test_without_a_kind_of_file_there_is_nothing_to_export(desk: Desk) -> None:
    dialog = desk.open_ready()
    tick(dialog)
    assert not dialog.footer.export_button.isEnabled()
    assert dialog.footer.export_button.toolTip() == "Tick at least one kind of file."


def test_lines_set_aside_and_gaps_are_mentioned(desk: Desk) -> None:
    dialog = desk.open_ready()
    assert dialog.options.notes == ["1 line was set aside and stays out.", "Something is missing at 1 place."]


def test_chinese_characters_are_a_choice_only_where_there_are_some(desk: Desk, qtbot: QtBot) -> None:
    assert not desk.open_ready().options.offers_chinese
    meeting, _ = sample_lecture()
    chinese = replace(meeting, id=MeetingId("c" * 32))
    transcript = Transcript(chinese.id, sample_lecture()[1].version_id, (a_line(5, "头发", language="zh"),))
    desk.add(chinese, transcript)
    dialog = desk.open(chinese.id)
    qtbot.waitUntil(lambda: dialog.options.offers_chinese)
    tick(dialog, "txt")
    dialog.options.script.choose(ChineseScript.TRADITIONAL_TW)
    qtbot.waitUntil(lambda: "頭髮" in dialog.preview.texts.get("txt", ""))


def test_pages_beside_each_other_begin_at_one_height(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.open_ready()
    tick(dialog, "docx", "srt", "vtt")  # a name above the one, a choice above the other
    dialog.show()
    qtbot.waitUntil(lambda: set(dialog.preview.texts) == {"docx", "srt"})
    pages = [page for page in dialog.preview.findChildren(QTextEdit) if page.isVisible()]
    qtbot.waitUntil(lambda: len({page.mapTo(dialog, page.rect().topLeft()).y() for page in pages}) == 1)
    assert len(pages) == 2


def test_more_than_two_kinds_are_looked_at_in_turn(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.open_ready()
    tick(dialog, "docx", "srt", "vtt")
    qtbot.waitUntil(lambda: set(dialog.preview.texts) == {"docx", "srt"})


def test_a_meeting_that_is_gone_says_so(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.open(MeetingId("nobody"))
    qtbot.waitUntil(lambda: "no longer in the library" in dialog.footer.text)
    assert not dialog.footer.export_button.isEnabled()


def test_a_course_remembers_its_own_choice_and_the_settings_stay(desk: Desk, qtbot: QtBot) -> None:
    course = Course(CourseId("c" * 32), "Algebra")
    desk.library.add_course(course).result()
    desk.library.move_meeting(MEETING, course.id).result()
    dialog = desk.open_ready()
    before = dialog.options.profile.formats
    tick(dialog, "txt", "md")
    dialog.options.times.setChecked(False)
    press_export(dialog)
    qtbot.waitUntil(has_written(dialog, 2))
    qtbot.waitUntil(lambda: bool(desk.library.courses()[0].export_profile))
    assert desk.settings.current.export_formats == before
    again = desk.open_ready()
    assert again.options.profile.formats == ("txt", "md")
    assert not again.options.times.isChecked()


def test_a_speaker_who_is_left_out_is_neither_in_the_preview_nor_in_the_files(desk: Desk, qtbot: QtBot) -> None:
    desk.sound.path = SAMPLES / "lecture.flac"
    dialog = desk.open_ready()
    tick(dialog, "txt")
    [first, *_] = dialog.options.people.values()
    first.setChecked(True)
    qtbot.waitUntil(lambda: "Student 1:" in dialog.preview.texts.get("txt", ""))
    assert "Reader A" not in dialog.preview.texts["txt"]
    press_export(dialog)
    qtbot.waitUntil(has_written(dialog, 2), timeout=20_000)
    assert desk.files() == ["Sample lecture.flac", "Sample lecture.txt"]
    assert "Reader A" not in (desk.out / "Sample lecture.txt").read_text("utf-8")
    assert "Read back" in dialog.footer.text
    assert len(dialog.options.hidden) == 1


def test_leaving_somebody_out_asks_anew_and_never_writes_what_was_asked_for_before(desk: Desk, qtbot: QtBot) -> None:
    desk.sound.path = SAMPLES / "lecture.flac"
    dialog = desk.open_ready()
    tick(dialog, "txt")
    press_export(dialog)
    qtbot.waitUntil(has_written(dialog, 1))
    assert "is in" in dialog.footer.text
    assert not dialog.footer.export_button.isVisible()
    dialog.options.times.click()
    press_export(dialog)
    qtbot.waitUntil(lambda: dialog.footer.is_asking)

    [first, *_] = dialog.options.people.values()
    first.click()

    assert not dialog.footer.is_asking
    press_export(dialog)
    qtbot.waitUntil(has_written(dialog, 2), timeout=20_000)
    assert "Reader A" not in (desk.out / "Sample lecture (2).txt").read_text("utf-8")

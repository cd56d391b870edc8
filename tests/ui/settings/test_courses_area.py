"""What a course knows is changed in the settings, and saved at once."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.editing.document import Document
from app.editing.wording import RewriteLine
from app.meetings.course import Course
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId
from tests.builders.shelf import Shelf
from tests.ui.window_stage import Stage
from ui.settings.courses_area import CoursesArea

COURSES = 5


@pytest.fixture
def course(stage: Stage) -> CourseId:
    found = Shelf(stage.library).course("Algebra")
    stage.library.set_glossary(found, [GlossaryEntry("Hilbert", ("Hill Bert",)), GlossaryEntry("qubit")]).result()
    return found


def show(stage: Stage, qtbot: QtBot) -> CoursesArea:
    window = stage.open_window()
    window.resize(1200, 800)
    with qtbot.waitExposed(window):
        window.show()
    window.show_settings(COURSES)
    assert window.settings_page is not None
    [area] = window.settings_page.findChildren(CoursesArea)
    return area


def known(stage: Stage) -> Course:
    [found] = stage.library.courses()
    return found


def test_without_courses_the_page_says_where_they_come_from(stage: Stage, qtbot: QtBot):
    area = show(stage, qtbot)
    qtbot.waitUntil(area.empty.isVisible)
    assert not area.table.isVisible()


@pytest.mark.usefixtures("course")
def test_a_term_is_typed_and_saved_and_removed_by_keyboard(stage: Stage, qtbot: QtBot):
    area = show(stage, qtbot)
    qtbot.waitUntil(lambda: area.table.rowCount() == 2)
    area.add_button.click()
    editor = area.table.findChild(QLineEdit)
    assert editor is not None
    QTest.keyClicks(editor, "boson")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [entry.text for entry in known(stage).glossary] == ["Hilbert", "qubit", "boson"])
    area.table.setCurrentCell(1, 0)
    QTest.keyClick(area.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: [entry.text for entry in known(stage).glossary] == ["Hilbert", "boson"])


@pytest.mark.usefixtures("course")
def test_terms_come_from_a_file_whose_bad_lines_are_named_and_go_into_one(stage: Stage, qtbot: QtBot, tmp_path: Path):
    file = tmp_path / "terms.csv"
    file.write_text("term;note\nboson;\n;no term\n", "utf-8")
    area = show(stage, qtbot)
    qtbot.waitUntil(lambda: area.table.rowCount() == 2)
    area.import_file(str(file))
    qtbot.waitUntil(lambda: area.table.rowCount() == 3)
    assert "1 term" in area.message.text
    assert "line 3 (there is no term in it)" in area.message.text
    area.export_file(str(tmp_path / "out.csv"))
    qtbot.waitUntil(lambda: "out.csv" in area.message.text)
    assert "Hilbert,Hill Bert," in (tmp_path / "out.csv").read_text("utf-8-sig")
    area.import_file(str(tmp_path / "nothing.csv"))
    qtbot.waitUntil(lambda: "nothing.csv" in area.message.text)
    assert len(known(stage).glossary) == 3


def test_what_was_corrected_twice_is_offered_with_its_places_and_taken_or_dismissed(
    stage: Stage, qtbot: QtBot, course: CourseId
):
    shelf = Shelf(stage.library)
    meetings = [
        shelf.meeting(f"Week {number}", course_id=course, lines=("The co set and the bow song.",))
        for number in range(3)
    ]
    for meeting_id in meetings[:2]:
        transcript = stage.library.transcript(meeting_id)
        document = Document(transcript)
        edit = RewriteLine(transcript.segments[0].id, "The coset and the boson.").apply(document)
        assert edit is not None
        stage.library.apply_edit(meeting_id, edit).result()
    area = show(stage, qtbot)
    qtbot.waitUntil(lambda: len(area.offered) == 2)
    first, second = sorted(area.offered, key=lambda row: row.offer.written)
    assert (first.offer.heard, first.offer.written) == ("bow song", "boson")
    assert "Week 2 (1)" in first.detail.text()
    first.accept.click()
    qtbot.waitUntil(lambda: GlossaryEntry("boson", ("bow song",)) in known(stage).glossary)
    qtbot.waitUntil(lambda: len(area.offered) == 1)
    assert second.offer.written == "coset"
    area.offered[0].dismiss.click()
    qtbot.waitUntil(lambda: area.offered == [])
    assert stage.library.dismissed_terms(course) == {("co set", "coset")}


def test_languages_are_kept_and_all_meetings_are_exported_with_names_of_their_own(
    stage: Stage, qtbot: QtBot, course: CourseId, tmp_path: Path
):
    shelf = Shelf(stage.library)
    for _ in range(2):
        shelf.meeting("Weekly", course_id=course)
    area = show(stage, qtbot)
    qtbot.waitUntil(lambda: area.languages.count() > 3)
    area.languages.choose(("zh",))
    area.languages.activated.emit(area.languages.currentIndex())
    qtbot.waitUntil(lambda: known(stage).languages == ("zh",))
    stage.settings.change(export_formats=("txt",))
    qtbot.waitUntil(area.export.export_all.isEnabled)
    seen: list[str] = []
    area.export.batch.progressed.connect(lambda: seen.append(area.export.export_all.text()))
    area.export.batch.write(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "2 file" in area.message.text)
    assert seen == ["Stop (0/2)", "Stop (1/2)", "Export all meetings…"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["Weekly (2).txt", "Weekly.txt"]

"""What the glossary changed is told beside the transcript, with what was heard, and can be taken back."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editing.document import Document
from app.editing.wording import RewriteLine
from app.meetings.transcript import Word
from tests.builders.reading import MEETING, sample_lecture
from tests.builders.shelf import Shelf
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.reader_marks import ReaderMarks
from ui.style.icons import Icon


def add_changed(house: House) -> str:
    """The sample, with a word in its first line that the glossary put there; answers the line as it was heard."""
    meeting, transcript = sample_lecture()
    line = transcript.segments[0]
    first: Word = line.words[0] if line.words else Word(line.start_ms, line.end_ms, line.text)
    heard = line.text.replace(first.text.strip(), "Heard", 1)
    words = (replace(first, heard="Heard"), *line.words[1:])
    changed = replace(line, words=words, text="".join(word.text for word in words).strip())
    house.add(meeting, replace(transcript, segments=(changed, *transcript.segments[1:])))
    return heard


def test_a_change_is_listed_with_what_was_heard_and_taken_back_with_delete_and_undone(house: House, qtbot: QtBot):
    heard = add_changed(house)
    page = open_sample(house, qtbot)
    changes = page.panel.glossary
    qtbot.waitUntil(lambda: len(changes.entries) == 1)
    assert changes.isVisibleTo(page)
    assert changes.entries[0].title.startswith("Heard → ")
    changes.setCurrentIndex(changes.model().index(0, 0))
    QTest.keyClick(changes, Qt.Key.Key_Delete)
    assert list(changes.entries) == []
    document = page.editor.document
    assert document is not None
    assert document.transcript.segments[0].text == heard
    page.editor.undo()
    assert len(changes.entries) == 1


def test_the_line_itself_says_so(house: House, qtbot: QtBot):
    add_changed(house)
    page = open_sample(house, qtbot)
    document = page.view.document
    assert document is not None
    line = document.lines()[0]
    state = ReaderMarks().state_of(
        0, line, document=document, selection=None, selected=None, has_focus=False, is_typing=False
    )
    assert state.mark == (Icon.GLOSSARY, "Glossary; heard “Heard”")


def test_without_changes_the_section_is_not_there(house: House, qtbot: QtBot):
    house.add_sample()
    page = open_sample(house, qtbot)
    assert not page.panel.glossary.isVisibleTo(page)


def test_a_correction_made_in_another_meeting_too_is_offered_here_and_taken_into_the_glossary(
    house: House, qtbot: QtBot
):
    house.add_sample()
    shelf = Shelf(house.library)
    course = shelf.course("Algebra")
    house.library.move_meeting(MEETING, course).result()
    word = "awful"
    others = [shelf.meeting(f"Week {number}", course_id=course, lines=(f"So {word} it is.",)) for number in range(2)]
    transcript = house.library.transcript(others[0])
    edit = RewriteLine(transcript.segments[0].id, "So offal it is.").apply(Document(transcript))
    assert edit is not None
    house.library.apply_edit(others[0], edit).result()

    page = open_sample(house, qtbot)
    assert page.panel.offers.rows == []
    line = next(each for each in house.library.transcript(MEETING).segments if word in each.text)
    page.editor.apply(RewriteLine(line.id, line.text.replace(word, "offal")))
    save(page.editor)
    qtbot.waitUntil(lambda: len(page.panel.offers.rows) == 1, timeout=8000)
    row = page.panel.offers.rows[0]
    assert (row.offer.heard, row.offer.written, row.offer.times) == (word, "offal", 2)
    assert "Week 1 (1)" in row.detail.text()
    row.accept.click()
    qtbot.waitUntil(lambda: page.panel.offers.rows == [])
    assert [entry.text for entry in house.library.courses()[0].glossary] == ["offal"]

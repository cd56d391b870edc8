"""Versions of a transcript in the window: listed, compared, brought back, and what another pass changed."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editing.wording import RewriteLine
from app.meetings.identifiers import JobId, new_id
from app.meetings.job import Job, JobState
from app.meetings.transcript import Segment, VersionKind
from engine.contract.audio import SampleIndex
from engine.contract.error_report import to_report
from engine.contract.errors import NoWordsFound
from engine.contract.options import RecognitionOptions
from tests.builders.reading import MEETING, a_line, a_transcript, sample_lecture
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.meeting_page import MeetingPage
from ui.editor.version_reading import VersionChoice
from ui.editor.versions_dialog import VersionsDialog
from ui.reading.text_selection import TextPlace, TextSelection


def understand(house: House, *lines: Segment, fails: bool = False, asks_first: bool = False) -> None:
    options, length = RecognitionOptions(), SampleIndex(1_600_000)
    job = Job(JobId(new_id()), MEETING, JobState.WAITING, options, length=length, asks_first=asks_first)
    house.library.start_rerun(job, VersionKind.RECOGNISED).result()
    house.library.set_job_state(job.id, JobState.RUNNING).result()
    house.library.commit_segments(job.id, lines, [], finished_to=SampleIndex(900_000), speech=0).result()
    error = to_report(NoWordsFound(1.0)) if fails else None
    house.library.set_job_state(job.id, JobState.FAILED if fails else JobState.DONE, error=error).result()


def open_two(house: House, qtbot: QtBot) -> MeetingPage:
    """A meeting that was understood once, corrected in its second line, and understood again while it is open."""
    house.add(sample_lecture()[0], a_transcript())
    understand(house, a_line(0, "we meet in colon"), a_line(1, "at nine"), a_line(2, "or ten"))
    page = open_sample(house, qtbot)
    qtbot.waitUntil(page.view.hasFocus)
    page.editor.apply(RewriteLine(a_line(1).id, "at nine sharp"))
    save(page.editor)
    again = (a_line(10, "we meet in Cologne"), a_line(11, "a nine"), a_line(12, "or ten"))
    understand(
        house,
        *(
            replace(line, start_ms=a_line(n).start_ms, end_ms=a_line(n).end_ms, words=a_line(n, line.text).words)
            for n, line in enumerate(again)
        ),
    )
    qtbot.waitUntil(lambda: texts(page) == ["we meet in Cologne", "at nine sharp", "or ten"])
    qtbot.waitUntil(lambda: [version.is_current for version in page.versions.versions] == [True, False])
    return page


def texts(page: MeetingPage) -> list[str]:
    assert page.view.document is not None
    return [line.text for line in page.view.document.lines()]


def compared(page: MeetingPage, qtbot: QtBot) -> VersionsDialog:
    dialog = page.versions.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.comparison is not None)
    return dialog


def test_another_pass_says_what_it_changed_and_what_of_yours_it_kept(house: House, qtbot: QtBot) -> None:
    """Case 68."""
    page = open_two(house, qtbot)
    qtbot.waitUntil(lambda: page.message.text.startswith("Understood again:"))
    assert page.message.text == "Understood again: 1 place changed, 1 line of yours kept."
    page.message.other_acted.emit()
    dialog = compared(page, qtbot)
    assert [dialog.list.words(n) for n in range(1)] == [("we meet in colon", "we meet in Cologne")]
    assert not dialog.grab().isNull()


def test_a_pass_that_fails_changes_nothing_and_says_nothing(house: House, qtbot: QtBot) -> None:
    """Case 68."""
    house.add(sample_lecture()[0], a_transcript(a_line(0, "as it was")))
    page = open_sample(house, qtbot)
    page.editor.apply(RewriteLine(a_line(0).id, "as I wrote"))
    save(page.editor)
    understand(house, a_line(10, "otherwise", start_ms=0), fails=True)
    qtbot.wait(100)
    assert texts(page) == ["as I wrote"]
    assert not page.message.text.startswith("Understood again")
    assert page.editor.can_undo


def test_one_place_is_taken_from_the_older_version_and_undone(house: House, qtbot: QtBot) -> None:
    page = open_two(house, qtbot)
    page.versions.compare()
    dialog = compared(page, qtbot)
    assert dialog.take.isEnabled()
    dialog.list.selectAll()
    dialog.take.click()
    assert texts(page) == ["we meet in colon", "at nine sharp", "or ten"]
    assert not dialog.take.isEnabled()
    assert not dialog.list.differences
    page.editor.undo()
    assert texts(page) == ["we meet in Cologne", "at nine sharp", "or ten"]


def test_a_place_that_was_changed_since_is_left_alone(house: House, qtbot: QtBot) -> None:
    page = open_two(house, qtbot)
    page.versions.compare()
    dialog = compared(page, qtbot)
    assert page.view.document is not None
    page.editor.apply(RewriteLine(page.view.document.lines()[0].id, "we met"))
    dialog.take.click()
    assert dialog.text.startswith("This place was changed since")
    assert texts(page)[0] == "we met"


def test_an_older_version_is_brought_back_and_the_one_before_it_is_kept(house: House, qtbot: QtBot) -> None:
    page = open_two(house, qtbot)
    assert [entry.title for entry in page.panel.versions.entries] == [
        "Shown now: Understood again",
        "As recognised",
    ]
    page.panel.versions.jumped.emit(page.versions.versions[1])
    dialog = compared(page, qtbot)
    dialog.restore.click()
    qtbot.waitUntil(lambda: texts(page) == ["we meet in colon", "at nine sharp", "or ten"])
    qtbot.waitUntil(lambda: len(page.versions.versions) == 3)
    assert page.versions.dialog is None
    assert page.message.text.startswith("The older version is shown again.")
    assert page.panel.versions.entries[0].title == "Shown now: Brought back"


def test_a_version_can_be_seen_as_it_was_before_the_edits(house: House, qtbot: QtBot) -> None:
    house.add(sample_lecture()[0], a_transcript(a_line(0, "colon"), a_line(1, "nine")))
    page = open_sample(house, qtbot)
    page.editor.apply(RewriteLine(a_line(0).id, "Cologne"))
    save(page.editor)
    page.feed.read_facts()
    qtbot.waitUntil(lambda: bool(page.versions.versions) and page.versions.versions[0].edits == 1)
    assert "1 edit of yours" in page.panel.versions.entries[0].detail
    page.panel.versions.jumped.emit(page.versions.versions[0])
    dialog = compared(page, qtbot)
    assert dialog.old.chosen == VersionChoice(page.versions.versions[0], before_edits=True)
    assert [dialog.list.words(n) for n in range(1)] == [("colon", "Cologne")]


def test_a_deleted_line_is_listed_and_comes_back(house: House, qtbot: QtBot) -> None:
    house.add(sample_lecture()[0], a_transcript(a_line(0, "one"), a_line(1, "two"), a_line(2, "three")))
    page = open_sample(house, qtbot)
    qtbot.waitUntil(page.view.hasFocus)
    line = a_line(1, "two")
    page.view.select(TextSelection(TextPlace(line.id, 0), TextPlace(line.id, 3)))
    page.view.select(TextSelection(TextPlace(line.id, 0), TextPlace(a_line(2).id, 0)))
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert texts(page) == ["one", "three"]
    qtbot.waitUntil(lambda: len(page.panel.deleted.entries) == 1)
    page.panel.deleted.jumped.emit(page.panel.deleted.entries[0].key)
    assert texts(page) == ["one", "two", "three"]
    assert page.message.text.startswith("The line is back.")
    qtbot.waitUntil(lambda: not page.panel.deleted.entries)


def test_understanding_again_asks_first_and_takes_the_usual_speech_model(house: House, qtbot: QtBot) -> None:
    house.add(sample_lecture()[0], a_transcript())
    understand(house, a_line(0, "as it was"))
    house.settings.change(speech_model="small")
    page = open_sample(house, qtbot)
    page.panel.again.click()
    question = page.versions.question
    assert question is not None
    assert not house.imports.retried
    question.refuse.click()
    assert page.versions.question is None
    assert not house.imports.retried
    page.panel.again.click()
    question = page.versions.question
    assert question is not None
    assert not question.grab().isNull()
    question.agree.click()
    qtbot.waitUntil(lambda: house.imports.retried == [MEETING])
    (options,) = house.imports.options
    assert options is not None
    assert options.model == "small"

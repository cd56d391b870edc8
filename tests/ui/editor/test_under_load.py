"""The page of a meeting under load: a long transcript while lines arrive, questions begun and dropped without end."""

import threading

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.announcements import JobProgressAnnounced, TranscriptChanged
from app.editing.finding import Wanted
from app.meetings.identifiers import JobId
from app.meetings.job import JobState
from app.meetings.transcript import TranscriptChange
from engine.contract.messages import Stage
from tests.builders.reading import MEETING, a_line, a_long_transcript, a_transcript, sample_lecture
from tests.ui.editor.page_stage import House, open_sample
from tests.ui.editor.test_typing import a_meeting, laid_out
from ui.editor.replace_bar import Scope
from ui.style.theme import ThemeChoice, current_theme


def test_eight_hours_are_typed_into_searched_and_shown_larger_while_lines_arrive(house: House, qtbot: QtBot) -> None:
    """Case 66."""
    house.add(a_meeting(), a_long_transcript(12_000))
    page = open_sample(house, qtbot)
    page.view.go_to_moment(4_000_000)
    page.view.grab()
    lines_in_view = page.view.height() // 20
    before = laid_out(page)
    for number, letter in enumerate("hello"):
        QTest.keyClicks(page.view, letter)
        new = a_line(50_000 + number, start_ms=number * 100, end_ms=number * 100 + 90)
        house.announcements.announce(TranscriptChanged(TranscriptChange(MEETING, added=(new,))))
        QApplication.processEvents()
        page.view.grab()
    assert laid_out(page) - before <= 2 * 5 + 5
    caret = page.view.selection

    before = laid_out(page)
    page.header.field.setText("dependent")
    qtbot.waitUntil(lambda: bool(page.header.count_text), timeout=20_000)
    assert len(page.view.document or ()) == 12_005
    page.header.field.clear()
    current_theme().apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=2.0)
    page.view.grab()
    assert laid_out(page) - before <= 6 * lines_in_view
    current_theme().apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=1.0)
    assert caret is not None


def test_a_thousand_questions_are_begun_and_dropped_while_news_arrive_and_the_page_closes(
    house: House, qtbot: QtBot
) -> None:
    """Case 67."""
    house.add(sample_lecture()[0], a_transcript(a_line(0, "one"), a_line(1, "two")))
    page = open_sample(house, qtbot)
    page.replacing.begin()
    page.replacing.scope.choose(Scope.EVERYWHERE)
    is_over = threading.Event()
    told = 0

    def tell() -> None:
        nonlocal told
        while not is_over.wait(0.005):
            told += 1
            line = a_line(0, f"one {told}")
            house.announcements.announce(TranscriptChanged(TranscriptChange(MEETING, updated=(line,))))
            house.announcements.announce(
                JobProgressAnnounced(JobId("job"), MEETING, JobState.RUNNING, Stage.RECOGNISING, 0.5, None)
            )

    teller = threading.Thread(target=tell)
    teller.start()
    try:
        for number in range(1000):
            page.replacing.everywhere.look_for(Wanted(f"one {number}"), None)
            if number % 3:
                page.replacing.everywhere.stop_button.click()
            if number % 10 == 0:
                QApplication.processEvents()
        assert page.view.document is not None
        page.replacing.everywhere.look_for(Wanted("two"), None)
        page.close()
        QApplication.processEvents()
        qtbot.wait(50)
    finally:
        is_over.set()
        teller.join()
    assert told > 0
    assert page.editor.document is None

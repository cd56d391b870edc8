"""A better pass over words that a person edited: seen first, then taken whole, in places, or not at all."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from app.editing.wording import RewriteLine
from app.meetings.transcript import Segment
from tests.builders.reading import a_line, a_transcript, sample_lecture
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House, open_sample
from tests.ui.editor.test_versions import texts, understand
from ui.editor.meeting_page import MeetingPage
from ui.editor.offer_dialog import OfferDialog

BEFORE = ["we meet in colon", "at nine sharp", "or ten"]
AFTER = ["we meet in Cologne", "at nine sharp", "or then"]


def at(number: int, text: str) -> Segment:
    """A line of another pass where a line lies already."""
    there = a_line(number, text)
    return replace(a_line(number + 10, text), start_ms=there.start_ms, end_ms=there.end_ms, words=there.words)


def open_offer(house: House, qtbot: QtBot) -> tuple[MeetingPage, OfferDialog]:
    """A corrected meeting, understood again while it is open, and what would change."""
    house.add(sample_lecture()[0], a_transcript())
    understand(house, a_line(0, BEFORE[0]), a_line(1, "at nine"), a_line(2, BEFORE[2]))
    page = open_sample(house, qtbot)
    page.editor.apply(RewriteLine(a_line(1).id, BEFORE[1]))
    save(page.editor)
    understand(house, at(0, AFTER[0]), at(1, "a nine"), at(2, AFTER[2]), asks_first=True)
    qtbot.waitUntil(lambda: page.message.text.startswith("It was understood again"))
    assert texts(page) == BEFORE
    page.message.other_acted.emit()
    qtbot.waitUntil(lambda: page.versions.offers.dialog is not None)
    dialog = page.versions.offers.dialog
    assert dialog is not None
    assert dialog.comparison.kept == 1
    assert [dialog.list.words(n) for n in range(len(dialog.list.differences))] == [
        (BEFORE[0], AFTER[0]),
        (BEFORE[2], AFTER[2]),
    ]
    return page, dialog


def test_all_of_it_is_taken_around_what_a_person_wrote(house: House, qtbot: QtBot) -> None:
    """Case 68."""
    page, dialog = open_offer(house, qtbot)
    dialog.take_all.click()
    qtbot.waitUntil(lambda: texts(page) == AFTER)
    qtbot.waitUntil(lambda: not page.versions.offers.is_waiting)
    assert page.versions.offers.dialog is None


def test_some_places_are_taken_and_undone_and_the_rest_is_left(house: House, qtbot: QtBot) -> None:
    page, dialog = open_offer(house, qtbot)
    assert len(dialog.list.selected) == 1
    dialog.take.click()
    assert texts(page) == [AFTER[0], *BEFORE[1:]]
    assert dialog.text.startswith("1 place")
    assert dialog.leave.text() == "Leave the rest"
    dialog.leave.click()
    qtbot.waitUntil(lambda: page.versions.offers.dialog is None)
    page.editor.undo()
    assert texts(page) == BEFORE


def test_it_is_not_taken_and_stays_to_be_compared(house: House, qtbot: QtBot) -> None:
    page, dialog = open_offer(house, qtbot)
    dialog.leave.click()
    qtbot.waitUntil(lambda: [each.is_offered for each in page.versions.versions] == [False, False])
    assert texts(page) == BEFORE
    assert not page.versions.offers.is_waiting


def test_it_waits_until_it_is_decided(house: House, qtbot: QtBot) -> None:
    page, dialog = open_offer(house, qtbot)
    dialog.later.click()
    qtbot.waitUntil(lambda: page.versions.offers.dialog is None)
    assert page.panel.versions.entries[0].title.startswith("Waits for your answer: ")
    page.panel.versions.jumped.emit(page.versions.versions[0])
    qtbot.waitUntil(lambda: page.versions.offers.dialog is not None)


def test_a_place_that_was_changed_since_is_left_alone(house: House, qtbot: QtBot) -> None:
    page, dialog = open_offer(house, qtbot)
    page.editor.apply(RewriteLine(a_line(0).id, "we met"))
    dialog.take.click()
    assert dialog.text.startswith("This place was changed since")
    assert texts(page)[0] == "we met"

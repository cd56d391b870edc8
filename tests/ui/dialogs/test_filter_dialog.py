"""A filter with a stretch of days, asked for and changed in the window."""

from datetime import date

from PySide6.QtCore import QDate
from pytestqt.qtbot import QtBot

from app.meetings.meeting_filter import FilterId, MeetingFilter, SavedFilter
from ui.dialogs.filter_dialog import FilterDialog

TERM = SavedFilter(FilterId("f"), "Term", MeetingFilter(since=date(2026, 10, 1), until=date(2026, 12, 20)))


def opened(saved: SavedFilter | None, qtbot: QtBot) -> FilterDialog:
    dialog = FilterDialog(saved, text="", courses=(), tags=())
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_days_that_were_chosen_are_there_again_and_can_be_others(qtbot: QtBot) -> None:
    dialog = opened(TERM, qtbot)
    assert dialog.between.isVisible()
    assert dialog.saved == TERM
    dialog.until.setDate(QDate(2027, 1, 31))
    assert dialog.saved.wanted == MeetingFilter(since=date(2026, 10, 1), until=date(2027, 1, 31))


def test_days_are_asked_for_only_where_they_are_meant(qtbot: QtBot) -> None:
    dialog = opened(None, qtbot)
    assert not dialog.between.isVisible()
    dialog.time.choose(30)
    assert dialog.saved.wanted == MeetingFilter(last_days=30)
    dialog.time.setCurrentIndex(dialog.time.count() - 1)
    assert dialog.between.isVisible()
    assert dialog.saved.wanted.since is not None
    assert dialog.saved.wanted.last_days == 0


def test_the_last_day_is_never_before_the_first(qtbot: QtBot) -> None:
    dialog = opened(TERM, qtbot)
    dialog.since.setDate(QDate(2027, 3, 1))
    assert dialog.saved.wanted.until == date(2027, 3, 1)


def test_without_a_name_it_says_why_it_cannot_be_saved(qtbot: QtBot) -> None:
    dialog = opened(None, qtbot)
    assert not dialog.go_on.isEnabled()
    assert dialog.go_on.toolTip()
    dialog.title_field.setText("Term")
    assert dialog.go_on.isEnabled()

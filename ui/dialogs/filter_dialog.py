"""Asks for a saved filter: what it is called, and which meetings and words it looks for.

Opened by ``shelf_desk.py``, on the window's thread.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final

from PySide6.QtCore import QDate
from PySide6.QtWidgets import QDateEdit, QHBoxLayout, QLineEdit, QWidget

from app.meetings.course import Course
from app.meetings.identifiers import CourseId, new_id
from app.meetings.meeting_filter import FilterId, FilterState, MeetingFilter, SavedFilter
from ui.dialogs.form_dialog import FormDialog
from ui.style.tokens import SPACE_8
from ui.widgets.choice import Choice
from ui.widgets.label import Label

_BETWEEN: Final = -1
"""Stands among numbers of days for two dates."""


class FilterDialog(FormDialog):
    """The dialog; ``saved`` is what the person chose."""

    def __init__(
        self,
        saved: SavedFilter | None,
        *,
        text: str,
        courses: Sequence[Course],
        tags: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        """``text`` stands in a new one: what is typed into the search field."""
        super().__init__(
            self.tr("New filter") if saved is None else self.tr("Change filter"),
            self.tr("It stays in the side bar. A field that is left empty asks for nothing."),
            action=self.tr("Save"),
            parent=parent,
        )
        self._id = FilterId(new_id()) if saved is None else saved.id
        self._before = MeetingFilter(text=text) if saved is None else saved.wanted
        self.title_field = QLineEdit("" if saved is None else saved.title)
        self.text_field = QLineEdit(self._before.text)
        self.speaker_field = QLineEdit(self._before.speaker)
        self.course = Choice(self.tr("Course"))
        self.tag = Choice(self.tr("Tag"))
        self.time = Choice(self.tr("Time"))
        self.since, self.until = QDateEdit(), QDateEdit()
        self.between = _between(self.since, self.until)
        self.state = Choice(self.tr("State"))
        for field in (self.title_field, self.text_field, self.speaker_field):
            field.setMaxLength(200)
        self.title_field.setPlaceholderText(self.tr("Name in the side bar"))
        self._offer(courses, tags)
        self.add_row(self.tr("Name"), self.title_field)
        self.add_row(self.tr("Words"), self.text_field)
        self.add_row(self.tr("Course"), self.course)
        self.add_row(self.tr("Tag"), self.tag)
        self.add_row(self.tr("Time"), self.time)
        self.add_row("", self.between)
        self.since.setAccessibleName(self.tr("First day"))
        self.until.setAccessibleName(self.tr("Last day"))
        self.add_row(self.tr("State"), self.state)
        self.add_row(self.tr("Speaker"), self.speaker_field)
        self.time.currentIndexChanged.connect(self._show_days)
        self.since.dateChanged.connect(self.until.setMinimumDate)
        self.until.setMinimumDate(self.since.date())
        self._show_days()
        self.title_field.textChanged.connect(self._show_whether)
        self._show_whether()
        self.title_field.setFocus()

    @property
    def saved(self) -> SavedFilter:
        """The filter as it stands there."""
        days, state, course = self.time.chosen, self.state.chosen, self.course.chosen
        is_between = days == _BETWEEN
        wanted = MeetingFilter(
            text=self.text_field.text().strip(),
            course_id=CourseId(str(course)) if course else None,
            tag=str(self.tag.chosen or ""),
            speaker=self.speaker_field.text().strip(),
            last_days=days if isinstance(days, int) and not is_between else 0,
            since=_day(self.since) if is_between else None,
            until=_day(self.until) if is_between else None,
            state=state if isinstance(state, FilterState) else FilterState.ANY,
        )
        return SavedFilter(self._id, self.title_field.text().strip(), wanted)

    def _offer(self, courses: Sequence[Course], tags: Sequence[str]) -> None:
        wanted = self._before
        self.course.offer("", self.tr("Any course"))
        for course in courses:
            self.course.offer(course.id, course.title)
        self.course.choose(wanted.course_id or "")
        self.tag.offer("", self.tr("Any"))
        for tag in sorted({*tags, wanted.tag} - {""}, key=str.casefold):
            self.tag.offer(tag, tag)
        self.tag.choose(wanted.tag)
        for days, words in (
            (0, self.tr("Any time")),
            (7, self.tr("The last 7 days")),
            (30, self.tr("The last 30 days")),
            (90, self.tr("The last 3 months")),
            (365, self.tr("The last year")),
            (_BETWEEN, self.tr("From … to")),
        ):
            self.time.offer(days, words)
        is_between = wanted.since is not None or wanted.until is not None
        self.time.choose(_BETWEEN if is_between else wanted.last_days)
        last = wanted.until or date.today()
        first = wanted.since or last.replace(day=1)
        self.since.setDate(QDate(first.year, first.month, first.day))
        self.until.setDate(QDate(last.year, last.month, last.day))
        self.state.offer(FilterState.ANY, self.tr("Any"))
        self.state.offer(FilterState.TO_REVIEW, self.tr("Lines set aside"))
        self.state.offer(FilterState.UNFINISHED, self.tr("Unfinished"))
        self.state.offer(FilterState.DONE, self.tr("Finished"))
        self.state.choose(wanted.state)

    def _show_days(self) -> None:
        self.between.setVisible(self.time.chosen == _BETWEEN)
        self.adjustSize()

    def _show_whether(self) -> None:
        if self.title_field.text().strip():
            self.go_on.turn_on()
        else:
            self.go_on.turn_off(self.tr("Give the filter a name first."))


def _between(since: QDateEdit, until: QDateEdit) -> QWidget:
    """Two days beside each other."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE_8)
    layout.addWidget(since, 1)
    layout.addWidget(Label("–"))
    layout.addWidget(until, 1)
    return row


def _day(field: QDateEdit) -> date:
    day = field.date()
    return date(day.year(), day.month(), day.day())

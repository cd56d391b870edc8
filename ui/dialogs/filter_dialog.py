"""Asks for a saved filter: what it is called, and which meetings and words it looks for.

Opened by ``shelf_desk.py``, on the window's thread.
"""

from collections.abc import Sequence

from PySide6.QtWidgets import QLineEdit, QWidget

from app.meetings.course import Course
from app.meetings.identifiers import CourseId, new_id
from app.meetings.meeting_filter import FilterId, FilterState, MeetingFilter, SavedFilter
from ui.dialogs.form_dialog import FormDialog
from ui.widgets.choice import Choice


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
        self.add_row(self.tr("State"), self.state)
        self.add_row(self.tr("Speaker"), self.speaker_field)
        self.title_field.textChanged.connect(self._show_whether)
        self._show_whether()
        self.title_field.setFocus()

    @property
    def saved(self) -> SavedFilter:
        """The filter as it stands there."""
        days, state, course = self.time.chosen, self.state.chosen, self.course.chosen
        wanted = MeetingFilter(
            text=self.text_field.text().strip(),
            course_id=CourseId(str(course)) if course else None,
            tag=str(self.tag.chosen or ""),
            speaker=self.speaker_field.text().strip(),
            last_days=days if isinstance(days, int) else 0,
            since=self._before.since,
            until=self._before.until,
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
        ):
            self.time.offer(days, words)
        self.time.choose(wanted.last_days)
        self.state.offer(FilterState.ANY, self.tr("Any"))
        self.state.offer(FilterState.TO_REVIEW, self.tr("To review"))
        self.state.offer(FilterState.UNFINISHED, self.tr("Unfinished"))
        self.state.offer(FilterState.DONE, self.tr("Finished"))
        self.state.choose(wanted.state)

    def _show_whether(self) -> None:
        self.go_on.setEnabled(bool(self.title_field.text().strip()))

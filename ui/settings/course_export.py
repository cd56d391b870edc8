"""Settings, Courses, the last card: how the meetings of a course are exported, and all of them written at once.

Lives on the window's thread, in ``CoursesArea``. While it is written the button says how far it is, and stops it.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.background import Background
from app.exporting.course_profile import from_text
from app.exporting.remembered_profile import profile_of
from app.library.library import Library
from app.meetings.course import Course
from app.settings.settings_store import SettingsStore
from ui.dialogs.batch_desk import BatchDesk, IsMeant
from ui.messages.interface_language import language_code
from ui.style.icons import Icon
from ui.style.tokens import SPACE_8, Role
from ui.widgets.button import Button, ButtonSize
from ui.widgets.button_row import button_row
from ui.widgets.label import Label


class CourseExport(QWidget):
    """What is said of the export of a course, and the button that does it."""

    said = Signal(str, object)
    """What became of it, and a ``MessageKind``."""

    def __init__(
        self, *, library: Library, settings: SettingsStore, background: Background, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._course: Course | None = None
        self._written: tuple[int, int] | None = None
        """How many meetings of how many are written, while they are."""
        self.setProperty("plain", True)
        self.words = Label("", tone=Role.TEXT2, is_wrapped=True)
        self.export_all = Button(self.tr("Export all meetings…"), size=ButtonSize.SMALL, icon=Icon.EXPORT)
        self.batch = BatchDesk(library=library, settings=settings, background=background, shown=self._shown, page=self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self.words)
        layout.addLayout(button_row(first=(self.export_all,)))
        self.export_all.clicked.connect(self._on_clicked)
        self.batch.progressed.connect(self._on_progressed)
        self.batch.said.connect(self.said)

    def show_course(self, course: Course) -> None:
        """Say how the meetings of this course are exported."""
        self._course = course
        now = self._settings.current
        profile = from_text(course.export_profile, profile_of(now, language=language_code(now.language)))
        formats = ", ".join(f".{key}" for key in profile.formats)
        words = (
            self.tr("Its meetings are exported as {formats}, as they were the last time.")
            if course.export_profile
            else self.tr("Its meetings are exported as {formats}, as the settings say. An export is remembered.")
        )
        self.words.setText(words.format(formats=formats))
        self._show_button()

    def _shown(self) -> IsMeant:
        course_id = None if self._course is None else self._course.id
        return lambda meeting: course_id is not None and meeting.course_id == course_id

    def _on_clicked(self) -> None:
        """The button writes, and while it is written it stops."""
        if self.batch.is_busy:
            self.batch.stop()
        else:
            self.batch.ask()

    def _on_progressed(self, done: int, count: int) -> None:
        self._written = (done, count) if count else None
        self._show_button()

    def _show_button(self) -> None:
        text = self.tr("Export all meetings…")
        if self._written is not None:
            done, count = self._written
            text = self.tr("Stop ({done}/{count})").format(done=done, count=count)
        self.export_all.setText(text)
        self.export_all.setAccessibleName(text)
        if self._written is None and (self._course is None or not self._course.meetings):
            self.export_all.turn_off(self.tr("There is no meeting in it yet."))
        else:
            self.export_all.turn_on()

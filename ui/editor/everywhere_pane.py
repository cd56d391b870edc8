"""What was found in many meetings, how far the looking and replacing is, and Cancel. Stands in the replace bar.

On the window's thread; ``everywhere_desk.py`` does what it says.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.editing.finding import Wanted
from app.meetings.identifiers import CourseId
from engine.contract.errors import VivavoceError
from ui.editor.everywhere_desk import EverywhereDesk, Replaced
from ui.editor.everywhere_list import EverywhereList
from ui.editor.everywhere_reading import EverywhereMeeting
from ui.messages.error_messages import describe_error
from ui.style.tokens import SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.label import Label
from ui.widgets.progress import ProgressLine


class EverywherePane(QWidget):
    """Asks its desk, and shows the answers."""

    changed = Signal()
    """Other places are found or checked."""
    replaced = Signal(object)
    """``Replaced``."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk: EverywhereDesk | None = None
        self._asked: tuple[Wanted, CourseId | None] | None = None
        self._words = Label(style=TextStyle.SMALL, tone=Role.TEXT2)
        self._progress = ProgressLine(self.tr("Progress of looking through all meetings"))
        self._stop = Button(self.tr("Cancel"), size=ButtonSize.SMALL)
        self._list = EverywhereList()
        row = QHBoxLayout()
        row.setSpacing(SPACE_12)
        row.addWidget(self._words)
        row.addWidget(self._progress, 1)
        row.addStretch(0)
        row.addWidget(self._stop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addLayout(row)
        layout.addWidget(self._list)
        self._list.checks_changed.connect(self.changed)
        self._show_work(is_working=False)
        self._list.hide()

    @property
    def list(self) -> EverywhereList:
        """What was found."""
        return self._list

    @property
    def text(self) -> str:
        """What is said over the list."""
        return self._words.text()

    @property
    def stop_button(self) -> Button:
        """Cancel."""
        return self._stop

    @property
    def is_replacing(self) -> bool:
        """Whether it writes now."""
        return self._desk is not None and self._desk.is_replacing

    def serve(self, desk: EverywhereDesk) -> None:
        """Look by this."""
        self._desk = desk
        desk.found.connect(self._on_found)
        desk.looked.connect(self._on_looked)
        desk.look_ended.connect(self._on_look_ended)
        desk.replacing.connect(self._on_replacing)
        desk.replaced.connect(self._on_replaced)
        desk.failed.connect(self._on_failed)
        self._stop.clicked.connect(desk.stop)

    def look_for(self, wanted: Wanted, course_id: CourseId | None, *, is_new: bool = False) -> None:
        """Look for this, unless that is what is shown; with ``is_new`` in any case."""
        if self._desk is None or self.is_replacing or (not is_new and self._asked == (wanted, course_id)):
            return
        self._asked = (wanted, course_id)
        self._list.clear_all()
        self._list.hide()
        self._desk.look_for(wanted, course_id)
        self.changed.emit()

    def replace(self, text: str) -> None:
        """Replace all checked places."""
        if self._desk is not None:
            self._desk.replace(self._list.checked, text)

    def leave(self) -> None:
        """Nobody looks any more."""
        self._asked = None
        self._list.clear_all()
        if self._desk is not None:
            self._desk.forget()

    def _on_found(self, meetings: tuple[EverywhereMeeting, ...]) -> None:
        self._list.add(meetings)
        self._list.show()
        self.changed.emit()

    def _on_looked(self, done: int, of: int) -> None:
        self._words.setText(self.tr("Looking through the meetings"))
        self._progress.show_progress(done / of if of else 0.0, f"{done} / {of}" if of else "")
        self._show_work(is_working=True)

    def _on_look_ended(self, is_all: bool) -> None:
        self._show_work(is_working=False)
        count = self._list.count
        if self._asked is None or not self._asked[0].text.strip():
            self._words.setText(self.tr("Type above what to find; each place is shown here before it is replaced."))
        elif not is_all:
            self._words.setText(
                self.tr("Stopped: not all meetings were looked through. %n place(s) so far.", "", count)
            )
        elif not count:
            self._words.setText(self.tr("Not found in any of these meetings."))
        else:
            self._words.setText(self._said(count))
        self.changed.emit()

    def _said(self, count: int) -> str:
        places = self.tr("%n place(s)", "", count)
        meetings = self.tr("in %n meeting(s)", "", len(self._list.meetings))
        return self.tr("{places} {meetings}. Each meeting can undo what is replaced in it.").format(
            places=places, meetings=meetings
        )

    def _on_replacing(self, done: int, of: int) -> None:
        self._words.setText(self.tr("Replacing"))
        self._progress.show_progress(done / of if of else 1.0, f"{done} / {of}")
        self._show_work(is_working=True)
        self.changed.emit()

    def _on_replaced(self, done: Replaced) -> None:
        self._show_work(is_working=False)
        self.replaced.emit(done)
        if self._asked is not None:
            self.look_for(*self._asked, is_new=True)

    def _on_failed(self, error: VivavoceError) -> None:
        self._show_work(is_working=False)
        self._words.setText(describe_error(error))

    def _show_work(self, *, is_working: bool) -> None:
        self._progress.setVisible(is_working)
        self._stop.setVisible(is_working)

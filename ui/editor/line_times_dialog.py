"""When a line begins and ends, to be typed. Opened by ``LineTimes`` for one line; on the window's thread.

Up and down move a time by a tenth of a second, with Shift by a second. What is no time is said beneath the fields, and
nothing is changed.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from app.meetings.transcript import Segment
from app.meetings.typed_time import exact_time, typed_time
from ui.reading.clock import spoken_length
from ui.style.fonts import scaled
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind
from ui.widgets.button_row import button_row
from ui.widgets.label import ElidedLabel, Label

_WIDTH = 420
_STEP_MS = 100
_LONG_STEP_MS = 1000


class LineTimesDialog(QDialog):
    """Emits ``accepted`` when two times that make a line were typed; then ``times`` has them."""

    def __init__(self, line: Segment, *, length_ms: int, parent: QWidget | None = None) -> None:
        """``length_ms``: of the recording, 0 while that is no bound."""
        super().__init__(parent)
        self._length_ms = length_ms
        self.line_id = line.id
        self.setWindowTitle(self.tr("Times of this line"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(scaled(_WIDTH))
        self.start = TimeField(self.tr("Begins"), line.start_ms)
        self.end = TimeField(self.tr("Ends"), line.end_ms)
        self._hint = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self.agree = Button(self.tr("Set times"), kind=ButtonKind.FILLED)
        self.refuse = Button(self.tr("Cancel"))
        self.agree.setDefault(True)
        self._arrange(line)
        for field in (self.start, self.end):
            field.textChanged.connect(self._show_state)
        self.agree.clicked.connect(self.accept)
        self.refuse.clicked.connect(self.reject)
        self._show_state()
        self.start.setFocus(Qt.FocusReason.OtherFocusReason)
        self.start.selectAll()

    @property
    def times(self) -> tuple[int, int] | None:
        """Both times in milliseconds; ``None`` while they make no line."""
        start, end = typed_time(self.start.text()), typed_time(self.end.text())
        if start is None or end is None or end <= start:
            return None
        return None if 0 < self._length_ms < end else (start, end)

    @property
    def hint(self) -> str:
        """What is said beneath the fields."""
        return self._hint.text()

    def accept(self) -> None:
        """Qt: Enter, or the button; with times that make no line it stays open."""
        if self.times is not None:
            super().accept()

    def _arrange(self, line: Segment) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_12)
        grid.setVerticalSpacing(SPACE_8)
        for row, field in enumerate((self.start, self.end)):
            name = Label(field.accessibleName())
            name.setBuddy(field)
            grid.addWidget(name, row, 0)
            grid.addWidget(field, row, 1)
        grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_12)
        layout.addWidget(Label(self.windowTitle(), is_strong=True))
        layout.addWidget(ElidedLabel(line.text, style=TextStyle.SMALL, tone=Role.TEXT2))
        layout.addLayout(grid)
        layout.addWidget(self._hint)
        layout.addSpacing(SPACE_8)
        layout.addLayout(button_row(self.refuse, self.agree))

    def _show_state(self) -> None:
        start, end = typed_time(self.start.text()), typed_time(self.end.text())
        self.agree.setEnabled(self.times is not None)
        self._hint.set_tone(Role.TEXT2 if self.times is not None else Role.DANGER)
        if start is None or end is None:
            self._hint.setText(self.tr("A time is written like 0:41:15.250."))
        elif end <= start:
            self._hint.setText(self.tr("A line has to end after it begins."))
        elif 0 < self._length_ms < end:
            length = exact_time(self._length_ms)
            self._hint.setText(self.tr("The recording ends at {length}.").format(length=length))
        else:
            text = self.tr("{length} long. A word on the other side of a time that two lines share goes to that line.")
            self._hint.setText(text.format(length=spoken_length(end - start)))


class TimeField(QLineEdit):
    """A moment, to be typed or stepped."""

    def __init__(self, name: str, moment_ms: int) -> None:
        super().__init__(exact_time(moment_ms))
        self.setAccessibleName(name)
        self.setMaxLength(20)
        self.setToolTip(self.tr("Up and down move it by 0.1 s, with Shift by 1 s."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: the arrows step."""
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        moment = typed_time(self.text())
        if step is None or moment is None:
            super().keyPressEvent(event)
            return
        is_long = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.setText(exact_time(moment + step * (_LONG_STEP_MS if is_long else _STEP_MS)))

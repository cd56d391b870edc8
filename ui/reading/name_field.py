"""A field over a speaker's name in the margin: Enter gives the new name to all their lines, Escape keeps the old."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.meetings.transcript import Speaker


class NameField(QLineEdit):
    """Hidden until a name is to be changed."""

    named = Signal(object, str)
    """A ``Speaker`` and a new name."""
    left = Signal()
    """Done; the keyboard goes back."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._speaker: Speaker | None = None
        self.setAccessibleName(self.tr("Name of the speaker"))
        self.setMaxLength(200)
        self.editingFinished.connect(self._on_finished)
        self.hide()

    def begin(self, speaker: Speaker, place: QRect) -> None:
        """Stand over a name."""
        self._speaker = speaker
        height = max(self.sizeHint().height(), place.height())
        self.setGeometry(place.left(), place.center().y() - height // 2, place.width(), height)
        self.setText(speaker.name)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Escape keeps the old name; neither key goes on to the transcript, where it means something else."""
        if event.key() == Qt.Key.Key_Escape:
            self._speaker = None
            self._end()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_finished()
        else:
            super().keyPressEvent(event)

    def _on_finished(self) -> None:
        speaker, self._speaker = self._speaker, None
        if speaker is None:
            return
        name = " ".join(self.text().split())
        self._end()
        if name and name != speaker.name:
            self.named.emit(speaker, name)

    def _end(self) -> None:
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self.left.emit()

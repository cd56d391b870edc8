"""A field in which one presses a key instead of typing its name. Tab leads on and Escape away, as everywhere.

Lives on the window's thread. While it has the keyboard no shortcut of the window is heard: the key is for it.
"""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.keys.current_keys import pressed
from ui.style.fonts import line_height, scaled
from ui.style.tokens import SPACE_12, TextStyle

_LEADS_ON = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape)


class KeyField(QLineEdit):
    """The field."""

    keys_pressed = Signal(str)
    """What was pressed, as ``Shortcut.keys`` writes it."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setPlaceholderText(self.tr("Press the new key"))
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def sizeHint(self) -> QSize:
        """Qt: room for what it asks."""
        width = self.fontMetrics().horizontalAdvance(self.placeholderText()) + 3 * SPACE_12
        return QSize(max(width, scaled(200)), line_height(TextStyle.BODY) + SPACE_12)

    def minimumSizeHint(self) -> QSize:
        """Qt: the same."""
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Qt: a key that is a shortcut elsewhere is for this field."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and not _leads_on(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: the key."""
        if _leads_on(event):
            event.ignore()
            return
        keys = pressed(event)
        if not keys.isEmpty():
            self.keys_pressed.emit(keys.toString(QKeySequence.SequenceFormat.PortableText))


def _leads_on(event: QKeyEvent) -> bool:
    return event.key() in _LEADS_ON and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier

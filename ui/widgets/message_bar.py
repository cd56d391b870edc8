"""A bar inside the page that says one plain sentence, perhaps with something to do, and can be put away."""

from enum import StrEnum

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.style.icons import Icon
from ui.style.theme import colour
from ui.style.tokens import RADIUS_BUTTON, SPACE_4, SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.button import Button, ButtonSize, IconButton
from ui.widgets.label import Label
from ui.widgets.sign import Sign


class MessageKind(StrEnum):
    """How bad it is."""

    INFO = "info"
    WARNING = "warning"
    DANGER = "danger"


_ROLES = {
    MessageKind.INFO: (Role.ACCENT_SOFT, Role.ACCENT_MARK, Role.ACCENT, Icon.INFO),
    MessageKind.WARNING: (Role.WARNING_SOFT, Role.WARNING_LINE, Role.WARNING, Icon.WARNING),
    MessageKind.DANGER: (Role.DANGER_SOFT, Role.DANGER, Role.DANGER, Icon.WARNING),
}


class MessageBar(QWidget):
    """Hidden until there is something to say."""

    acted = Signal()
    """The person pressed the button."""
    other_acted = Signal()
    """The person pressed the other button."""
    dismissed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = MessageKind.INFO
        self._sign = Sign(Icon.INFO, Role.ACCENT, parent=self)
        self._label = Label(is_wrapped=True, style=TextStyle.BODY)
        self._button = Button(size=ButtonSize.SMALL)
        self._other = Button(size=ButtonSize.SMALL)
        self._close = IconButton(Icon.CROSS, self.tr("Put this message away"), size=ButtonSize.SMALL)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_4, SPACE_8)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._other, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignVCenter)
        self._button.clicked.connect(self._on_acted)
        self._other.clicked.connect(self._on_other_acted)
        self._close.clicked.connect(self._on_closed)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while hidden."""
        return "" if self.isHidden() else self._label.text()

    def say(self, text: str, kind: MessageKind = MessageKind.INFO, *, action: str = "", other: str = "") -> None:
        """Say a sentence; a button appears if there is an ``action``, and one for what else can be done."""
        self._kind = kind
        _fill, _border, ink, icon = _ROLES[kind]
        self._sign.show_sign(icon, ink)
        self._label.setText(text)
        for button, words in ((self._button, action), (self._other, other)):
            button.setText(words)
            button.setAccessibleName(words)
            button.setVisible(bool(words))
        self.setAccessibleName(text)
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        fill, border, _ink, _icon = _ROLES[self._kind]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(border), 1))
        painter.setBrush(colour(fill))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_BUTTON, RADIUS_BUTTON)

    def _on_acted(self) -> None:
        self.hide()
        self.acted.emit()

    def _on_other_acted(self) -> None:
        self.hide()
        self.other_acted.emit()

    def _on_closed(self) -> None:
        self.hide()
        self.dismissed.emit()

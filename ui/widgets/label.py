"""Words on a screen: which size, which tone. The style sheet does the rest."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from ui.style.fonts import font_of, line_height, make_tabular
from ui.style.theme import colour, current_theme
from ui.style.tokens import Role, TextStyle


class Label(QLabel):
    """Plain words. Text is never read as markup, so that a title may hold ``<b>``."""

    def __init__(
        self,
        text: str = "",
        *,
        style: TextStyle = TextStyle.BODY,
        tone: Role = Role.TEXT,
        is_strong: bool = False,
        is_wrapped: bool = False,
        is_tabular: bool = False,
        is_selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("textStyle", str(style))
        self.setProperty("tone", str(tone))
        self.setProperty("strong", is_strong)
        self.setWordWrap(is_wrapped)
        if is_wrapped:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        if is_tabular:
            font = self.font()
            make_tabular(font)
            self.setFont(font)
        if is_selectable:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )

    def set_tone(self, tone: Role) -> None:
        """Speak in another tone."""
        self.setProperty("tone", str(tone))
        self.style().unpolish(self)
        self.style().polish(self)


class ElidedLabel(QWidget):
    """One line that ends in … where there is no room; the whole text is its tool tip then."""

    def __init__(
        self,
        text: str = "",
        *,
        style: TextStyle = TextStyle.BODY,
        tone: Role = Role.TEXT,
        is_strong: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._style = style
        self._tone = tone
        self._is_strong = is_strong
        self._elide = elide
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self.setAccessibleName(text)
        self._explain()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: the whole text, if there is room."""
        width = QFontMetrics(font_of(self._style, strong=self._is_strong)).horizontalAdvance(self._text)
        return QSize(width + 2, line_height(self._style))

    def minimumSizeHint(self) -> QSize:
        """Qt: a few letters at least."""
        return QSize(48, line_height(self._style))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: the room changed."""
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        font = font_of(self._style, strong=self._is_strong)
        painter.setFont(font)
        painter.setPen(colour(self._tone if self.isEnabled() else Role.DISABLED))
        shown = QFontMetrics(font).elidedText(self._text, self._elide, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), shown)

    def _explain(self) -> None:
        self.setToolTip(self._text if self.sizeHint().width() > self.width() else "")

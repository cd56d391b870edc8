"""One row of the check: a sign, what it is about, what was found, a meter, and something to press."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from ui.preflight.check_words import RowKind, RowState, RowWords, row_name
from ui.style.fonts import font_of, is_large, line_height
from ui.style.icons import Icon
from ui.style.theme import current_theme
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_20, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.label import Label
from ui.widgets.level_meter import LevelMeter
from ui.widgets.sign import Sign

_SIGNS = {
    RowState.WAITING: (Icon.CLOCK, Role.TEXT3),
    RowState.GOOD: (Icon.OK, Role.ACCENT),
    RowState.CALM: (Icon.INFO, Role.TEXT2),
    RowState.ATTENTION: (Icon.WARNING, Role.WARNING),
    RowState.FAILED: (Icon.WARNING, Role.DANGER),
}
_TONES = {RowState.ATTENTION: Role.WARNING, RowState.FAILED: Role.DANGER, RowState.WAITING: Role.TEXT2}


class CheckRow(QWidget):
    """A row."""

    pressed = Signal()

    def __init__(self, kind: RowKind, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._words = RowWords(RowState.WAITING, "")
        self._sign = Sign(Icon.CLOCK, Role.TEXT3)
        self._sign.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name = Label(row_name(kind), is_strong=True)
        self._what = Label(is_wrapped=True, is_selectable=True)
        self._detail = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self.meter = LevelMeter(row_name(kind))
        self.button = Button(size=ButtonSize.SMALL)
        self.meter.hide()
        self.button.hide()
        self._box = QWidget()
        words = QVBoxLayout(self._box)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self._what)
        words.addWidget(self._detail)
        words.addStretch(1)
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(SPACE_20, SPACE_8, SPACE_20, SPACE_8)
        self._layout.setSpacing(SPACE_12)
        self._layout.setColumnStretch(2, 1)
        self._layout.addWidget(self._sign, 0, 0)
        self._layout.addWidget(self._name, 0, 1)
        self.button.clicked.connect(self.pressed)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.say(self._words)

    @property
    def kind(self) -> RowKind:
        """What it is about."""
        return self._kind

    @property
    def words(self) -> RowWords:
        """What it says."""
        return self._words

    def say(self, words: RowWords) -> None:
        """Say something else."""
        if words == self._words and self._what.text():
            return
        if words.state is not self._words.state or not self._what.text():
            self._what.set_tone(_TONES.get(words.state, Role.TEXT))
        self._words = words
        self._sign.show_sign(*_SIGNS[words.state])
        self._what.setText(words.what)
        self._detail.setText(words.detail)
        self._detail.setVisible(bool(words.detail))
        self.updateGeometry()
        self.setAccessibleName(", ".join(part for part in (row_name(self._kind), words.what, words.detail) if part))

    def offer(self, text: str, icon: Icon | None = None) -> None:
        """Offer something to press; empty takes it away."""
        if self.button.text() != text:
            self.button.setText(text)
            self.button.setAccessibleName(f"{text}, {row_name(self._kind)}")
            self.button.set_icon(icon)
        self.button.setVisible(bool(text))

    def _on_theme_changed(self) -> None:
        metrics = QFontMetrics(font_of(TextStyle.BODY, strong=True))
        self._name.setMinimumWidth(max(metrics.horizontalAdvance(row_name(kind)) for kind in RowKind) + SPACE_12)
        row, columns = (1, 3) if is_large() else (0, 1)  # large text needs the whole width for the words
        self._layout.addWidget(self._box, 0, 2, 1, columns)
        self._layout.addWidget(self.meter, row, 3)
        self._layout.addWidget(self.button, row, 4)
        self.setMinimumHeight(line_height(TextStyle.BODY) + line_height(TextStyle.SMALL) + 2 * SPACE_8)

"""A sign while recording: an icon, one thing in bold, one beneath. Two stand side by side: saved, and understood."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui.live.recording_words import SignWords, Tone
from ui.live.track_strip import TintedIcon
from ui.style.fonts import line_height, scaled
from ui.style.icons import Icon
from ui.style.theme import current_theme
from ui.style.tokens import ICON, SPACE_12, Role, TextStyle
from ui.widgets.label import Label

_TONES = {
    Tone.GOOD: (Role.ACCENT, Role.TEXT),
    Tone.CALM: (Role.TEXT2, Role.TEXT),
    Tone.ATTENTION: (Role.WARNING, Role.WARNING),
    Tone.FAILED: (Role.DANGER, Role.DANGER),
}


class StatusSign(QWidget):
    """One sign. A change of tone is told to screen readers, running figures are not."""

    def __init__(self, icon: Icon, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._tone = Tone.GOOD
        self._sign = TintedIcon(icon, Role.ACCENT)
        self._what = Label(is_strong=True, is_tabular=True)
        self._detail = Label(style=TextStyle.SMALL, tone=Role.TEXT2)
        self._top = QVBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._what)
        words.addWidget(self._detail)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        self._top.addWidget(self._sign)
        self._top.addStretch(1)
        layout.addLayout(self._top)
        layout.addLayout(words)
        layout.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def words(self) -> tuple[Tone, str, str]:
        """What it says."""
        return self._tone, self._what.text(), self._detail.text()

    def say(self, words: SignWords) -> None:
        """Say how it is now."""
        if words.what != self._what.text():
            self._what.setText(words.what)
        if words.detail != self._detail.text():
            self._detail.setText(words.detail)
        if words.tone is not self._tone:
            self._tone = words.tone
            icon_role, text_role = _TONES[words.tone]
            self._sign.show_icon(Icon.WARNING if words.tone is Tone.FAILED else self._icon, icon_role)
            self._what.set_tone(text_role)
            if QAccessible.isActive():
                text = f"{words.what}. {words.detail}"
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        self.setAccessibleName(f"{words.what}, {words.detail}")

    def minimumSizeHint(self) -> QSize:
        """Qt: never smaller than its words."""
        return self.sizeHint()

    def _on_theme_changed(self) -> None:
        """Lines as high as those of the tracks beside it, so that they stand on one level."""
        first = line_height(TextStyle.BODY)
        self._what.setMinimumHeight(first)
        self._detail.setMinimumHeight(line_height(TextStyle.SMALL))
        self._top.setContentsMargins(0, (first - scaled(ICON)) // 2, 0, 0)

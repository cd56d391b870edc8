"""The line under the transcript that proves it: how much is recorded, how much of it understood, and what is missing.

Lives on the window's thread. It does not calculate: ``Coverage`` comes from the library, with the facts.
"""

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.meetings.coverage import Coverage
from ui.editor.meeting_reading import MeetingFacts
from ui.reading.clock import spoken_length
from ui.style.fonts import scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour
from ui.style.tokens import ICON, SPACE_4, SPACE_8, SPACE_24, Role, TextStyle
from ui.widgets.card import Bar
from ui.widgets.label import ElidedLabel

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


class CoverageLine(Bar):
    """One line; hidden while nothing is known."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._sign = _Sign()
        self._words = ElidedLabel("", style=TextStyle.SMALL, tone=Role.TEXT2)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_4, SPACE_24, SPACE_4)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._sign)
        layout.addWidget(self._words, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while hidden."""
        return "" if self.isHidden() else self._words.text

    def show_facts(self, facts: MeetingFacts) -> None:
        """Say how much is there."""
        coverage = facts.coverage
        if coverage is None or not coverage.recorded_ms:
            self.hide()
            return
        is_whole = coverage.understood >= 1.0 and not coverage.open_ms and not coverage.lost_ms
        self._sign.show_state(is_whole=is_whole)
        self._words.set_text(coverage_words(coverage, is_coming=facts.is_unfinished))
        self.show()


def coverage_words(coverage: Coverage, *, is_coming: bool) -> str:
    """The proof in words: ``1 h 32 min recorded, 100 % understood``, and what is missing if anything is."""
    percent = 100 if coverage.understood >= 1.0 else min(int(coverage.understood * 100), 99)
    text = translate("Coverage", "{length} recorded, {percent} % understood")
    parts = [text.format(length=spoken_length(coverage.recorded_ms), percent=percent)]
    if coverage.open_ms:
        length = spoken_length(coverage.open_ms)
        if is_coming:
            parts.append(translate("Coverage", "{length} being understood now").format(length=length))
        else:
            parts.append(translate("Coverage", "{length} not understood, the sound is there").format(length=length))
    if coverage.lost_ms:
        parts.append(translate("Coverage", "{length} lost").format(length=spoken_length(coverage.lost_ms)))
    return " · ".join(parts)


class _Sign(QWidget):
    """Understood, or something to know."""

    def __init__(self) -> None:
        super().__init__()
        self._is_whole = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_state(self, *, is_whole: bool) -> None:
        self._is_whole = is_whole
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(ICON), scaled(ICON))

    def paintEvent(self, _event: QPaintEvent) -> None:
        icon, role = (Icon.UNDERSTOOD, Role.ACCENT) if self._is_whole else (Icon.INFO, Role.WARNING)
        draw_icon(QPainter(self), icon, self.rect(), colour(role))

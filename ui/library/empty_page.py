"""What the library shows when there is nothing in it yet: what one can do first."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui.style.fonts import scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour
from ui.style.tokens import ICON_LARGE, SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind, LinkButton
from ui.widgets.card import Card, Separator
from ui.widgets.label import Label

_NARROW = 520


class _Sign(QWidget):
    """A large icon."""

    def __init__(self, icon: Icon, role: Role) -> None:
        super().__init__()
        self._icon = icon
        self._role = role
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(scaled(ICON_LARGE), scaled(ICON_LARGE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_icon(QPainter(self), self._icon, self.rect(), colour(self._role))


class EmptyPage(QWidget):
    """Record, import a file, or try the sample."""

    record_requested = Signal()
    check_requested = Signal()
    import_requested = Signal()
    sample_requested = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[QBoxLayout] = []
        self._signs: list[_Sign] = []
        self.record_button = Button(self.tr("Start recording"), kind=ButtonKind.FILLED)
        self.check_button = LinkButton(self.tr("Check the sound first"))
        self.import_button = Button(self.tr("Choose files…"))
        self.sample_button = Button(self.tr("Open the sample"))
        card = Card()
        rows = QVBoxLayout(card)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(
            self._row(
                Icon.MIC,
                Role.ACCENT,
                self.tr("Record a lecture or a meeting"),
                self.tr("Microphone and computer sound are kept apart; a power cut costs less than a second"),
                self.record_button,
            )
        )
        rows.addWidget(Separator())
        rows.addWidget(
            self._row(
                Icon.IMPORT,
                Role.TEXT2,
                self.tr("Import a recording or a video"),
                self.tr("MP3, M4A, WAV, MP4 and more; or drop files anywhere on this window"),
                self.import_button,
            )
        )
        rows.addWidget(Separator())
        rows.addWidget(
            self._row(
                Icon.PLAY,
                Role.TEXT2,
                self.tr("Try the sample lecture first"),
                self.tr("Three minutes of talk to see how it works; delete it whenever you like"),
                self.sample_button,
            )
        )
        layout = QVBoxLayout(self)
        layout.setSpacing(SPACE_4)
        layout.addStretch(2)
        layout.addWidget(Label(self.tr("No recordings here yet"), style=TextStyle.TITLE, is_wrapped=True))
        layout.addWidget(
            Label(
                self.tr("Record, and the words appear while they are spoken. It works without a network."),
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        layout.addSpacing(SPACE_16)
        layout.addWidget(card)
        layout.addSpacing(SPACE_8)
        layout.addWidget(self.check_button)
        layout.addStretch(3)
        self.setMaximumWidth(680)
        self.record_button.clicked.connect(self.record_requested)
        self.check_button.clicked.connect(self.check_requested)
        self.import_button.clicked.connect(self.import_requested)
        self.sample_button.clicked.connect(self.sample_requested)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: where it is narrow, buttons stand below their words."""
        super().resizeEvent(event)
        is_narrow = self.width() < scaled(_NARROW)
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        for row in self._rows:
            if row.direction() is not direction:
                row.setDirection(direction)
                for sign in self._signs:
                    sign.setHidden(is_narrow)
                row.setSpacing(SPACE_8 if is_narrow else SPACE_20)
                around = SPACE_12 if is_narrow else SPACE_20
                row.setContentsMargins(SPACE_24, around, SPACE_24, around)

    def _row(self, icon: Icon, role: Role, title: str, text: str, button: Button) -> QWidget:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(title, is_strong=True, is_wrapped=True))
        words.addWidget(Label(text, style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True))
        button.setMinimumWidth(128)
        row = QWidget()
        layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, row)
        self._rows.append(layout)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_20)
        self._signs.append(_Sign(icon, role))
        layout.addWidget(self._signs[-1])
        layout.addLayout(words, 1)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

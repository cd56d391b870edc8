"""Who speaks in what is recorded: a chip a person, dashed while it is a guess; a click gives the name.

On the window's thread, above the growing transcript; hidden while nobody was heard. As many chips as there is room for.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from app.meetings.live_who import LiveSpeaker
from app.meetings.transcript import Speaker
from ui.reading.name_field import NameField
from ui.style.fonts import font_of, line_height, scaled
from ui.style.theme import colour, current_theme
from ui.style.tokens import RADIUS_CHIP, SPACE_4, SPACE_8, SPACE_16, Role, TextStyle
from ui.widgets.card import Bar
from ui.widgets.focus_ring import RingedWidget
from ui.widgets.label import Label
from ui.widgets.speaker_square import paint_speaker_square, square_side

_WIDEST = 200
_FIELD = 180


class SpeakerChip(RingedWidget, QPushButton):
    """One speaker."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._who: LiveSpeaker | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    @property
    def who(self) -> LiveSpeaker | None:
        """Whose chip it is."""
        return self._who

    def show_speaker(self, who: LiveSpeaker) -> None:
        """Be somebody's chip."""
        if who == self._who:
            return
        self._who = who
        name = who.speaker.name
        said = name if who.is_named else self.tr("{name}, not final yet").format(name=name)
        self.setAccessibleName(said)
        self.setToolTip(
            self.tr("Named by you; the name is kept. Click to change it.")
            if who.is_named
            else self.tr("Found while recording and not final yet. Click to say who it is.")
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: number and name."""
        name = "" if self._who is None else self._who.speaker.name
        text = QFontMetrics(font_of(TextStyle.SMALL)).horizontalAdvance(name)
        width = min(scaled(_WIDEST), square_side() + text + SPACE_4 + 3 * SPACE_8)
        return QSize(width, max(line_height(TextStyle.SMALL) + SPACE_8, square_side() + SPACE_8))

    def minimumSizeHint(self) -> QSize:
        """Qt: never smaller."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        if self._who is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_speaker_chip(painter, self.rect(), self._who, is_under=self.underMouse() or self.isDown())


def paint_speaker_chip(painter: QPainter, rect: QRect, who: LiveSpeaker, *, is_under: bool) -> None:
    """Paint a chip that fills ``rect``."""
    pen = QPen(colour(Role.CONTROL if who.is_named else Role.TEXT3), 1)
    if not who.is_named:
        pen.setDashPattern([3, 3])
    painter.setPen(pen)
    painter.setBrush(colour(Role.HOVER if is_under else Role.SURFACE))
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CHIP, RADIUS_CHIP)
    side = square_side()
    square = QRect(rect.left() + SPACE_8, rect.center().y() - side // 2 + 1, side, side)
    paint_speaker_square(painter, square, who.speaker.number)
    room = QRect(square.right() + 1 + SPACE_8, rect.top(), rect.right() - square.right() - 2 * SPACE_8, rect.height())
    painter.setFont(font_of(TextStyle.SMALL))
    painter.setPen(colour(Role.TEXT if who.is_named else Role.TEXT2))
    name = QFontMetrics(painter.font()).elidedText(who.speaker.name, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), name)


class WhoBar(Bar):
    """The row of chips."""

    named = Signal(object, str)
    """A ``Speaker`` and the name that a person gave."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._chips: list[SpeakerChip] = []
        self._count = 0
        self._title = Label(self.tr("Who speaks"), style=TextStyle.SMALL, tone=Role.TEXT2)
        self.field = NameField(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SPACE_16, SPACE_8, SPACE_16, SPACE_8)
        self._row.setSpacing(SPACE_8)
        self._row.addWidget(self._title)
        self._row.addStretch(1)
        self.field.named.connect(self.named)
        self.field.left.connect(self._on_left)
        self._asked: SpeakerChip | None = None
        self.hide()

    @property
    def chips(self) -> list[SpeakerChip]:
        """Those that are there."""
        return self._chips[: self._count]

    def show_speakers(self, speakers: Sequence[LiveSpeaker]) -> None:
        """Show these, in this order."""
        while len(self._chips) < len(speakers):
            chip = SpeakerChip()
            chip.clicked.connect(self._on_clicked)
            self._chips.append(chip)
            self._row.insertWidget(len(self._chips), chip)
        self._count = len(speakers)
        for chip, who in zip(self._chips, speakers, strict=False):
            chip.show_speaker(who)
        if not speakers:
            self.field.hide()
        self.setVisible(bool(speakers))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: there is more or less room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width() - 2 * SPACE_16 - self._title.sizeHint().width()
        for number, chip in enumerate(self._chips):
            room -= chip.sizeHint().width() + SPACE_8
            chip.setVisible(number < self._count and (room >= 0 or number == 0))

    def _on_clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, SpeakerChip) and chip.who is not None:
            self._asked = chip
            place = chip.geometry()
            place.setWidth(max(place.width(), scaled(_FIELD)))
            place.moveLeft(max(0, min(place.left(), self.width() - place.width() - SPACE_16)))
            self.field.begin(_as_asked(chip.who), place)
            self.field.raise_()

    def _on_left(self) -> None:
        if self._asked is not None:
            self._asked.setFocus(Qt.FocusReason.OtherFocusReason)


def _as_asked(who: LiveSpeaker) -> Speaker:
    return who.speaker

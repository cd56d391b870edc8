"""The bar under the transcript: back, play, on, how fast, where. It shows what ``Playback`` says and commands it."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.settings.shortcuts import KeyAction
from ui.editor.playback import RATES, SKIP_MS, Availability, Playback
from ui.editor.track_levels import TrackLevels
from ui.keys.current_keys import shown_keys, with_keys_shown
from ui.reading.clock import clock
from ui.style.fonts import font_of, line_height, scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour, current_theme
from ui.style.tokens import ICON, SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind
from ui.widgets.card import Bar
from ui.widgets.choice import Choice
from ui.widgets.label import ElidedLabel

_ROOM_FOR_HINT = 120
"""With less, a few letters of it are no help."""


class PlaybackBar(Bar):
    """Buttons of the playback, and Export."""

    export_clicked = Signal()
    loop_clicked = Signal()
    """Repeat the selection, or stop repeating."""

    def __init__(self, *, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._playback = playback
        self._back = Button(self.tr("5 s"), kind=ButtonKind.PLAIN, icon=Icon.BACK_5, name=self.tr("Back 5 seconds"))
        self._back.setToolTip(with_keys_shown(self.tr("Back 5 seconds"), KeyAction.SKIP_BACK))
        self._play = PlayButton(parent=self)
        self._forward = Button(
            self.tr("5 s"), kind=ButtonKind.PLAIN, icon=Icon.FORWARD_5, name=self.tr("Forward 5 seconds")
        )
        self._forward.setToolTip(with_keys_shown(self.tr("Forward 5 seconds"), KeyAction.SKIP_FORWARD))
        self._rate = Choice(self.tr("Speed"), is_plain=True)
        self._rate.setToolTip(with_keys_shown(self.tr("Speed"), KeyAction.FASTER, KeyAction.SLOWER))
        for rate in RATES:
            self._rate.offer(rate, f"{rate:g}×" if rate * 10 % 10 else f"{rate:.1f}×")
        self._rate.choose(1.0)
        self._loop = Button(self.tr("Loop"), kind=ButtonKind.PLAIN, icon=Icon.LOOP)
        self._loop.setCheckable(True)
        self._loop.setToolTip(with_keys_shown(self.tr("Play the selection again and again"), KeyAction.LOOP))
        self._levels = TrackLevels(playback=playback)
        self._times = _Times(parent=self)
        self._hint = ElidedLabel("", style=TextStyle.SMALL, tone=Role.TEXT2)
        self._room = QWidget()
        self._room.setVisible(False)
        self._export = Button(self.tr("Export…"), icon=Icon.EXPORT)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_12, SPACE_24, SPACE_12)
        layout.setSpacing(SPACE_12)
        for widget in (self._back, self._play, self._forward):
            layout.addWidget(widget)
        layout.addSpacing(SPACE_8)
        layout.addWidget(self._rate)
        layout.addWidget(self._loop)
        layout.addSpacing(SPACE_8)
        layout.addWidget(self._times)
        layout.addSpacing(SPACE_12)
        layout.addWidget(self._hint, 1)
        layout.addWidget(self._room, 1)
        layout.addWidget(self._levels)
        layout.addWidget(self._export)
        self._back.clicked.connect(self._on_back)
        self._forward.clicked.connect(self._on_forward)
        self._play.clicked.connect(playback.toggle)
        self._rate.activated.connect(self._on_rate_chosen)
        self._loop.clicked.connect(self._on_loop)
        self._export.clicked.connect(self.export_clicked)
        playback.position_changed.connect(self._on_position)
        playback.playing_changed.connect(self._play.show_playing)
        playback.rate_changed.connect(self._rate.choose)
        playback.availability_changed.connect(self._on_availability)
        playback.loop_changed.connect(self._on_loop_changed)
        playback.tracks_changed.connect(self._make_room)
        self._on_availability()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: what does not fit goes, the least needed first."""
        super().resizeEvent(event)
        self._make_room()

    @property
    def play_button(self) -> "PlayButton":
        """Play and pause."""
        return self._play

    @property
    def loop_button(self) -> Button:
        """Whether it repeats."""
        return self._loop

    @property
    def levels(self) -> TrackLevels:
        """How loud each track is."""
        return self._levels

    @property
    def reason(self) -> str:
        """Why nothing can be heard; empty if it can."""
        match self._playback.availability:
            case Availability.READY:
                return ""
            case Availability.NO_SOUND_YET:
                return self.tr("The recording is still being read; it can be heard when that is done.")
            case Availability.NO_SOUND:
                return self.tr("There is no sound to hear for this meeting.")
            case Availability.NO_DEVICE:
                return self.tr("This computer has no loudspeaker or headphones to play on. Connect some.")
            case Availability.NOT_PLAYABLE:
                return self.tr("The sound of this meeting cannot be played; its file is damaged.")

    @property
    def export_reason(self) -> str:
        """Why nothing can be exported; empty if it can."""
        return "" if self._export.isEnabled() else self._export.toolTip()

    def turn_export_off(self, reason: str) -> None:
        """Say why there is nothing to export; an empty reason turns it on."""
        if reason:
            self._export.turn_off(reason)
        else:
            self._export.turn_on()

    def _make_room(self) -> None:
        always = (self._back, self._play, self._forward, self._rate, self._loop, self._times, self._export)
        needed = sum(each.sizeHint().width() for each in always) + 2 * SPACE_24 + (len(always) + 2) * SPACE_12
        free = self.width() - needed - self._levels.width_with_sliders()
        self._levels.show_sliders(free >= 0)
        self._hint.setVisible(free >= scaled(_ROOM_FOR_HINT))
        self._room.setVisible(free < scaled(_ROOM_FOR_HINT))

    def _on_back(self) -> None:
        self._playback.skip(-SKIP_MS)

    def _on_forward(self) -> None:
        self._playback.skip(SKIP_MS)

    def _on_loop(self) -> None:
        """The button shows what is, and not what was wished."""
        self._loop.setChecked(self._playback.loop is not None)
        self.loop_clicked.emit()

    def _on_loop_changed(self, stretch: tuple[int, int] | None) -> None:
        self._loop.setChecked(stretch is not None)

    def _on_rate_chosen(self, number: int) -> None:
        self._playback.set_rate(RATES[number])

    def _on_position(self, position_ms: int) -> None:
        self._times.show_times(position_ms, self._playback.length_ms)

    def _on_availability(self) -> None:
        reason = self.reason
        if reason:
            self._play.turn_off(reason)
        else:
            self._play.turn_on()
        key = shown_keys(KeyAction.PLAY)
        hint = self.tr("{key} plays and pauses, wherever you are").format(key=key) if key else ""
        self._hint.set_text(reason or hint)
        self._times.show_times(self._playback.position_ms, self._playback.length_ms)


class PlayButton(Button):
    """Round and filled: what most people want next in a meeting."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(kind=ButtonKind.FILLED, icon=Icon.PLAY, parent=parent)
        self._is_playing = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_playing(False)

    def show_playing(self, is_playing: bool) -> None:
        """Offer Pause while it plays, Play otherwise."""
        self._is_playing = is_playing
        name = self.tr("Pause") if is_playing else self.tr("Play")
        self.setAccessibleName(name)
        if self.isEnabled():
            self.setToolTip(with_keys_shown(name, KeyAction.PLAY))
        self.set_icon(Icon.PAUSE if is_playing else Icon.PLAY)

    def sizeHint(self) -> QSize:
        """Qt: as high as any other button."""
        side = line_height(TextStyle.BODY) + SPACE_12
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, _, ink = self._colours()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill or colour(Role.LINE))
        painter.drawEllipse(QRectF(self.rect()))
        side = scaled(ICON)
        box = QRect((self.width() - side) // 2, (self.height() - side) // 2, side, side)
        draw_icon(painter, Icon.PAUSE if self._is_playing else Icon.PLAY, box, ink)


class _Times(QWidget):
    """Position and length, with figures that keep their places."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._position: str = clock(0)
        self._length: str = clock(0)
        self.setAccessibleName(self.tr("Position"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    def show_times(self, position_ms: int, length_ms: int) -> None:
        """Show where it stands."""
        texts = clock(position_ms), clock(length_ms)
        if texts != (self._position, self._length):
            if len(texts[1]) != len(self._length):
                self.updateGeometry()
            self._position = texts[0]
            self._length = texts[1]
            self.setAccessibleDescription(f"{texts[0]} / {texts[1]}")
            self.update()

    def sizeHint(self) -> QSize:
        """Qt: both times."""
        strong, plain = self._metrics()
        longest = max(self._length, self._position, key=len)
        width = strong.horizontalAdvance(longest) + plain.horizontalAdvance(f" / {self._length}")
        return QSize(width + SPACE_4, line_height(TextStyle.BODY))

    def minimumSizeHint(self) -> QSize:
        """Qt: both times."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        strong, _ = self._metrics()
        painter.setFont(font_of(TextStyle.BODY, strong=True, tabular=True))
        painter.setPen(colour(Role.TEXT))
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(self.rect(), flags, self._position)
        painter.setFont(font_of(TextStyle.BODY, tabular=True))
        painter.setPen(colour(Role.TEXT2))
        rest = self.rect().adjusted(strong.horizontalAdvance(self._position), 0, SPACE_16, 0)
        painter.drawText(rest, flags, f" / {self._length}")

    def _metrics(self) -> tuple[QFontMetrics, QFontMetrics]:
        return (
            QFontMetrics(font_of(TextStyle.BODY, strong=True, tabular=True)),
            QFontMetrics(font_of(TextStyle.BODY, tabular=True)),
        )

"""One track in the bar of signs: what it is, from which device, how loud, and whether something is wrong with it."""

import time
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.recording.status import TrackStatus
from engine.contract.audio import SILENCE_DBFS, TrackKind
from ui.live.recording_words import hint_short, level_words, spoken_level
from ui.live.track_watch import TrackHint
from ui.reading.track_words import track_icon, track_name
from ui.style.fonts import font_of, scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour, current_theme
from ui.style.tokens import ICON, SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.button import ButtonSize, IconButton
from ui.widgets.label import ElidedLabel, Label
from ui.widgets.level_ballistics import LevelBallistics
from ui.widgets.level_meter import LevelMeter

_FIGURE_S = 0.25
"""Figures that run faster cannot be read."""
_SPOKEN_S = 5.0
"""How often a level is told for the ear."""
_NAME_WIDTH = 96


class TintedIcon(QWidget):
    """A small icon in the tone of a role."""

    def __init__(self, icon: Icon, role: Role, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._role = icon, role
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    def show_icon(self, icon: Icon, role: Role) -> None:
        """Show another one."""
        if (icon, role) != (self._icon, self._role):
            self._icon, self._role = icon, role
            self.update()

    def sizeHint(self) -> QSize:
        """Qt: a small icon."""
        return QSize(scaled(ICON), scaled(ICON))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        draw_icon(QPainter(self), self._icon, self.rect(), colour(self._role))


class TrackStrip(QWidget):
    """Follows one track."""

    change_requested = Signal()
    """The person wants another device for it."""

    def __init__(
        self, kind: TrackKind, *, clock_s: Callable[[], float] = time.monotonic, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._clock_s = clock_s
        self._ballistics = LevelBallistics()
        self._figure_at_s = self._spoken_at_s = float("-inf")
        self._figure_tone = Role.TEXT2
        self._is_compact = False
        self._kind = kind
        self._track: TrackStatus | None = None
        name = track_name(kind)
        self._sign = TintedIcon(track_icon(kind), Role.TEXT2)
        self._name = ElidedLabel(name)
        self._device = ElidedLabel(style=TextStyle.SMALL, tone=Role.TEXT2)
        self.meter = LevelMeter(self.tr("Level of {track}").format(track=name))
        self.figure = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_tabular=True)
        self.figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.change = IconButton(
            Icon.CHEVRON_DOWN, self.tr("{track}: another device…").format(track=name), size=ButtonSize.SMALL
        )
        self.change.setVisible(kind is not TrackKind.FILE)
        self.change.clicked.connect(self.change_requested)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._name)
        words.addWidget(self._device)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignVCenter)
        source = QHBoxLayout()
        source.setSpacing(0)  # the arrow belongs to the name of the device, and has room around it of its own
        source.addLayout(words, 1)
        source.addWidget(self.change, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(source, 1)
        layout.addWidget(self.meter, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.figure, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def device(self) -> str:
        """What it says about the device."""
        return self._device.text

    @property
    def track(self) -> TrackStatus | None:
        """The track as it was shown last."""
        return self._track

    def show_track(self, track: TrackStatus, hint: TrackHint, *, is_heard: bool) -> None:
        """Show the track as it is now; ``is_heard`` is false while nothing is recorded, as in a pause."""
        now_s = self._clock_s()
        self._track = track
        shown = self._ballistics.follow(track.peak_dbfs if is_heard else SILENCE_DBFS, now_s)
        self.meter.show_levels(shown.level_db, shown.peak_db)
        is_wrong = is_heard and hint in (TrackHint.LOST, TrackHint.SILENT)
        self._sign.show_icon(
            Icon.UNPLUGGED if hint is TrackHint.LOST else track_icon(self._kind),
            Role.WARNING if is_wrong else Role.TEXT2,
        )
        device = track.device or self.tr("no device")
        if hint in (TrackHint.NO_SPEECH, TrackHint.STILL_NO_SPEECH):
            device = self.tr("no speech heard yet")
        if device != self._device.text:
            self._device.set_text(device)
        if is_wrong or now_s - self._figure_at_s >= _FIGURE_S:
            self._figure_at_s = now_s
            words = hint_short(hint) if is_wrong else level_words(shown.level_db, is_clipped=shown.is_clipped)
            self._say(words if is_heard else "", is_loud=is_wrong or shown.is_clipped)
        if now_s - self._spoken_at_s >= _SPOKEN_S:
            self._spoken_at_s = now_s
            spoken = hint_short(hint) if is_wrong else spoken_level(track, is_clipped=shown.is_clipped)
            self.meter.setAccessibleDescription(spoken if is_heard else self.tr("paused"))

    def show_compact(self, *, is_compact: bool) -> None:
        """Leave the figure out where there is no room for it, unless it says that something is wrong."""
        self._is_compact = is_compact
        self.figure.setVisible(not is_compact or self._figure_tone is Role.WARNING)

    def sizeHint(self) -> QSize:
        """Qt: names get a column of their own, so that meters stand beneath each other."""
        hint = super().sizeHint()
        side = self.meter.sizeHint().width() + self.figure.minimumWidth() + scaled(ICON) + 3 * SPACE_12
        if not self.change.isHidden():
            side += self.change.sizeHint().width()
        return QSize(side + max(scaled(_NAME_WIDTH), self._name.sizeHint().width()), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Qt: long names are cut."""
        hint = super().minimumSizeHint()
        return QSize(hint.width(), hint.height())

    def _say(self, words: str, *, is_loud: bool) -> None:
        if words != self.figure.text():
            self.figure.setText(words)
        tone = Role.WARNING if is_loud else Role.TEXT2
        if tone is not self._figure_tone:
            self._figure_tone = tone
            self.figure.set_tone(tone)
            self.show_compact(is_compact=self._is_compact)

    def _on_theme_changed(self) -> None:
        metrics = QFontMetrics(font_of(TextStyle.SMALL, tabular=True))
        widest = max(
            metrics.horizontalAdvance(words)
            for words in ("−60 dB", self.tr("no sound"), level_words(0, is_clipped=True), hint_short(TrackHint.LOST))
        )
        self.figure.setMinimumWidth(widest + SPACE_8)
        self.updateGeometry()

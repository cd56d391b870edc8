"""The bar of signs: a meter for each track, saved and understood; in two rows where it is narrow."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from app.recording.status import RecordingPhase, RecordingStatus
from engine.contract.audio import TrackKind
from ui.live.recording_words import saved_words, understood_words
from ui.live.status_sign import StatusSign
from ui.live.track_strip import TrackStrip
from ui.live.track_watch import TrackHint
from ui.style.fonts import scaled
from ui.style.icons import Icon
from ui.style.tokens import SPACE_12, SPACE_24, SPACE_32
from ui.widgets.card import Panel, Separator

_OVER = (RecordingPhase.FINISHING, RecordingPhase.ENDED, RecordingPhase.FAILED)


_SPARE = 96
"""A long name of a device may take so much more where there is room; meters stay near their names."""


class SignBar(Panel):
    """Polled: shows a snapshot."""

    change_requested = Signal(object)
    """A ``TrackStrip``, whose track shall have another device."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.saved = StatusSign(Icon.SAVED)
        self.understood = StatusSign(Icon.UNDERSTOOD)
        self.strips: list[TrackStrip] = []
        self._kinds: tuple[TrackKind, ...] = ()
        self._widest = 0
        self._tracks = QWidget()
        self._track_row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._tracks)
        self._track_row.setContentsMargins(0, 0, 0, 0)
        self._track_row.setSpacing(SPACE_24)
        self._track_row.addStretch(1)
        self._line = Separator(is_vertical=True)
        self._signs = QWidget()
        signs = QHBoxLayout(self._signs)
        signs.setContentsMargins(0, 0, 0, 0)
        signs.setSpacing(SPACE_32)
        signs.addWidget(self.saved)
        signs.addWidget(self.understood)
        signs.addStretch(1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(SPACE_24, SPACE_12, SPACE_24, SPACE_12)
        self._row.setSpacing(SPACE_24)
        self._row.addWidget(self._tracks, 1000)
        self._row.addStretch(1)
        self._row.addWidget(self._line)
        self._row.addWidget(self._signs)

    def show_status(self, status: RecordingStatus, hints: Sequence[TrackHint]) -> None:
        """Show how it is now."""
        kinds = tuple(track.kind for track in status.tracks)
        if kinds != self._kinds:
            self._make_strips(kinds)
        is_over = status.phase in _OVER
        if self._tracks.isHidden() is not is_over:
            self._tracks.setHidden(is_over)
            self._line.setHidden(is_over or self._is_narrow)
        if not is_over:
            for strip, track, hint in zip(self.strips, status.tracks, hints, strict=False):
                strip.show_track(track, hint, is_heard=status.phase.is_heard)
        self.saved.say(saved_words(status))
        self.understood.say(understood_words(status))
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Qt: as narrow as one sign and one meter allow; the rest is arranged by the width there is."""
        hint = super().minimumSizeHint()
        widths = [strip.minimumSizeHint().width() for strip in self.strips]
        return QSize(
            min(hint.width(), max([self._signs.minimumSizeHint().width(), *widths]) + 2 * SPACE_24), hint.height()
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: the width changed."""
        super().resizeEvent(event)
        self._widest = 0
        self._arrange()

    @property
    def _is_narrow(self) -> bool:
        return self._row.direction() is QBoxLayout.Direction.TopToBottom

    def _make_strips(self, kinds: tuple[TrackKind, ...]) -> None:
        for strip in self.strips:
            self._track_row.removeWidget(strip)
            strip.deleteLater()
        self._kinds = kinds
        self.strips = [TrackStrip(kind) for kind in kinds]
        for number, strip in enumerate(self.strips):
            self._track_row.insertWidget(number, strip, 1000)
            strip.change_requested.connect(self._on_change_requested)

    def _on_change_requested(self) -> None:
        self.change_requested.emit(self.sender())

    def _arrange(self) -> None:
        room = self.width() - 2 * SPACE_24
        tracks = sum(strip.sizeHint().width() for strip in self.strips) + SPACE_24 * max(len(self.strips) - 1, 0)
        # Words that come and go must not move the page: what once needed two rows keeps them until the width changes.
        self._widest = max(self._widest, self._signs.sizeHint().width())
        signs = self._widest
        for strip in self.strips:
            strip.setMaximumWidth(strip.sizeHint().width() + scaled(_SPARE))
            strip.show_compact(is_compact=tracks > room)
        is_narrow = tracks + signs + 3 * SPACE_24 > room and not self._tracks.isHidden()
        if is_narrow is not self._is_narrow:
            down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
            self._row.setDirection(down if is_narrow else across)
            self._row.setSpacing(SPACE_12 if is_narrow else SPACE_24)
            self._line.setHidden(is_narrow or self._tracks.isHidden())

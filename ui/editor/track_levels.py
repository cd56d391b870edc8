"""How loud each track of a recording is heard: a button that mutes it and a slider. Hidden where there is one sound.

In the playback bar, on the window's thread. It commands ``Playback`` and changes nothing of the recording.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.contract.audio import TrackKind
from ui.editor.playback import Playback
from ui.reading.track_words import track_icon, track_name
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_12, Role
from ui.widgets.button import IconButton
from ui.widgets.level_slider import AS_RECORDED, LevelSlider

_TRACKS: Final = 2


@dataclass(frozen=True)
class _Level:
    """The controls of one track."""

    mute: IconButton
    slider: LevelSlider


class TrackLevels(QWidget):
    """Two tracks beside each other."""

    def __init__(self, *, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playback = playback
        self._kinds: Sequence[TrackKind] = (TrackKind.MICROPHONE, TrackKind.COMPUTER)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        self._levels: list[_Level] = []
        for number in range(_TRACKS):
            knobs = _Knobs(number, self)
            level = _Level(IconButton(Icon.MIC, ""), LevelSlider(""))
            level.mute.setCheckable(True)
            level.mute.toggled.connect(knobs.on_change)
            level.slider.valueChanged.connect(knobs.on_change)
            layout.addWidget(level.mute)
            layout.addWidget(level.slider)
            if number == 0:
                layout.addSpacing(SPACE_12)
            self._levels.append(level)
        self._name()
        self.setVisible(False)
        playback.tracks_changed.connect(self._on_tracks)

    def show_kinds(self, kinds: Sequence[TrackKind]) -> None:
        """Say what the tracks are, in the order of their numbers."""
        if len(kinds) == _TRACKS and list(kinds) != list(self._kinds):
            self._kinds = kinds
            self._name()

    def show_sliders(self, is_shown: bool) -> None:
        """In a narrow bar there is only room for the buttons."""
        for level in self._levels:
            level.slider.setVisible(is_shown)

    def width_with_sliders(self) -> int:
        """How much room it needs; none while it is hidden."""
        if self.isHidden():
            return 0
        each = sum(level.mute.sizeHint().width() + level.slider.sizeHint().width() for level in self._levels)
        return each + _TRACKS * 2 * SPACE_4 + SPACE_12

    def mute_button(self, number: int) -> IconButton:
        """What silences a track."""
        return self._levels[number].mute

    def slider(self, number: int) -> LevelSlider:
        """How loud a track is."""
        return self._levels[number].slider

    def on_change(self, number: int) -> None:
        """A person changed something of a track."""
        level = self._levels[number]
        is_muted = level.mute.isChecked()
        level.slider.setEnabled(not is_muted)
        level.mute.set_icon(track_icon(self._kinds[number]), Role.TEXT3 if is_muted else None)
        self._name()
        if number < len(self._playback.levels):
            self._playback.set_level(number, 0.0 if is_muted else level.slider.value() / AS_RECORDED)

    def _on_tracks(self) -> None:
        """Another recording is heard, all of it as recorded."""
        for level in self._levels:
            level.mute.setChecked(False)
            level.slider.setValue(AS_RECORDED)
        self.setVisible(len(self._playback.levels) == _TRACKS)

    def _name(self) -> None:
        for level, kind in zip(self._levels, self._kinds, strict=True):
            name = track_name(kind)
            is_muted = level.mute.isChecked()
            level.mute.set_icon(track_icon(kind), Role.TEXT3 if is_muted else None)
            words = self.tr("Hear again: {track}") if is_muted else self.tr("Mute: {track}")
            level.mute.rename(words.format(track=name))
            level.slider.rename(self.tr("Loudness: {track}").format(track=name))


class _Knobs(QObject):
    """Knows which track a signal is of."""

    def __init__(self, number: int, levels: TrackLevels) -> None:
        super().__init__(levels)
        self._number = number
        self._levels = levels

    def on_change(self) -> None:
        """Something of this track was changed."""
        self._levels.on_change(self._number)

"""The keys that play, skip and change the speed, wherever the caret is. Owned by ``MeetingPage``, on its thread."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from app.settings.shortcuts import KeyAction
from ui.editor.playback import SKIP_MS, Playback
from ui.editor.sound_desk import SoundDesk
from ui.keys.current_keys import keys_of


class PlaybackKeys(QObject):
    """Shortcuts of a page for its playback."""

    def __init__(self, *, playback: Playback, desk: SoundDesk, page: QWidget) -> None:
        super().__init__(page)
        self._playback = playback
        for action, slot in (
            (KeyAction.PLAY, playback.toggle),
            (KeyAction.SKIP_BACK, self._on_skip_back),
            (KeyAction.SKIP_FORWARD, self._on_skip_forward),
            (KeyAction.LOOP, desk.toggle_loop),
            (KeyAction.PLAY_SELECTION, desk.play_selection),
            (KeyAction.FASTER, self._on_faster),
            (KeyAction.SLOWER, self._on_slower),
        ):
            shortcut = QShortcut(keys_of(action), page)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    def _on_skip_back(self) -> None:
        self._playback.skip(-SKIP_MS)

    def _on_skip_forward(self) -> None:
        self._playback.skip(SKIP_MS)

    def _on_faster(self) -> None:
        self._playback.step_rate(1)

    def _on_slower(self) -> None:
        self._playback.step_rate(-1)

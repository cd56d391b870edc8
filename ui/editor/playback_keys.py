"""The keys that play, skip and change the speed, wherever the caret is. Owned by ``MeetingPage``, on its thread."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from ui.editor.playback import SKIP_MS, Playback
from ui.editor.playback_bar import BACK_KEY, FORWARD_KEY, LOOP_KEY, PLAY_KEY, PLAY_SELECTION_KEY
from ui.editor.sound_desk import SoundDesk


class PlaybackKeys(QObject):
    """Shortcuts of a page for its playback."""

    def __init__(self, *, playback: Playback, desk: SoundDesk, page: QWidget) -> None:
        super().__init__(page)
        self._playback = playback
        for keys, slot in (
            (PLAY_KEY, playback.toggle),
            (BACK_KEY, self._on_skip_back),
            (FORWARD_KEY, self._on_skip_forward),
            (LOOP_KEY, desk.toggle_loop),
            (PLAY_SELECTION_KEY, desk.play_selection),
            ("Alt+Up", self._on_faster),
            ("Alt+Down", self._on_slower),
        ):
            shortcut = QShortcut(QKeySequence(keys), page)
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

"""The frame of the window: where it is on the screen, the keys that hold everywhere, files dropped on it.

The main window grows out of it; nothing here knows a page.
"""

import base64
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QByteArray, QMimeData, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QWidget

from ui.library.drop_overlay import DropOverlay

_FIRST_SIZE = QSize(1280, 800)
_LEAST_SIZE = QSize(760, 520)


class WindowFrame(QMainWindow):
    """A window that takes files, remembers its place and has keys."""

    files_dropped = Signal(object)
    """A list of paths."""

    def __init__(self, *, place: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._overlay: DropOverlay | None = None
        self.setAcceptDrops(True)
        self.setMinimumSize(_LEAST_SIZE)
        self._restore(place)

    @property
    def place(self) -> str:
        """Where it is on the screen, as the settings keep it."""
        return base64.b64encode(self.saveGeometry().data()).decode()

    def add_key(self, text: str, keys: QKeySequence, slot: Callable[[], None]) -> None:
        """Let a key do something, whichever page is shown."""
        action = QAction(text, self)
        action.setShortcut(keys)
        action.triggered.connect(slot)
        self.addAction(action)

    def forget_words(self) -> None:
        """Let go of everything with words in it: the language is another one."""
        if self._overlay is not None:
            self._overlay.deleteLater()
            self._overlay = None
        for action in self.actions():
            self.removeAction(action)
            action.deleteLater()

    def drop_words(self, _paths: Sequence[Path]) -> str:
        """What dropping these files does."""
        return self.tr("Drop to import")

    def show_drop_hint(self, paths: Sequence[Path] = ()) -> None:
        """Say over the whole window what dropping files does."""
        if self._overlay is None:
            self._overlay = DropOverlay(self)
        self._overlay.cover(self.drop_words(paths))

    def hide_drop_hint(self) -> None:
        """Take that away again."""
        if self._overlay is not None:
            self._overlay.hide()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: the size changed."""
        super().resizeEvent(event)
        if self._overlay is not None and self._overlay.isVisible():
            self._overlay.setGeometry(self.rect())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Qt: something is held over the window."""
        paths = _local_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.show_drop_hint(paths)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Qt: it was taken away."""
        self.hide_drop_hint()

    def dropEvent(self, event: QDropEvent) -> None:
        """Qt: files were dropped."""
        self.hide_drop_hint()
        paths = _local_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)

    def _restore(self, place: str) -> None:
        """Where it was; the first time, as large as it likes to be and the screen allows."""
        try:
            saved = QByteArray(base64.b64decode(place, validate=True))
        except ValueError:
            saved = QByteArray()
        if saved.isEmpty() or not self.restoreGeometry(saved):
            room = QGuiApplication.primaryScreen().availableSize()
            self.resize(_FIRST_SIZE.boundedTo(room))
            if _FIRST_SIZE.boundedTo(room) != _FIRST_SIZE:
                self.setWindowState(Qt.WindowState.WindowMaximized)


def _local_files(data: QMimeData) -> list[Path]:
    return [_local_path(url) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []


def _local_path(url: QUrl) -> Path:
    if os.name != "posix":
        return Path(url.toLocalFile())
    # A file name there is bytes, which need not be text; Qt's own text of it would name no file.
    return Path(os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded))))

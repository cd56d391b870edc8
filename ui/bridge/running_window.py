"""One window to a library: a second start of the application brings the first one's window to the front.

``RunningWindow`` belongs to the window that runs; ``call_running_window`` is asked by a start that found the library
in use. They meet at a local socket that only the same person may use, named after the library's folder.
"""

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QWidget

_PATIENCE_MS = 500


class RunningWindow(QObject):
    """Listens for further starts and shows the window when there is one."""

    def __init__(self, library: Path, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_called)
        name = _name_of(library)
        if not self._server.listen(name):
            # The library's lock is ours, so whoever left this socket behind is gone.
            QLocalServer.removeServer(name)
            self._server.listen(name)

    def stop(self) -> None:
        """Listen no more."""
        self._server.close()

    def _on_called(self) -> None:
        while (caller := self._server.nextPendingConnection()) is not None:  # pyright: ignore[reportUnnecessaryComparison] - Qt gives None when there are no more
            caller.disconnected.connect(caller.deleteLater)
            caller.disconnectFromServer()
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized | Qt.WindowState.WindowActive)
        window.show()
        window.raise_()
        window.activateWindow()


def call_running_window(library: Path) -> bool:
    """Ask the window that has the library to come forward. Whether one listened."""
    caller = QLocalSocket()
    caller.connectToServer(_name_of(library))
    return caller.waitForConnected(_PATIENCE_MS)


def _name_of(library: Path) -> str:
    return "vivavoce-" + hashlib.sha256(str(library.resolve()).encode("utf-8", "replace")).hexdigest()[:24]

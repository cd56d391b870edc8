"""Opens the window. Read it from top to bottom: this is the start of the application.

Runs on the main thread, called by ``cli/main.py`` when there is nothing else on the command line, or as
``python -m app.main``. The engine process and the speech model wait for the first job.
"""

import logging
import signal
import socket
import sys

from PySide6.QtCore import QObject, QSocketNotifier, QTimer
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from app.composition import Services, compose_services, compose_window
from app.console import prepare_console
from app.crash_reports import CrashReports
from app.folders import NAME, Folders, find_folders, folder_trouble
from app.log_file import keep_log
from app.meetings.errors import LibraryInUse
from app.screen import why_no_window
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.appearance import apply_appearance
from ui.bridge.garbage import GarbageCollection
from ui.bridge.running_window import RunningWindow, call_running_window
from ui.bridge.turns import shorten_turns
from ui.messages.error_messages import describe_error

FAILED = 1

_FIRST_MOMENT_MS = 200

_log = logging.getLogger(__name__)


def open_window() -> int:
    """Open the window, and answer with the exit code when it is closed."""
    prepare_console()
    if reason := why_no_window():
        print(reason, file=sys.stderr)  # noqa: T201 - there is nothing else to say it on
        return FAILED
    folders = find_folders()
    keep_log(folders.logs)
    CrashReports(folders.logs).install()
    application = make_application()
    try:
        folders.make()
        services = compose_services(folders)
    except LibraryInUse as error:
        return answer_for_running_window(folders, error)
    except VivavoceError as error:
        return show_trouble(error, folders)
    except OSError as error:
        return show_trouble(folder_trouble(error, folders), folders)
    try:
        services.recordings.recover()
        # Only a window shows who speaks while it is recorded; the command line starts no process for it.
        services.recordings.overhear(services.live_speakers.overhear)
        services.preflight.tidy()
        services.levels.tidy()
        return show_window(application, services)
    finally:
        services.close()


def make_application() -> QApplication:
    """Qt, without anything of ours on it."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName(NAME)
    application.setApplicationDisplayName(NAME)
    application.setDesktopFileName("vivavoce")
    return application


def show_window(application: QApplication, services: Services) -> int:
    """The window, until it is closed or somebody asks the process to end."""
    shorten_turns()
    garbage = GarbageCollection(application)
    window = compose_window(services)
    running = RunningWindow(services.folders.library, window)
    ending = Ending(application, window, services)
    window.show()
    # Recognition needs every processor: not before the window has drawn itself.
    QTimer.singleShot(_FIRST_MOMENT_MS, services.imports.start)
    QTimer.singleShot(_FIRST_MOMENT_MS, services.speakers.start)
    QTimer.singleShot(_FIRST_MOMENT_MS, services.preheater.start)
    QTimer.singleShot(_FIRST_MOMENT_MS, window.guide, window.guide.begin)
    try:
        return application.exec()
    finally:
        ending.stop()
        running.stop()
        if window.isVisible():
            window.close()
        garbage.stop()


def answer_for_running_window(folders: Folders, error: VivavoceError) -> int:
    """Bring the window that has the library to the front; say it in words if there is none that listens."""
    if call_running_window(folders.library):
        return FAILED
    return show_trouble(error, folders)


def show_trouble(error: VivavoceError, folders: Folders) -> int:
    """Say in a dialog why there is no window, in the language and the look of the window that is not there."""
    apply_appearance(SettingsStore(folders.settings).current)
    text = describe_error(error)
    print(text, file=sys.stderr)  # noqa: T201 - for those who started it in a terminal
    QMessageBox.critical(None, NAME, text)
    return FAILED


class Ending(QObject):
    """Closes the application in order when the system asks for it: a signal, or the end of the session."""

    def __init__(self, application: QApplication, window: QWidget, services: Services) -> None:
        super().__init__(application)
        self._window = window
        self._services = services
        self._application = application
        application.commitDataRequest.connect(self._on_session_ends)
        # Python runs its handlers between two of its own instructions, and Qt may not run any for long:
        # the signal writes a byte into a socket, which wakes Qt's loop.
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        self._wakeup_before = signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        self._handlers = {number: signal.signal(number, _note_signal) for number in (signal.SIGINT, signal.SIGTERM)}
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)

    def stop(self) -> None:
        """Answer signals as before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._wakeup_before)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._ours.close()
        self._theirs.close()

    def _on_signal(self) -> None:
        self._ours.recv(64)
        self._window.close()
        self._application.quit()

    def _on_session_ends(self, _session: QSessionManager) -> None:
        """Qt: the person logs out. After this returns the process may be gone, so everything is closed now."""
        self._window.close()
        self._services.close()


def _note_signal(_number: int, _frame: object) -> None:
    """The byte in the socket does the work."""


if __name__ == "__main__":
    sys.exit(open_window())

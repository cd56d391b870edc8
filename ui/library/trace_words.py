"""Where copies of something deleted may be left, in the words of the window. Used on the window's thread."""

from PySide6.QtCore import QCoreApplication

from app.library.erasing import Trace, traces_left

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def traces_text(file_system: str) -> str:
    """All of them on such a file system."""
    words = {
        Trace.OWN_BACKUPS: translate(
            "Traces", "Backups of your own or of your system, exported files and the original file are not touched."
        ),
        Trace.FILE_SYSTEM: translate(
            "Traces", "This kind of file system may keep old contents in snapshots for a while."
        ),
        Trace.UNKNOWN_FILE_SYSTEM: translate(
            "Traces", "It cannot be told whether this file system keeps old contents."
        ),
        Trace.NETWORK: translate(
            "Traces", "The library lies on another computer or a synchronised folder, which may keep copies."
        ),
        Trace.FLASH: translate(
            "Traces", "A flash drive may keep overwritten pieces out of reach; an encrypted drive protects them."
        ),
    }
    return " ".join(words[trace] for trace in traces_left(file_system))

"""Where a process of ours complains: a file that starts anew when it has grown, and its last words.

Opened by ``child_process.py`` at each start of the process, which writes to it directly, so that also the last
words of an abort arrive. What somebody said is never written there (failures 98).
"""

import contextlib
import os
from pathlib import Path
from typing import BinaryIO

LARGEST = 1 << 20
"""Bytes after which the next start begins a new file; one older file is kept."""

_TAIL_BYTES = 4096


class ChildLog:
    """The log of one run of the process, within the file of all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._begin = 0

    def open(self) -> BinaryIO:
        """The file, private, at its end; nowhere if it cannot be written."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.is_file() and self._path.stat().st_size > LARGEST:
                with contextlib.suppress(OSError):  # Windows, while another Vivavoce has it open
                    self._path.replace(self._path.with_name(f"{self._path.name}.1"))
            self._path.touch(mode=0o600)
            log = self._path.open("ab")
            self._begin = log.seek(0, os.SEEK_END)
        except OSError:
            return Path(os.devnull).open("ab")
        return log

    def tail(self) -> str:
        """The end of what this run of the process wrote."""
        with contextlib.suppress(OSError), self._path.open("rb") as log:
            end = log.seek(0, os.SEEK_END)
            log.seek(max(self._begin, end - _TAIL_BYTES))
            return log.read().decode("utf-8", errors="replace").strip()
        return ""

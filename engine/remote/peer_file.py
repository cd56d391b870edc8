"""A list of paired machines in a JSON file: read whole, changed under a lock, written whole.

Behind ``paired_workers.py`` and ``paired_desktops.py``; on any thread, and shared by several processes: the window, a
command, the engine process. A file that makes no sense is kept aside, and the list is empty: nobody is
trusted by mistake.
"""

import contextlib
import json
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from filelock import FileLock, Timeout

from engine.contract.pairing_errors import PeersNotSaved
from engine.contract.whole_file import keep_aside, write_whole

_PATIENCE_S = 5.0

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Tells one state of the file from the next."""

    inode: int
    modified_ns: int
    size: int


def stamp_of(path: Path) -> Stamp | None:
    """The state of a file now; ``None`` if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return Stamp(found.st_ino, found.st_mtime_ns, found.st_size)


class PeerFile:
    """The file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread_lock = threading.Lock()
        self._was_damaged = False

    @property
    def was_damaged(self) -> bool:
        """The file made no sense when it was last read anew; it is kept aside as ``….damaged``."""
        return self._was_damaged

    def stamp(self) -> Stamp | None:
        """The state of the file now; ``None`` if there is none."""
        return stamp_of(self._path)

    def read(self) -> Rows:
        """The rows; none if there is no file, or if it makes no sense."""
        try:
            found = json.loads(self._path.read_text("utf-8"))
            if isinstance(found, dict):
                rows = cast("dict[str, Any]", found).get("peers")
                if isinstance(rows, list):
                    return [cast("dict[str, Any]", row) for row in cast("list[Any]", rows) if isinstance(row, dict)]
        except FileNotFoundError:
            return []
        except OSError:
            return []  # whoever wants to change it is told why it cannot be
        except ValueError:
            pass
        self._was_damaged = True
        keep_aside(self._path)
        return []

    def change(self, change: Callable[[Rows], Rows]) -> None:
        """Replace the rows by others, while nobody else does.

        Raises:
            PeersNotSaved: the file cannot be written, or another process has not let go of it.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._locked():
                content = {"version": 1, "peers": change(self.read())}
                write_whole(self._path, json.dumps(content, ensure_ascii=False, indent=2).encode())
        except Timeout as error:
            raise PeersNotSaved(str(self._path.parent), "another Vivavoce writes to it") from error
        except OSError as error:
            raise PeersNotSaved(str(self._path.parent), error.strerror or type(error).__name__) from error

    @contextlib.contextmanager
    def _locked(self) -> Generator[None]:
        # Threads first: a file lock holds off other processes only.
        with self._thread_lock, FileLock(self._path.with_name(f"{self._path.name}.lock"), timeout=_PATIENCE_S):
            yield

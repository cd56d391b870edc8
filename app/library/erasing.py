"""Removing the sound of deleted meetings: overwritten where that helps, finished at the next start.

A meeting that is deleted leaves a note in the ``removals`` table, in the same transaction that takes its rows away; the
note goes when its folder is gone. Small folders are removed at once on the writer thread, long recordings on a thread
of their own, because hours of sound take seconds to overwrite and nobody's typing waits for that.

What was recognised in it is forgotten by the cache as well, once the folder is gone.

Overwriting helps where a file system writes in place. One that copies on write (Btrfs, ZFS, APFS) or lies on another
computer puts the zeros elsewhere; there files are only unlinked, and ``traces_left`` says so.
"""

import contextlib
import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from sqlalchemy import delete, select
from sqlalchemy.exc import DBAPIError

from app.library.database import Database
from app.library.file_system import is_on_network
from app.library.meeting_tables import RemovalRow
from app.library.writer import Transaction, Writer

AT_ONCE = 32 * 1024 * 1024
"""Bytes; a folder up to this size is removed within the deletion itself."""
_BLOCK = 1024 * 1024
_IN_PLACE = frozenset(
    {"ext2", "ext3", "ext4", "xfs", "jfs", "reiserfs", "ntfs", "ntfs3", "fuseblk", "vfat", "msdos", "exfat", "hfs"}
    | {"fat32", "tmpfs", "ramfs"}
)

_log = logging.getLogger(__name__)


class Trace(StrEnum):
    """Where a copy of something deleted may still lie, which nobody but the person can remove."""

    OWN_BACKUPS = "own_backups"
    """Backups that the person wrote or the system makes, exported files, the file it was imported from."""
    FILE_SYSTEM = "file_system"
    """The file system keeps old contents or snapshots."""
    UNKNOWN_FILE_SYSTEM = "unknown_file_system"
    NETWORK = "network"
    """The folder lies on another computer or is copied there."""
    FLASH = "flash"
    """Flash drives move what is overwritten; only the drive's encryption helps."""


TRACE_SENTENCES = {
    Trace.OWN_BACKUPS: "Backups of your own or of your system, exported files and the original file are not touched.",
    Trace.FILE_SYSTEM: "This kind of file system may keep old contents in snapshots for a while.",
    Trace.UNKNOWN_FILE_SYSTEM: "It cannot be told whether this file system keeps old contents.",
    Trace.NETWORK: "The library lies on another computer or a synchronised folder, which may keep copies.",
    Trace.FLASH: "A flash drive may keep overwritten pieces out of reach; an encrypted drive protects them.",
}
"""Plain English, for the command line; the window has its own words."""


def overwrites_in_place(kind: str) -> bool:
    """Whether zeros land where the sound was, by the kind of file system."""
    return kind in _IN_PLACE


def traces_left(kind: str) -> tuple[Trace, ...]:
    """Where copies may be left on such a file system."""
    if is_on_network(kind):
        place = (Trace.NETWORK,)
    elif not kind:
        place = (Trace.UNKNOWN_FILE_SYSTEM,)
    elif overwrites_in_place(kind):
        place = (Trace.FLASH,)
    else:
        place = (Trace.FILE_SYSTEM,)
    return (Trace.OWN_BACKUPS, *place)


def erase_folder(place: Path, *, overwrites: bool, is_stopped: Callable[[], bool] = lambda: False) -> bool:
    """Remove a folder with its files; whether it is gone. Stopped or in use, it may be tried again later."""
    if overwrites:
        for path in sorted(_files_in(place)):
            if is_stopped():
                return False
            try:
                _overwrite(path, is_stopped)
            except OSError as error:
                _log.info("A deleted file could not be overwritten: %s", error.strerror)
        if is_stopped():
            return False
    shutil.rmtree(place, ignore_errors=True)
    return not place.exists()


class Eraser:
    """Removes what ``removals`` names. ``stop`` ends it within moments."""

    def __init__(
        self,
        *,
        database: Database,
        writer: Writer,
        folder: Path,
        overwrites: bool,
        forget_speech: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._database = database
        self._writer = writer
        self._folder = folder
        self._overwrites = overwrites
        self._forget_speech = forget_speech
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Remove what an earlier run left, and what was deleted just now. Writer thread, outside of a transaction."""
        try:
            with self._database.writing() as connection:
                is_more = self._finish_small(Transaction(connection))
        except DBAPIError:
            return  # the note in the removals table stays, and the next start comes back to it
        if is_more and (self._thread is None or not self._thread.is_alive()) and not self._stopping.is_set():
            thread = threading.Thread(target=self._run, name="library-eraser", daemon=True)
            thread.start()
            self._thread = thread  # only now: whoever stops joins what has begun

    def stop(self) -> None:
        """Stop and join. What is left is left to the next start. Twice is harmless."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _finish_small(self, transaction: Transaction) -> bool:
        """Whether there is more to do than a transaction should last."""
        is_more = False
        for name in transaction.connection.execute(select(RemovalRow.meeting_id)).scalars().all():
            place = self._place(name)
            if _size(place) > AT_ONCE:
                is_more = True
            elif erase_folder(place, overwrites=self._overwrites):
                self._forget_speech(name)
                _forget(transaction, name)
        return is_more

    def _run(self) -> None:
        tried: set[str] = set()
        while not self._stopping.is_set():
            with self._database.reading() as connection:
                names = connection.execute(select(RemovalRow.meeting_id)).scalars().all()
            left = [name for name in names if name not in tried]
            if not left:
                return
            tried.add(left[0])  # one that is in use is left to the next start
            if erase_folder(self._place(left[0]), overwrites=self._overwrites, is_stopped=self._stopping.is_set):
                name = left[0]
                self._forget_speech(name)
                self._writer.write(lambda transaction, name=name: _forget(transaction, name)).result()

    def _place(self, name: str) -> Path:
        return self._folder / "meetings" / name


def _forget(transaction: Transaction, name: str) -> None:
    transaction.connection.execute(delete(RemovalRow).where(RemovalRow.meeting_id == name))


def _overwrite(path: Path, is_stopped: Callable[[], bool]) -> None:
    state = path.lstat()
    if path.is_symlink() or not path.is_file() or state.st_nlink > 1:
        return  # another name of the file may be somebody else's
    with path.open("r+b", buffering=0) as file:
        for at in range(0, state.st_size, _BLOCK):
            if is_stopped():
                return
            file.write(bytes(min(_BLOCK, state.st_size - at)))
        os.fsync(file.fileno())


def _size(place: Path) -> int:
    size = 0
    for path in _files_in(place):
        with contextlib.suppress(OSError):
            size += path.lstat().st_size
    return size


def _files_in(place: Path) -> Iterator[Path]:
    # Not ``Path.rglob``: it fails at a folder that goes away meanwhile, and the eraser may be at this one already.
    return (Path(inside, name) for inside, _, names in os.walk(place) for name in names)

"""Exports on disk: whole files or none, and never one in the place of another.

Every byte is computed and written beside its place before anything appears under its name; nothing that
is there is replaced unless the person said so. Runs on a background thread or in the command line.
"""

import errno
import os
import secrets
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from app.exporting.document import ExportDocument
from app.exporting.file_name import safe_file_name
from app.exporting.formats import WRITERS
from app.exporting.preview import preview
from app.exporting.profile import ExportProfile
from app.meetings.errors import DestinationExists, DestinationNotWritable
from app.meetings.readable import readable
from engine.contract.errors import DiskFull, VivavoceError

__all__ = ["Part", "export_files", "planned_files", "preview", "safe_file_name", "write_together", "written_as"]

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_MOST_NAMES = 10_000

Part = tuple[str, Callable[[BinaryIO], None]]
"""One file of several that belong together: its extension, and what writes it."""


def export_files(
    document: ExportDocument,
    profile: ExportProfile,
    folder: Path,
    *,
    stem: str | None = None,
    replace: bool = False,
) -> list[Path]:
    """Write the meeting in each format of the profile and answer where, in the order of the profile.

    The files are called by ``stem`` or the meeting's title. Where such a name is taken, all of them get a
    number, ``Weekly (2).srt`` beside ``Weekly (2).docx``; with ``replace`` they take the place of what is there.

    Raises:
        DestinationExists: something other than a file is in the place.
        DestinationNotWritable: the folder cannot be made or written to.
        DiskFull: there is no room left.
    """
    contents = written_as(document, profile)
    return write_together(contents, folder, stem if stem is not None else document.meeting.title, replace=replace)


def check_destination(folder: Path) -> None:
    """Have a folder, and see that files can be written there: said now, not after an hour of work.

    Raises:
        DestinationNotWritable: the folder cannot be made or written to.
        DiskFull: there is no room left.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _translated(error, folder, str(folder)) from error


def written_as(document: ExportDocument, profile: ExportProfile) -> list[Part]:
    """The meeting in each format of the profile, in its order, computed by now."""
    contents = [(WRITERS[key].extension, WRITERS[key].write(document, profile)) for key in _keys(profile)]
    return [(extension, partial(_write_bytes, data)) for extension, data in contents]


def write_together(parts: Sequence[Part], folder: Path, wanted: str, *, replace: bool = False) -> list[Path]:
    """Write files that belong together, all of them or none, and answer where. Raises as ``export_files`` does."""
    name = safe_file_name(wanted, parts[0][0]) if parts else wanted
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _translated(error, folder, name) from error
    waiting: list[Path] = []
    try:
        for extension, write in parts:
            try:
                waiting.append(_write_beside(folder, write))
            except OSError as error:
                raise _translated(error, folder, safe_file_name(wanted, extension)) from error
        return _place(waiting, [extension for extension, _ in parts], folder, wanted, replace=replace)
    finally:
        for path in waiting:
            with suppress(OSError):
                path.unlink(missing_ok=True)


def planned_files(
    document: ExportDocument, profile: ExportProfile, folder: Path, *, stem: str | None = None
) -> tuple[list[str], list[str]]:
    """The plain names an export would want, and those of them that are taken, for the dialog to ask about."""
    wanted = stem if stem is not None else document.meeting.title
    names = [safe_file_name(wanted, WRITERS[key].extension) for key in _keys(profile)]
    taken = _taken(folder)
    return names, [name for name in names if _compared(name) in taken]


def _keys(profile: ExportProfile) -> list[str]:
    return list(dict.fromkeys(profile.formats))


def _place(waiting: list[Path], extensions: list[str], folder: Path, wanted: str, *, replace: bool) -> list[Path]:
    """Give the written files their names: all with the same number, the lowest that is free for each."""
    if replace:
        targets = [_path(folder, safe_file_name(wanted, extension)) for extension in extensions]
        for source, target in zip(waiting, targets, strict=True):
            _replace(source, target)
        return targets
    taken = _taken(folder)
    for number in range(1, _MOST_NAMES):
        names = [safe_file_name(wanted, extension, number=number) for extension in extensions]
        if any(_compared(name) in taken for name in names):
            continue
        targets = [_path(folder, name) for name in names]
        if _reserve(targets):
            for source, target in zip(waiting, targets, strict=True):
                _replace(source, target)
            return targets
    raise DestinationExists(safe_file_name(wanted, extensions[0]))


def _path(folder: Path, name: str) -> Path:
    """The place of a name, in UTF-8 also where the system says that its names are ASCII (failures 81)."""
    return folder / os.fsdecode(name.encode("utf-8"))


def _reserve(targets: list[Path]) -> bool:
    """Take all names, so that nobody else can, or none. What stands there afterwards is ours to replace."""
    reserved: list[Path] = []
    for target in targets:
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            reserved.append(target)
        except OSError as error:
            for path in reserved:
                path.unlink(missing_ok=True)
            if isinstance(error, FileExistsError):
                return False
            raise _translated(error, target.parent, target.name) from error
    return True


def _replace(source: Path, target: Path) -> None:
    if target.is_dir():
        raise DestinationExists(target.name)
    try:
        source.replace(target)
    except OSError as error:
        raise _translated(error, target.parent, target.name) from error


def _write_bytes(data: bytes, file: BinaryIO) -> None:
    file.write(data)


def _write_beside(folder: Path, write: Callable[[BinaryIO], None]) -> Path:
    """A complete, durable file under a short name of our own, with the permissions of a new file."""
    path = folder / f".vivavoce-{secrets.token_hex(6)}.part"
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _taken(folder: Path) -> set[str]:
    try:
        return {_compared(readable(path.name)) for path in folder.iterdir()}
    except OSError:
        return set()  # a folder that may be written but not listed: names are reserved one by one anyhow


def _compared(name: str) -> str:
    """Names that some system takes for the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _translated(error: OSError, folder: Path, name: str) -> VivavoceError:
    if error.errno in _NO_ROOM:
        return DiskFull(str(folder))
    return DestinationNotWritable(name, str(error))

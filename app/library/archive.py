"""A backup that a person keeps elsewhere: one zip with the database and a manifest, and the way back.

``write_archive`` is called by ``Library.backup`` on the thread that asks; ``restore_archive`` by
``Library.restore`` while no library is open. An archive is a stranger's file until proven otherwise: its names,
sizes and counts are looked at before a byte is unpacked, and nothing of the library changes before all of it
has been read and checked.
"""

import hashlib
import json
import shutil
import sqlite3
import stat
import tempfile
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from app.library.automatic_backup import copy_database, is_sound
from app.library.database import connect_to_read
from app.library.disk_errors import translate
from app.library.lock import LibraryLock
from app.library.look import look_at
from app.library.schema import HEAD
from app.meetings.errors import LibraryTooNew
from engine.contract.errors import ArchiveRefused, DiskFull

DATABASE = "library.db"
MANIFEST = "manifest.json"
_FORMAT = 1
_MEMBERS = (MANIFEST, DATABASE)
_MOST_ENTRIES = 16
_MOST_DIRECTORY_BYTES = 64 * 1024
_MOST_MANIFEST_BYTES = 64 * 1024
_MOST_RATIO = 100
"""A database shrinks to a fifth or so; a bomb to a thousandth."""
_MOST_BYTES = 64 * 1024**3
_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What a restore did."""

    meetings: int
    segments: int
    kept_aside: Path | None
    """The library that was there before, or ``None`` if there was none."""


def write_archive(library: Path, to: Path, *, now: datetime) -> Path:
    """Write a backup of an open library and read it back.

    Args:
        library: the ``library.db`` in use.
        to: the zip to write, or a folder to put it into under a name of its own.
        now: the time of day, for the name and the manifest.

    Raises:
        FileExistsError: there is a file of that name.
        FileNotFoundError: there is no folder to put it into.
        DiskFull, LibraryNotWritable: it could not be written; nothing is left of it.
    """
    target = to / f"vivavoce-library-{now.astimezone(UTC).strftime('%Y%m%dT%H%M%SZ')}.zip" if to.is_dir() else to
    if target.exists():
        raise FileExistsError(target)
    part = target.with_name(target.name + ".part")
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent) as name:
            copy = Path(name) / DATABASE
            copy_database(library, copy)
            manifest = {
                "format": _FORMAT,
                "created_at": now.astimezone(UTC).isoformat(timespec="seconds"),
                "schema": HEAD,
                "version": look_at(copy).version,
                "sha256": _hash(copy),
                "size": copy.stat().st_size,
                **dict(zip(("meetings", "segments"), _counts(copy), strict=True)),
            }
            part.touch(mode=0o600)
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
                archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
                archive.write(copy, DATABASE)
            _unpack(part, Path(name) / "read-back")
        part.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise translate(error, target.parent) or error from error
    finally:
        part.unlink(missing_ok=True)
    return target


def restore_archive(archive: Path, folder: Path, *, now: datetime) -> RestoreReport:
    """Put the library of an archive in the place of the one that is there, which is kept aside.

    The sound of the meetings stays where it is; an archive holds none.

    Raises:
        ArchiveRefused: it is not a backup of a library, or is unsafe. Nothing was changed.
        LibraryTooNew: a newer Vivavoce wrote it. Nothing was changed.
        LibraryInUse: the library is open.
        DiskFull, LibraryNotWritable: it could not be unpacked. Nothing was changed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = LibraryLock(folder)
        lock.take()
    except OSError as error:
        raise translate(error, folder) or error from error
    try:
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as name:
            fresh = _unpack(archive, Path(name))
            meetings, segments = _counts(fresh)
            kept_aside = _set_aside(folder, now)
            fresh.replace(folder / DATABASE)
        return RestoreReport(meetings, segments, kept_aside)
    except (OSError, sqlite3.Error) as error:
        raise translate(error, folder) or error from error
    finally:
        lock.release()


def _unpack(archive: Path, into: Path) -> Path:
    """Unpack an archive into a folder of its own and prove it; gives the database."""
    into.mkdir(exist_ok=True)
    _look_at_directory(archive)
    try:
        with zipfile.ZipFile(archive) as opened:
            members = _members(archive, opened.infolist(), room=shutil.disk_usage(into).free)
            manifest = _read_manifest(archive, opened, members[MANIFEST])
            target = into / DATABASE
            with opened.open(members[DATABASE]) as source, target.open("xb") as out:
                target.chmod(0o600)
                digest = _pump(archive, source, out, limit=members[DATABASE].file_size)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        # zipfile raises NotImplementedError for a compression it does not know, RuntimeError where it wants a password.
        raise _refused(archive, "it is damaged, or not a backup of a library") from error
    if digest != manifest.get("sha256"):
        raise _refused(archive, "what is in it is not what was saved")
    look = look_at(target)
    if look.is_too_new():
        raise LibraryTooNew(str(archive), look.version or look.revision)
    if not look.revision or not is_sound(target):
        raise _refused(archive, "the library in it is damaged")
    return target


def _look_at_directory(archive: Path) -> None:
    """Refuse a table of contents that is absurdly long before the zip module reads all of it."""
    try:
        size = archive.stat().st_size
        with archive.open("rb") as file:
            file.seek(max(0, size - 66_000))
            tail = file.read()
    except OSError as error:
        raise _refused(archive, "it cannot be read") from error
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        raise _refused(archive, "it is damaged, or not a backup of a library")
    entries = int.from_bytes(tail[at + 10 : at + 12], "little")
    length = int.from_bytes(tail[at + 12 : at + 16], "little")
    if entries > _MOST_ENTRIES or length > _MOST_DIRECTORY_BYTES:
        raise _refused(archive, "it holds more than a backup of a library does")


def _members(archive: Path, entries: list[zipfile.ZipInfo], *, room: int) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        # Only two names are ever taken, so that no name needs to be made safe.
        if entry.filename not in _MEMBERS or entry.filename in members:
            raise _refused(archive, "it holds files that do not belong into a backup of a library")
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or entry.is_dir():
            raise _refused(archive, "it holds links or folders, which a backup of a library never does")
        if entry.flag_bits & 0x1:
            raise _refused(archive, "it is encrypted")
        if entry.file_size > _MOST_BYTES or entry.file_size > max(_CHUNK, entry.compress_size * _MOST_RATIO):
            raise _refused(archive, "it would unpack to far more than a library is")
        members[entry.filename] = entry
    if len(members) != len(_MEMBERS):
        raise _refused(archive, "it is not a backup of a library")
    if members[MANIFEST].file_size > _MOST_MANIFEST_BYTES:
        raise _refused(archive, "its manifest is far too long")
    if members[DATABASE].file_size > room:
        raise DiskFull(str(archive.parent))
    return members


def _read_manifest(archive: Path, opened: zipfile.ZipFile, member: zipfile.ZipInfo) -> dict[str, Any]:
    with opened.open(member) as source:
        content: object = json.loads(source.read(_MOST_MANIFEST_BYTES))
    if not isinstance(content, dict) or content.get("format") != _FORMAT:  # pyright: ignore[reportUnknownMemberType] - JSON
        raise _refused(archive, "it is not a backup of a library")
    return content  # pyright: ignore[reportUnknownVariableType] - JSON


def _pump(archive: Path, source: IO[bytes], out: IO[bytes], *, limit: int) -> str:
    digest = hashlib.sha256()
    written = 0
    while chunk := source.read(_CHUNK):
        written += len(chunk)
        if written > limit:
            raise _refused(archive, "it unpacks to more than it says")
        digest.update(chunk)
        out.write(chunk)
    return digest.hexdigest()


def _set_aside(folder: Path, now: datetime) -> Path | None:
    current = folder / DATABASE
    if not current.exists():
        return None
    stem = f"{DATABASE}.before-restore-{now.astimezone(UTC).strftime('%Y%m%dT%H%M%SZ')}"
    name, count = stem, 1
    while current.with_name(name).exists():
        count += 1
        name = f"{stem}-{count}"
    for ending in ("-wal", "-shm", "-journal"):
        beside = current.with_name(current.name + ending)
        if beside.exists():
            beside.replace(current.with_name(name + ending))
    return current.replace(current.with_name(name))


def _counts(path: Path) -> tuple[int, int]:
    bare = connect_to_read(path, is_immutable=True)
    try:
        return (
            int(bare.execute("SELECT count(*) FROM meetings").fetchone()[0]),
            int(bare.execute("SELECT count(*) FROM segments").fetchone()[0]),
        )
    finally:
        bare.close()


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _refused(archive: Path, reason: str) -> ArchiveRefused:
    return ArchiveRefused(archive.name, reason)

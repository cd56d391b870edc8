"""A backup to take away: it comes back whole, and a stranger's archive changes nothing."""

import io
import json
import stat
import warnings
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.library.archive import write_archive
from app.library.library import Library
from app.meetings.errors import LibraryInUse, LibraryTooNew
from engine.contract.errors import ArchiveRefused
from tests.builders.library import a_meeting, import_meeting, open_library

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def back_up(folder: Path, *titles: str) -> Path:
    library = open_library(folder / "library")
    for title in titles:
        import_meeting(library, a_meeting(title), f"words of {title}")
    archive = library.backup(folder / "backup.zip")
    library.close()
    return archive


def titles(library: Library) -> set[str]:
    return {summary.meeting.title for summary in library.meetings()}


def test_a_backup_of_a_library_in_use_comes_back_whole(tmp_path: Path):
    archive = back_up(tmp_path, "one", "two")

    report = Library.restore(archive, tmp_path / "elsewhere")

    assert (report.meetings, report.segments, report.kept_aside) == (2, 2, None)
    library = open_library(tmp_path / "elsewhere")
    assert titles(library) == {"one", "two"}
    assert [hit.text for hit in library.search("words one")] == ["words of one"]
    assert library.opening.warnings == []
    library.close()


def test_a_backup_is_one_file_with_a_manifest(tmp_path: Path):
    archive = back_up(tmp_path, "one")

    with zipfile.ZipFile(archive) as opened:
        assert sorted(opened.namelist()) == ["library.db", "manifest.json"]
        manifest = json.loads(opened.read("manifest.json"))
    assert (manifest["format"], manifest["meetings"], manifest["segments"]) == (1, 1, 1)
    assert {path.name for path in tmp_path.iterdir()} == {"library", "backup.zip"}


def test_a_backup_into_a_folder_gets_a_name_of_its_own(tmp_path: Path):
    library = open_library(tmp_path / "library")
    (tmp_path / "out").mkdir()
    archive = library.backup(tmp_path / "out")
    library.close()
    assert archive.parent == tmp_path / "out"
    assert archive.name.startswith("vivavoce-library-")


def test_a_backup_never_replaces_a_file(tmp_path: Path):
    (tmp_path / "backup.zip").write_text("precious")
    library = open_library(tmp_path / "library")
    with pytest.raises(FileExistsError):
        library.backup(tmp_path / "backup.zip")
    library.close()
    assert (tmp_path / "backup.zip").read_text() == "precious"


def test_a_backup_to_nowhere_leaves_nothing(tmp_path: Path):
    library = open_library(tmp_path / "library")
    with pytest.raises(OSError, match="No such file"):
        library.backup(tmp_path / "missing" / "backup.zip")
    library.close()
    assert {path.name for path in tmp_path.iterdir()} == {"library"}


def test_the_library_that_was_there_is_kept_aside(tmp_path: Path):
    archive = back_up(tmp_path, "old")
    library = open_library(tmp_path / "library")
    import_meeting(library, a_meeting("new"), "newer words")
    library.close()
    before = (tmp_path / "library" / "library.db").read_bytes()

    report = Library.restore(archive, tmp_path / "library")

    assert report.kept_aside is not None
    assert report.kept_aside.read_bytes() == before
    library = open_library(tmp_path / "library")
    # The meeting that the backup does not know has its sound still, so it is in the list, to be transcribed anew.
    assert titles(library) == {"old", "new"}
    assert library.search("newer") == []
    library.close()


def test_an_open_library_is_not_replaced(tmp_path: Path):
    archive = back_up(tmp_path, "one")
    library = open_library(tmp_path / "library")
    with pytest.raises(LibraryInUse):
        Library.restore(archive, tmp_path / "library")
    assert titles(library) == {"one"}
    library.close()


def link(to: str) -> tuple[zipfile.ZipInfo, bytes]:
    entry = zipfile.ZipInfo("library.db")
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry, to.encode()


def slip(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    copy(out, good)
    out.writestr("../evil.txt", "x")


def absolute(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    copy(out, good)
    out.writestr("/tmp/evil.txt", "x")


def linked(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    out.writestr("manifest.json", good.read("manifest.json"))
    out.writestr(*link("/etc/passwd"))


def twins(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    copy(out, good)
    out.writestr("LIBRARY.db", "x")


def doubled(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    copy(out, good)
    with warnings.catch_warnings(action="ignore"):
        out.writestr("library.db", "x")


def bomb(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    out.writestr("manifest.json", good.read("manifest.json"))
    out.writestr("library.db", b"\0" * 200_000_000, zipfile.ZIP_DEFLATED)


def crowd(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    copy(out, good)
    for number in range(70_000):
        out.writestr(f"{number}", b"")


def other_database(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    out.writestr("manifest.json", good.read("manifest.json"))
    out.writestr("library.db", good.read("library.db")[:-1] + b"!")


def no_database(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    out.writestr("manifest.json", good.read("manifest.json"))


def no_manifest(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    out.writestr("library.db", good.read("library.db"))


def odd_manifest(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    out.writestr("manifest.json", "[]")
    out.writestr("library.db", good.read("library.db"))


def copy(out: zipfile.ZipFile, good: zipfile.ZipFile) -> None:
    for name in good.namelist():
        out.writestr(name, good.read(name))


EVIL = [slip, absolute, linked, twins, doubled, bomb, crowd, other_database, no_database, no_manifest, odd_manifest]


@pytest.mark.parametrize("forge", EVIL)
def test_a_malicious_archive_changes_nothing(tmp_path: Path, forge: Callable[[zipfile.ZipFile, zipfile.ZipFile], None]):
    """Case 97."""
    good = back_up(tmp_path, "one")
    evil = tmp_path / "evil.zip"
    with zipfile.ZipFile(good) as opened, zipfile.ZipFile(evil, "w") as out:
        forge(out, opened)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    with pytest.raises(ArchiveRefused) as caught:
        Library.restore(evil, tmp_path / "library")

    assert str(caught.value).startswith("“evil.zip” cannot be used: ")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip" * 100, b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_zip_is_refused(tmp_path: Path, content: bytes):
    """Case 97."""
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(ArchiveRefused):
        Library.restore(tmp_path / "x.zip", tmp_path / "library")
    with pytest.raises(ArchiveRefused):
        Library.restore(tmp_path / "missing.zip", tmp_path / "library")
    assert not (tmp_path / "library" / "library.db").exists()


def test_a_cut_off_archive_is_refused(tmp_path: Path):
    good = back_up(tmp_path, "one")
    content = good.read_bytes()
    for size in range(0, len(content) - 1, len(content) // 10):
        (tmp_path / "cut.zip").write_bytes(content[:size])
        with pytest.raises(ArchiveRefused):
            Library.restore(tmp_path / "cut.zip", tmp_path / "library")


def test_a_backup_of_a_newer_vivavoce_is_refused(tmp_path: Path):
    """Case 27."""
    library = open_library(tmp_path / "library")
    library.close()
    import sqlite3

    connection = sqlite3.connect(tmp_path / "library" / "library.db")
    connection.execute("PRAGMA user_version = 9999")
    connection.close()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as out:
        import hashlib

        content = (tmp_path / "library" / "library.db").read_bytes()
        out.writestr("library.db", content)
        manifest = {"format": 1, "sha256": hashlib.sha256(content).hexdigest()}
        out.writestr("manifest.json", json.dumps(manifest))
    (tmp_path / "new.zip").write_bytes(buffer.getvalue())

    with pytest.raises(LibraryTooNew):
        Library.restore(tmp_path / "new.zip", tmp_path / "elsewhere")
    with pytest.raises(LibraryTooNew):
        write_archive(tmp_path / "library" / "library.db", tmp_path / "again.zip", now=NOW)
    assert not (tmp_path / "again.zip").exists()

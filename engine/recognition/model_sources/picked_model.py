"""A folder or zip that a person picked: finds the speech model in it, and refuses what is unsafe or none.

Runs on the thread that adds a speech model. Everything is judged before a byte is written (failures 97):
names that lead outside, links, doubles, and sizes that would fill the disk. Only the files that make a
speech model are then read; whatever else lies beside them is left alone.
"""

import contextlib
import json
import stat
import zipfile
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, Protocol, TypeVar

from engine.contract.cancellation import Cancellation
from engine.contract.errors import ArchiveRefused
from engine.recognition.model_sources.source import CHUNK_BYTES, PartFile

WEIGHTS = "model.bin"
SETTINGS = "config.json"
VOCABULARIES = ("tokenizer.json", "vocabulary.json", "vocabulary.txt")
MODEL_FILES = (WEIGHTS, SETTINGS, "preprocessor_config.json", *VOCABULARIES)
"""Every file that a speech model can consist of."""

MOST_DIRECTORY_BYTES = 1 << 20
"""Length of a zip's list of files: some thousands of names."""
MOST_FOLDERS = 2_000
MOST_BYTES = 16 << 30
MOST_EXPANSION = 40
"""Times a zip may grow. Weights hardly shrink and vocabularies about fivefold."""
SMALL_BYTES = 32 << 20
"""Below this nobody's disk fills, and the expansion is not looked at."""
DEEPEST_FOLDER = 4

Place = TypeVar("Place")

_CTRANSLATE2_WEIGHTS = b"WhisperSpec"


class PickedModel(Protocol):
    """The files of one speech model, wherever a person keeps them."""

    @property
    def suggested_name(self) -> str:
        """What the folder or zip is called, for a speech model that the catalogue does not know."""
        ...

    @property
    def sizes(self) -> Mapping[str, int]:
        """Bytes of each file by its name."""
        ...

    def copy(self, name: str, part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]) -> None:
        """Write one file into ``part``. Raises ``ArchiveRefused`` or ``Cancelled``."""
        ...


@contextlib.contextmanager
def open_picked(path: Path) -> Generator[PickedModel]:
    """Look at what a person picked.

    Raises:
        ArchiveRefused: it is not there, holds no speech model or several, or is unsafe.
    """
    if path.is_dir():
        yield _find_in_folder(path)
        return
    if not path.is_file():
        raise ArchiveRefused(path.name, "it is not there")
    try:
        if _directory_bytes(path) > MOST_DIRECTORY_BYTES:
            raise ArchiveRefused(path.name, "it holds far more files than a speech model")
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        # zipfile raises NotImplementedError where an archive wants a newer kind of zip than it knows.
        raise ArchiveRefused(path.name, "it is neither a folder nor a zip file that can be read") from error
    with archive:
        yield _find_in_archive(archive, path)


def check_weights(path: Path, picked_name: str) -> None:
    """Refuse weights in another form than the engine reads. Raises ``ArchiveRefused``."""
    with path.open("rb") as stream:
        head = stream.read(64)
    if _CTRANSLATE2_WEIGHTS not in head:
        raise ArchiveRefused(picked_name, f"its {WEIGHTS} is not a Whisper speech model in CTranslate2 form")


def check_json(path: Path, picked_name: str) -> None:
    """Refuse a settings or vocabulary file that is not JSON. Raises ``ArchiveRefused``."""
    try:
        json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ArchiveRefused(picked_name, f"its {path.name} is damaged") from error


@dataclass(frozen=True, slots=True)
class _Folder:
    suggested_name: str
    files: Mapping[str, Path]

    @property
    def sizes(self) -> Mapping[str, int]:
        return {name: path.stat().st_size for name, path in self.files.items()}

    def copy(self, name: str, part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]) -> None:
        with self.files[name].open("rb") as stream:
            _pour(stream, part, cancellation=cancellation, on_bytes=on_bytes)


def _find_in_folder(picked: Path) -> _Folder:
    found = [folder for folder in _folders_within(picked) if _is_model(_names_in(folder))]
    folder = _only(found, picked.name)
    files = {name: folder / name for name in MODEL_FILES if (folder / name).exists()}
    for name, file in files.items():
        _check_link(name, file, picked)
    if sum(file.stat().st_size for file in files.values()) > MOST_BYTES:
        raise ArchiveRefused(picked.name, "it is larger than any speech model")
    return _Folder(_suggest(picked, folder.relative_to(picked).parts), files)


def _folders_within(picked: Path) -> list[Path]:
    found, level = [picked], [picked]
    for _ in range(DEEPEST_FOLDER):
        level = [entry for folder in level for entry in _entries(folder) if entry.is_dir() and not entry.is_symlink()]
        found += level
        if len(found) > MOST_FOLDERS:
            raise ArchiveRefused(picked.name, "it holds too many folders; choose the one with model.bin in it")
    return found


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # a folder we may not look into cannot be the one that was meant
        return []


def _names_in(folder: Path) -> set[str]:
    return {name for name in MODEL_FILES if (folder / name).is_file()}


def _check_link(name: str, file: Path, picked: Path) -> None:
    """Links are followed inside what was picked and in a hub's own cache, and nowhere else."""
    target = file.resolve()
    allowed = [picked.resolve()]
    if file.parent.parent.name == "snapshots":  # …/models--OWNER--NAME/snapshots/REVISION/FILE -> …/blobs/HASH
        allowed.append(file.parent.parent.parent.resolve() / "blobs")
    if not target.is_file() or not any(target.is_relative_to(folder) for folder in allowed):
        raise ArchiveRefused(picked.name, f"its {name} is a link to another place")


@dataclass(frozen=True, slots=True)
class _Archive:
    suggested_name: str
    archive: zipfile.ZipFile
    picked_name: str
    files: Mapping[str, zipfile.ZipInfo]

    @property
    def sizes(self) -> Mapping[str, int]:
        return {name: entry.file_size for name, entry in self.files.items()}

    def copy(self, name: str, part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]) -> None:
        try:
            with self.archive.open(self.files[name]) as stream:
                _pour(stream, part, cancellation=cancellation, on_bytes=on_bytes)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise ArchiveRefused(self.picked_name, f"its {name} is damaged") from error


def _directory_bytes(path: Path) -> int:
    """How long a zip's list of files is, before Python makes an object of each. Raises ``BadZipFile``."""
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - (1 << 16) - 22 - 20))
        tail = stream.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0:
            raise zipfile.BadZipFile
        length = int.from_bytes(tail[at + 12 : at + 16], "little")
        locator = tail[max(0, at - 20) : at]
        if locator[:4] == b"PK\x06\x07":  # large zips: the real length stands in another record
            stream.seek(int.from_bytes(locator[8:16], "little"))
            record = stream.read(48)
            length = int.from_bytes(record[40:48], "little") if record[:4] == b"PK\x06\x06" else length
    return length


def _find_in_archive(archive: zipfile.ZipFile, path: Path) -> _Archive:
    entries = archive.infolist()
    _check_entries(entries, path.name)
    _check_expansion(entries, path)
    by_folder: dict[PurePosixPath, dict[str, zipfile.ZipInfo]] = {}
    for entry in entries:
        place = PurePosixPath(entry.filename)
        if not entry.is_dir() and place.name in MODEL_FILES:
            by_folder.setdefault(place.parent, {})[place.name] = entry
    folder = _only([folder for folder, files in by_folder.items() if _is_model(set(files))], path.name)
    return _Archive(_suggest(path.with_suffix(""), folder.parts), archive, path.name, by_folder[folder])


def _check_entries(entries: Sequence[zipfile.ZipInfo], picked_name: str) -> None:
    seen: set[str] = set()
    for entry in entries:
        name = entry.orig_filename
        if _leads_outside(name):
            raise ArchiveRefused(picked_name, "a file in it would be written outside its folder")
        if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise ArchiveRefused(picked_name, "it holds a link instead of a file")
        if entry.flag_bits & 0x1:
            raise ArchiveRefused(picked_name, "it is protected by a password")
        folded = name.rstrip("/").casefold()
        if folded in seen:
            raise ArchiveRefused(picked_name, "two files in it have the same name")
        seen.add(folded)


def _leads_outside(name: str) -> bool:
    windows = PureWindowsPath(name)
    return "\0" in name or bool(windows.drive or windows.root) or ".." in windows.parts


def _check_expansion(entries: Sequence[zipfile.ZipInfo], path: Path) -> None:
    total = sum(entry.file_size for entry in entries)
    if total > MOST_BYTES or (total > SMALL_BYTES and total > MOST_EXPANSION * path.stat().st_size):
        raise ArchiveRefused(path.name, "it would grow to a size that no speech model has")


def _is_model(names: set[str]) -> bool:
    return WEIGHTS in names and SETTINGS in names and any(name in names for name in VOCABULARIES)


def _only(found: Sequence[Place], picked_name: str) -> Place:
    if not found:
        raise ArchiveRefused(picked_name, "it holds no speech model (model.bin, config.json and tokenizer.json)")
    if len(found) > 1:
        raise ArchiveRefused(picked_name, "it holds more than one speech model; choose one of its folders")
    return found[0]


def _suggest(picked: Path, inner: Sequence[str]) -> str:
    """The most telling name on the way: a hub's cache calls its folders by hashes."""
    for part in (*reversed(inner), *reversed(picked.resolve().parts)):
        if part.startswith("models--"):
            return part.split("--")[-1]
    return inner[-1] if inner else picked.name


def _pour(stream: IO[bytes], part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]) -> None:
    part.restart()
    while chunk := stream.read(CHUNK_BYTES):
        cancellation.check()
        part.write(chunk)
        on_bytes(part.size)

"""What an installed speech model says about itself, and what its files were found to be.

``manifest.json`` lies in every installed speech model and is written last: a folder without it is not
installed. ``checked.json`` beside it remembers each file's hash for as long as its size and time of change
stay the same, so that 145 MB are not read again at every start. Used by the store only, on any thread.
"""

import contextlib
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from engine.contract.cancellation import Cancellation
from engine.contract.whole_file import write_whole
from engine.recognition.catalogue import ModelFile
from engine.recognition.model_sources.source import CHUNK_BYTES

MANIFEST_NAME = "manifest.json"
CHECKED_NAME = "checked.json"


@dataclass(frozen=True, slots=True)
class InstalledFile:
    """A file as it was when it was installed."""

    name: str
    size: int
    sha256: str
    source: str
    """Who delivered it, as a person reads it."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What lies in the folder of an installed speech model."""

    name: str
    title: str
    files: tuple[InstalledFile, ...]
    is_pinned: bool
    """Whether the catalogue knew every hash; if not, the hashes are those seen when it was installed."""
    is_custom: bool = False
    """Whether a person brought it and the catalogue does not know it."""
    format: int = 1

    @property
    def source(self) -> str:
        """Everyone who delivered a file, first the one of the first file."""
        return ", ".join(dict.fromkeys(file.source for file in self.files))

    def hash_of(self, name: str) -> str | None:
        """The hash that the file had when it was installed."""
        return next((file.sha256 for file in self.files if file.name == name), None)

    def source_of(self, name: str) -> str | None:
        """Who delivered the file."""
        return next((file.source for file in self.files if file.name == name), None)


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a model folder; ``None`` if there is none that can be read."""
    try:
        return _MANIFEST.validate_json((folder / MANIFEST_NAME).read_bytes())
    except (OSError, ValidationError):
        return None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, whole or not at all."""
    write_whole(folder / MANIFEST_NAME, _MANIFEST.dump_json(manifest, indent=2))


def read_note(staging: Path, name: str) -> InstalledFile | None:
    """What is known of a file that arrived whole in the staging folder; ``None`` if nothing."""
    try:
        return _NOTE.validate_json((staging / f".{name}.json").read_bytes())
    except (OSError, ValidationError):
        return None


def write_note(staging: Path, file: InstalledFile) -> None:
    """Keep what is known of a file that arrived whole, for the case that the rest does not."""
    write_whole(staging / f".{file.name}.json", _NOTE.dump_json(file, indent=2))


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file's hash, good for as long as size and time of change stay the same."""

    size: int
    mtime_ns: int
    sha256: str


class CheckedHashes:
    """The hashes of a model folder's files, computed when a file changed and remembered otherwise."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, CheckedFile] = {}
        with contextlib.suppress(OSError, ValidationError):
            self._known.update(_CHECKED.validate_json((folder / CHECKED_NAME).read_bytes()))

    def hash_of(self, name: str, *, cancellation: Cancellation, again: bool = False) -> str:
        """The hash of a file; ``again`` reads it even if it seems unchanged. Raises ``OSError``."""
        path = self._folder / name
        before = path.stat()
        known = self._known.get(name)
        if not again and known and (known.size, known.mtime_ns) == (before.st_size, before.st_mtime_ns):
            return known.sha256
        sha256 = hash_file(path, cancellation)
        self._remember({**self._known, name: CheckedFile(before.st_size, before.st_mtime_ns, sha256)})
        return sha256

    def remember(self, files: Iterable[InstalledFile]) -> None:
        """Take over hashes that were computed while the files were written."""
        known = dict(self._known)
        for file in files:
            stat = (self._folder / file.name).stat()
            known[file.name] = CheckedFile(stat.st_size, stat.st_mtime_ns, file.sha256)
        self._remember(known)

    def _remember(self, known: Mapping[str, CheckedFile]) -> None:
        self._known = dict(known)
        # A shared, read-only model folder is fine: its files are then hashed once per process start.
        with contextlib.suppress(OSError):
            write_whole(self._folder / CHECKED_NAME, _CHECKED.dump_json(self._known, indent=2))


def expected_file(file: ModelFile, manifest: Manifest | None) -> ModelFile:
    """What the catalogue says of a file, with the hash seen when it was installed where the catalogue knows none."""
    if file.sha256 or manifest is None:
        return file
    return ModelFile(file.name, file.size, manifest.hash_of(file.name))


def is_intact(
    place: Path, file: ModelFile, hashes: CheckedHashes, *, cancellation: Cancellation, again: bool = False
) -> bool:
    """Whether a file is there and has the size and hash it should have; not so where no hash is known."""
    try:
        size = (place / file.name).stat().st_size
        if file.sha256 is None or (file.size is not None and size != file.size):
            return False
        return hashes.hash_of(file.name, cancellation=cancellation, again=again) == file.sha256
    except OSError:
        return False


def hash_file(path: Path, cancellation: Cancellation) -> str:
    """The sha256 of a file's bytes, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK_BYTES):
            cancellation.check()
            digest.update(chunk)
    return digest.hexdigest()


_MANIFEST: TypeAdapter[Manifest] = TypeAdapter(Manifest)
_NOTE: TypeAdapter[InstalledFile] = TypeAdapter(InstalledFile)
_CHECKED: TypeAdapter[dict[str, CheckedFile]] = TypeAdapter(dict[str, CheckedFile])

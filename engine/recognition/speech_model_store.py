"""The speech models on this computer: which are there, whether they are whole, how they get here.

Used on any thread and from several processes at once; ``add``, ``add_from`` and ``remove`` take the store's
kernel lock. Called by the engine process (``path_of``), the command line and the settings page.

A speech model counts as installed when its folder ``NAME`` holds a manifest and every file has the published
hash. It grows in ``NAME.part`` and gets its name by one rename (failures 88). What is present is used
without a single connection (failures 90).
"""

import contextlib
import errno
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import filelock

from engine.contract.cancellation import Cancellation
from engine.contract.errors import (
    DiskFull,
    SpeechModelDamaged,
    SpeechModelFetchFailed,
    SpeechModelMissing,
    SpeechModelUnknown,
)
from engine.recognition.catalogue import Catalogue, ModelFile, SpeechModel
from engine.recognition.model_import import import_picked
from engine.recognition.model_installation import PART_SUFFIX, Installation, ProgressListener
from engine.recognition.model_manifest import MANIFEST_NAME, CheckedHashes, expected_file, is_intact, read_manifest
from engine.recognition.model_names import is_safe_name
from engine.recognition.model_sources.opening import open_sources
from engine.recognition.model_sources.source import ModelSource

SourceOpener = Callable[[SpeechModel, Catalogue, Path], list[ModelSource]]
"""Gives the places to ask for a speech model, in order; the path is a folder for temporary files."""


class ModelState(StrEnum):
    """How a speech model on disk compares with what was published."""

    MATCHES = "matches"
    DAMAGED = "damaged"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A speech model that lies on this computer."""

    name: str
    title: str
    size: int
    """Bytes on disk."""
    place: Path
    source: str
    """Where it came from, as a person reads it; empty if the folder does not say."""
    state: ModelState
    is_custom: bool
    """Whether a person brought it and the catalogue does not know it."""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """What reading every byte of a speech model showed."""

    name: str
    state: ModelState
    damaged: tuple[str, ...] = ()
    """Names of the files that are missing or not what was published."""
    is_pinned: bool = True
    """Whether the hashes were published with the application, not only seen when it was installed."""


class SpeechModelStore:
    """Keeps speech models in a folder, one folder each."""

    def __init__(
        self,
        folder: Path,
        catalogue: Catalogue,
        *,
        sources: SourceOpener = open_sources,
        free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    ) -> None:
        self._folder = folder
        self._catalogue = catalogue
        self._sources = sources
        self._free_bytes = free_bytes

    @property
    def folder(self) -> Path:
        """Where the speech models lie."""
        return self._folder

    @property
    def catalogue(self) -> Catalogue:
        """The speech models that can be added by name."""
        return self._catalogue

    def installed(self) -> list[InstalledModel]:
        """Every speech model on this computer, the catalogue's first, then a person's own by name.

        A file that changed since it was last read is hashed again, so this belongs on a background thread.
        """
        names = [name for name in self._catalogue.names if self._place(name).is_dir()]
        found = [self._describe(name) for name in [*names, *self._custom_names()]]
        return [each for each in found if each.place.is_dir()]  # somebody may have removed one meanwhile

    def sources_of(self, name: str) -> list[str]:
        """Who would be asked for a speech model, in order, as a person reads it. Raises ``SpeechModelUnknown``."""
        model = self._catalogue.get(name)
        return [source.label for source in self._sources(model, self._catalogue, self._staging(name) / "packages")]

    def path_of(self, name: str) -> Path:
        """The folder of a speech model whose every file is what was published. Never uses the network.

        Raises:
            SpeechModelUnknown, SpeechModelMissing: there is none of that name, or not here.
            SpeechModelDamaged: a file is missing or differs.
        """
        place = self._existing_place(name)
        damaged = next(self._damaged_files(name, place, cancellation=Cancellation()), None)
        if damaged is not None:
            raise SpeechModelDamaged(name, damaged)
        return place

    def check(self, name: str, *, cancellation: Cancellation | None = None) -> ModelCheck:
        """Read every byte of a speech model and compare. Raises ``SpeechModelUnknown`` or ``Cancelled``."""
        try:
            place = self._existing_place(name)
        except SpeechModelMissing:
            return ModelCheck(name, ModelState.MISSING)
        damaged = tuple(self._damaged_files(name, place, cancellation=cancellation or Cancellation(), again=True))
        manifest = read_manifest(place)
        return ModelCheck(
            name,
            ModelState.DAMAGED if damaged else ModelState.MATCHES,
            damaged,
            is_pinned=manifest is not None and manifest.is_pinned,
        )

    def add(
        self,
        name: str,
        *,
        cancellation: Cancellation | None = None,
        on_progress: ProgressListener | None = None,
    ) -> Path:
        """Make sure that a speech model is here and whole; repair what is damaged, continue what was cut off.

        Raises:
            SpeechModelUnknown: no such name.
            SpeechModelFetchFailed: no source could deliver a file; what arrived is kept for the next try.
            DiskFull: there is no room.
            Cancelled: stopping was requested; what arrived is kept for the next try.
        """
        with contextlib.suppress(SpeechModelMissing, SpeechModelDamaged):
            return self.path_of(name)
        if name not in self._catalogue:
            return self.path_of(name)  # a person's own speech model: nobody can deliver it again
        model = self._catalogue.get(name)
        cancellation = cancellation or Cancellation()
        with self._locked(cancellation), self._translated(name):
            place = self._place(name)
            with contextlib.suppress(SpeechModelMissing, SpeechModelDamaged):
                return self.path_of(name)  # another process was faster
            Installation(
                model,
                place=place,
                staging=self._staging(name),
                sources=lambda wheels: self._sources(model, self._catalogue, wheels),
                free_bytes=self._free_bytes,
                cancellation=cancellation,
                on_progress=on_progress or _ignore,
            ).run()
            return place

    def add_from(
        self,
        path: Path,
        *,
        name: str | None = None,
        cancellation: Cancellation | None = None,
        on_progress: ProgressListener | None = None,
    ) -> str:
        """Copy a speech model from a folder or zip that a person picked; answers the name it is known by.

        A published speech model is recognised by its hashes and gets its catalogue name. Any other keeps
        ``name``, or one made from the folder's.

        Raises:
            ArchiveRefused: it is none, it is unsafe, or the name is taken; nothing was changed.
            DiskFull, Cancelled: nothing was changed.
        """
        cancellation = cancellation or Cancellation()
        with self._locked(cancellation), self._translated(name or path.name):
            known_as = import_picked(
                path,
                wanted_name=name,
                folder=self._folder,
                catalogue=self._catalogue,
                free_bytes=self._free_bytes,
                cancellation=cancellation,
                on_progress=on_progress or _ignore,
            )
            shutil.rmtree(self._staging(known_as), ignore_errors=True)  # what a download left is of no use now
            return known_as

    def remove(self, name: str) -> None:
        """Delete a speech model and what was downloaded of it.

        Raises:
            SpeechModelUnknown, SpeechModelMissing: there is nothing to delete.
        """
        with self._locked(Cancellation()):
            if name not in self._catalogue and not is_safe_name(name):
                raise SpeechModelUnknown(name)
            staging = self._staging(name)
            if staging.is_dir():
                shutil.rmtree(staging)
                if not self._place(name).is_dir():
                    return
            # Under its new name it is no longer installed, should deleting be interrupted.
            self._existing_place(name).replace(staging)
            shutil.rmtree(staging)

    def _place(self, name: str) -> Path:
        return self._folder / name

    def _staging(self, name: str) -> Path:
        return self._folder / f"{name}{PART_SUFFIX}"

    def _existing_place(self, name: str) -> Path:
        known = name in self._catalogue
        if not known and not is_safe_name(name):
            raise SpeechModelUnknown(name)
        place = self._place(name)
        if not place.is_dir():
            raise SpeechModelMissing(name) if known else SpeechModelUnknown(name)
        return place

    def _custom_names(self) -> list[str]:
        if not self._folder.is_dir():
            return []
        names = [entry.name for entry in self._folder.iterdir() if entry.is_dir() and is_safe_name(entry.name)]
        return sorted(name for name in names if name not in self._catalogue and read_manifest(self._place(name)))

    def _describe(self, name: str) -> InstalledModel:
        place = self._place(name)
        manifest = read_manifest(place)
        damaged = next(self._damaged_files(name, place, cancellation=Cancellation()), None)
        is_custom = name not in self._catalogue
        own_title = manifest.title if manifest else name
        return InstalledModel(
            name=name,
            title=own_title if is_custom else self._catalogue.get(name).title,
            size=_size_of(place),
            place=place,
            source=manifest.source if manifest else "",
            state=ModelState.DAMAGED if damaged else ModelState.MATCHES,
            is_custom=is_custom,
        )

    def _damaged_files(
        self, name: str, place: Path, *, cancellation: Cancellation, again: bool = False
    ) -> Iterator[str]:
        manifest = read_manifest(place)
        if name in self._catalogue:
            wanted = [expected_file(file, manifest) for file in self._catalogue.get(name).files]
        else:
            wanted = [ModelFile(file.name, file.size, file.sha256) for file in manifest.files] if manifest else []
        hashes = CheckedHashes(place)
        for file in wanted:
            if not is_intact(place, file, hashes, cancellation=cancellation, again=again):
                yield file.name
        if manifest is None:
            yield MANIFEST_NAME

    @contextlib.contextmanager
    def _locked(self, cancellation: Cancellation) -> Generator[None]:
        self._folder.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(self._folder / ".lock")
        while True:
            cancellation.check()
            with contextlib.suppress(filelock.Timeout):
                lock.acquire(timeout=0.2)
                break
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def _translated(self, name: str) -> Generator[None]:
        try:
            yield
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise DiskFull(str(self._folder)) from error
            raise SpeechModelFetchFailed(name, f"{self._folder}: {error.strerror or error}") from error


def _size_of(place: Path) -> int:
    """Bytes of the files in a folder; of what goes away while we look, nothing."""
    size = 0
    with contextlib.suppress(OSError):
        for entry in os.scandir(place):
            with contextlib.suppress(OSError):
                size += entry.stat().st_size if entry.is_file() else 0
    return size


def _ignore(done: int, total: int) -> None:
    del done, total

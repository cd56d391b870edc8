"""Adding a speech model of the catalogue: collect its files beside the model folder, then put them in place.

Runs on the thread that called ``SpeechModelStore.add``, which holds the store's lock.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from engine.contract.cancellation import Cancellation
from engine.contract.errors import DiskFull, SpeechModelFetchFailed
from engine.recognition.catalogue import ModelFile, SpeechModel
from engine.recognition.model_manifest import (
    CheckedHashes,
    InstalledFile,
    Manifest,
    expected_file,
    hash_file,
    is_intact,
    read_manifest,
    read_note,
    write_manifest,
    write_note,
)
from engine.recognition.model_sources.source import ModelSource, PartFile, SourceFailed

PART_SUFFIX = ".part"
SPARE_BYTES = 64 << 20
"""Room to leave on the disk beside the speech model itself."""

ProgressListener = Callable[[int, int], None]
"""Told the bytes that are there and the bytes in all; called on the thread that adds."""


class Installation:
    """One run of ``add``: collects the files in the staging folder, then puts them in place."""

    def __init__(
        self,
        model: SpeechModel,
        *,
        place: Path,
        staging: Path,
        sources: Callable[[Path], list[ModelSource]],
        free_bytes: Callable[[Path], int],
        cancellation: Cancellation,
        on_progress: ProgressListener,
    ) -> None:
        self._model = model
        self._place = place
        self._staging = staging
        self._open_sources = sources
        self._free_bytes = free_bytes
        self._cancellation = cancellation
        self._on_progress = on_progress
        self._done = 0
        self._manifest = read_manifest(place)

    def run(self) -> None:
        """Collect, then put in place."""
        self._staging.mkdir(parents=True, exist_ok=True)
        ready = [self._find_ready(file) for file in self._model.files]
        self._done = sum(file.size for file in ready if file)
        self._check_room()
        sources = self._open_sources(self._staging / "packages")
        try:
            files = [
                found or self._fetch(wanted, sources) for found, wanted in zip(ready, self._model.files, strict=True)
            ]
        finally:
            for source in sources:
                source.close()
        manifest = Manifest(self._model.name, self._model.title, tuple(files), is_pinned=self._model.is_pinned)
        put_in_place(self._staging, self._place, manifest)
        self._on_progress(self._done, self._done)

    def _find_ready(self, wanted: ModelFile) -> InstalledFile | None:
        """A good copy that needs no source: in place already, or left by an earlier try."""
        expected = expected_file(wanted, self._manifest)
        if is_intact(self._place, expected, CheckedHashes(self._place), cancellation=self._cancellation):
            size = (self._place / wanted.name).stat().st_size
            source = self._manifest.source_of(wanted.name) if self._manifest else None
            return InstalledFile(wanted.name, size, expected.sha256 or "", source or "the model folder")
        noted = read_note(self._staging, wanted.name)
        if noted and (wanted.sha256 or noted.sha256) == noted.sha256:
            path = self._staging / wanted.name
            if path.is_file() and hash_file(path, self._cancellation) == noted.sha256:
                return noted
        return None

    def _fetch(self, wanted: ModelFile, sources: list[ModelSource]) -> InstalledFile:
        part_path = self._staging / f"{wanted.name}{PART_SUFFIX}"
        reasons: list[str] = []
        before = self._done
        for source in sources:
            self._done = before
            with PartFile(part_path) as part:
                try:
                    source.deliver(
                        wanted,
                        part,
                        cancellation=self._cancellation,
                        on_bytes=lambda there: self._report(before + there),
                    )
                    _compare(part, wanted, source.label)
                except SourceFailed as failure:
                    reasons.append(str(failure))
                    continue
                part.make_durable()
                installed = InstalledFile(wanted.name, part.size, part.sha256, source.label)
            # The note first: a file with its name is then always one whose hash is known.
            write_note(self._staging, installed)
            part_path.replace(self._staging / wanted.name)
            self._done = before + installed.size
            return installed
        raise SpeechModelFetchFailed(self._model.name, "; ".join(reasons) or "there is no source for it")

    def _report(self, done: int) -> None:
        self._done = done
        self._on_progress(done, max(done, self._model.size))

    def _check_room(self) -> None:
        arrived = sum(path.stat().st_size for path in self._staging.glob(f"*{PART_SUFFIX}"))
        check_room(self._staging, self._model.size - self._done - arrived, free_bytes=self._free_bytes)


def check_room(staging: Path, needed: int, *, free_bytes: Callable[[Path], int]) -> None:
    """Raise ``DiskFull`` before the disk is."""
    if needed > 0 and free_bytes(staging) < needed + SPARE_BYTES:
        raise DiskFull(str(staging.parent))


def put_in_place(staging: Path, place: Path, manifest: Manifest) -> None:
    """Make collected files the installed speech model: by one rename, or file by file where one is repaired."""
    for leftover in staging.iterdir():
        if leftover.name not in {file.name for file in manifest.files}:
            if leftover.is_dir():
                shutil.rmtree(leftover)
            else:
                leftover.unlink()
    if place.is_dir():
        for file in manifest.files:
            if (staging / file.name).is_file():
                (staging / file.name).replace(place / file.name)
        CheckedHashes(place).remember(manifest.files)
        write_manifest(place, manifest)
        shutil.rmtree(staging)
    else:
        CheckedHashes(staging).remember(manifest.files)
        write_manifest(staging, manifest)
        _sync_folder(staging)
        staging.replace(place)
    _sync_folder(place.parent)


def _compare(part: PartFile, wanted: ModelFile, label: str) -> None:
    if wanted.size is not None and part.size != wanted.size:
        size = part.size
        part.restart()
        raise SourceFailed(f"{label} delivered {size} bytes of {wanted.name}, not {wanted.size}")
    if wanted.sha256 is not None and part.sha256 != wanted.sha256:
        part.restart()
        raise SourceFailed(f"{label} delivered a {wanted.name} that is not the published one")


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return  # Windows cannot open a folder; its rename is durable by the journal
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

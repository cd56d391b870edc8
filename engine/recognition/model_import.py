"""Adding a speech model from a folder or zip that a person picked, under its published name or their own.

Runs on the thread that called ``SpeechModelStore.add_from``, which holds the store's lock. The files are
copied beside the model folder and become a speech model by one rename; on refusal nothing stays.
"""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from engine.contract.cancellation import Cancellation
from engine.contract.errors import ArchiveRefused
from engine.recognition.catalogue import Catalogue, SpeechModel
from engine.recognition.model_installation import PART_SUFFIX, ProgressListener, check_room, put_in_place
from engine.recognition.model_manifest import InstalledFile, Manifest
from engine.recognition.model_names import is_safe_name, to_safe_name
from engine.recognition.model_sources.picked_model import WEIGHTS, PickedModel, check_json, check_weights, open_picked
from engine.recognition.model_sources.source import PartFile


def import_picked(
    path: Path,
    *,
    wanted_name: str | None,
    folder: Path,
    catalogue: Catalogue,
    free_bytes: Callable[[Path], int],
    cancellation: Cancellation,
    on_progress: ProgressListener,
) -> str:
    """Copy, check, name and put in place; answers the name.

    Raises:
        ArchiveRefused: it is no speech model, it is unsafe, or the name is taken.
        Cancelled: stopping was requested.
    """
    path = path.resolve()
    if wanted_name is not None and not is_safe_name(wanted_name):
        raise ArchiveRefused(path.name, f"“{wanted_name}” cannot be the name of a folder on every system")
    with open_picked(path) as picked:
        staging = Path(tempfile.mkdtemp(prefix=".import-", suffix=PART_SUFFIX, dir=folder))
        try:
            check_room(staging, sum(picked.sizes.values()), free_bytes=free_bytes)
            files = _copy(picked, path, staging, cancellation=cancellation, on_progress=on_progress)
            manifest = _name(files, path, picked, wanted_name=wanted_name, folder=folder, catalogue=catalogue)
            if manifest.is_custom:
                _check_content(staging, files, path.name)
            put_in_place(staging, folder / manifest.name, manifest)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    return manifest.name


def _copy(
    picked: PickedModel, path: Path, staging: Path, *, cancellation: Cancellation, on_progress: ProgressListener
) -> tuple[InstalledFile, ...]:
    total = sum(picked.sizes.values())
    files: list[InstalledFile] = []
    for name in picked.sizes:
        done = sum(file.size for file in files)
        with PartFile(staging / name) as part:
            picked.copy(
                name,
                part,
                cancellation=cancellation,
                on_bytes=lambda there, done=done: on_progress(done + there, total),
            )
            part.make_durable()
            files.append(InstalledFile(name, part.size, part.sha256, f"imported from “{path.name}”"))
    return tuple(files)


def _name(
    files: tuple[InstalledFile, ...],
    path: Path,
    picked: PickedModel,
    *,
    wanted_name: str | None,
    folder: Path,
    catalogue: Catalogue,
) -> Manifest:
    published = _find_published(files, catalogue)
    if published is not None and wanted_name in (None, published.name):
        hashes = {file.name: file.sha256 for file in files}
        for file in published.files:
            if file.sha256 is not None and hashes.get(file.name) != file.sha256:
                raise ArchiveRefused(path.name, f"its {file.name} is not the one published for “{published.name}”")
        wanted = {file.name for file in published.files}
        kept = tuple(file for file in files if file.name in wanted)
        return Manifest(published.name, published.title, kept, is_pinned=published.is_pinned)
    name = wanted_name or _free_name(to_safe_name(picked.suggested_name), folder, catalogue)
    if wanted_name is not None and _is_taken(wanted_name, folder, catalogue):
        raise ArchiveRefused(path.name, f"there is already a speech model called “{wanted_name}”; choose another name")
    return Manifest(name, name, files, is_pinned=False, is_custom=True)


def _find_published(files: tuple[InstalledFile, ...], catalogue: Catalogue) -> SpeechModel | None:
    """The weights alone decide: two speech models may share a vocabulary, never their weights."""
    weights = next((file.sha256 for file in files if file.name == WEIGHTS), None)
    for model in catalogue:
        if any(file.name == WEIGHTS and file.sha256 == weights for file in model.files):
            return model
    return None


def _free_name(name: str, folder: Path, catalogue: Catalogue) -> str:
    number = 2
    candidate = name
    while _is_taken(candidate, folder, catalogue):
        candidate = f"{name[:58]}-{number}"
        number += 1
    return candidate


def _is_taken(name: str, folder: Path, catalogue: Catalogue) -> bool:
    """Without regard to case, as Windows and macOS see it."""
    present = [entry.name for entry in folder.iterdir()]
    return name.casefold() in {taken.casefold() for taken in (*catalogue.names, *present)}


def _check_content(staging: Path, files: tuple[InstalledFile, ...], picked_name: str) -> None:
    check_weights(staging / WEIGHTS, picked_name)
    for file in files:
        if file.name.endswith(".json"):
            check_json(staging / file.name, picked_name)

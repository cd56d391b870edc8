"""Where the application keeps its things on this machine: the platform's own folders, private to the person.

``VIVAVOCE_HOME`` moves everything under one folder, for tests and for a portable copy.
"""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from app.meetings.errors import LibraryNotWritable
from engine.contract.errors import DiskFull, VivavoceError

NAME = "Vivavoce"


@dataclass(frozen=True, slots=True)
class Folders:
    """The places of one installation. Nothing is created before ``make``."""

    library: Path
    """``library.db``, its backups, and ``meetings/ID`` with each meeting's sound."""
    models: Path
    """Speech models, one folder each."""
    cache: Path
    """What can be computed again."""
    logs: Path
    settings: Path
    """The settings file."""
    is_portable: bool = False
    """Everything lies under one folder, this machine's key as well: it goes with the copy."""

    @property
    def workers(self) -> Path:
        """The list of paired workers; beside it lies who this machine is to them."""
        return self.settings.parent / "workers.json"

    def make(self) -> None:
        """Create the folders, readable by their owner only."""
        for folder in (self.library, self.models, self.cache, self.logs, self.settings.parent):
            folder.mkdir(parents=True, exist_ok=True)
            if os.name == "posix":
                folder.chmod(0o700)


def find_folders() -> Folders:
    """The folders of the person who runs the application."""
    home = os.environ.get("VIVAVOCE_HOME")
    if home:
        root = Path(home).expanduser().resolve()
        return Folders(
            root / "library",
            root / "models",
            root / "cache",
            root / "logs",
            root / "settings.json",
            is_portable=True,
        )
    places = platformdirs.PlatformDirs(NAME, appauthor=False)
    data = places.user_data_path
    return Folders(
        library=data / "library",
        models=data / "models",
        cache=places.user_cache_path,
        logs=places.user_log_path,
        settings=places.user_config_path / "settings.json",
    )


def find_worker_state() -> Path:
    """Where a worker keeps who it is and whom it is paired with."""
    home = os.environ.get("VIVAVOCE_HOME")
    if home:
        return Path(home).expanduser().resolve() / "worker"
    return platformdirs.PlatformDirs(NAME, appauthor=False).user_state_path / "worker"


def folder_trouble(error: OSError, folders: Folders) -> VivavoceError:
    """Why a folder of ours could not be made, as one of the known troubles."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(str(folders.library))
    trouble = LibraryNotWritable(str(error.filename or folders.library))
    trouble.__cause__ = error
    return trouble

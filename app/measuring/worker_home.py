"""The folders of a worker with one speech model, and of a desktop that is paired with it, made to be measured.

Used by ``served_worker.py`` and ``faulty_worker.py``, who start the real command in them. Nothing listens yet.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from engine.remote.identity import Identity, find_identity, worker_places
from engine.remote.paired_desktops import FILE_NAME, PairedDesktop, PairedDesktops
from engine.remote.paired_workers import PairedWorker


class WorkerHome:
    """Both sides know each other as after pairing."""

    def __init__(self, folder: Path, *, model: Path) -> None:
        """``model`` is the folder of the one speech model it has."""
        self.models = folder / "models"
        self.models.mkdir(parents=True, exist_ok=True)
        (self.models / model.name).symlink_to(model, target_is_directory=True)
        self.state = folder / "worker"
        """Where the worker keeps its things."""
        self.desktop_folder = folder / "desktop"
        self.desktop: Identity = find_identity(self.desktop_folder, places=worker_places(self.desktop_folder))
        """Who is paired with it."""
        self._identity = find_identity(self.state, places=worker_places(self.state))
        self.let_in(self.state)

    def let_in(self, state: Path) -> None:
        """Pair the desktop with a worker that keeps its things there."""
        desktop = PairedDesktop("desktop", self.desktop.certificate, datetime.now(UTC))
        PairedDesktops(state / FILE_NAME).add(desktop)

    def paired(self, name: str, *, port: int) -> PairedWorker:
        """The worker as the desktop knows it."""
        return PairedWorker(name, "127.0.0.1", port, self._identity.certificate)

    def command(self, *, port: int, state: Path | None = None) -> list[str]:
        """What starts the worker at a port of this machine, where 0 is any."""
        places = ["--state", str(state or self.state), "--models", str(self.models)]
        listening = ["--host", "127.0.0.1", "--port", str(port)]
        return [sys.executable, "-P", "-m", "app.cli.main", "worker", "serve", *places, *listening]

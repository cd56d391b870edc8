"""A desktop and a worker with keys of their own, paired or not: what tests of trust begin with."""

import datetime
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from engine.remote.certificate import BEGINS, ENDS, make_certificate
from engine.remote.identity import Identity, find_identity, worker_places
from engine.remote.paired_desktops import FILE_NAME, PairedDesktop, PairedDesktops
from engine.remote.paired_workers import PairedWorker, PairedWorkers

TODAY = datetime.datetime.now(datetime.UTC)
DAY = datetime.timedelta(days=1)


def new_identity(*, begins: datetime.datetime = BEGINS, ends: datetime.datetime = ENDS) -> Identity:
    """A machine's identity, kept nowhere; with other dates than ours have, if wanted."""
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return Identity(make_certificate(key, begins=begins, ends=ends), pem)


@dataclass
class Machines:
    """Both, as they lie on their disks."""

    desktop_folder: Path
    worker_folder: Path
    desktop: Identity
    worker: Identity
    workers: PairedWorkers
    """The desktop's list."""
    desktops: PairedDesktops
    """The worker's list."""

    def pair(self, *, port: int) -> PairedWorker:
        """Let each trust the other, as pairing does at its end."""
        worker = PairedWorker("Big computer", "127.0.0.1", port, self.worker.certificate, paired_at=TODAY)
        self.workers.add(worker)
        self.desktops.add(PairedDesktop("Laptop", self.desktop.certificate, TODAY))
        return worker


def make_machines(folder: Path) -> Machines:
    """A desktop and a worker that do not know each other yet. Keys lie in files: no test touches a password store."""
    desktop_folder, worker_folder = folder / "desktop", folder / "worker"
    return Machines(
        desktop_folder,
        worker_folder,
        find_identity(desktop_folder, places=worker_places(desktop_folder)),
        find_identity(worker_folder, places=worker_places(worker_folder)),
        PairedWorkers(desktop_folder / "workers.json"),
        PairedDesktops(worker_folder / FILE_NAME),
    )

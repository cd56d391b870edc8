"""The workers that this desktop is paired with, in ``workers.json`` of the settings' folder.

Read by the engine process for each job and by the window; changed by the window and by ``vivavoce workers``. On any
thread. What is kept here is no secret: names, addresses and certificates, which are public.
"""

import base64
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.remote.certificate import Certificate, CertificateRefused, read_der
from engine.remote.peer_file import PeerFile, Rows

SERVICE_PORT = 50777
"""Where a worker serves."""

PAIRING_PORT = 50778
"""Where it can be paired, only while it waits for that."""


@dataclass(frozen=True, slots=True)
class PairedWorker:
    """A machine that may understand for this one."""

    name: str
    """As a person knows it."""
    address: str
    """Host name or address, without the port."""
    port: int
    certificate: Certificate
    is_enabled: bool = True
    """Whether it is asked; a person may turn it off."""
    paired_at: datetime | None = None
    last_used: datetime | None = None
    """When it last understood something for this machine."""
    known_by: str = ""
    """Fingerprint of the certificate that it was paired with, if it shows another one by now."""
    next_certificate: Certificate | None = None
    """What it will show next, as it announced; see ``key_news.py``."""
    keeps: str = ""
    """Fingerprint of this machine's next certificate that it said it keeps."""

    @property
    def fingerprint(self) -> str:
        """What it is known by here, whatever its name, address and key."""
        return self.known_by or self.certificate.fingerprint

    @property
    def target(self) -> str:
        """For a gRPC channel. An IPv6 address has brackets there."""
        return f"[{self.address}]:{self.port}" if ":" in self.address else f"{self.address}:{self.port}"


class PairedWorkers:
    """The list. Each call looks at the file, so that processes agree."""

    def __init__(self, path: Path) -> None:
        self._file = PeerFile(path)
        self._path = path

    @property
    def path(self) -> Path:
        """The file; the identity of this machine lies beside it."""
        return self._path

    @property
    def was_damaged(self) -> bool:
        """The file made no sense and is kept aside: the workers have to be paired anew."""
        return self._file.was_damaged

    def read(self) -> tuple[PairedWorker, ...]:
        """All of them, in the order they were paired. A row that makes no sense is passed over."""
        return tuple(worker for row in self._file.read() if (worker := _read_row(row)) is not None)

    def add(self, worker: PairedWorker) -> None:
        """Add a worker, in the place of the same machine if it was paired before.

        Raises:
            PeersNotSaved: the file cannot be written.
        """
        row = _write_row(worker)

        def put(rows: Rows) -> Rows:
            others = [each for each in rows if each.get("certificate") != row["certificate"]]
            return [*others, row]

        self._file.change(put)

    def forget(self, fingerprint: str) -> None:
        """Trust it no more. Forgetting twice is harmless. Raises ``PeersNotSaved``."""
        self._file.change(lambda rows: [row for row in rows if not _is(row, fingerprint)])

    def find(self, fingerprint: str) -> PairedWorker | None:
        """One of them as it is now, by what it is known by."""
        return next((each for each in self.read() if each.fingerprint == fingerprint), None)

    def change(self, fingerprint: str, **values: Any) -> None:
        """Change fields of one worker; nothing happens if it is not there. Raises ``PeersNotSaved``."""

        def put(rows: Rows) -> Rows:
            changed: Rows = []
            for row in rows:
                worker = _read_row(row) if _is(row, fingerprint) else None
                changed.append(row if worker is None else row | _write_row(replace(worker, **values)))
            return changed

        self._file.change(put)


def _is(row: dict[str, Any], fingerprint: str) -> bool:
    worker = _read_row(row)
    return worker is not None and worker.fingerprint == fingerprint


def _read_row(row: dict[str, Any]) -> PairedWorker | None:
    try:
        port = int(row["port"])
        if not 0 < port < 65_536 or not row["address"]:
            return None
        return PairedWorker(
            name=str(row["name"]),
            address=str(row["address"]),
            port=port,
            certificate=read_der(base64.b64decode(row["certificate"], validate=True)),
            is_enabled=row.get("is_enabled") is not False,
            paired_at=_read_moment(row.get("paired_at")),
            last_used=_read_moment(row.get("last_used")),
            known_by=str(row.get("known_by") or ""),
            next_certificate=_read_next(row.get("next_certificate")),
            keeps=str(row.get("keeps") or ""),
        )
    except (KeyError, TypeError, ValueError, CertificateRefused):
        return None


def _write_row(worker: PairedWorker) -> dict[str, Any]:
    return {
        "name": worker.name,
        "address": worker.address,
        "port": worker.port,
        "certificate": base64.b64encode(worker.certificate.der).decode("ascii"),
        "is_enabled": worker.is_enabled,
        "paired_at": _write_moment(worker.paired_at),
        "last_used": _write_moment(worker.last_used),
        "known_by": worker.known_by,
        "next_certificate": _write_next(worker.next_certificate),
        "keeps": worker.keeps,
    }


def _read_next(value: object) -> Certificate | None:
    return read_der(base64.b64decode(str(value), validate=True)) if value else None


def _write_next(certificate: Certificate | None) -> str | None:
    return None if certificate is None else base64.b64encode(certificate.der).decode("ascii")


def _read_moment(value: object) -> datetime | None:
    try:
        return datetime.fromisoformat(str(value)).astimezone(UTC) if value else None
    except (ValueError, OverflowError):
        return None


def _write_moment(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat(timespec="seconds") if moment is not None else None

"""The desktops that may ask this worker, in ``desktops.json`` of its state folder.

Read by the service at every connection and every message's check, changed by ``vivavoce worker pair`` and ``forget`` in
another process: what changed counts at once, without a restart. On any thread.
"""

import base64
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.remote.certificate import Certificate, CertificateRefused, read_der
from engine.remote.peer_file import PeerFile, Rows, Stamp

FILE_NAME = "desktops.json"


@dataclass(frozen=True, slots=True)
class PairedDesktop:
    """A machine that may ask."""

    name: str
    """As a person knows it."""
    certificate: Certificate
    paired_at: datetime | None = None

    @property
    def fingerprint(self) -> str:
        """What it is known by."""
        return self.certificate.fingerprint


class PairedDesktops:
    """The list, read again whenever its file changed."""

    def __init__(self, path: Path) -> None:
        self._file = PeerFile(path)
        self._lock = threading.Lock()
        self._seen: Stamp | None = None
        self._desktops: tuple[PairedDesktop, ...] = ()
        self._trusted: frozenset[str] = frozenset()

    @property
    def was_damaged(self) -> bool:
        """The file made no sense and is kept aside: nobody is trusted until they are paired anew."""
        return self._file.was_damaged

    def read(self) -> tuple[PairedDesktop, ...]:
        """All of them, in the order they were paired."""
        return self._look()[0]

    def is_trusted(self, fingerprint: str) -> bool:
        """Whether a certificate's fingerprint may ask, now. A file look-up; cheap enough for every question."""
        return fingerprint in self._look()[1]

    def add(self, desktop: PairedDesktop) -> None:
        """Trust a desktop. Raises ``PeersNotSaved``."""
        row = {
            "name": desktop.name,
            "certificate": base64.b64encode(desktop.certificate.der).decode("ascii"),
            "paired_at": desktop.paired_at.astimezone(UTC).isoformat(timespec="seconds") if desktop.paired_at else None,
        }
        self._file.change(lambda rows: [*(each for each in rows if each.get("certificate") != row["certificate"]), row])

    def forget(self, fingerprint: str) -> None:
        """Trust it no more; its open streams end at the service's next look. Raises ``PeersNotSaved``."""

        def without(rows: Rows) -> Rows:
            found = [(row, _read_row(row)) for row in rows]
            return [row for row, desktop in found if desktop is None or desktop.fingerprint != fingerprint]

        self._file.change(without)

    def _look(self) -> tuple[tuple[PairedDesktop, ...], frozenset[str]]:
        with self._lock:
            # The stamp before the rows: a change in between is seen at the next look.
            stamp = self._file.stamp()
            if stamp is None or stamp != self._seen:
                rows = self._file.read() if stamp is not None else []
                self._desktops = tuple(desktop for row in rows if (desktop := _read_row(row)) is not None)
                self._trusted = frozenset(desktop.fingerprint for desktop in self._desktops)
                self._seen = stamp
            return self._desktops, self._trusted


def _read_row(row: dict[str, Any]) -> PairedDesktop | None:
    try:
        certificate = read_der(base64.b64decode(row["certificate"], validate=True))
        paired_at = datetime.fromisoformat(row["paired_at"]).astimezone(UTC) if row.get("paired_at") else None
        return PairedDesktop(str(row["name"]), certificate, paired_at)
    except (KeyError, TypeError, ValueError, CertificateRefused):
        return None

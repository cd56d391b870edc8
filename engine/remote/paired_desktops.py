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
    next_certificate: Certificate | None = None
    """What it will show next, as it announced; see ``key_news.py``."""
    former: str = ""
    """Fingerprint of what it showed before. Nobody is let in by it any more, but what is open goes on."""
    keeps: str = ""
    """Fingerprint of this machine's next certificate that it said it keeps."""

    @property
    def fingerprint(self) -> str:
        """What it is known by."""
        return self.certificate.fingerprint

    @property
    def shown(self) -> tuple[Certificate, ...]:
        """The certificates that it is let in by."""
        return (self.certificate,) if self.next_certificate is None else (self.certificate, self.next_certificate)

    @property
    def trusted(self) -> tuple[str, ...]:
        """Fingerprints of those, and of the one by which what is open may have come."""
        return (*(each.fingerprint for each in self.shown), *((self.former,) if self.former else ()))


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
        row = _write_row(desktop)
        self._file.change(lambda rows: [*(each for each in rows if each.get("certificate") != row["certificate"]), row])

    def find(self, fingerprint: str) -> PairedDesktop | None:
        """The one that shows, will show or showed this certificate."""
        return next((each for each in self.read() if fingerprint in each.trusted), None)

    def replace(self, before: PairedDesktop, after: PairedDesktop) -> None:
        """Put what is known of a desktop in the place of what was; nothing if that is not there any more.

        Raises:
            PeersNotSaved: the file cannot be written.
        """

        def put(rows: Rows) -> Rows:
            return [_write_row(after) if _read_row(row) == before else row for row in rows]

        self._file.change(put)

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
                self._trusted = frozenset(each for desktop in self._desktops for each in desktop.trusted)
                self._seen = stamp
            return self._desktops, self._trusted


def _read_row(row: dict[str, Any]) -> PairedDesktop | None:
    try:
        return PairedDesktop(
            name=str(row["name"]),
            certificate=_read_certificate(row["certificate"]),
            paired_at=datetime.fromisoformat(row["paired_at"]).astimezone(UTC) if row.get("paired_at") else None,
            next_certificate=_read_certificate(row["next_certificate"]) if row.get("next_certificate") else None,
            former=str(row.get("former") or ""),
            keeps=str(row.get("keeps") or ""),
        )
    except (KeyError, TypeError, ValueError, CertificateRefused):
        return None


def _write_row(desktop: PairedDesktop) -> dict[str, Any]:
    following = desktop.next_certificate
    return {
        "name": desktop.name,
        "certificate": _write_certificate(desktop.certificate),
        "paired_at": desktop.paired_at.astimezone(UTC).isoformat(timespec="seconds") if desktop.paired_at else None,
        "next_certificate": None if following is None else _write_certificate(following),
        "former": desktop.former,
        "keeps": desktop.keeps,
    }


def _read_certificate(value: str) -> Certificate:
    return read_der(base64.b64decode(value, validate=True))


def _write_certificate(certificate: Certificate) -> str:
    return base64.b64encode(certificate.der).decode("ascii")

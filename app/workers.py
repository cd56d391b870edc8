"""The other computers that understand for this one: listed, looked at, found, paired, turned off, forgotten.

Without a window: the settings page and ``vivavoce workers`` are two faces of it. Its methods block, some for seconds,
and are called on background threads; nothing of the network is loaded before one is. The engine process reads the same
file by itself.
"""

import contextlib
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.contract.errors import WorkerError, WorkerUnreachable
from engine.contract.pairing_errors import PairingCodeWrong

if TYPE_CHECKING:
    from engine.remote.discovery import NearbyWorker
    from engine.remote.identity import Identity
    from engine.remote.key_places import KeyPlace
    from engine.remote.own_keys import OwnKeys
    from engine.remote.paired_workers import PairedWorker, PairedWorkers
    from engine.remote.worker_check import CheckedWorker
    from engine.remote.worker_keys import WorkerKeys

DIGITS = 6
"""Of the code that a worker shows."""


@dataclass(frozen=True, slots=True)
class KnownWorker:
    """A paired computer."""

    fingerprint: str
    name: str
    address: str
    """With its port."""
    is_enabled: bool
    last_used: datetime | None


@dataclass(frozen=True, slots=True)
class WorkerFacts:
    """What a look at one gave: it answers, trusts this computer and decodes."""

    device: str
    """What it understands on, as a person knows it."""
    speed: float
    """Seconds of speech that it understands a second."""
    round_trip_ms: float
    models: tuple[str, ...]
    """Names of its speech models."""


@dataclass(frozen=True, slots=True)
class FoundWorker:
    """A computer that announces itself in the network and is not paired."""

    name: str
    address: str
    """As ``Workers.pair`` takes it."""
    is_waiting: bool
    """Whether it says that it shows a code now."""


@dataclass(frozen=True, slots=True)
class RenewedKey:
    """How far the change of this computer's key is."""

    is_used: bool
    """Whether the new one is shown by now; else it is announced."""
    knowing: tuple[str, ...]
    """Names of the paired computers that keep the new one."""
    waiting: tuple[str, ...]
    """Of those that do not: away, or of an older version."""


class Pair(Protocol):
    """Pairs with a worker; ``engine.remote.pairing_client``."""

    def __call__(self, address: str, digits: str, *, identity: "Identity", name: str, port: int) -> "PairedWorker":
        """Raises ``WorkerUnreachable`` or ``PairingError``."""
        ...


class Workers:
    """The list, and what can be done with it."""

    def __init__(
        self,
        path: Path,
        *,
        keeps_key_in_file: bool = False,
        check: "Callable[[PairedWorker, Identity], CheckedWorker] | None" = None,
        glance: "Callable[[PairedWorker, Identity], object] | None" = None,
        pair: Pair | None = None,
        find: "Callable[[], Sequence[NearbyWorker]] | None" = None,
    ) -> None:
        """Know where the list is; nothing is read yet.

        Args:
            path: ``workers.json``.
            keeps_key_in_file: Keep this machine's key beside it and not in the system's password store.
            check: Another look at a worker than the real one, for tests.
            glance: Another glance, likewise.
            pair: Another pairing, likewise.
            find: Another search, likewise.
        """
        self._path = path
        self._keeps_key_in_file = keeps_key_in_file
        self._check = check
        self._glance = glance
        self._pair = pair
        self._find = find
        self._was_damaged = False

    @property
    def was_damaged(self) -> bool:
        """The list made no sense at some time since the start, and is kept aside."""
        return self._was_damaged

    def read(self) -> tuple[KnownWorker, ...]:
        """All paired computers, in the order they were paired."""
        if not self._path.is_file():
            return ()  # nobody was ever paired, and nothing has to be loaded to know that
        return tuple(map(_known, self._paired()))

    def glance(self, fingerprint: str) -> None:
        """See whether one of them answers and trusts this computer. Takes two seconds at most.

        Raises:
            WorkerError: it does not, or is not paired any more; see the tree.
            IdentityUnavailable: this computer's key cannot be read.
        """
        from engine.remote.worker_check import glance_at_worker  # noqa: PLC0415 - loads gRPC

        worker = self._paired_one(fingerprint)
        glance = self._glance or partial(glance_at_worker, keys=self._keys_with(worker))
        glance(worker, self._identity())

    def look(self, fingerprint: str) -> WorkerFacts:
        """Look at one of them.

        Raises:
            WorkerError: it does not answer, does not trust this computer, or cannot decode; see the tree.
            IdentityUnavailable: this computer's key cannot be read.
        """
        worker = self._paired_one(fingerprint)
        try:
            return self._look_at(worker)
        except WorkerUnreachable as trouble:
            return self._look_elsewhere(worker, trouble)

    def find(self) -> tuple[FoundWorker, ...]:
        """Those that announce themselves and are not paired; none without a network. Takes about two seconds."""
        known = {(worker.address, worker.port) for worker in self._paired()} | {
            (worker.name, worker.port) for worker in self._paired()
        }
        found: dict[str, FoundWorker] = {}
        for each in self._announced():
            if (each.address, each.port) in known or (each.name, each.port) in known:
                continue
            address = _with_port(each.address, each.pairing_port)
            # The same computer may serve and wait to be paired; then it is there once, and waits.
            if each.is_waiting or each.address not in found:
                found[each.address] = FoundWorker(each.name, address, each.is_waiting)
        return tuple(found.values())

    def pair(self, address: str, digits: str) -> KnownWorker:
        """Pair with the computer at an address, by the six digits that it shows.

        Args:
            address: Name or address, with ``:PORT`` if it waits at another than the usual one.
            digits: As typed; spaces do not matter.

        Raises:
            WorkerUnreachable, PairingError: nothing answers, or the two were not paired.
            IdentityUnavailable, PeersNotSaved: nothing can be kept here.
        """
        from engine.remote.pairing import read_code  # noqa: PLC0415 - loads SPAKE2
        from engine.remote.pairing_client import pair_with_worker  # noqa: PLC0415 - loads gRPC

        host, port = _read_address(address)
        code = read_code(digits)
        if not host:
            raise WorkerUnreachable(address.strip())
        if code is None:
            raise PairingCodeWrong(host)
        worker = (self._pair or pair_with_worker)(
            host, code, identity=self._identity_to_pair_with(), name=socket.gethostname(), port=port
        )
        self._list().add(worker)
        return _known(worker)

    def enable(self, fingerprint: str, *, is_on: bool) -> None:
        """Ask it, or ask it no more; it stays paired. Raises ``PeersNotSaved``."""
        self._list().change(fingerprint, is_enabled=is_on)

    def forget(self, fingerprint: str) -> None:
        """Trust it no more. Raises ``PeersNotSaved``."""
        self._list().forget(fingerprint)

    def renew_key(self, *, now: bool = False) -> "RenewedKey":
        """Have another key: those that are paired learn of it, and when all keep it, it is used.

        Each that is turned on is asked at once; the others learn of it when they are asked next. Takes seconds.

        Args:
            now: Use it at once, whoever knows it.

        Raises:
            IdentityUnavailable: nothing can be kept here.
        """
        own = self._own_keys()
        self._identity()  # made now, if there is none
        following = own.prepare()
        for worker in self._paired():
            if worker.is_enabled and worker.keeps != following.fingerprint:
                with contextlib.suppress(WorkerError):
                    self._look_at(worker)
        paired = self._paired()
        if own.now() == following:  # the last that learned of it had it done
            return RenewedKey(is_used=True, knowing=tuple(each.name for each in paired), waiting=())
        knowing = tuple(each.name for each in paired if each.keeps == following.fingerprint)
        waiting = tuple(each.name for each in paired if each.keeps != following.fingerprint)
        if now or not waiting:
            own.change()
        return RenewedKey(own.now().fingerprint == following.fingerprint, knowing, waiting)

    def throw_key_away(self) -> None:
        """Be somebody else, for the key may be known to others: those that are paired have to be paired again.

        Raises:
            IdentityUnavailable: nothing can be kept here.
        """
        from engine.remote.identity import renew_identity  # noqa: PLC0415 - loads certificates

        renew_identity(self._path.parent, places=self._key_places())

    def _paired_one(self, fingerprint: str) -> "PairedWorker":
        worker = next((each for each in self._paired() if each.fingerprint == fingerprint), None)
        if worker is None:
            raise WorkerUnreachable("?")
        return worker

    def _look_at(self, worker: "PairedWorker") -> WorkerFacts:
        from engine.remote.worker_check import check_worker  # noqa: PLC0415 - loads gRPC

        check = self._check or partial(check_worker, keys=self._keys_with(worker))
        checked = check(worker, self._identity())
        standing = checked.standing
        return WorkerFacts(standing.device.name, standing.capacity, checked.round_trip_ms, standing.models)

    def _look_elsewhere(self, worker: "PairedWorker", trouble: WorkerUnreachable) -> WorkerFacts:
        """Look where a computer of this name announces itself now: routers give out other addresses over time.

        Whether it is the same is not a question of its name: its certificate is pinned.
        """
        for each in self._announced():
            if each.name != worker.name or (each.address, each.port) == (worker.address, worker.port):
                continue
            moved = replace(worker, address=each.address, port=each.port)
            with contextlib.suppress(WorkerError):
                facts = self._look_at(moved)
                self._list().change(worker.fingerprint, address=each.address, port=each.port)
                return facts
        raise trouble

    def _announced(self) -> "Sequence[NearbyWorker]":
        from engine.remote.discovery import find_nearby  # noqa: PLC0415 - loads zeroconf

        return (self._find or find_nearby)()

    def _paired(self) -> "tuple[PairedWorker, ...]":
        paired = self._list()
        workers = paired.read()
        self._was_damaged = self._was_damaged or paired.was_damaged
        return workers

    def _list(self) -> "PairedWorkers":
        from engine.remote.paired_workers import PairedWorkers  # noqa: PLC0415 - loads certificates

        return PairedWorkers(self._path)

    def _identity(self) -> "Identity":
        from engine.remote.identity import find_identity  # noqa: PLC0415 - likewise

        return find_identity(self._path.parent, places=self._key_places())

    def _own_keys(self) -> "OwnKeys":
        from engine.remote.own_keys import OwnKeys  # noqa: PLC0415 - likewise

        return OwnKeys(self._path.parent, places=self._key_places())

    def _keys_with(self, worker: "PairedWorker") -> "WorkerKeys":
        from engine.remote.worker_keys import WorkerKeys  # noqa: PLC0415 - loads gRPC

        return WorkerKeys(self._list(), self._own_keys(), fingerprint=worker.fingerprint)

    def _identity_to_pair_with(self) -> "Identity":
        from engine.remote.identity import new_or_kept_identity  # noqa: PLC0415 - likewise

        return new_or_kept_identity(self._path.parent, places=self._key_places())[0]

    def _key_places(self) -> "tuple[KeyPlace, ...]":
        from engine.remote.identity import desktop_places, worker_places  # noqa: PLC0415 - likewise

        folder = self._path.parent
        return worker_places(folder) if self._keeps_key_in_file else desktop_places(folder)


def _known(worker: "PairedWorker") -> KnownWorker:
    return KnownWorker(worker.fingerprint, worker.name, worker.target, worker.is_enabled, worker.last_used)


def _with_port(address: str, port: int) -> str:
    from engine.remote.paired_workers import PAIRING_PORT  # noqa: PLC0415 - loads certificates

    return address if port in (0, PAIRING_PORT) else f"{address}:{port}"


def _read_address(typed: str) -> tuple[str, int]:
    """Host and pairing port of what a person typed; an empty host if it is none."""
    from engine.remote.paired_workers import PAIRING_PORT  # noqa: PLC0415 - likewise

    text = typed.strip()
    if any(sign in text for sign in " /@"):
        return "", PAIRING_PORT
    host, colon, port = text.rpartition(":")
    if colon and (":" not in host or host.endswith("]")):
        is_port = port.isascii() and port.isdecimal() and len(port) < 6 and 0 < int(port) < 65_536
        return (host.strip("[]") if is_port else ""), int(port) if is_port else PAIRING_PORT
    return text.strip("[]"), PAIRING_PORT


def is_address(typed: str) -> bool:
    """Whether a person typed what may be the name or address of a computer, with or without a port."""
    return bool(_read_address(typed)[0])

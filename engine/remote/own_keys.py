"""This machine's key now, and the next one as long as those that are paired learn of it.

Used by both sides on any thread: by whoever announces the next key (``worker_keys.py``, ``engine/worker/
desktop_keys.py``), shows the present one (``trust.py``), or asks for a change (``renew``). Every process looks at the
files, so that a key that was changed by one is shown by all at their next connection.

    prepare     the next key is made and kept; the present one goes on
    change      the next one is the present one from now on, and the old one is thrown away
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.contract.pairing_errors import IdentityLost, IdentityUnavailable
from engine.remote.identity import (
    FILE,
    NEXT_FILE,
    Identity,
    certificate_in,
    desktop_places,
    held,
    keep_new,
    not_kept,
    read_kept,
    throw_away,
)
from engine.remote.key_places import KeyPlace
from engine.remote.peer_file import Stamp, stamp_of


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was read of a file."""

    stamp: Stamp
    identity: Identity


class OwnKeys:
    """See the top of this file."""

    def __init__(self, folder: Path, *, places: Sequence[KeyPlace] | None = None) -> None:
        """Know where they are; nothing is read yet.

        Args:
            folder: With the certificates.
            places: Where the keys are kept, best first; those of a desktop if none are given.
        """
        self._folder = folder
        self._places = places if places is not None else desktop_places(folder)
        self._seen: dict[str, _Seen] = {}
        self._lock = threading.Lock()

    def now(self) -> Identity:
        """What this machine shows.

        Raises:
            IdentityLost: it is damaged or gone, or there is none.
            IdentityUnavailable: its key cannot be read now.
        """
        found = self._read(FILE)
        if found is None:
            raise IdentityLost("there is no identity")
        return found

    def following(self) -> Identity | None:
        """What it shows next; ``None`` if nothing was prepared, or that cannot be read."""
        try:
            return self._read(NEXT_FILE)
        except IdentityUnavailable:
            return None  # it is announced when it can be read

    def prepare(self) -> Identity:
        """The next one, made now if there is none.

        Raises:
            IdentityUnavailable: nothing can be kept here.
        """
        with held(self._folder):
            return self.following() or keep_new(self._folder, NEXT_FILE, self._places)

    def change(self) -> bool:
        """Show the next one from now on, and throw the old one away; ``False`` if there is no next one.

        Raises:
            IdentityUnavailable: the folder cannot be written.
        """
        with held(self._folder):
            if self.following() is None:
                return False
            former = certificate_in(self._folder, FILE)
            try:
                (self._folder / NEXT_FILE).replace(self._folder / FILE)
            except OSError as error:
                raise not_kept(self._folder, error) from error
            if former is not None:
                throw_away([former], self._places)
            return True

    def _read(self, file: str) -> Identity | None:
        with self._lock:
            stamp = stamp_of(self._folder / file)
            seen = self._seen.get(file)
            if stamp is not None and seen is not None and seen.stamp == stamp:
                return seen.identity
            self._seen.pop(file, None)
            found = read_kept(self._folder, file, places=self._places)
            if found is not None and stamp is not None:
                self._seen[file] = _Seen(stamp, found)
            return found

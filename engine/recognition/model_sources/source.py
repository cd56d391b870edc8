"""What the store asks of every place that may deliver a speech model, and the file it is delivered into.

Called by ``SpeechModelStore`` on whatever thread adds a speech model. A source only hands over bytes;
whether they are the right ones is decided by ``PartFile`` and the store.

To add one: a class with ``label``, ``deliver`` and ``close``, its ``Origin`` in ``catalogue.py``, and its
line in ``opening.py``.
"""

import contextlib
import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

from pydantic import TypeAdapter, ValidationError

from engine.contract.cancellation import Cancellation
from engine.recognition.catalogue import ModelFile

CHUNK_BYTES = 1 << 20
"""How much is read, hashed and written between two looks at the cancellation."""


class SourceFailed(Exception):
    """A source could not deliver; the next one is asked. ``str()`` is a plain reason without secrets."""


class ModelSource(Protocol):
    """One place that may have the files of one speech model."""

    @property
    def label(self) -> str:
        """The place as a person reads it; kept in the manifest."""
        ...

    def deliver(
        self, wanted: ModelFile, part: "PartFile", *, cancellation: Cancellation, on_bytes: Callable[[int], None]
    ) -> None:
        """Write the file into ``part``; what already lies there may be continued.

        ``on_bytes`` is told how many bytes of this file are there, whenever that changes.

        Raises:
            SourceFailed: it is not to be had here, or not the right one.
            Cancelled: stopping was requested; what was written may stay for the next try.
        """
        ...

    def close(self) -> None:
        """Give back temporary files."""
        ...


@dataclass(frozen=True, slots=True)
class PartOrigin:
    """Whose bytes lie in a part file, so that a later try may continue it."""

    host: str
    etag: str
    """The server's mark of this version of the file; empty if it gave none."""
    total: int
    """Bytes of the whole file; 0 if the server did not say."""


class PartFile:
    """A file on its way in: hashed while it is written, and durable before it gets its name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("r+b" if path.exists() else "w+b")
        self._size = 0
        self._sha256 = hashlib.sha256()

    @property
    def origin(self) -> PartOrigin | None:
        """Whose bytes an earlier try left here; ``None`` if they are of no use."""
        with contextlib.suppress(OSError, ValidationError):
            return _ORIGIN.validate_json(self._origin_path.read_bytes())
        return None

    @origin.setter
    def origin(self, origin: PartOrigin) -> None:
        self._origin_path.write_bytes(_ORIGIN.dump_json(origin))

    @property
    def size(self) -> int:
        """Bytes that are there."""
        return self._size

    @property
    def sha256(self) -> str:
        """Hash of the bytes that are there."""
        return self._sha256.hexdigest()

    def resume(self, cancellation: Cancellation) -> int:
        """Take over what an earlier try left, hashing it again; answers how many bytes that is."""
        self._begin()
        while chunk := self._file.read(CHUNK_BYTES):
            cancellation.check()
            self._sha256.update(chunk)
            self._size += len(chunk)
        return self._size

    def restart(self) -> None:
        """Throw away what is there."""
        self._begin()
        self._file.truncate()
        self._origin_path.unlink(missing_ok=True)

    def write(self, chunk: bytes) -> None:
        """Append bytes."""
        self._file.write(chunk)
        self._sha256.update(chunk)
        self._size += len(chunk)

    def make_durable(self) -> None:
        """Wait until the bytes are on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; what was written stays. Closing twice is harmless."""
        self._file.close()

    def __enter__(self) -> "PartFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _origin_path(self) -> Path:
        return self.path.with_name(f".{self.path.name}.json")

    def _begin(self) -> None:
        self._file.seek(0)
        self._size = 0
        self._sha256 = hashlib.sha256()


_ORIGIN: TypeAdapter[PartOrigin] = TypeAdapter(PartOrigin)

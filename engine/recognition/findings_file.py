"""What was found out about this machine, by key, so that a second start does not try again.

A small JSON file, read and written by ``device_memory.py`` and by a worker's probe, on any thread. The key holds
everything that could change the outcome. Nothing in it is needed: a file that cannot be read is the same as none, and
one that cannot be written costs another try next time.
"""

import contextlib
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from engine.contract.whole_file import write_whole

_MOST_ENTRIES = 40

T = TypeVar("T")


class FindingsFile(Generic[T]):
    """Findings of one kind."""

    def __init__(self, file: Path, *, kind: TypeAdapter[dict[str, T]]) -> None:
        self._file = file
        self._kind = kind

    def recall(self, key: str) -> T | None:
        """What is known for this key."""
        return self._read().get(key)

    def remember(self, key: str, finding: T) -> None:
        """Keep a finding, the newest last."""
        entries = {known: entry for known, entry in self._read().items() if known != key}
        kept = dict(list(entries.items())[-_MOST_ENTRIES + 1 :])
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, self._kind.dump_json({**kept, key: finding}, indent=2))

    def _read(self) -> dict[str, T]:
        try:
            return self._kind.validate_json(self._file.read_bytes())
        except (OSError, ValidationError):
            return {}

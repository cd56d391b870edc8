"""What the table of speech models shows, and what it needs of the store.

``read_lines`` runs on background threads; the Protocols are what ``app/composition.py`` hands in.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from engine.contract.cancellation import Cancellation


class ModelEntry(Protocol):
    """A speech model of the catalogue."""

    @property
    def name(self) -> str:
        """Its key."""
        ...

    @property
    def title(self) -> str:
        """The name as a person reads it."""
        ...

    @property
    def size(self) -> int:
        """Bytes on disk."""
        ...

    @property
    def languages(self) -> Literal["multilingual"] | tuple[str, ...]:
        """Whisper codes, or all."""
        ...


class InstalledEntry(Protocol):
    """A speech model on this computer."""

    @property
    def name(self) -> str:
        """Its key."""
        ...

    @property
    def title(self) -> str:
        """The name as a person reads it."""
        ...

    @property
    def size(self) -> int:
        """Bytes on disk."""
        ...

    @property
    def source(self) -> str:
        """Where it came from."""
        ...

    @property
    def state(self) -> str:
        """``matches`` or ``damaged``."""
        ...


class SpeechModels(Protocol):
    """What the window needs of the speech model store. Its methods may be called on any thread."""

    @property
    def catalogue(self) -> Iterable[ModelEntry]:
        """Every speech model that can be fetched by name."""
        ...

    @property
    def folder(self) -> Path:
        """Where speech models lie."""
        ...

    def installed(self) -> Sequence[InstalledEntry]:
        """Every speech model on this computer."""
        ...

    def add(self, name: str, *, cancellation: Cancellation, on_progress: Callable[[int, int], None]) -> Path:
        """Fetch or repair one."""
        ...

    def add_from(
        self, path: Path, *, name: str | None, cancellation: Cancellation, on_progress: Callable[[int, int], None]
    ) -> str:
        """Copy one from a folder or zip."""
        ...

    def remove(self, name: str) -> None:
        """Delete one."""
        ...

    def check(self, name: str, *, cancellation: Cancellation) -> object:
        """Read every byte of one."""
        ...


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A row of the table."""

    name: str
    title: str
    size: int
    languages: str
    """``all``, or codes with commas."""
    source: str
    is_here: bool
    is_damaged: bool


def size_text(size: int) -> str:
    """A size as people read it: ``142 MB``, ``1.6 GB``."""
    if not size:
        return "–"
    if size < 1_000_000:
        return "< 1 MB"
    if size < 1_000_000_000:
        return f"{round(size / 1_000_000)} MB"
    return f"{size / 1_000_000_000:.1f} GB"


def read_lines(models: SpeechModels) -> tuple[ModelLine, ...]:
    """On a background thread: what is here and what could be."""
    here = {entry.name: entry for entry in models.installed()}
    lines: list[ModelLine] = []
    for entry in models.catalogue:
        found = here.pop(entry.name, None)
        lines.append(
            ModelLine(
                entry.name,
                entry.title,
                found.size if found is not None else entry.size,
                "all" if entry.languages == "multilingual" else ",".join(entry.languages),
                found.source if found is not None else "",
                is_here=found is not None,
                is_damaged=found is not None and found.state == "damaged",
            )
        )
    for found in here.values():
        lines.append(
            ModelLine(
                found.name, found.title, found.size, "", found.source, is_here=True, is_damaged=found.state == "damaged"
            )
        )
    return tuple(lines)

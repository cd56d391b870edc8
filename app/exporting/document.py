"""What is exported, and the one interface of every format.

An exporter is pure: a document and a profile in, the bytes of the file out. It knows no folder and no
clock. ``tests/contract/test_exporters.py`` holds the suite that every exporter passes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.exporting.profile import ExportProfile
from app.meetings.meeting import Meeting
from app.meetings.moment import Moment
from app.meetings.transcript import Transcript


@dataclass(frozen=True, slots=True)
class ExportDocument:
    """A meeting with one version of its transcript, and what a person marked in it."""

    meeting: Meeting
    transcript: Transcript
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a file as a person sees it, with the time it belongs to."""

    start_ms: int
    text: str
    is_tight: bool = False
    """Whether it follows the block before it without a blank line."""


class Exporter(Protocol):
    """A format that a transcript can be written in."""

    @property
    def key(self) -> str:
        """Name on the command line and in profiles."""
        ...

    @property
    def extension(self) -> str:
        """End of the file name, with its dot."""
        ...

    @property
    def title(self) -> str:
        """Plain English name of the format."""
        ...

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file. Valid also without a single line; quarantined lines stay out, save in JSON."""
        ...

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> Sequence[Block]:
        """The same file in pieces, for a look at one place of it."""
        ...

"""How ``vivavoce library import`` reads a transcript back. On the main thread of the command; its only caller."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.cli.answering import WRONG_USE
from app.exporting.clean_text import clean_line
from app.meetings.meeting import Meeting
from engine.contract.errors import VivavoceError

# The exporters load when they are needed: wrong use answers at once.
if TYPE_CHECKING:
    from app.library.library import Library


@dataclass(eq=False)
class FileNotRead(VivavoceError):
    """The system does not give the file."""

    name: str
    reason: str

    @property
    def sentence(self) -> str:
        """What happened."""
        return f"“{self.name}” could not be read: {self.reason}."


def read_file(file: Path) -> bytes:
    """What is in it. Raises ``FileNotRead``."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise FileNotRead(file.name, error.strerror or str(error)) from error


def import_json(opened: "Library", file: Path, data: bytes, *, onto: Meeting | None) -> None:
    """Our own JSON: as a new meeting, or as a new version of one that is here."""
    from app.exporting.returned_transcript import read_returned_json, take_returned  # noqa: PLC0415  see above

    returned = read_returned_json(opened, data, name=file.name, onto=onto)
    take_returned(opened, returned)
    _tell_imported(returned.meeting, is_here=returned.is_here)


def import_subtitles(opened: "Library", file: Path, data: bytes, *, onto: Meeting | None, encoding: str) -> None:
    """SRT or VTT, which have no sound of their own: as a new version of a meeting that is here."""
    from app.exporting.returned_transcript import read_returned_subtitles, take_returned  # noqa: PLC0415  see above

    if onto is None:
        typer.echo(f"“{file.name}” has no sound of its own. Say with --onto which meeting it belongs to.", err=True)
        raise typer.Exit(WRONG_USE)
    returned = read_returned_subtitles(opened, data, name=file.name, onto=onto, encoding=encoding)
    decoded = returned.decoded
    if decoded is not None and decoded.choices:
        first = clean_line(returned.lines[0].text)
        others = ", ".join(decoded.choices[:4])
        typer.echo(f"Read as {decoded.encoding}: “{first}”. If that is wrong, try --encoding {others}.", err=True)
    take_returned(opened, returned)
    _tell_imported(onto, is_here=True)


def _tell_imported(meeting: Meeting, *, is_here: bool) -> None:
    typer.echo(meeting.id)
    if is_here:
        typer.echo(f"“{meeting.title}” is in the library; it has a new version of its transcript.", err=True)

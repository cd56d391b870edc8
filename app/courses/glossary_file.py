"""A glossary as a CSV file: made by hand, by a spreadsheet, or by us.

Pure. Columns are term, spoken forms (several between “|”), replacement, note; a first line that names them may order
them otherwise or leave some out. Commas, semicolons and tabs are understood, with and without a byte order mark; what
is not UTF-8 is read as Windows writes it. A line that cannot be used is named with its number and kept for the person;
all others are taken.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from app.meetings.glossary import GlossaryEntry, with_entry
from engine.contract.errors import VivavoceError

BETWEEN_FORMS = "|"

MOST_CHARACTERS = 200
"""A term that is longer is not one: the file is something else, or a quote was never closed."""

_NAMES = {
    "term": "text",
    "word": "text",
    "text": "text",
    "术语": "text",
    "词": "text",
    "spoken forms": "spoken",
    "spoken": "spoken",
    "heard": "spoken",
    "口语形式": "spoken",
    "听成": "spoken",
    "replacement": "replacement",
    "written": "replacement",
    "替换为": "replacement",
    "note": "note",
    "notes": "note",
    "备注": "note",
}
_ORDER = ("text", "spoken", "replacement", "note")
_HEAD = ("term", "spoken forms", "replacement", "note")


@dataclass(eq=False)
class GlossaryUnreadable(VivavoceError):
    """A file that is no glossary at all."""

    name: str
    """File name as the person knows it."""

    @property
    def sentence(self) -> str:
        """See ``VivavoceError``."""
        return f"“{self.name}” is not a glossary: a CSV file with a term in each line is needed. Nothing was changed."


class BadReason(Enum):
    """Why a line was not taken."""

    NO_TERM = "There is no term in it."
    NO_LETTERS = "The term has no letters."
    TOO_LONG = "The term is far too long."


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that was not taken."""

    number: int
    """As an editor counts, from 1."""
    text: str
    reason: BadReason


@dataclass(frozen=True, slots=True)
class ReadGlossary:
    """What a file holds."""

    entries: tuple[GlossaryEntry, ...]
    bad: tuple[BadLine, ...]


def read_glossary(data: bytes, *, name: str) -> ReadGlossary:
    """Read a file. Raises ``GlossaryUnreadable`` for what is no text, or no glossary."""
    text = _decoded(data, name)
    delimiter = _delimiter(text)
    columns: Sequence[str] = _ORDER
    entries: tuple[GlossaryEntry, ...] = ()
    bad: list[BadLine] = []
    is_first = True
    for number, line, row in _rows(text, delimiter):
        if not any(cell.strip() for cell in row):
            continue
        if is_first:
            is_first = False
            named = [_NAMES.get(cell.strip().casefold(), "") for cell in row]
            if "text" in named:
                columns = named
                continue
        found = _entry(row, columns)
        if isinstance(found, BadReason):
            bad.append(BadLine(number, line, found))
        else:
            entries = with_entry(entries, found)
    if not entries and bad:
        raise GlossaryUnreadable(name)
    return ReadGlossary(entries, tuple(bad))


def write_glossary(glossary: Sequence[GlossaryEntry], *, bom: bool = True) -> bytes:
    """The file of a glossary; the byte order mark is for spreadsheets, which else read it wrong."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_HEAD)
    for entry in glossary:
        writer.writerow((entry.text, BETWEEN_FORMS.join(entry.spoken), entry.replacement, entry.note))
    return out.getvalue().encode("utf-8-sig" if bom else "utf-8")


def _decoded(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", "gb18030", "cp1252")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" in text:
            break
        return text
    raise GlossaryUnreadable(name)


def _delimiter(text: str) -> str:
    """The one that the first line with any of them has most of; spreadsheets of half of Europe write semicolons."""
    for line in text.splitlines():
        counts = {each: line.count(each) for each in (",", ";", "\t")}
        if any(counts.values()):
            return max(counts, key=lambda each: counts[each])
    return ","


def _rows(text: str, delimiter: str) -> list[tuple[int, str, list[str]]]:
    """Each row with the number and the text of its first line. A quote that is never closed spoils its line alone."""
    lines = text.splitlines(keepends=True)
    found: list[tuple[int, str, list[str]]] = []
    at = 0
    while at < len(lines):
        taken = 1
        while taken < _MOST_LINES and at + taken < len(lines) and _is_open("".join(lines[at : at + taken])):
            taken += 1
        joined = "".join(lines[at : at + taken])
        if _is_open(joined):
            taken, joined = 1, lines[at].replace('"', "")
        rows = list(csv.reader(io.StringIO(joined, newline=""), delimiter=delimiter))
        found.append((at + 1, lines[at].strip(), rows[0] if rows else []))
        at += taken
    return found


_MOST_LINES = 20
"""Lines that a quoted cell may go over."""


def _is_open(text: str) -> bool:
    return text.count('"') % 2 == 1


def _entry(row: Sequence[str], columns: Sequence[str]) -> GlossaryEntry | BadReason:
    cells: Mapping[str, str] = {name: cell.strip() for name, cell in zip(columns, row, strict=False) if name}
    text = " ".join(cells.get("text", "").split())
    if not text:
        return BadReason.NO_TERM
    if not any(character.isalnum() for character in text):
        return BadReason.NO_LETTERS
    if len(text) > MOST_CHARACTERS:
        return BadReason.TOO_LONG
    extra = [cell.strip() for cell in row[len(columns) :] if cell.strip()]
    note = " ".join((cells.get("note", ""), *extra)).strip()
    spoken = tuple(dict.fromkeys(form.strip() for form in cells.get("spoken", "").split(BETWEEN_FORMS) if form.strip()))
    return GlossaryEntry(text, spoken, cells.get("replacement", ""), note)

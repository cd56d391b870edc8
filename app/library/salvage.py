"""Reading what can still be read of a damaged database, row by row.

Pure SQLite, no ORM: everything here may fail at any row. Called by ``repair.py``.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.library.database import connect_to_read
from app.library.table import Base
from app.meetings.edit import EditKind
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.moment import MomentKind
from app.meetings.transcript import GapState, SegmentOrigin, VersionKind
from engine.contract.audio import TrackKind
from engine.contract.segments import GapReason, QuarantineReason

TABLES = (
    "facts",
    "courses",
    "dismissed_terms",
    "meetings",
    "meeting_tags",
    "saved_filters",
    "tracks",
    "transcript_versions",
    "speakers",
    "segments",
    "removed_lines",
    "edits",
    "gaps",
    "jobs",
    "moments",
    "speaker_runs",
    "voices",
    "voice_courses",
    "removals",
)
"""Everything that is not computed from something else, parents first."""

_MOST_TRIES = 20_000
_LAST_ROW = 2**62

_KNOWN: dict[tuple[str, str], frozenset[str]] = {
    ("meetings", "status"): frozenset(each.value for each in MeetingStatus),
    ("tracks", "kind"): frozenset(each.value for each in TrackKind),
    ("transcript_versions", "kind"): frozenset(each.value for each in VersionKind),
    ("segments", "origin"): frozenset(each.value for each in SegmentOrigin),
    ("segments", "quarantine"): frozenset(each.value for each in QuarantineReason),
    ("gaps", "reason"): frozenset(each.value for each in GapReason),
    ("gaps", "state"): frozenset(each.value for each in GapState),
    ("jobs", "state"): frozenset(each.value for each in JobState),
    ("moments", "kind"): frozenset(each.value for each in MomentKind),
    ("edits", "kind"): frozenset(each.value for each in EditKind),
    ("removed_lines", "kind"): frozenset(each.value for each in EditKind),
    ("removed_lines", "quarantine"): frozenset(each.value for each in QuarantineReason),
}
_JSON_LISTS = {("meetings", "notes"), ("courses", "languages"), ("courses", "glossary")}


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What came out of one table."""

    rows: int
    is_whole: bool
    """Whether every row could be read."""


class Wreck:
    """A database file of which not every page can be trusted."""

    def __init__(self, path: Path) -> None:
        self._connection = connect_to_read(path, is_immutable=False)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def copy_into(
        self, target: sqlite3.Connection, table: str, *, is_wanted: Callable[[dict[str, Any]], bool] = lambda _: True
    ) -> Salvaged:
        """Copy the readable rows of a table; rows that are there already are left as they are."""
        mine, theirs = self._columns(table), _columns(target, table)
        columns = [name for name in theirs if name in mine]
        if not columns:
            return Salvaged(0, is_whole=False)
        marks = ", ".join("?" for _ in range(len(columns) + 1))
        # The row number goes along: the lines of a backup and of the wreck are the same lines by it.
        statement = f"INSERT OR IGNORE INTO {table} (rowid, {', '.join(columns)}) VALUES ({marks})"
        scan = _Scan(self._connection, table, columns)
        copied = 0
        for row in scan.rows():
            values = dict(zip(columns, row[1:], strict=True))
            if not _is_plausible(table, values):
                scan.is_whole = False
            elif is_wanted(values):
                try:
                    copied += target.execute(statement, row).rowcount
                except (sqlite3.IntegrityError, OverflowError):
                    scan.is_whole = False
        return Salvaged(copied, scan.is_whole)

    def _columns(self, table: str) -> list[str]:
        try:
            return _columns(self._connection, table)
        except (sqlite3.Error, UnicodeDecodeError):
            return []


class _Scan:
    """Walks a table from both ends, and around the pages in between that cannot be read."""

    def __init__(self, connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
        self.is_whole = True
        self._connection = connection
        self._select = f"SELECT rowid, {', '.join(columns)} FROM {table} NOT INDEXED WHERE rowid "
        self._tries = 0

    def rows(self) -> Iterator[Sequence[Any]]:
        """Every row that can be read, each once."""
        pending = [(-_LAST_ROW, _LAST_ROW)]
        while pending:
            first, last = pending.pop()
            if first > last or self._tries >= _MOST_TRIES:
                continue
            up = _Leg(first - 1)
            yield from self._read(f"BETWEEN {first} AND {last} ORDER BY rowid", up)
            if up.is_complete:
                continue
            self.is_whole = False
            down = _Leg(last + 1)
            yield from self._read(f"BETWEEN {up.reached + 1} AND {last} ORDER BY rowid DESC", down)
            if down.is_complete:
                continue
            first, last = up.reached + 1, down.reached - 1
            if first < last:
                middle = (first + last) // 2
                pending += [(first, middle), (middle + 1, last)]

    def _read(self, condition: str, leg: "_Leg") -> Iterator[Sequence[Any]]:
        self._tries += 1
        try:
            for row in self._connection.execute(self._select + condition):
                leg.reached = row[0]
                yield row
            leg.is_complete = True
        except (sqlite3.Error, UnicodeDecodeError):
            leg.is_complete = False


@dataclass
class _Leg:
    reached: int
    is_complete: bool = False


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _is_plausible(table: str, values: dict[str, Any]) -> bool:
    """Whether a row can be what it says: a page of another table may have come to lie here."""
    types = {column.name: column.type.python_type for column in Base.metadata.tables[table].columns}
    for name, value in values.items():
        if value is not None and not _fits(value, types.get(name, object)):
            return False
        known = _KNOWN.get((table, name))
        if known is not None and value is not None and value not in known:
            return False
        if (table, name) in _JSON_LISTS and not _is_json_list(value):
            return False
    return _is_readable(table, values)


def _is_readable(table: str, values: dict[str, Any]) -> bool:
    """Whether the JSON of a row can be read."""
    match table:
        case "segments":
            return not values.get("words") or _is_json_list(values["words"], length=5)
        case "removed_lines":
            return _is_json_list(values.get("line"))
        case "edits":
            return _is_json(values.get("change")) and _is_json(values.get("inverse"))
        case "jobs":
            return _is_json(values.get("options")) and (values.get("error") is None or _is_json(values["error"]))
        case _:
            return True


def _fits(value: object, wanted: type) -> bool:
    if wanted is bool:
        return value in (0, 1)
    if wanted is float:
        return isinstance(value, (int, float))
    return wanted is object or isinstance(value, wanted)


def _is_json(value: object) -> bool:
    try:
        json.loads(value)  # pyright: ignore[reportArgumentType] - anything else raises as well
    except (ValueError, TypeError):
        return False
    return True


def _is_json_list(value: object, *, length: int | None = None) -> bool:
    try:
        content: object = json.loads(value)  # pyright: ignore[reportArgumentType] - anything else raises as well
    except (ValueError, TypeError):
        return False
    return isinstance(content, list) and (length is None or len(content) == length)  # pyright: ignore[reportUnknownArgumentType] - JSON

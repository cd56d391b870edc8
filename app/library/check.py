"""Looking a library over from end to end, for ``vivavoce library check`` and the settings page.

Reads on the thread that asks; the full-text index has to be asked over the writing connection.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from app.library.sidecar import NAME as SIDECAR

_MOST = 20
"""Nobody reads more findings of one kind."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found."""

    meetings: int
    segments: int
    words: int
    problems: tuple[str, ...] = ()
    """Plain English sentences; none when all is well."""

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def check_rows(connection: Connection, folder: Path) -> CheckReport:
    """The file itself, the references between rows, the counts, and the sound folders."""
    problems: list[str] = []
    try:
        found = [str(row[0]) for row in connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST})")]
        if found != ["ok"]:
            problems += [f"The database file is damaged: {each}." for each in found]
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            problems.append(f"{len(broken)} rows refer to something that is not there.")
        problems += _check_counts(connection)
        problems += _check_sound(connection, folder)
        meetings = _number(connection, "SELECT count(*) FROM meetings")
        segments = _number(connection, "SELECT count(*) FROM segments")
        words = _number(connection, "SELECT coalesce(sum(words), 0) FROM transcript_versions WHERE is_current")
    except DBAPIError as error:
        return CheckReport(0, 0, 0, (*problems, f"The database file is damaged: {error.orig}."))
    return CheckReport(meetings, segments, words, tuple(problems))


def check_index(connection: Connection) -> list[str]:
    """The full-text index: whether it is whole, and whether it holds the lines it should. Writing connection only."""
    try:
        connection.exec_driver_sql("INSERT INTO search (search) VALUES ('integrity-check')")
        missing = _number(connection, f"SELECT count(*) FROM ({_FINDABLE} EXCEPT SELECT rowid FROM search)")
        surplus = _number(connection, f"SELECT count(*) FROM (SELECT rowid FROM search EXCEPT {_FINDABLE})")
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.DatabaseError):
            return ["The search index is damaged."]
        raise
    problems: list[str] = []
    if missing:
        problems.append(f"{missing} lines cannot be found by searching.")
    if surplus:
        problems.append(f"The search index holds {surplus} lines that are not in any transcript.")
    return problems


_FINDABLE = (
    "SELECT segments.number FROM segments JOIN transcript_versions ON transcript_versions.number = segments.version "
    "WHERE transcript_versions.is_current AND (segments.quarantine IS NULL OR segments.is_accepted)"
)


def _check_counts(connection: Connection) -> list[str]:
    wrong = _number(
        connection,
        "SELECT count(*) FROM transcript_versions WHERE segments <> "
        "(SELECT count(*) FROM segments WHERE segments.version = transcript_versions.number)",
    )
    without = _number(
        connection,
        "SELECT count(*) FROM meetings WHERE id NOT IN (SELECT meeting_id FROM transcript_versions WHERE is_current)",
    )
    problems = [f"{wrong} transcripts do not have as many lines as they should."] if wrong else []
    return problems + ([f"{without} meetings have no transcript."] if without else [])


def _check_sound(connection: Connection, folder: Path) -> list[str]:
    problems: list[str] = []
    rows = connection.execute(
        text(
            "SELECT id, title FROM meetings WHERE EXISTS "
            "(SELECT 1 FROM jobs WHERE jobs.meeting_id = meetings.id AND jobs.length > 0) ORDER BY created_at_ms"
        )
    )
    for meeting_id, title in rows:
        place = folder / "meetings" / meeting_id
        if not place.is_dir():
            problems.append(f"The sound of “{title}” is missing.")
        elif not any(each.name != SIDECAR for each in place.iterdir()):
            problems.append(f"The folder of “{title}” holds no sound.")
    return problems[:_MOST]


def _number(connection: Connection, statement: str) -> int:
    return int(connection.exec_driver_sql(statement).scalar_one())

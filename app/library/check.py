"""Looking a library over from end to end, for ``vivavoce library check`` and the settings page.

Reads on the thread that asks; the full-text index has to be asked over the writing connection.
"""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from app.library.edit_journal import JOURNAL
from app.library.shelf_index import check_facts
from app.library.sidecar import NAME as SIDECAR
from app.meetings.counted import counted
from app.meetings.gap_ledger import NOT_CAPTURED, SAMPLES_A_MS
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import GapState

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


def check_rows(connection: Connection, folder: Path, *, recorded_here: Collection[MeetingId] = ()) -> CheckReport:
    """The file itself, the references between rows, the counts, the ledger of recordings, and the sound folders.

    Args:
        connection: reads.
        folder: the library's.
        recorded_here: meetings that this Vivavoce began to record; another that says so was interrupted.
    """
    problems: list[str] = []
    try:
        found = [str(row[0]) for row in connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST})")]
        if found != ["ok"]:
            problems += [f"The database file is damaged: {each}." for each in found]
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            problems.append(f"{counted(len(broken), 'row refers', 'rows refer')} to something that is not there.")
        problems += _check_counts(connection)
        problems += _check_recordings(connection, recorded_here)
        problems += _check_ledger(connection)
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
        problems = check_facts(connection)
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.DatabaseError):
            return ["The search index is damaged."]
        raise
    if missing:
        problems.append(f"{counted(missing, 'line')} cannot be found by searching.")
    if surplus:
        lines = counted(surplus, "line that is", "lines that are")
        problems.append(f"The search index holds {lines} not in any transcript.")
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
    problems = [f"Transcripts that do not have as many lines as they should: {wrong}."] if wrong else []
    return problems + ([f"Meetings without a transcript: {without}."] if without else [])


def _check_recordings(connection: Connection, recorded_here: Collection[MeetingId]) -> list[str]:
    recording = connection.exec_driver_sql(
        f"SELECT id, title FROM meetings WHERE status = 'recording' ORDER BY created_at_ms LIMIT {_MOST}"
    ).fetchall()
    problems = [
        f"The recording of “{title}” was interrupted and has not been recovered yet."
        for meeting_id, title in recording
        if meeting_id not in recorded_here
    ]
    beyond = _number(
        connection,
        "SELECT count(*) FROM tracks JOIN meetings ON meetings.id = tracks.meeting_id WHERE status <> 'recording' AND "
        f"(length_ms < 0 OR settled_to < 0 OR length_ms > duration_ms OR settled_to >= (length_ms + 1) * {SAMPLES_A_MS}"
        ")",
    )
    if beyond:
        one = "track says that it is understood beyond its end."
        many = "tracks say that they are understood beyond their end."
        problems.append(counted(beyond, one, many))
    return problems


def _check_ledger(connection: Connection) -> list[str]:
    uncaptured = ", ".join(f"'{each.value}'" for each in sorted(NOT_CAPTURED))
    states = ", ".join(f"'{each.value}'" for each in GapState)
    kinds = (
        (
            "gap is in a state that it cannot be in.",
            "gaps are in a state that they cannot be in.",
            f"SELECT count(*) FROM gaps WHERE state NOT IN ({states}) "
            f"OR (reason IN ({uncaptured}) AND state <> 'lost')",
        ),
        (
            "gap in the text belongs to no transcript.",
            "gaps in the text belong to no transcript.",
            f"SELECT count(*) FROM gaps WHERE version IS NULL AND reason NOT IN ({uncaptured})",
        ),
        (
            "bookmark or note lies beyond the end of its meeting.",
            "bookmarks and notes lie beyond the end of their meeting.",
            "SELECT count(*) FROM moments JOIN meetings ON meetings.id = moments.meeting_id "
            "WHERE status <> 'recording' AND duration_ms > 0 AND end_ms > duration_ms",
        ),
        (
            "line is in its transcript and taken out of it.",
            "lines are in their transcript and taken out of it.",
            "SELECT count(*) FROM removed_lines WHERE id IN (SELECT id FROM segments)",
        ),
        (
            "edit cannot be undone, because it cannot be read.",
            "edits cannot be undone, because they cannot be read.",
            "SELECT count(*) FROM edits WHERE NOT (json_valid(change) AND json_valid(inverse))",
        ),
        (
            "edit stands behind one that was undone.",
            "edits stand behind one that was undone.",
            "SELECT count(*) FROM edits WHERE NOT is_undone AND EXISTS (SELECT 1 FROM edits AS earlier "
            "WHERE earlier.version = edits.version AND earlier.ordinal < edits.ordinal AND earlier.is_undone)",
        ),
        (
            "line ends after its meeting.",
            "lines end after their meeting.",
            "SELECT count(*) FROM segments "
            "JOIN transcript_versions ON transcript_versions.number = segments.version "
            "JOIN meetings ON meetings.id = transcript_versions.meeting_id "
            "WHERE status <> 'recording' AND duration_ms > 0 AND end_ms > duration_ms",
        ),
    )
    numbers = ((_number(connection, statement), one, many) for one, many, statement in kinds)
    return [counted(number, one, many) for number, one, many in numbers if number]


def _check_sound(connection: Connection, folder: Path) -> list[str]:
    problems: list[str] = []
    rows = connection.execute(
        text(
            "SELECT id, title FROM meetings WHERE EXISTS "
            "(SELECT 1 FROM jobs WHERE jobs.meeting_id = meetings.id AND jobs.length > 0) OR EXISTS "
            "(SELECT 1 FROM tracks WHERE tracks.meeting_id = meetings.id AND tracks.length_ms > 0) "
            "ORDER BY created_at_ms"
        )
    )
    for meeting_id, title in rows:
        place = folder / "meetings" / meeting_id
        if not place.is_dir():
            problems.append(f"The sound of “{title}” is missing.")
        elif not any(each.name not in (SIDECAR, JOURNAL) for each in place.iterdir()):
            problems.append(f"The folder of “{title}” holds no sound.")
    return problems[:_MOST]


def _number(connection: Connection, statement: str) -> int:
    return int(connection.exec_driver_sql(statement).scalar_one())

"""Putting a damaged library together again: from what can still be read, the latest backup, and the sidecars.

Runs inside ``opening.py``, under the lock, before anything else uses the file. The new file is built beside
the old one and takes its place by renaming at the very end; the damaged one is kept.
"""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from app.library.automatic_backup import is_sound, list_backups
from app.library.course_tables import CourseRow
from app.library.database import connect_to_read, transaction_on
from app.library.edit_journal import read_journal
from app.library.human_work import bring_back
from app.library.meeting_tables import MeetingRow, MomentRow, TrackRow
from app.library.migrations import Migrations
from app.library.rows import meeting_values, moment_values
from app.library.salvage import TABLES, Salvaged, Wreck
from app.library.schema import HEAD, REVISIONS, create_tables
from app.library.shelf_index import rebuild_facts
from app.library.shelf_tables import MeetingTagRow
from app.library.sidecar import Sidecar, read_sidecar
from app.library.transcript_tables import VersionRow
from app.library.version_changes import add_version, index_version, recount
from app.meetings.identifiers import MeetingId, VersionId, new_id
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import VersionKind

REBUILT = "library.db.rebuilt"


@dataclass
class Outcome:
    """What became of a damaged library."""

    restored_from: str = ""
    """Name of the backup that filled what could not be read."""
    meetings: int = 0
    """Meetings in the library now."""
    segments: int = 0
    """Lines in the library now."""
    lost_segments: int = 0
    """Lines that the counts speak of and nobody has."""
    from_sidecars: int = 0
    """Meetings of which only the sound and its sidecar were left."""
    sources: dict[str, Salvaged] = field(default_factory=dict[str, Salvaged])

    @property
    def is_nothing(self) -> bool:
        """Whether not one meeting could be saved."""
        return self.meetings == 0


def rebuild(folder: Path, damaged: Path | None, *, revision: str, now: datetime, migrations: Migrations) -> Outcome:
    """Build ``library.db.rebuilt`` from all there is. The damaged file itself is only read.

    Args:
        folder: the library's folder.
        damaged: the damaged file, or ``None`` where it is gone altogether.
        revision: schema revision of the damaged file where it could be read.
        now: the time of day, for what has lost its own.
        migrations: how older tables are made.
    """
    rebuilt = folder / REBUILT
    for ending in ("", "-wal", "-shm", "-journal"):
        rebuilt.with_name(rebuilt.name + ending).unlink(missing_ok=True)
    rebuilt.touch(mode=0o600)
    backup = next((each.path for each in list_backups(folder) if is_sound(each.path)), None)
    revision = revision or (_revision_of(backup) if backup else "")
    if revision not in REVISIONS:
        revision = HEAD
    outcome = Outcome()
    with _opened(rebuilt) as bare:
        if revision == HEAD:
            with transaction_on(bare) as connection:
                create_tables(connection)
        else:
            migrations.migrate(rebuilt, to=revision)  # rows of an older file fit into tables of their own time
        bare.execute("BEGIN")
        if damaged is not None:
            outcome.sources = _pour(damaged, bare)
        if backup is not None and _fill(backup, bare, outcome.sources):
            outcome.restored_from = backup.name
        bare.execute("COMMIT")
    if revision != HEAD:
        migrations.migrate(rebuilt, checks_references=False)
    with _opened(rebuilt) as bare:
        _finish(bare, folder, outcome, now)
    return outcome


@contextmanager
def _opened(path: Path) -> Generator[sqlite3.Connection]:
    bare = sqlite3.connect(path, isolation_level=None)
    try:
        bare.execute("PRAGMA foreign_keys = OFF")
        bare.execute("PRAGMA secure_delete = ON")
        yield bare
    finally:
        bare.close()


def _pour(source: Path, target: sqlite3.Connection) -> dict[str, Salvaged]:
    try:
        wreck = Wreck(source)
    except sqlite3.Error:
        return {}
    try:
        return {table: wreck.copy_into(target, table) for table in TABLES}
    finally:
        wreck.close()


def _fill(backup: Path, target: sqlite3.Connection, read: dict[str, Salvaged]) -> bool:
    """Add from the backup what the damaged file no longer gave. What was deleted since the backup stays deleted."""
    wreck = Wreck(backup)
    filled = 0
    try:
        for table in TABLES:
            was_whole = table in read and read[table].is_whole
            if was_whole:
                continue
            filled += wreck.copy_into(target, table, is_wanted=_still_there(target, table)).rows
    finally:
        wreck.close()
    return filled > 0


def _still_there(target: sqlite3.Connection, table: str) -> Callable[[dict[str, Any]], bool]:
    parents = {
        "transcript_versions": ("meetings", "id", "meeting_id"),
        "tracks": ("meetings", "id", "meeting_id"),
        "meeting_tags": ("meetings", "id", "meeting_id"),
        "jobs": ("meetings", "id", "meeting_id"),
        "gaps": ("meetings", "id", "meeting_id"),
        "moments": ("meetings", "id", "meeting_id"),
        "speaker_runs": ("meetings", "id", "meeting_id"),
        "segments": ("transcript_versions", "number", "version"),
        "speakers": ("transcript_versions", "number", "version"),
        "removed_lines": ("transcript_versions", "number", "version"),
        "edits": ("transcript_versions", "number", "version"),
    }
    if table == "voices":
        return lambda _: False  # what a person had forgotten must not come back from a backup
    if table not in parents:
        return lambda _: True
    parent, key, reference = parents[table]
    known = {row[0] for row in target.execute(f"SELECT {key} FROM {parent}")}
    return lambda values: values.get(reference) in known


def _finish(bare: sqlite3.Connection, folder: Path, outcome: Outcome, now: datetime) -> None:
    with transaction_on(bare) as connection:
        run = connection.exec_driver_sql
        # Transcripts whose meeting could not be read, and lines whose transcript could not.
        for (number,) in run(
            "SELECT DISTINCT version FROM segments WHERE version NOT IN (SELECT number FROM transcript_versions)"
        ).fetchall():
            # The job that wrote a transcript still knows whose it is.
            owner = run("SELECT meeting_id FROM jobs WHERE version = ?", (number,)).fetchone()
            run(
                "INSERT INTO transcript_versions (number, id, meeting_id, kind, created_at_ms, is_current, segments, "
                "words, quarantined) VALUES (?, ?, ?, 'recognised', 0, 0, 0, 0, 0)",
                (number, VersionId(new_id()), owner[0] if owner else MeetingId(new_id())),
            )
        removed = {row[0] for row in run("SELECT meeting_id FROM removals")}
        known = {row[0] for row in run("SELECT id FROM meetings")}
        orphans = {
            row[0]
            for row in run("SELECT DISTINCT meeting_id FROM transcript_versions")
            if row[0] not in known and row[0] not in removed
        }
        for place in sorted(folder.glob("meetings/*/")):
            found = read_sidecar(place)
            if found is not None and place.name not in known and place.name not in removed:
                add_from_sidecar(connection, found)
                bring_back(connection, found.meeting.id, read_journal(place))
                orphans.discard(place.name)
                outcome.from_sidecars += 1
        for each in sorted(orphans):
            meeting = Meeting(MeetingId(each), "Recovered meeting", now, MeetingStatus.PARTIAL)
            connection.execute(insert(MeetingRow), meeting_values(meeting))
        run("DELETE FROM transcript_versions WHERE meeting_id NOT IN (SELECT id FROM meetings)")
        run("DELETE FROM tracks WHERE meeting_id NOT IN (SELECT id FROM meetings)")
        run("DELETE FROM moments WHERE meeting_id NOT IN (SELECT id FROM meetings)")
        run("DELETE FROM speaker_runs WHERE meeting_id NOT IN (SELECT id FROM meetings)")
        for table in ("voices", "voice_courses"):
            run(f"DELETE FROM {table} WHERE course_id NOT IN (SELECT id FROM courses)")
        run("DELETE FROM meeting_tags WHERE meeting_id NOT IN (SELECT id FROM meetings)")
        run("DELETE FROM segments WHERE version NOT IN (SELECT number FROM transcript_versions)")
        for table in ("speakers", "removed_lines", "edits"):
            run(f"DELETE FROM {table} WHERE version NOT IN (SELECT number FROM transcript_versions)")
        # A line that came back from a backup is there: rather once too often than lost.
        run("DELETE FROM removed_lines WHERE id IN (SELECT id FROM segments)")
        run("UPDATE segments SET speaker_id = NULL WHERE speaker_id NOT IN (SELECT id FROM speakers)")
        run("UPDATE meetings SET course_id = NULL WHERE course_id NOT IN (SELECT id FROM courses)")
        for table in ("gaps", "jobs"):
            run(
                f"DELETE FROM {table} WHERE meeting_id NOT IN (SELECT id FROM meetings) "
                "OR version NOT IN (SELECT number FROM transcript_versions)"
            )
        _give_each_a_current_version(connection)
        run(
            "UPDATE meetings SET status = 'partial' WHERE status IN ('waiting', 'working') "
            "AND id NOT IN (SELECT meeting_id FROM jobs WHERE state IN ('waiting', 'running'))"
        )
        expected = run("SELECT coalesce(sum(segments), 0) FROM transcript_versions").fetchone()
        recount(connection)
        rebuild_index(connection)
        rebuild_facts(connection)
        outcome.meetings = _count(connection, "meetings")
        outcome.segments = _count(connection, "segments")
        outcome.lost_segments = max(0, (expected[0] if expected else 0) - outcome.segments)
        broken = run("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise sqlite3.IntegrityError(f"{len(broken)} rows still refer to nothing after the repair")
        run(f"PRAGMA user_version = {len(REVISIONS)}")


def add_from_sidecar(connection: Any, found: Sidecar) -> None:
    """A meeting of which only the sound is left: it is in the list again, and can be recognised anew."""
    meeting, course_title = found.meeting, found.course_title
    has_course = connection.execute(select(CourseRow.id).where(CourseRow.id == meeting.course_id)).first() is not None
    if meeting.course_id is not None and not has_course:
        connection.execute(
            insert(CourseRow),
            {"id": meeting.course_id, "title": course_title or "Recovered course", "languages": "[]", "glossary": "[]"},
        )
    connection.execute(insert(MeetingRow), meeting_values(meeting))
    for track in meeting.tracks:
        connection.execute(
            insert(TrackRow).prefix_with("OR IGNORE"),
            {"meeting_id": meeting.id, "number": track.number, "kind": track.kind.value, "title": track.title},
        )
    for tag in meeting.tags:
        connection.execute(insert(MeetingTagRow).prefix_with("OR IGNORE"), {"meeting_id": meeting.id, "tag": tag})
    for moment in found.moments:
        connection.execute(insert(MomentRow).prefix_with("OR IGNORE"), moment_values(moment))
    _give_each_a_current_version(connection)


def rebuild_index(connection: Any) -> None:
    """Make the full-text index anew from the lines."""
    connection.exec_driver_sql("DELETE FROM search")
    for number in connection.execute(select(VersionRow.number).where(VersionRow.is_current)).scalars().all():
        index_version(connection, number)


def _give_each_a_current_version(connection: Any) -> None:
    connection.exec_driver_sql(
        "UPDATE transcript_versions SET is_current = 1 WHERE number IN (SELECT max(number) FROM transcript_versions "
        "GROUP BY meeting_id HAVING max(is_current) = 0)"
    )
    bare = connection.execute(
        select(MeetingRow.id).where(MeetingRow.id.not_in(select(VersionRow.meeting_id)))
    ).scalars()
    for each in bare.all():
        add_version(connection, MeetingId(each), VersionKind.RECOGNISED, is_current=True)


def _count(connection: Any, table: str) -> int:
    return int(connection.exec_driver_sql(f"SELECT count(*) FROM {table}").fetchone()[0])


def _revision_of(path: Path) -> str:
    bare = connect_to_read(path, is_immutable=True)
    try:
        return _revision_in(bare)
    finally:
        bare.close()


def _revision_in(bare: sqlite3.Connection) -> str:
    try:
        row = bare.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error:
        return ""
    return str(row[0]) if row else ""

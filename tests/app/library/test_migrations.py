"""Migrations: they lead to the very same tables, after a verified backup, wholly or not at all."""

import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from app.library.archive import write_archive
from app.library.automatic_backup import is_sound, list_backups
from app.library.library import Library
from app.library.look import look_at
from app.library.migrations import Migrations
from app.library.opening import Circumstances
from app.library.schema import HEAD, REVISIONS
from app.meetings.errors import LibraryTooNew
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import GapState
from tests.builders.library import NOON, a_meeting, import_meeting, open_library
from tests.builders.recordings import a_growing_line, begin_recording, grow

NEXT = f"{len(REVISIONS) + 1:04}"
"""The revision after ours, in tests that make one up."""


def tables(path: Path) -> dict[str, str]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    connection.close()
    return {name: re.sub(r"\s+", " ", sql).replace("( ", "(").replace(" )", ")").strip() for name, sql in rows}


def further(folder: Path, body: str) -> Migrations:
    """Ours and one more, which does what ``body`` says."""
    shutil.copytree(Migrations().place, folder / "migrations")
    (folder / "migrations" / "versions" / f"{NEXT}_more.py").write_text(
        f'from alembic import op\nrevision = "{NEXT}"\ndown_revision = "{HEAD}"\n\n\ndef upgrade():\n'
        + "".join(f"    {line}\n" for line in body.splitlines())
    )
    return Migrations(place=folder / "migrations", revisions=(*REVISIONS, NEXT))


def test_the_migrations_lead_to_the_tables_that_are_described(tmp_path: Path):
    open_library(tmp_path / "library").close()
    Migrations().migrate(tmp_path / "migrated.db")

    described, migrated = tables(tmp_path / "library" / "library.db"), tables(tmp_path / "migrated.db")

    assert migrated == described
    assert (
        look_at(tmp_path / "migrated.db").number
        == look_at(tmp_path / "library" / "library.db").number
        == len(REVISIONS)
    )


def test_every_revision_has_its_file_and_the_other_way_round():
    names = [path.name[:4] for path in sorted((Migrations().place / "versions").glob("*.py"))]
    assert tuple(names) == REVISIONS


def test_an_older_library_is_backed_up_and_migrated(tmp_path: Path):
    library = open_library(tmp_path / "library")
    meeting = a_meeting()
    import_meeting(library, meeting, "kept")
    library.close()
    migrations = further(
        tmp_path, "op.add_column('courses', __import__('sqlalchemy').Column('colour', __import__('sqlalchemy').String))"
    )

    library = open_library(tmp_path / "library", circumstances=Circumstances(migrations=migrations))

    assert library.opening.migrated_from == HEAD
    assert [line.text for line in library.transcript(meeting.id).segments] == ["kept"]
    library.close()
    assert look_at(tmp_path / "library" / "library.db").revision == NEXT
    assert "colour" in tables(tmp_path / "library" / "library.db")["courses"]
    backup = next(each for each in list_backups(tmp_path / "library") if f"before-{NEXT}" in each.path.name)
    assert is_sound(backup.path)
    assert look_at(backup.path).revision == HEAD
    with pytest.raises(LibraryTooNew):
        open_library(tmp_path / "library")


def test_a_migration_that_breaks_off_changes_nothing(tmp_path: Path):
    library = open_library(tmp_path / "library")
    meeting = a_meeting()
    import_meeting(library, meeting, "kept")
    library.close()
    before = tables(tmp_path / "library" / "library.db")
    body = (
        "op.execute('CREATE TABLE half (x)')\nop.execute('DELETE FROM segments')\n"
        "op.execute('ALTER TABLE courses ADD COLUMN colour VARCHAR')\nraise ZeroDivisionError"
    )
    migrations = further(tmp_path, body)

    with pytest.raises(ZeroDivisionError):
        open_library(tmp_path / "library", circumstances=Circumstances(migrations=migrations))

    assert tables(tmp_path / "library" / "library.db") == before
    library = open_library(tmp_path / "library")
    assert [line.text for line in library.transcript(meeting.id).segments] == ["kept"]
    library.close()


def test_a_migration_that_leaves_loose_ends_changes_nothing(tmp_path: Path):
    library = open_library(tmp_path / "library")
    import_meeting(library, a_meeting(), "kept")
    library.close()
    migrations = further(tmp_path, "op.execute('DELETE FROM transcript_versions')")

    with pytest.raises(sqlite3.IntegrityError):
        open_library(tmp_path / "library", circumstances=Circumstances(migrations=migrations))

    assert look_at(tmp_path / "library" / "library.db").revision == HEAD


def test_a_migration_may_replace_a_table_without_losing_what_refers_to_it(tmp_path: Path):
    library = open_library(tmp_path / "library")
    meeting = a_meeting()
    import_meeting(library, meeting, "kept")
    library.close()
    migrations = further(
        tmp_path,
        "with op.batch_alter_table('meetings') as batch:\n"
        "    batch.alter_column('title', new_column_name='title', nullable=True)",
    )

    library = open_library(tmp_path / "library", circumstances=Circumstances(migrations=migrations))

    assert [line.text for line in library.transcript(meeting.id).segments] == ["kept"]
    library.close()


def first_tables(folder: Path) -> None:
    """A library as the first Vivavoce left it: one meeting with two lines, a damaged stretch, and a job that ran."""
    folder.mkdir()
    Migrations().migrate(folder / "library.db", to="0001")
    with sqlite3.connect(folder / "library.db") as bare:
        bare.executescript(
            """
            INSERT INTO meetings VALUES ('m', 'Algebra', 1772625600000, 'working', NULL, 60000, 'en', 0.9, x'2f61',
                'f', NULL, 'base', '[]');
            INSERT INTO tracks VALUES ('m', 0, 'file', '');
            INSERT INTO transcript_versions VALUES (1, 'v', 'm', 'recognised', 0, 1, 2, 0, 0);
            INSERT INTO segments VALUES (1, 'a', 1, 0, 0, 900, 'kept', 'en', 0.5, NULL, NULL, 0, 'edited', 0, ''),
                (2, 'b', 1, 0, 900, 1800, 'as well', 'en', 0.5, NULL, NULL, 0, 'recognised', 0, '');
            INSERT INTO search (rowid, tokens) VALUES (1, 'kept'), (2, 'as well');
            INSERT INTO gaps VALUES (1, 'm', NULL, 0, 5000, 6000, 'damaged_media', 'open'),
                (2, 'm', 1, 0, 7000, 8000, 'not_recognised', 'open');
            INSERT INTO jobs VALUES (1, 'j', 'm', 1, 'running', '{}', 32000, 960000, 32000, NULL);
            """
        )
    bare.close()
    (folder / "meetings" / "m").mkdir(parents=True)
    (folder / "meetings" / "m" / "track0.pcm").write_bytes(b"\0\0")


def test_a_library_of_the_first_vivavoce_is_taken_over_whole(tmp_path: Path):
    first_tables(tmp_path / "library")

    library = open_library(tmp_path / "library")

    assert library.opening.migrated_from == "0001"
    assert [line.text for line in library.transcript(MeetingId("m")).segments] == ["kept", "as well"]
    assert [gap.state for gap in library.transcript(MeetingId("m")).gaps] == [GapState.LOST, GapState.OPEN]
    assert len(library.search("well")) == 1
    assert [(job.is_live, job.speakers) for job in library.jobs(unfinished=True)] == [(False, None)]
    assert not library.meeting(MeetingId("m")).is_recovered
    assert library.coverage(MeetingId("m")).understood == 2000 / 59_000
    assert library.recordings_to_recover() == library.moments(MeetingId("m")) == []
    assert library.check().is_good
    job = begin_recording(library)
    grow(library, job, a_growing_line(3))
    library.close()
    backup = next(each for each in list_backups(tmp_path / "library") if f"before-{HEAD}" in each.path.name)
    assert look_at(backup.path).revision == "0001"


def test_a_backup_of_the_first_vivavoce_is_restored_and_migrated(tmp_path: Path):
    first_tables(tmp_path / "old")
    archive = write_archive(tmp_path / "old" / "library.db", tmp_path / "old.zip", now=NOON)

    Library.restore(archive, tmp_path / "new")

    library = open_library(tmp_path / "new")
    assert library.opening.migrated_from == "0001"
    assert [line.text for line in library.transcript(MeetingId("m")).segments] == ["kept", "as well"]
    library.close()


def test_a_damaged_library_of_the_first_vivavoce_is_mended_and_migrated(tmp_path: Path):
    """Case 23."""
    first_tables(tmp_path / "library")
    path = tmp_path / "library" / "library.db"
    with sqlite3.connect(path) as bare:
        (page,) = bare.execute("SELECT rootpage FROM sqlite_master WHERE name = 'segments_by_speaker'").fetchone()
    bare.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xa5" * 4096
    path.write_bytes(content)

    library = open_library(tmp_path / "library")

    assert library.opening.salvaged_segments == 2
    assert [line.text for line in library.transcript(MeetingId("m")).segments] == ["kept", "as well"]
    assert library.check().is_good
    library.close()

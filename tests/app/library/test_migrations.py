"""Migrations: they lead to the very same tables, after a verified backup, wholly or not at all."""

import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from app.library.automatic_backup import is_sound, list_backups
from app.library.look import look_at
from app.library.migrations import Migrations
from app.library.opening import Circumstances
from app.library.schema import HEAD, REVISIONS
from app.meetings.errors import LibraryTooNew
from tests.builders.library import a_meeting, import_meeting, open_library

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

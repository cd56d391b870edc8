"""The tables of the library, as they are now; ``migrations`` holds how they came to be.

Read by ``opening.py``, which makes a new library straight from here (a test holds that the migrations lead to the very
same tables). Nothing here runs by being imported. All times are whole milliseconds.

To change a table: change it in its file (``*_tables.py``), add ``migrations/versions/NNNN_what.py``, append its
revision to ``REVISIONS``, and the test that compares the two will tell whether they agree.
"""

from sqlalchemy import Connection, text
from sqlalchemy.orm import Mapped, mapped_column

from app.library import course_tables, meeting_tables, shelf_tables, speaker_tables, transcript_tables
from app.library.beside_the_tables import BESIDE_THE_TABLES
from app.library.table import Base

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
"""Every schema revision, oldest first. One that is not here was written by a newer Vivavoce."""

HEAD = REVISIONS[-1]

TABLES = (course_tables, meeting_tables, transcript_tables, speaker_tables, shelf_tables)
"""Where they are; each registers its tables with ``Base``."""


class FactRow(Base):
    """Small facts of the library itself, such as the version that used it last."""

    __tablename__ = "facts"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


def create_tables(connection: Connection) -> None:
    """Make all tables of ``HEAD`` in an empty file, within the caller's transaction."""
    Base.metadata.create_all(connection)
    for statement in BESIDE_THE_TABLES:
        connection.execute(text(statement))
    connection.execute(
        text(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
            "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
        )
    )
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})

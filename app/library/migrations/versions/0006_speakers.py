"""Who speaks: what the last look for the speakers found, and the voices that are remembered.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0006"
down_revision = "0005"

_STATEMENTS = (
    "ALTER TABLE speakers ADD COLUMN came_from VARCHAR",
    """
    CREATE TABLE speaker_runs (
        meeting_id VARCHAR NOT NULL,
        state VARCHAR NOT NULL,
        made_at_ms INTEGER NOT NULL,
        least INTEGER NOT NULL,
        most INTEGER NOT NULL,
        error VARCHAR,
        turns VARCHAR NOT NULL,
        found VARCHAR NOT NULL,
        PRIMARY KEY (meeting_id),
        FOREIGN KEY(meeting_id) REFERENCES meetings (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE voices (
        id VARCHAR NOT NULL,
        course_id VARCHAR,
        name VARCHAR NOT NULL,
        voice BLOB NOT NULL,
        speech_ms INTEGER NOT NULL,
        updated_at_ms INTEGER NOT NULL,
        PRIMARY KEY (id),
        FOREIGN KEY(course_id) REFERENCES courses (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE INDEX voices_by_course ON voices (course_id)
    """,
    """
    CREATE TABLE voice_courses (
        course_id VARCHAR NOT NULL,
        PRIMARY KEY (course_id),
        FOREIGN KEY(course_id) REFERENCES courses (id) ON DELETE CASCADE
    )
    """,
)


def upgrade() -> None:
    """Add them."""
    for statement in _STATEMENTS:
        op.execute(statement)

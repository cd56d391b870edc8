"""What editing needs: a history that outlives the application, and a place for lines that were taken out.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

_STATEMENTS = (
    """
    CREATE TABLE removed_lines (
        id VARCHAR NOT NULL,
        version INTEGER NOT NULL,
        number INTEGER NOT NULL,
        kind VARCHAR NOT NULL,
        line VARCHAR NOT NULL,
        quarantine VARCHAR,
        is_accepted BOOLEAN NOT NULL,
        heard_words INTEGER NOT NULL,
        PRIMARY KEY (id),
        FOREIGN KEY(version) REFERENCES transcript_versions (number) ON DELETE CASCADE
    )
    """,
    """
    CREATE INDEX removed_lines_by_version ON removed_lines (version)
    """,
    """
    CREATE TABLE edits (
        number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        id VARCHAR NOT NULL,
        version INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        kind VARCHAR NOT NULL,
        change VARCHAR NOT NULL,
        inverse VARCHAR NOT NULL,
        is_undone BOOLEAN NOT NULL,
        made_at_ms INTEGER NOT NULL,
        UNIQUE (id),
        FOREIGN KEY(version) REFERENCES transcript_versions (number) ON DELETE CASCADE
    )
    """,
    """
    CREATE UNIQUE INDEX edits_by_version ON edits (version, ordinal)
    """,
)


def upgrade() -> None:
    """Add them."""
    for statement in _STATEMENTS:
        op.execute(statement)

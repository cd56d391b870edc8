"""What a course learns: its glossary, what was offered for it, its export profile.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0005"
down_revision = "0004"

_STATEMENTS = (
    "ALTER TABLE courses ADD COLUMN export_profile VARCHAR DEFAULT '' NOT NULL",
    """
    CREATE TABLE dismissed_terms (
        course_id VARCHAR NOT NULL,
        heard VARCHAR NOT NULL,
        written VARCHAR NOT NULL,
        PRIMARY KEY (course_id, heard, written),
        FOREIGN KEY(course_id) REFERENCES courses (id) ON DELETE CASCADE
    )
    """,
)


def upgrade() -> None:
    """Add them."""
    for statement in _STATEMENTS:
        op.execute(statement)

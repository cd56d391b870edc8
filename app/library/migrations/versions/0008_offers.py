"""Better passes that ask before they are shown in the place of words that a person edited.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add it."""
    op.execute("ALTER TABLE jobs ADD COLUMN asks_first BOOLEAN DEFAULT 0 NOT NULL")

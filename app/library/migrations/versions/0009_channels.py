"""Which channel of its file a meeting was understood from; nothing is both of them.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add it."""
    op.execute("ALTER TABLE meetings ADD COLUMN channel VARCHAR DEFAULT '' NOT NULL")

"""How many people speak, where it was said with a job: the speakers are looked for once its text is there.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0007"
down_revision = "0006"

_STATEMENTS = (
    "ALTER TABLE jobs ADD COLUMN least_speakers INTEGER",
    "ALTER TABLE jobs ADD COLUMN most_speakers INTEGER",
)


def upgrade() -> None:
    """Add them."""
    for statement in _STATEMENTS:
        op.execute(statement)

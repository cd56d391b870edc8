"""Who speaks: a person's decisions pinned by time, voices that are remembered.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0006"
down_revision = "0005"

_STATEMENTS: tuple[str, ...] = ()


def upgrade() -> None:
    """Add them."""
    for statement in _STATEMENTS:
        op.execute(statement)

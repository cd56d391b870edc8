"""What a course learns: its glossary, what was offered for it, its export profile.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0005"
down_revision = "0004"

_STATEMENTS: tuple[str, ...] = ()


def upgrade() -> None:
    """Add them."""
    for statement in _STATEMENTS:
        op.execute(statement)

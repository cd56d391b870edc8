"""What every table of the library grows out of; ``schema.py`` brings the ``*_tables.py`` beside it together."""

from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import DeclarativeBase

ZERO = text("0")
NOTHING = text("''")
"""What a column that came later holds in the rows that were there already."""


class Base(DeclarativeBase):
    """Root of the tables."""


def columns_of(row: type[Base]) -> list[Any]:
    """All columns of a table, for a query that wants each of them."""
    return list(row.__table__.columns)

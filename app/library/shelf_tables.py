"""What keeps order among meetings and makes them found. Part of ``schema.py``: how to change a table."""

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from app.library.table import Base


class MeetingTagRow(Base):
    """A word that a person put on a meeting."""

    __tablename__ = "meeting_tags"
    __table_args__ = (Index("tags_by_name", "tag"),)

    meeting_id: Mapped[str] = mapped_column(ForeignKey("meetings.id", ondelete="CASCADE"), primary_key=True)
    tag: Mapped[str] = mapped_column(primary_key=True)


class SavedFilterRow(Base):
    """A named question to the library."""

    __tablename__ = "saved_filters"

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    wanted: Mapped[str]
    """JSON, as ``shelf_changes.py`` writes it."""


class FindableRow(Base):
    """What can be found of a meeting beside its lines, computed by ``shelf_index.py``, and so in no salvage.

    It refers to nothing on purpose: the full-text index has to be told of what went.
    """

    __tablename__ = "findables"
    __table_args__ = (Index("findables_by_meeting", "meeting_id"), {"sqlite_autoincrement": True})

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    meeting_id: Mapped[str]
    kind: Mapped[str]
    name: Mapped[str]
    """Id of the moment or speaker; empty for a title and a tag."""
    start_ms: Mapped[int]
    text: Mapped[str]


class UnindexedRow(Base):
    """A meeting whose title, tags, speakers or moments changed since ``findables`` was computed for it."""

    __tablename__ = "unindexed"

    meeting_id: Mapped[str] = mapped_column(primary_key=True)

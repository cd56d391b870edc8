"""What courses share. Part of ``schema.py``: how to change a table."""

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.library.table import NOTHING, Base


class CourseRow(Base):
    """A folder of meetings with a shared glossary."""

    __tablename__ = "courses"

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    languages: Mapped[str]
    """JSON list."""
    glossary: Mapped[str]
    """JSON list of entries; of texts where nothing else belonged to a term."""
    export_profile: Mapped[str] = mapped_column(server_default=NOTHING)
    """JSON; empty for as the settings say."""


class DismissedTermRow(Base):
    """A correction that was offered for a course's glossary and that the person did not want there."""

    __tablename__ = "dismissed_terms"

    course_id: Mapped[str] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), primary_key=True)
    heard: Mapped[str] = mapped_column(primary_key=True)
    """In small letters."""
    written: Mapped[str] = mapped_column(primary_key=True)

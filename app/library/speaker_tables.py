"""Looks for speakers, and voices that are to be known again. Part of ``schema.py``: how to change a table."""

from sqlalchemy import ForeignKey, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from app.library.table import Base


class SpeakerRunRow(Base):
    """The last look for the speakers of a meeting: asked for, done or failed. Part of the meeting's own data."""

    __tablename__ = "speaker_runs"

    meeting_id: Mapped[str] = mapped_column(ForeignKey("meetings.id", ondelete="CASCADE"), primary_key=True)
    state: Mapped[str]
    made_at_ms: Mapped[int]
    least: Mapped[int]
    most: Mapped[int]
    error: Mapped[str | None]
    """JSON of the ``ErrorReport``."""
    turns: Mapped[str]
    """JSON list of ``[track, start_ms, end_ms, label]``."""
    found: Mapped[str]
    """JSON list, one a speaker, as ``speaker_rows.py`` writes it. Holds voices only while voice memory is on."""


class VoiceRow(Base):
    """The voice of a person who is to be known again, in the meetings of one course or in those without one."""

    __tablename__ = "voices"
    __table_args__ = (Index("voices_by_course", "course_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    course_id: Mapped[str | None] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    name: Mapped[str]
    voice: Mapped[bytes] = mapped_column(LargeBinary)
    """Little-endian 32-bit floats, unit length."""
    speech_ms: Mapped[int]
    """How much speech it was made of."""
    updated_at_ms: Mapped[int]


class VoiceCourseRow(Base):
    """A course for which a person allowed that voices are remembered."""

    __tablename__ = "voice_courses"

    course_id: Mapped[str] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), primary_key=True)

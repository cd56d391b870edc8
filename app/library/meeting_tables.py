"""Meetings, and what is theirs in every version of a transcript. Part of ``schema.py``: how to change a table."""

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, text
from sqlalchemy.orm import Mapped, mapped_column

from app.library.table import NOTHING, ZERO, Base


class MeetingRow(Base):
    """A recording."""

    __tablename__ = "meetings"
    __table_args__ = (
        CheckConstraint("duration_ms >= 0", name="duration_is_not_negative"),
        Index("meetings_by_time", "created_at_ms"),
        Index("meetings_by_course", "course_id"),
        Index("meetings_by_fingerprint", "source_fingerprint"),
        Index("meetings_in_bin", "binned_at_ms", sqlite_where=text("binned_at_ms IS NOT NULL")),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    created_at_ms: Mapped[int]
    """UTC, milliseconds since 1970."""
    status: Mapped[str]
    course_id: Mapped[str | None] = mapped_column(ForeignKey("courses.id", ondelete="SET NULL"))
    duration_ms: Mapped[int]
    language: Mapped[str]
    language_probability: Mapped[float | None]
    source_path: Mapped[bytes] = mapped_column(LargeBinary)
    """UTF-8 with lone surrogates passed through: a file name on Linux need not be text."""
    source_fingerprint: Mapped[str]
    audio_stream: Mapped[int | None]
    model: Mapped[str]
    notes: Mapped[str]
    """JSON list."""
    is_recovered: Mapped[bool] = mapped_column(server_default=ZERO)
    """Its recording was interrupted and found again; until the person has seen to it."""
    is_favourite: Mapped[bool] = mapped_column(server_default=ZERO)
    binned_at_ms: Mapped[int | None]
    """When the person moved it to the bin; UTC, milliseconds since 1970. Everything of it is still there."""
    channel: Mapped[str] = mapped_column(server_default=NOTHING)
    """Which channel of its file is understood; empty is both."""


class TrackRow(Base):
    """One track of a meeting's sound."""

    __tablename__ = "tracks"

    meeting_id: Mapped[str] = mapped_column(ForeignKey("meetings.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    title: Mapped[str]
    length_ms: Mapped[int] = mapped_column(server_default=ZERO)
    """Length of what was recorded on it; 0 for an import, and until it is known."""
    settled_to: Mapped[int] = mapped_column(server_default=ZERO)
    """Samples. The mark of live recognition: everything before it is committed, a gap, or nobody spoke."""


class GapRow(Base):
    """A stretch that was not captured (no version) or not recognised (in one version)."""

    __tablename__ = "gaps"
    __table_args__ = (
        CheckConstraint("start_ms >= 0 AND end_ms >= start_ms", name="gap_in_order"),
        Index("gaps_by_meeting", "meeting_id"),
        Index("gaps_by_version", "version"),
    )

    number: Mapped[int] = mapped_column(primary_key=True)
    meeting_id: Mapped[str] = mapped_column(ForeignKey("meetings.id", ondelete="CASCADE"))
    version: Mapped[int | None] = mapped_column(ForeignKey("transcript_versions.number", ondelete="CASCADE"))
    track: Mapped[int]
    start_ms: Mapped[int]
    end_ms: Mapped[int]
    reason: Mapped[str]
    state: Mapped[str]


class JobRow(Base):
    """The recognition of one recording, with its progress mark."""

    __tablename__ = "jobs"
    __table_args__ = (
        Index("jobs_by_meeting", "meeting_id"),
        Index("jobs_by_version", "version"),
        Index("jobs_by_state", "state"),
        {"sqlite_autoincrement": True},
    )

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(unique=True)
    meeting_id: Mapped[str] = mapped_column(ForeignKey("meetings.id", ondelete="CASCADE"))
    version: Mapped[int] = mapped_column(ForeignKey("transcript_versions.number", ondelete="CASCADE"))
    state: Mapped[str]
    options: Mapped[str]
    """JSON."""
    finished_to: Mapped[int]
    """Samples."""
    length: Mapped[int]
    """Samples."""
    speech: Mapped[int]
    """Samples."""
    error: Mapped[str | None]
    """JSON of the ``ErrorReport``."""
    is_live: Mapped[bool] = mapped_column(server_default=ZERO)
    """It understands a recording while it lasts, and is nothing for the line of imports."""
    least_speakers: Mapped[int | None]
    most_speakers: Mapped[int | None]
    """How many people speak, where it was said with the job; 0 is any number."""
    asks_first: Mapped[bool] = mapped_column(server_default=ZERO)
    """A person is asked before what it wrote is shown in the place of words that they edited."""


class MomentRow(Base):
    """A bookmark, note or chapter of a person."""

    __tablename__ = "moments"
    __table_args__ = (
        CheckConstraint("start_ms >= 0 AND end_ms >= start_ms", name="moment_in_order"),
        Index("moments_by_meeting", "meeting_id", "start_ms"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    meeting_id: Mapped[str] = mapped_column(ForeignKey("meetings.id", ondelete="CASCADE"))
    kind: Mapped[str]
    start_ms: Mapped[int]
    end_ms: Mapped[int]
    text: Mapped[str]


class RemovalRow(Base):
    """A meeting whose rows are gone and whose sound folder is still to be removed."""

    __tablename__ = "removals"

    meeting_id: Mapped[str] = mapped_column(primary_key=True)

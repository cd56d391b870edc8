"""Versions of a transcript: lines, speakers, edits. Part of ``schema.py``: how to change a table.

Lines and versions have a number of their own, never used twice, because the full-text index and a salvage need one;
everybody outside knows them by ``id``.

The words of a line are one compact column, not rows. Measured for a ten-hour meeting (20,000 lines, 240,000 words,
Python 3.11, bare SQLite, no collector): 0.39 s to read them from rows, 0.16 s from the column, at about the same
size; a line and its words are also always written together. Each word still has start, end, text, confidence and
speaker.
"""

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.library.table import ZERO, Base


class VersionRow(Base):
    """One version of a transcript, with the counts that the library list shows."""

    __tablename__ = "transcript_versions"
    __table_args__ = (
        Index("versions_by_meeting", "meeting_id"),
        Index("one_current_version", "meeting_id", unique=True, sqlite_where=text("is_current = 1")),
        {"sqlite_autoincrement": True},
    )

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(unique=True)
    meeting_id: Mapped[str] = mapped_column(ForeignKey("meetings.id", ondelete="CASCADE"))
    kind: Mapped[str]
    created_at_ms: Mapped[int]
    is_current: Mapped[bool]
    segments: Mapped[int]
    words: Mapped[int]
    quarantined: Mapped[int]


class SpeakerRow(Base):
    """Somebody who speaks, in one version of a transcript."""

    __tablename__ = "speakers"
    __table_args__ = (Index("speakers_by_version", "version"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(ForeignKey("transcript_versions.number", ondelete="CASCADE"))
    number: Mapped[int]
    name: Mapped[str]
    came_from: Mapped[str | None]
    """Who this was in the version before."""


class SegmentRow(Base):
    """A line of transcript with its words."""

    __tablename__ = "segments"
    __table_args__ = (
        CheckConstraint("start_ms >= 0 AND end_ms > start_ms", name="times_in_order"),
        Index("segments_by_version", "version", "start_ms"),
        Index("segments_by_speaker", "speaker_id"),
        {"sqlite_autoincrement": True},
    )

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(unique=True)
    version: Mapped[int] = mapped_column(ForeignKey("transcript_versions.number", ondelete="CASCADE"))
    track: Mapped[int]
    start_ms: Mapped[int]
    end_ms: Mapped[int]
    text: Mapped[str]
    language: Mapped[str]
    confidence: Mapped[float | None]
    speaker_id: Mapped[str | None] = mapped_column(ForeignKey("speakers.id", ondelete="SET NULL"))
    quarantine: Mapped[str | None]
    """The reason, kept also when a person accepted the line."""
    is_accepted: Mapped[bool]
    """A person took the line out of quarantine."""
    origin: Mapped[str]
    repaired: Mapped[bool]
    words: Mapped[str]
    """JSON ``[starts, ends, texts, confidences, speakers]``, the last two ``null`` where no word has one; and, where
    somebody talks over a word, who does."""
    heard_words: Mapped[int] = mapped_column(server_default=ZERO)
    """Of a line that grew while it was recorded: how many words the engine has given for it. Left as it is by
    whoever edits the line, so that words which come later are known to be new (``line_changes.py``)."""


class RemovedLineRow(Base):
    """A line that an edit took out: what undo needs to bring back the very same, and a word to who still grows it."""

    __tablename__ = "removed_lines"
    __table_args__ = (Index("removed_lines_by_version", "version"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """The line's."""
    version: Mapped[int] = mapped_column(ForeignKey("transcript_versions.number", ondelete="CASCADE"))
    number: Mapped[int]
    """The line's, which it has again when it comes back."""
    kind: Mapped[str]
    """Of the edit; only what a person deleted is deleted for a better pass too."""
    line: Mapped[str]
    """JSON, as ``edit_json.py`` writes lines."""
    quarantine: Mapped[str | None]
    is_accepted: Mapped[bool]
    heard_words: Mapped[int]


class EditRow(Base):
    """One edit of a version of a transcript, done or undone."""

    __tablename__ = "edits"
    __table_args__ = (
        Index("edits_by_version", "version", "ordinal", unique=True),
        {"sqlite_autoincrement": True},
    )

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(unique=True)
    version: Mapped[int] = mapped_column(ForeignKey("transcript_versions.number", ondelete="CASCADE"))
    ordinal: Mapped[int]
    """1 and up within the version; undone ones are always the last of them."""
    kind: Mapped[str]
    change: Mapped[str]
    """JSON: the lines and speakers after it, and the names of those that went."""
    inverse: Mapped[str]
    """JSON: the same of before."""
    is_undone: Mapped[bool]
    made_at_ms: Mapped[int]

"""The tables of the library, as they are now; ``migrations`` holds how they came to be.

Read by the queries of this folder and by ``opening.py``, which makes a new library straight from here
(a test holds that the migrations lead to the very same tables). Nothing here runs by being imported.

All times are whole milliseconds. Lines (``segments``) and versions have a number of their own, never
used twice, because the full-text index and a salvage need one; everybody outside knows them by ``id``.

The words of a line are one compact column, not rows. Measured for a ten-hour meeting (20,000 lines, 240,000 words,
Python 3.11, bare SQLite, no collector): 0.39 s to read them from rows, 0.16 s from the column, at about the same
size; a line and its words are also always written together. Each word still has start, end, text, confidence and
speaker.

To change a table: change it here, add ``migrations/versions/NNNN_what.py``, append its revision to
``REVISIONS`` and the test that compares the two will tell whether they agree.
"""

from typing import Any

from sqlalchemy import CheckConstraint, Connection, ForeignKey, Index, LargeBinary, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from app.library.beside_the_tables import BESIDE_THE_TABLES

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
"""Every schema revision, oldest first. One that is not here was written by a newer Vivavoce."""

HEAD = REVISIONS[-1]

_ZERO = text("0")
_NOTHING = text("''")
"""What a column that came later holds in the rows that were there already."""


class Base(DeclarativeBase):
    """Root of the tables."""


class FactRow(Base):
    """Small facts of the library itself, such as the version that used it last."""

    __tablename__ = "facts"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class CourseRow(Base):
    """A folder of meetings with a shared glossary."""

    __tablename__ = "courses"

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    languages: Mapped[str]
    """JSON list."""
    glossary: Mapped[str]
    """JSON list of entries; of texts where nothing else belonged to a term."""
    export_profile: Mapped[str] = mapped_column(server_default=_NOTHING)
    """JSON; empty for as the settings say."""


class DismissedTermRow(Base):
    """A correction that was offered for a course's glossary and that the person did not want there."""

    __tablename__ = "dismissed_terms"

    course_id: Mapped[str] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), primary_key=True)
    heard: Mapped[str] = mapped_column(primary_key=True)
    """In small letters."""
    written: Mapped[str] = mapped_column(primary_key=True)


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
    is_recovered: Mapped[bool] = mapped_column(server_default=_ZERO)
    """Its recording was interrupted and found again; until the person has seen to it."""
    is_favourite: Mapped[bool] = mapped_column(server_default=_ZERO)
    binned_at_ms: Mapped[int | None]
    """When the person moved it to the bin; UTC, milliseconds since 1970. Everything of it is still there."""


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


class TrackRow(Base):
    """One track of a meeting's sound."""

    __tablename__ = "tracks"

    meeting_id: Mapped[str] = mapped_column(ForeignKey("meetings.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    title: Mapped[str]
    length_ms: Mapped[int] = mapped_column(server_default=_ZERO)
    """Length of what was recorded on it; 0 for an import, and until it is known."""
    settled_to: Mapped[int] = mapped_column(server_default=_ZERO)
    """Samples. The mark of live recognition: everything before it is committed, a gap, or nobody spoke."""


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
    heard_words: Mapped[int] = mapped_column(server_default=_ZERO)
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
    is_live: Mapped[bool] = mapped_column(server_default=_ZERO)
    """It understands a recording while it lasts, and is nothing for the line of imports."""


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


class RemovalRow(Base):
    """A meeting whose rows are gone and whose sound folder is still to be removed."""

    __tablename__ = "removals"

    meeting_id: Mapped[str] = mapped_column(primary_key=True)


def create_tables(connection: Connection) -> None:
    """Make all tables of ``HEAD`` in an empty file, within the caller's transaction."""
    Base.metadata.create_all(connection)
    for statement in BESIDE_THE_TABLES:
        connection.execute(text(statement))
    connection.execute(
        text(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
            "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
        )
    )
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def columns_of(row: type[Base]) -> list[Any]:
    """All columns of a table, for a query that wants each of them."""
    return list(row.__table__.columns)

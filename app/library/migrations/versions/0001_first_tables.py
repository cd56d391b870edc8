"""The first tables.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0001"
down_revision = None

_STATEMENTS = (
    """
    CREATE TABLE facts (
        name VARCHAR NOT NULL,
        value VARCHAR NOT NULL,
        PRIMARY KEY (name)
    )
    """,
    """
    CREATE TABLE courses (
        id VARCHAR NOT NULL,
        title VARCHAR NOT NULL,
        languages VARCHAR NOT NULL,
        glossary VARCHAR NOT NULL,
        PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE removals (
        meeting_id VARCHAR NOT NULL,
        PRIMARY KEY (meeting_id)
    )
    """,
    """
    CREATE TABLE meetings (
        id VARCHAR NOT NULL,
        title VARCHAR NOT NULL,
        created_at_ms INTEGER NOT NULL,
        status VARCHAR NOT NULL,
        course_id VARCHAR,
        duration_ms INTEGER NOT NULL,
        language VARCHAR NOT NULL,
        language_probability DOUBLE,
        source_path BLOB NOT NULL,
        source_fingerprint VARCHAR NOT NULL,
        audio_stream INTEGER,
        model VARCHAR NOT NULL,
        notes VARCHAR NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT duration_is_not_negative CHECK (duration_ms >= 0),
        FOREIGN KEY(course_id) REFERENCES courses (id) ON DELETE SET NULL
    )
    """,
    """
    CREATE INDEX meetings_by_course ON meetings (course_id)
    """,
    """
    CREATE INDEX meetings_by_time ON meetings (created_at_ms)
    """,
    """
    CREATE INDEX meetings_by_fingerprint ON meetings (source_fingerprint)
    """,
    """
    CREATE TABLE tracks (
        meeting_id VARCHAR NOT NULL,
        number INTEGER NOT NULL,
        kind VARCHAR NOT NULL,
        title VARCHAR NOT NULL,
        PRIMARY KEY (meeting_id, number),
        FOREIGN KEY(meeting_id) REFERENCES meetings (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE transcript_versions (
        number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        id VARCHAR NOT NULL,
        meeting_id VARCHAR NOT NULL,
        kind VARCHAR NOT NULL,
        created_at_ms INTEGER NOT NULL,
        is_current BOOLEAN NOT NULL,
        segments INTEGER NOT NULL,
        words INTEGER NOT NULL,
        quarantined INTEGER NOT NULL,
        UNIQUE (id),
        FOREIGN KEY(meeting_id) REFERENCES meetings (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE UNIQUE INDEX one_current_version ON transcript_versions (meeting_id) WHERE is_current = 1
    """,
    """
    CREATE INDEX versions_by_meeting ON transcript_versions (meeting_id)
    """,
    """
    CREATE TABLE speakers (
        id VARCHAR NOT NULL,
        version INTEGER NOT NULL,
        number INTEGER NOT NULL,
        name VARCHAR NOT NULL,
        PRIMARY KEY (id),
        FOREIGN KEY(version) REFERENCES transcript_versions (number) ON DELETE CASCADE
    )
    """,
    """
    CREATE INDEX speakers_by_version ON speakers (version)
    """,
    """
    CREATE TABLE gaps (
        number INTEGER NOT NULL,
        meeting_id VARCHAR NOT NULL,
        version INTEGER,
        track INTEGER NOT NULL,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        reason VARCHAR NOT NULL,
        state VARCHAR NOT NULL,
        PRIMARY KEY (number),
        CONSTRAINT gap_in_order CHECK (start_ms >= 0 AND end_ms >= start_ms),
        FOREIGN KEY(meeting_id) REFERENCES meetings (id) ON DELETE CASCADE,
        FOREIGN KEY(version) REFERENCES transcript_versions (number) ON DELETE CASCADE
    )
    """,
    """
    CREATE INDEX gaps_by_version ON gaps (version)
    """,
    """
    CREATE INDEX gaps_by_meeting ON gaps (meeting_id)
    """,
    """
    CREATE TABLE jobs (
        number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        id VARCHAR NOT NULL,
        meeting_id VARCHAR NOT NULL,
        version INTEGER NOT NULL,
        state VARCHAR NOT NULL,
        options VARCHAR NOT NULL,
        finished_to INTEGER NOT NULL,
        length INTEGER NOT NULL,
        speech INTEGER NOT NULL,
        error VARCHAR,
        UNIQUE (id),
        FOREIGN KEY(meeting_id) REFERENCES meetings (id) ON DELETE CASCADE,
        FOREIGN KEY(version) REFERENCES transcript_versions (number) ON DELETE CASCADE
    )
    """,
    """
    CREATE INDEX jobs_by_version ON jobs (version)
    """,
    """
    CREATE INDEX jobs_by_state ON jobs (state)
    """,
    """
    CREATE INDEX jobs_by_meeting ON jobs (meeting_id)
    """,
    """
    CREATE TABLE segments (
        number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        id VARCHAR NOT NULL,
        version INTEGER NOT NULL,
        track INTEGER NOT NULL,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        text VARCHAR NOT NULL,
        language VARCHAR NOT NULL,
        confidence DOUBLE,
        speaker_id VARCHAR,
        quarantine VARCHAR,
        is_accepted BOOLEAN NOT NULL,
        origin VARCHAR NOT NULL,
        repaired BOOLEAN NOT NULL,
        words VARCHAR NOT NULL,
        CONSTRAINT times_in_order CHECK (start_ms >= 0 AND end_ms > start_ms),
        UNIQUE (id),
        FOREIGN KEY(version) REFERENCES transcript_versions (number) ON DELETE CASCADE,
        FOREIGN KEY(speaker_id) REFERENCES speakers (id) ON DELETE SET NULL
    )
    """,
    """
    CREATE INDEX segments_by_speaker ON segments (speaker_id)
    """,
    """
    CREATE INDEX segments_by_version ON segments (version, start_ms)
    """,
    "CREATE VIRTUAL TABLE search USING fts5(tokens, tokenize = 'ascii', prefix = '2 3 4')",
    """
    CREATE TRIGGER segment_inside_the_recording BEFORE INSERT ON segments
    WHEN NEW.end_ms > (
        SELECT CASE meetings.duration_ms WHEN 0 THEN NEW.end_ms ELSE meetings.duration_ms END
        FROM transcript_versions JOIN meetings ON meetings.id = transcript_versions.meeting_id
        WHERE transcript_versions.number = NEW.version
    )
    BEGIN SELECT RAISE(ABORT, 'segment ends after the recording'); END
    """,
)


def upgrade() -> None:
    """Make them."""
    for statement in _STATEMENTS:
        op.execute(statement)

"""What a live recording needs: marks of its tracks, lines that grow, moments of the person, jobs that are live.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0002"
down_revision = "0001"

_STATEMENTS = (
    "ALTER TABLE meetings ADD COLUMN is_recovered BOOLEAN DEFAULT 0 NOT NULL",
    "ALTER TABLE tracks ADD COLUMN length_ms INTEGER DEFAULT 0 NOT NULL",
    "ALTER TABLE tracks ADD COLUMN settled_to INTEGER DEFAULT 0 NOT NULL",
    "ALTER TABLE segments ADD COLUMN heard_words INTEGER DEFAULT 0 NOT NULL",
    "ALTER TABLE jobs ADD COLUMN is_live BOOLEAN DEFAULT 0 NOT NULL",
    """
    CREATE TABLE moments (
        id VARCHAR NOT NULL,
        meeting_id VARCHAR NOT NULL,
        kind VARCHAR NOT NULL,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        text VARCHAR NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT moment_in_order CHECK (start_ms >= 0 AND end_ms >= start_ms),
        FOREIGN KEY(meeting_id) REFERENCES meetings (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE INDEX moments_by_meeting ON moments (meeting_id, start_ms)
    """,
    # What was not captured will not come back by another try.
    "UPDATE gaps SET state = 'lost' WHERE state = 'open' AND reason IN ('damaged_media', 'source_lost', 'slept')",
    # The length of a recording is known when it has ended; until then it is no bound.
    "DROP TRIGGER segment_inside_the_recording",
    """
    CREATE TRIGGER segment_inside_the_recording BEFORE INSERT ON segments
    WHEN NEW.end_ms > (
        SELECT CASE WHEN meetings.duration_ms = 0 OR meetings.status = 'recording'
        THEN NEW.end_ms ELSE meetings.duration_ms END
        FROM transcript_versions JOIN meetings ON meetings.id = transcript_versions.meeting_id
        WHERE transcript_versions.number = NEW.version
    )
    BEGIN SELECT RAISE(ABORT, 'segment ends after the recording'); END
    """,
)


def upgrade() -> None:
    """Add them."""
    for statement in _STATEMENTS:
        op.execute(statement)

"""What finding and keeping meetings needs: tags, favourites, saved filters, the bin.

Written out as SQL and not taken from ``schema.py``: a revision says what was, for ever.
"""

from alembic import op

revision = "0004"
down_revision = "0003"

_STATEMENTS = (
    "ALTER TABLE meetings ADD COLUMN is_favourite BOOLEAN DEFAULT 0 NOT NULL",
    "ALTER TABLE meetings ADD COLUMN binned_at_ms INTEGER",
    """
    CREATE INDEX meetings_in_bin ON meetings (binned_at_ms) WHERE binned_at_ms IS NOT NULL
    """,
    """
    CREATE TABLE meeting_tags (
        meeting_id VARCHAR NOT NULL,
        tag VARCHAR NOT NULL,
        PRIMARY KEY (meeting_id, tag),
        FOREIGN KEY(meeting_id) REFERENCES meetings (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE INDEX tags_by_name ON meeting_tags (tag)
    """,
    """
    CREATE TABLE saved_filters (
        id VARCHAR NOT NULL,
        title VARCHAR NOT NULL,
        wanted VARCHAR NOT NULL,
        PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE findables (
        number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        meeting_id VARCHAR NOT NULL,
        kind VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        start_ms INTEGER NOT NULL,
        text VARCHAR NOT NULL
    )
    """,
    """
    CREATE INDEX findables_by_meeting ON findables (meeting_id)
    """,
    """
    CREATE TABLE unindexed (
        meeting_id VARCHAR NOT NULL,
        PRIMARY KEY (meeting_id)
    )
    """,
    "CREATE VIRTUAL TABLE search_facts USING fts5(tokens, tokenize = 'ascii', prefix = '2 3 4')",
    """
    CREATE TRIGGER unindexed_by_meetings_insert AFTER INSERT ON meetings
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (NEW.id); END
    """,
    """
    CREATE TRIGGER unindexed_by_meetings_title AFTER UPDATE OF title ON meetings
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (NEW.id); END
    """,
    """
    CREATE TRIGGER unindexed_by_meetings_delete AFTER DELETE ON meetings
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (OLD.id); END
    """,
    """
    CREATE TRIGGER unindexed_by_tags_insert AFTER INSERT ON meeting_tags
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (NEW.meeting_id); END
    """,
    """
    CREATE TRIGGER unindexed_by_tags_update AFTER UPDATE ON meeting_tags
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (NEW.meeting_id); END
    """,
    """
    CREATE TRIGGER unindexed_by_tags_delete AFTER DELETE ON meeting_tags
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (OLD.meeting_id); END
    """,
    """
    CREATE TRIGGER unindexed_by_moments_insert AFTER INSERT ON moments
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (NEW.meeting_id); END
    """,
    """
    CREATE TRIGGER unindexed_by_moments_update AFTER UPDATE ON moments
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (NEW.meeting_id); END
    """,
    """
    CREATE TRIGGER unindexed_by_moments_delete AFTER DELETE ON moments
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (OLD.meeting_id); END
    """,
    """
    CREATE TRIGGER unindexed_by_versions_insert AFTER INSERT ON transcript_versions
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (NEW.meeting_id); END
    """,
    """
    CREATE TRIGGER unindexed_by_versions_current AFTER UPDATE OF is_current ON transcript_versions
    BEGIN INSERT OR IGNORE INTO unindexed VALUES (NEW.meeting_id); END
    """,
    """
    CREATE TRIGGER unindexed_by_speakers_insert AFTER INSERT ON speakers
    BEGIN INSERT OR IGNORE INTO unindexed SELECT meeting_id FROM transcript_versions WHERE number = NEW.version; END
    """,
    """
    CREATE TRIGGER unindexed_by_speakers_name AFTER UPDATE OF name ON speakers
    BEGIN INSERT OR IGNORE INTO unindexed SELECT meeting_id FROM transcript_versions WHERE number = NEW.version; END
    """,
    """
    CREATE TRIGGER unindexed_by_speakers_delete AFTER DELETE ON speakers
    BEGIN INSERT OR IGNORE INTO unindexed SELECT meeting_id FROM transcript_versions WHERE number = OLD.version; END
    """,
    # The first write after this fills the index.
    "INSERT INTO unindexed SELECT id FROM meetings",
)


def upgrade() -> None:
    """Add them."""
    for statement in _STATEMENTS:
        op.execute(statement)

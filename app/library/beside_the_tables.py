"""What SQLAlchemy has no words for: the full-text indexes, the rule that reaches over two tables, and the triggers.

Made by ``create_tables`` after the tables of ``schema.py``; the migrations lead to the very same. Pure values.
"""

BESIDE_THE_TABLES = (
    # Tokens are prepared by search_index.py; the ascii tokenizer splits at the spaces between them and
    # nowhere else, so that what we fold is what is found. The index keeps its own copy of the text: then a
    # line can be taken out of it whatever became of the way tokens are prepared. The prefix index makes the first
    # letters of a common word as fast as the word: 0.1 ms against 28 ms over ten million words, for 53 MB more.
    "CREATE VIRTUAL TABLE search USING fts5(tokens, tokenize = 'ascii', prefix = '2 3 4')",
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
    "CREATE VIRTUAL TABLE search_facts USING fts5(tokens, tokenize = 'ascii', prefix = '2 3 4')",
    # Whoever changes one of these tables need not know that it can be searched.
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
)
"""Statements, in the order they are made."""

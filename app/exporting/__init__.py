"""Transcripts as files: subtitles, text, documents, and our own JSON that comes back without loss."""

"""The domain: meetings, transcripts, jobs and courses as pure values. No files, no SQL, no clock of its own."""

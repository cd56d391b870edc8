"""The headless speech pipeline: sound in, transcript segments out. Knows no Qt and no SQL."""

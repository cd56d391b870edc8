"""Turning speech into words: the Whisper engine, the device it runs on, and the speech models on disk."""

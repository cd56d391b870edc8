"""Editing a transcript, without a window: see ``README.md``."""

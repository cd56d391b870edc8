"""Dialogs of their own: export, and how a recording is imported."""

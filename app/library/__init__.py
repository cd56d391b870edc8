"""The library on disk: the only SQL in the house. ``library.py`` is the door; everything else is behind it."""

"""The page of one meeting: its words, its sound, and what is known about it."""

"""The keys that are in force, and what they do in words."""

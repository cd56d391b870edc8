"""A virtual screen and sound card for tests. Imports nothing."""

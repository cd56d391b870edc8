"""Recordings on their way into the library."""

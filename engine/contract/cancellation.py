"""Asking work to stop: a flag that the one who started it sets and the work looks at.

Cancelling is an outcome, not an error for the user. ``Cancelled`` only unwinds the stack inside one
piece of work and is caught by whoever runs it.
"""

import threading


class Cancelled(Exception):
    """Raised inside work whose ``Cancellation`` was requested; never shown to a person."""


class Cancellation:
    """A flag shared by the one who may cancel and the work that listens. Safe on every thread."""

    def __init__(self) -> None:
        self._requested = threading.Event()

    @property
    def is_requested(self) -> bool:
        """Whether somebody asked the work to stop."""
        return self._requested.is_set()

    def request(self) -> None:
        """Ask the work to stop at its next look. Asking twice is harmless."""
        self._requested.set()

    def check(self) -> None:
        """Raise ``Cancelled`` if stopping was requested."""
        if self._requested.is_set():
            raise Cancelled

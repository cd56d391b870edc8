"""Why a worker does not answer, as a value that crosses the wire.

``wire_answers.py`` writes and reads it; ``remote_errors.py`` turns it into what the desktop knows.
"""

from enum import StrEnum


class RefusalReason(StrEnum):
    """See ``transcription.proto``."""

    BUSY = "busy"
    """Measured capacity is taken."""
    DRAINING = "draining"
    """It finishes what it has and stops."""
    SOUND_MISSING = "sound_missing"
    """A question is about sound that is not there."""
    SOUND_DAMAGED = "sound_damaged"
    """A checksum did not fit."""
    TOO_MUCH = "too_much"
    """A limit of size, streams, seconds or rate."""
    MODEL_MISSING = "model_missing"
    """The speech model is not on this worker."""
    RECOGNISER_FAILED = "recogniser_failed"
    """The device failed at it."""
    NOT_UNDERSTOOD = "not_understood"
    """A message broke the protocol."""


class Refused(Exception):
    """A question or a session that a worker does not take."""

    def __init__(self, reason: RefusalReason, detail: str = "") -> None:
        super().__init__(f"{reason.value}: {detail}" if detail else reason.value)
        self.reason = reason
        self.detail = detail
        """English, for the log."""

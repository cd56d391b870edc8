"""How long a desktop waits for a worker. Every wait has an end: a pulled cable says nothing.

Pure values. Whoever has something better to do meanwhile (``fallback_recogniser.py``) waits less.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds; the defaults suit a home network and a worker that has other work too."""

    call_s: float = 5.0
    """For a worker to say what it is."""
    health_s: float = 20.0
    """For it to decode a second of speech, while it has other work."""
    open_s: float = 60.0
    """For a session to begin; a speech model may have to be loaded."""
    resume_s: float = 3.0
    """For a stream that broke to be there again, before what was asked counts as not answered. A worker that loads a
    speech model says now and then that it is there, and this begins anew each time."""
    answer_s: float = 20.0
    """For an answer, and besides so much of the length of its sound:"""
    answer_part: float = 3.0
    keepalive_s: float = 10.0
    """A worker from which nothing came is asked after so long whether it is still there, …"""
    keepalive_answer_s: float = 4.0
    """… and is gone if it does not say so: a pulled cable is noticed within 15 s."""
    close_s: float = 1.0
    """For a session to end in good order."""

    def for_answer(self, sound_s: float) -> float:
        """How long to wait for the answer to a question about so much sound."""
        return self.answer_s + self.answer_part * sound_s


LIVE = Patience(resume_s=1.0, answer_s=5.0, answer_part=0.5)
"""Where somebody is speaking: what comes later is of no use."""

"""What one look at a window of speech gave: words with their places in it, and how far to believe them.

Passes from a recogniser, here or on a worker, to the live pipeline. Pure values.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """One word with its place in its window."""

    start: int
    stop: int
    """Sample offsets in the window."""
    text: str
    confidence: float
    tokens: tuple[int, ...] = ()
    heard: str = ""
    """What was heard before the glossary put this in its place."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What one pass understood after the words that were settled."""

    words: tuple[AlignedWord, ...]
    """Places are samples from the beginning of the window."""
    is_loop: bool
    """It says the same over and over, also after a second try."""
    no_speech: float
    score: float
    encoded_s: float | None = field(default=None, compare=False)
    """When the encoder was done, in seconds on ``steady_now`` of this machine; no part of what was heard."""
    decoding_s: float | None = field(default=None, compare=False)
    """How long it took from then on; all that another machine can say of it, whose clock is another."""

"""How much of a recording is captured, understood, and missing: what the footer of a meeting proves. Pure."""

from dataclasses import dataclass

from engine.contract.audio import Milliseconds, TrackKind


@dataclass(frozen=True, slots=True)
class TrackMark:
    """How far a recorded track is settled."""

    track: int
    kind: TrackKind
    length_ms: Milliseconds
    """Length of what is recorded; 0 while it is not known."""
    settled_to: int
    """In samples: everything before is committed, a gap, or nobody spoke."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The proof, over all tracks together."""

    recorded_ms: Milliseconds
    """Length of the longest track."""
    understood: float
    """Part of the captured sound that was looked at and committed, 0..1; 1 only if nothing is missing."""
    open_ms: Milliseconds
    """Skipped or failed stretches that will be tried again."""
    lost_ms: Milliseconds
    """Stretches that were not captured, or that no try could read."""

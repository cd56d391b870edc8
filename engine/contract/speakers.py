"""Who spoke when: what the desktop may say about it beforehand, and what the engine found.

Labels are numbers of one recording and mean nothing outside it; names and a person's decisions are the library's.
"""

from dataclasses import dataclass

from engine.contract.audio import SampleIndex


@dataclass(frozen=True, slots=True)
class SpeakerCount:
    """How many people may speak in a recording."""

    least: int = 1
    most: int = 0
    """0 means any number; equal to ``least`` means exactly that many."""


ANY_COUNT = SpeakerCount()
"""Whoever speaks."""


@dataclass(frozen=True, slots=True)
class SpeakerTurn:
    """One speaker talks without a break. Turns of different speakers may overlap."""

    track: int
    start: SampleIndex
    stop: SampleIndex
    speaker: int
    """Label, 0 and up."""


@dataclass(frozen=True, slots=True)
class PinnedTurn:
    """A stretch of which a person said who speaks in it. No run may label it otherwise."""

    track: int
    start: SampleIndex
    stop: SampleIndex
    speaker: int
    """The person's own number for that speaker; the same number in all stretches of one speaker."""


@dataclass(frozen=True, slots=True)
class FoundSpeaker:
    """One speaker of a recording."""

    label: int
    """0 and up, by first word."""
    speech: int
    """Samples that this speaker talks."""
    clips: tuple[SpeakerTurn, ...]
    """Up to three clean stretches, nobody else talking, longest and surest first: to hear who it is."""
    pinned: int | None = None
    """The number of ``PinnedTurn`` whose stretches are this speaker's; ``None`` without one."""
    voice: tuple[float, ...] = ()
    """Mean of the unit-length voice embeddings, unit length; kept only where the person asked to remember voices."""

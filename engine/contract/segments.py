"""What recognition produces: words with times, lines of transcript, and the reasons some are set aside."""

from dataclasses import dataclass
from enum import StrEnum

from engine.contract.audio import SampleIndex


class QuarantineReason(StrEnum):
    """Why a recognised line is kept but left out of exports until a person accepts it."""

    SILENCE = "silence"
    """Words over a stretch where the voice detector heard nobody."""
    LOOP = "loop"
    """The same words over and over, also after a second try."""
    STOCK_PHRASE = "stock_phrase"
    """A phrase that Whisper says into silence, with little speech as evidence."""
    LOW_EVIDENCE = "low_evidence"
    """Words the recogniser itself hardly believes."""
    ECHO = "echo"
    """The computer's sound, heard once more by the microphone; the same words stand on the computer's track."""
    BY_HAND = "by_hand"
    """No machine doubts it: a person left it out."""


class GapReason(StrEnum):
    """Why a stretch was not captured or not recognised."""

    DAMAGED_MEDIA = "damaged_media"
    """The imported file is broken there."""
    NOT_RECOGNISED = "not_recognised"
    """Recognition failed or was skipped there."""
    CANCELLED = "cancelled"
    """The person stopped before this stretch was reached."""
    SOURCE_LOST = "source_lost"
    """A sound source delivered nothing."""
    SLEPT = "slept"
    """The computer was asleep."""
    NOT_SAVED = "not_saved"
    """It was heard and could not be written: the disk was full or failed for too long."""
    RECORDER_DIED = "recorder_died"
    """The recorder process ended by itself and was started again."""


AS_BEFORE = "〃"
"""In the place of what was heard: it stands with the word before."""


@dataclass(frozen=True, slots=True)
class RecognisedWord:
    """One word (in Chinese, one or a few characters) as it was spoken."""

    start: SampleIndex
    stop: SampleIndex
    text: str
    """As it stands in the line, with a leading space where the language writes one."""
    confidence: float
    """Probability that the recogniser gave it, 0..1."""
    heard: str = ""
    """What was heard before the glossary put this in its place; empty for what stands as it was heard. Of several words
    that came together, the first says it, the others say ``AS_BEFORE``."""


@dataclass(frozen=True, slots=True)
class RecognisedSegment:
    """A line of transcript on its way from the engine to the library."""

    track: int
    start: SampleIndex
    stop: SampleIndex
    text: str
    language: str
    """Whisper code of the language it was decoded in."""
    confidence: float
    """Mean word probability, 0..1."""
    words: tuple[RecognisedWord, ...] = ()
    quarantine: QuarantineReason | None = None
    no_speech: float = 0.0
    """Probability the recogniser itself gives that nobody speaks there, 0..1."""
    repaired: bool = False
    """Its times broke a rule and the normaliser mended them."""


@dataclass(frozen=True, slots=True)
class RecognisedGap:
    """A stretch without sound or without recognition, with its reason."""

    track: int
    start: SampleIndex
    stop: SampleIndex
    reason: GapReason

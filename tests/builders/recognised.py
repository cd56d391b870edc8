"""Words and lines as a recogniser gives them, times in seconds."""

from engine.contract.audio import to_index
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord


def word(text: str, start_s: float, stop_s: float, *, confidence: float = 0.9) -> RecognisedWord:
    """One word."""
    return RecognisedWord(to_index(start_s), to_index(stop_s), text, confidence)


def words(text: str, *, start_s: float = 0.0, each_s: float = 0.4) -> list[RecognisedWord]:
    """The words of a text, evenly spoken, each with its leading space; in Chinese, one a character."""
    parts = list(text) if not text.isascii() else [f" {part}" for part in text.split()]
    return [word(part, start_s + at * each_s, start_s + (at + 1) * each_s) for at, part in enumerate(parts)]


def line(
    text: str,
    start_s: float = 0.0,
    stop_s: float = 2.0,
    *,
    confidence: float = 0.9,
    no_speech: float = 0.0,
    language: str = "en",
    words: tuple[RecognisedWord, ...] = (),
    quarantine: QuarantineReason | None = None,
) -> RecognisedSegment:
    """A line of transcript."""
    return RecognisedSegment(
        track=0,
        start=to_index(start_s),
        stop=to_index(stop_s),
        text=text,
        language=language,
        confidence=confidence,
        words=words,
        quarantine=quarantine,
        no_speech=no_speech,
    )

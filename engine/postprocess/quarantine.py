"""The quarantine: text that is probably not speech is kept and set aside, never silently deleted.

Pure. Whisper was trained on subtitles and says their stock phrases into silence and music. A phrase
alone proves nothing, people do say “thank you”; so a phrase is set aside only where little speech
stands behind it, and other text only where the recogniser itself hardly believes it.

To add a phrase: ``resources/stock_phrases.json``, in lower case, without punctuation.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from engine.contract.audio import SAMPLE_RATE_HZ, SpeechSpan
from engine.contract.places import RESOURCES
from engine.contract.segments import QuarantineReason, RecognisedSegment


@dataclass(frozen=True, slots=True)
class Evidence:
    """How sure one must be."""

    least_confidence: float = 0.35
    """Mean word probability below which a line is set aside, if the recogniser doubts that anybody speaks."""
    doubt: float = 0.6
    """No-speech probability from which the recogniser doubts it; the value of openai/whisper."""
    nonsense_confidence: float = 0.2
    """Mean word probability below which a line is set aside in any case."""
    phrase_confidence: float = 0.75
    """A stock phrase needs more than this."""
    least_speech_s: float = 0.15
    """Speech that the detector must have heard behind a line."""
    slack_s: float = 0.2
    """Looked at on both sides of a line as well: the alignment gives a short word hardly any time."""


class Quarantine:
    """Judges one line after the other."""

    def __init__(self, *, phrases: Mapping[str, Sequence[str]] | None = None, evidence: Evidence | None = None) -> None:
        self._phrases = {plain(phrase) for each in (phrases or read_phrases()).values() for phrase in each}
        self._evidence = evidence or Evidence()

    def judge(self, segment: RecognisedSegment, speech: Sequence[SpeechSpan]) -> RecognisedSegment:
        """The segment, with a reason if it is set aside."""
        if segment.quarantine is not None:
            return segment
        reason = self._reason(segment, speech)
        return segment if reason is None else replace(segment, quarantine=reason)

    def _reason(self, segment: RecognisedSegment, speech: Sequence[SpeechSpan]) -> QuarantineReason | None:
        rules = self._evidence
        slack = int(rules.slack_s * SAMPLE_RATE_HZ)
        start, stop = segment.start - slack, segment.stop + slack
        heard = sum(max(0, min(span.stop, stop) - max(span.start, start)) for span in speech)
        if heard < rules.least_speech_s * SAMPLE_RATE_HZ:
            return QuarantineReason.SILENCE
        doubted = segment.no_speech >= rules.doubt
        if plain(segment.text) in self._phrases and (doubted or segment.confidence < rules.phrase_confidence):
            return QuarantineReason.STOCK_PHRASE
        if segment.confidence < rules.nonsense_confidence or (doubted and segment.confidence < rules.least_confidence):
            return QuarantineReason.LOW_EVIDENCE
        if not any(character.isalnum() for character in segment.text):
            return QuarantineReason.LOW_EVIDENCE
        return None


def plain(text: str) -> str:
    """Text without case, width, punctuation and doubled spaces, for comparing phrases."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return re.sub(r"[\W_]+", " ", folded).strip()


@cache
def read_phrases(path: Path = RESOURCES / "stock_phrases.json") -> dict[str, list[str]]:
    """The phrases that ship with the application, by language."""
    return dict(json.loads(path.read_text(encoding="utf-8")))

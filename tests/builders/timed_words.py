"""Words with times, for what looks at nothing else."""

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.segments import RecognisedWord


def words(text: str, *, at: float = 0.0, each: float = 0.3, confidence: float = 0.9) -> list[RecognisedWord]:
    """Words one after the other from ``at`` on; “|” is a pause of one and a half seconds."""
    found: list[RecognisedWord] = []
    for word in text.split():
        if word == "|":
            at += 1.5
            continue
        start, stop = round(at * SAMPLE_RATE_HZ), round((at + each) * SAMPLE_RATE_HZ)
        found.append(RecognisedWord(SampleIndex(start), SampleIndex(stop), f" {word}", confidence))
        at += each
    return found


def text_of(found: list[RecognisedWord] | tuple[RecognisedWord, ...]) -> str:
    """What they say."""
    return "".join(word.text for word in found).strip()

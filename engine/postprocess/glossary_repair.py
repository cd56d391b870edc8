"""What recognition wrote in the place of a term, put right on a finished line.

Pure; used by the file pipeline on lines of any engine, also one that knows no glossary, such as an older worker. What a
person gave as a spoken form is always replaced. What only sounds like a term is replaced if it was hardly believed and
sounds very much like it: nothing is held against the sound here (``engine/recognition/glossary_bias.py`` does that).
Each change keeps what was heard; it is undone by a person with one click.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.contract.audio import SampleIndex
from engine.contract.options import GlossaryTerm
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.glossary.plausible import Candidate, plausible

LEAST_LIKENESS = 0.85
MOST_CONFIDENCE = 0.5
"""A word that was more surely heard is not changed for its sound alone."""

MOST_CANDIDATES = 12


def repair(segment: RecognisedSegment, terms: Sequence[GlossaryTerm]) -> RecognisedSegment:
    """The segment with the terms that were said in it."""
    if not terms or not segment.words or segment.quarantine is not None:
        return segment
    words = segment.words
    found = plausible([word.text for word in words], terms, most=MOST_CANDIDATES, least_likeness=LEAST_LIKENESS)
    chosen: list[Candidate] = []
    for each in sorted(found, key=lambda one: (not one.is_given, -one.likeness)):
        run = words[each.first : each.stop]
        is_free = not any(each.overlaps(other) for other in chosen) and not any(word.heard for word in run)
        if is_free and (each.is_given or min(word.confidence for word in run) < MOST_CONFIDENCE):
            chosen.append(each)
    if not chosen:
        return segment
    written = list(words)
    for each in sorted(chosen, key=lambda one: -one.first):
        written[each.first : each.stop] = [_joined(words[each.first : each.stop], each.text)]
    return replace(segment, words=tuple(written), text="".join(word.text for word in written).strip())


def _joined(run: Sequence[RecognisedWord], text: str) -> RecognisedWord:
    heard = "".join(word.text for word in run).strip()
    confidence = sum(word.confidence for word in run) / len(run)
    return RecognisedWord(SampleIndex(run[0].start), SampleIndex(run[-1].stop), text, confidence, heard)

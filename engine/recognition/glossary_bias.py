"""The glossary while recognising: a term takes the place of what sounds like it, where the sound agrees.

Used by ``whisper_session.py`` and ``live_recogniser.py`` on a window that was decoded. A glossary put whole before the
window as a prompt makes Whisper worse (measured on 60 clips with 100 terms: four times as many wrong words, and pieces
of the prompt in the text). So the window is first understood without it. Then

    1. the terms that sound like something that was written are found (``engine/glossary``); mostly none
    2. the window is heard once more with those few as a hint, greedily; only where that writes one of them is it
       looked at, so that nothing else of a hint can come into the text
    3. the text with each term in its place is held against the sound: the decoder says how probable it is, with the
       encoder's output that is there already. A term is written if that costs no more than a word that nobody expects

A window in which nobody may be speaking is left alone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.contract.heard import AlignedWord
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import AS_BEFORE
from engine.glossary.differing import differing
from engine.glossary.plausible import LEAST_LIKENESS, Candidate, plausible
from engine.recognition.whisper_model import Decoded, Encoded

LEAST_GAIN = -8.0
"""Natural logarithm: so much less probable than what was written may a text with the term be. The decoder knows the
words of its training and not those of a course; on half of the clips every value from -6 to -8.5 was good."""

LIKENESS_WORTH = 8.0
"""Between candidates for the same words, what likeness counts beside the gain."""

MOST_CANDIDATES = 24
"""Texts that are held against one window."""

MOST_DOUBT = 0.6
"""No-speech probability from which a window is left alone; the value of openai/whisper."""

SURE = 0.9
SURE_LIKENESS = 0.7
"""Words that were surely heard are doubted only for a term that is this much alike."""

LEAST_HINT = 0.5
"""Likeness from which a term is worth a hint."""

MOST_HINTS = 8
"""Terms in a hint: a long one makes Whisper worse."""

UNSURE = 0.6
"""Only words that were less surely heard are heard once more."""

_LEAST_PROBABILITY = 1e-9


class ForcedWhisper(Protocol):
    """What is needed of the weights; see ``WhisperModel``."""

    def tokens_of(self, text: str, *, language: str) -> tuple[int, ...]:
        """A text as the decoder would write it."""
        ...

    def words_of(self, text: str, *, language: str) -> list[tuple[str, tuple[int, ...]]]:
        """The words that the alignment would find in a text, with their tokens."""
        ...

    def one_of(self, encoded: Encoded, at: int) -> Encoded:
        """One window of a batch."""
        ...

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        begun: Sequence[Sequence[int]] = (),
        hotwords: Sequence[str] = (),
    ) -> list[Decoded]:
        """Decode a batch."""
        ...

    def likelihoods(self, encoded: Encoded, texts: Sequence[Sequence[int]], *, language: str) -> list[list[float]]:
        """How probable each token of each text is in one window."""
        ...


@dataclass(frozen=True, slots=True)
class _Proven:
    """A candidate that is to be written."""

    candidate: Candidate
    confidence: float
    worth: float


class GlossaryBias:
    """See the top of this file. Holds no state that a call changes."""

    def __init__(self, *, model: ForcedWhisper, terms: Sequence[GlossaryTerm]) -> None:
        self._model = model
        self._terms = terms

    def apply(
        self,
        encoded: Encoded,
        at: int,
        decoded: Decoded,
        words: Sequence[AlignedWord],
        *,
        language: str,
        settled: int = 0,
    ) -> list[AlignedWord]:
        """The words of a window with the terms that were said.

        Args:
            encoded: The batch the window is in.
            at: Its place there.
            decoded: What it was decoded to.
            words: Its words, with their tokens.
            language: Whisper code.
            settled: So many of the words stay as they are.
        """
        if decoded.no_speech >= MOST_DOUBT or len(words) <= settled:
            return list(words)
        texts = [word.text for word in words[settled:]]
        found = plausible(texts, self._terms, most=MOST_CANDIDATES, least_likeness=LEAST_HINT)
        found = [each.moved(settled) for each in found]
        candidates = [each for each in found if each.likeness >= LEAST_LIKENESS and not _is_sure(each, words)]
        hints = _hints(found, words)
        if not candidates and not hints:
            return list(words)
        window = self._model.one_of(encoded, at)
        heard = self._heard_with(window, words, hints, settled, language) if hints else []
        return self._written(words, self._proven(window, words, [*candidates, *heard], language), language)

    def _heard_with(
        self, window: Encoded, words: Sequence[AlignedWord], hints: Sequence[GlossaryTerm], settled: int, language: str
    ) -> list[Candidate]:
        """What a second hearing with a hint writes otherwise, where it writes one of the terms."""
        decoded = self._model.decode(
            window,
            language=language,
            options=RecognitionOptions(beam_size=1),
            hotwords=[term.text for term in hints],
            begun=[[token for word in words[:settled] for token in word.tokens]],
        )[0]
        pieces = _with_marks(self._model.words_of(f" {decoded.text}", language=language))
        return differing([word.text for word in words], [text for text, _ in pieces], hints, settled=settled)

    def _proven(
        self, window: Encoded, words: Sequence[AlignedWord], candidates: Sequence[Candidate], language: str
    ) -> list[_Proven]:
        if not candidates:
            return []
        texts = [self._model.tokens_of(each.as_spoken, language=language) for each in candidates]
        before = [[token for word in words[: each.first] for token in word.tokens] for each in candidates]
        after = [[token for word in words[each.stop :] for token in word.tokens] for each in candidates]
        plain = [token for word in words for token in word.tokens]
        whole = [[*b, *text, *a] for b, text, a in zip(before, texts, after, strict=True)]
        given = self._model.likelihoods(window, [plain, *whole], language=language)
        usual = _logarithm(given[0])
        proven: list[_Proven] = []
        for each, tokens, left, likely in zip(candidates, texts, before, given[1:], strict=True):
            gain = _logarithm(likely) - usual
            if each.is_given or gain >= LEAST_GAIN:
                own = likely[len(left) : len(left) + len(tokens)]
                confidence = sum(own) / len(own) if own else 0.0
                worth = gain + LIKENESS_WORTH * each.likeness + (1000.0 if each.is_given else 0.0)
                proven.append(_Proven(each, confidence, worth))
        return proven

    def _written(self, words: Sequence[AlignedWord], proven: Sequence[_Proven], language: str) -> list[AlignedWord]:
        """The words with the best of what was proven, no two of which want the same word."""
        chosen: list[_Proven] = []
        for each in sorted(proven, key=lambda one: -one.worth):
            if not any(each.candidate.overlaps(other.candidate) for other in chosen):
                chosen.append(each)
        written = list(words)
        for each in sorted(chosen, key=lambda one: -one.candidate.first):
            run = words[each.candidate.first : each.candidate.stop]
            pieces = _with_marks(self._model.words_of(each.candidate.text, language=language))
            written[each.candidate.first : each.candidate.stop] = _in_time(run, pieces, each.confidence)
        return written


def _with_marks(pieces: Sequence[tuple[str, tuple[int, ...]]]) -> list[tuple[str, tuple[int, ...]]]:
    joined: list[tuple[str, tuple[int, ...]]] = []
    for text, tokens in pieces:
        if joined and not any(character.isalnum() for character in text):
            joined[-1] = (joined[-1][0] + text, (*joined[-1][1], *tokens))
        else:
            joined.append((text, tokens))
    return joined


def _in_time(
    run: Sequence[AlignedWord], pieces: Sequence[tuple[str, tuple[int, ...]]], confidence: float
) -> list[AlignedWord]:
    """The words of a term in the time of what they replace."""
    start, length = run[0].start, run[-1].stop - run[0].start
    heard = "".join(word.text for word in run).strip()
    count = len(pieces)
    return [
        AlignedWord(
            start + length * number // count,
            start + length * (number + 1) // count,
            text,
            confidence,
            tokens,
            AS_BEFORE if number else heard,
        )
        for number, (text, tokens) in enumerate(pieces)
    ]


def _hints(found: Sequence[Candidate], words: Sequence[AlignedWord]) -> list[GlossaryTerm]:
    """The terms that are worth a second hearing: something like them was heard, and hardly believed."""
    unsure = [each for each in found if not each.is_given and _surest(each, words) < UNSURE]
    return list(dict.fromkeys(each.term for each in unsure))[:MOST_HINTS]


def _is_sure(candidate: Candidate, words: Sequence[AlignedWord]) -> bool:
    return not candidate.is_given and _surest(candidate, words) > SURE and candidate.likeness < SURE_LIKENESS


def _surest(candidate: Candidate, words: Sequence[AlignedWord]) -> float:
    """How sure the recogniser was of the word that it was least sure of."""
    return min(word.confidence for word in words[candidate.first : candidate.stop])


def _logarithm(likely: Sequence[float]) -> float:
    return sum(math.log(max(each, _LEAST_PROBABILITY)) for each in likely)

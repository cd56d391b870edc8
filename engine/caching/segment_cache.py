"""Recognised stretches by exactly what was asked: these samples, this speech model, these options, these steps of ours.

Used by ``cached_engine.py`` on the recognising threads. What sounds the same and is not the same bytes is found by
``recording_memory.py``.
"""

import hashlib
import json
import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from engine.caching.envelope import seal, unseal
from engine.caching.figures import CacheFigures
from engine.caching.kept_lines import read_lines, write_lines
from engine.caching.store import CacheStore
from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.engine import LanguageGuess, SpanAudio
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment

LIFETIME_S = 180 * 86_400.0
"""Half a year: a course, and the one after it."""

JITTER = 0.15
"""Lifetimes differ by so much, so that what was kept on one day is not gone on one day."""


@dataclass(frozen=True, slots=True)
class Question:
    """All that changes the words beside the sound."""

    model: str
    """Checksum of the speech model's weights."""
    compute_type: str
    """Precision they were used in."""
    options: RecognitionOptions
    steps: str
    """Version of our own steps, see ``own_steps.py``."""

    @property
    def digest(self) -> str:
        """As hexadecimal digits. The name of the speech model and the threads change no word."""
        chosen = asdict(self.options) | {"model": "", "threads": 0}
        content = json.dumps([self.model, self.compute_type, chosen, self.steps], ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:24]


def lifetime_s(chance: random.Random) -> float:
    """How long an entry lives."""
    return LIFETIME_S * (1 + JITTER * (2 * chance.random() - 1))


class SegmentCache:
    """Safe for several threads."""

    def __init__(self, store: CacheStore, *, chance: random.Random | None = None) -> None:
        self._store = store
        self._chance = chance or random.Random()
        self.figures = CacheFigures()

    def key_of(self, stretch: SpanAudio, question: Question, *, language: str) -> str:
        """The name of what was asked. Where the sound lies in the recording is no part of it, nor is its track."""
        parts = [(part.start - stretch.start, part.stop - stretch.start) for part in stretch.parts]
        speech = [(span.start - stretch.start, span.stop - stretch.start) for span in stretch.speech]
        digest = hashlib.blake2b(digest_size=20)
        digest.update(json.dumps([question.digest, language, parts, speech, stretch.is_whole]).encode())
        digest.update(np.rint(stretch.samples * np.float32(32768)).astype("<i2").tobytes())
        return f"exact/{digest.hexdigest()}"

    def get(self, key: str, stretch: SpanAudio) -> list[RecognisedSegment] | None:
        """The lines of a stretch, at its place and on its track; ``None`` if they are not known."""
        began = time.perf_counter()
        content = unseal(self._store.get(key), key=key)
        lines = None if content is None else read_lines(content, start=stretch.start, track=stretch.track)
        if lines is not None:
            self._store.note_use([key])
        speech_s = sum(span.length for span in stretch.speech) / SAMPLE_RATE_HZ
        self.figures.note(found=lines is not None, speech_s=speech_s, spent_s=time.perf_counter() - began)
        return lines

    def put(self, key: str, stretch: SpanAudio, lines: Sequence[RecognisedSegment], *, tag: str) -> None:
        """Keep the lines of a stretch."""
        content = write_lines(lines, start=stretch.start)
        self._store.put(key, seal(content, key=key), tag=tag, lifetime_s=lifetime_s(self._chance))

    def guess_key(self, stretches: Sequence[SpanAudio], question: Question) -> str:
        """The name of a vote on the language."""
        keys = [self.key_of(stretch, question, language="") for stretch in stretches]
        return f"guess/{hashlib.blake2b(json.dumps(keys).encode(), digest_size=20).hexdigest()}"

    def get_guess(self, key: str) -> LanguageGuess | None:
        """How a vote ended; ``None`` if it is not known."""
        content = unseal(self._store.get(key), key=key)
        if content is None:
            return None
        language, probability = json.loads(content)
        return LanguageGuess(language, probability)

    def put_guess(self, key: str, guess: LanguageGuess, *, tag: str) -> None:
        """Keep how a vote ended."""
        content = json.dumps([guess.language, guess.probability]).encode()
        self._store.put(key, seal(content, key=key), tag=tag, lifetime_s=lifetime_s(self._chance))

"""Whisper weights that hear what a script says, in a recording in which each sample is its own index."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.contract.audio import Samples, SpeechSpan, to_index
from engine.contract.engine import SpanAudio
from engine.contract.heard import AlignedWord
from engine.contract.options import RecognitionOptions
from engine.recognition.whisper_model import Decoded, Encoded

_SCALE = 2**24
"""Indices up to here are exact as float32: 17 minutes."""


@dataclass(frozen=True)
class Said:
    """A word of the script, with the seconds at which it is said."""

    text: str
    start_s: float
    stop_s: float
    confidence: float = 0.9


def said(text: str, *, start_s: float = 0.0, each_s: float = 0.4) -> list[Said]:
    """A sentence, evenly spoken."""
    return [
        Said(f" {part}", start_s + at * each_s, start_s + (at + 1) * each_s) for at, part in enumerate(text.split())
    ]


def indexed(*parts: SpeechSpan, speech: Sequence[SpeechSpan] = (), is_whole: bool = False) -> SpanAudio:
    """A stretch of the recording in which each sample is its own index."""
    places = np.concatenate([np.arange(part.start, part.stop) for part in parts])
    samples = (places / _SCALE).astype(np.float32)
    return SpanAudio(parts, samples, tuple(speech) or parts, is_whole)


@dataclass(frozen=True)
class Reading:
    """One window as it was decoded."""

    start: int
    stop: int
    """Indices of its first sample, and after its last."""
    frames: int
    language: str
    timestamps: bool
    forbid_repeats: bool


Ear = Callable[[Reading, list[Said]], list[Said]]
"""What is heard of the words in a window."""


@dataclass
class FakeWhisper:
    """See ``Whisper`` in ``whisper_session.py``."""

    script: list[Said]
    ear: Ear = lambda reading, words: words
    language_at: Callable[[int], dict[str, float]] = lambda start: {"en": 1.0}
    """Probabilities for the window that starts at an index."""
    languages: tuple[str, ...] = ("en", "zh", "es")
    is_multilingual: bool = True
    score: Callable[[Reading], float] = lambda reading: -0.3
    no_speech: float = 0.05
    readings: list[Reading] = field(default_factory=list[Reading])
    guesses: int = 0
    _given: list[tuple[Said, AlignedWord]] = field(default_factory=list[tuple[Said, AlignedWord]])

    def encode(self, windows: Sequence[Samples], *, frames: int) -> Encoded:
        places = [np.rint(window.astype(np.float64) * _SCALE).astype(int) for window in windows]
        return Encoded((places, frames), tuple(len(window) for window in windows))

    def guess_languages(self, encoded: Encoded) -> list[dict[str, float]]:
        self.guesses += 1
        return [self.language_at(int(places[0])) for places in encoded.output[0]]

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        timestamps: bool = False,
        forbid_repeats: bool = False,
    ) -> list[Decoded]:
        windows, frames = encoded.output
        found: list[Decoded] = []
        for places in windows:
            reading = Reading(int(places[0]), int(places[-1]) + 1, frames, language, timestamps, forbid_repeats)
            self.readings.append(reading)
            words = self.ear(reading, [word for word in self.script if self._middle(word) in places])
            first = len(self._given)
            self._given += [(word, self._aligned(word, places)) for word in words]
            text = "".join(word.text for word in words).strip()
            found.append(Decoded(tuple(range(first, len(self._given))), text, self.score(reading), self.no_speech))
        return found

    def align(self, encoded: Encoded, decoded: Sequence[Decoded], *, language: str) -> list[list[AlignedWord]]:
        return [[self._given[token][1] for token in each.tokens] for each in decoded]

    def _middle(self, word: Said) -> int:
        return (to_index(word.start_s) + to_index(word.stop_s)) // 2

    def _aligned(self, word: Said, places: "np.ndarray[tuple[int], np.dtype[np.int_]]") -> AlignedWord:
        start, stop = np.searchsorted(places, [to_index(word.start_s), to_index(word.stop_s)]).tolist()
        return AlignedWord(start, stop, word.text, word.confidence)

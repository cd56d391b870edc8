"""A live recording without sound: words with times, a detector that hears them, and a recogniser that knows them.

The sound of each sample is the number of its place, so that a window knows where it lies. The clock is the one of the
recording, and it goes on when the pipeline waits and while the recogniser works.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, Samples
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import AlignedWord, Heard
from engine.detection.voice_detector import Probabilities
from engine.recognition.elsewhere import PassedOver


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """What is said when, in seconds."""

    start: float
    stop: float
    text: str


def spoken(text: str, *, at: float = 1.0, each: float = 0.3) -> list[SpokenWord]:
    """Words without pauses; the first begins at ``at``."""
    return [SpokenWord(at + each * n, at + each * (n + 1), word) for n, word in enumerate(text.split())]


@dataclass
class LiveSpeech:
    """One track that is recorded while the test runs."""

    words: Sequence[SpokenWord]
    length_s: float
    work_s: float = 0.1
    """What one pass takes."""
    now_s: float = 0.0
    passes: list[tuple[int, int, tuple[str, ...]]] = field(default_factory=list[tuple[int, int, tuple[str, ...]]])
    languages: Sequence[tuple[float, str]] = ((0.0, "en"),)
    """Which language is spoken from when on."""
    guess_failures: int = 0
    """So many of the next guesses fail."""
    loops: int = 0
    """Passes that fall into a loop before the first good one."""

    # The sound

    @property
    def written(self) -> SampleIndex:
        return SampleIndex(int(min(self.now_s, self.length_s) * SAMPLE_RATE_HZ) // 320 * 320)

    @property
    def is_ended(self) -> bool:
        return self.now_s >= self.length_s

    def read(self, start: int, stop: int) -> Samples:
        assert 0 <= start <= self.written
        return np.arange(start, min(stop, self.written), dtype=np.float32)

    def wait(self) -> None:
        self.now_s += 0.03

    # The recogniser

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        start, stop = int(samples[0]), int(samples[-1]) + 1
        self.passes.append((start, stop, tuple(said)))
        self.now_s += self.work_s
        if self.loops:
            self.loops -= 1
            return Heard((AlignedWord(0, 320, " la", 0.9),), is_loop=True, no_speech=0.0, score=-0.1)
        inside = [word for word in self.words if self._is_inside(word, start, stop)]
        assert tuple(f" {word.text}" for word in inside[: len(said)]) == tuple(said), "settled words begin the window"
        found = [
            AlignedWord(int(w.start * SAMPLE_RATE_HZ) - start, int(w.stop * SAMPLE_RATE_HZ) - start, f" {w.text}", 0.9)
            for w in inside[len(said) :]
        ]
        return Heard(tuple(found), is_loop=False, no_speech=0.0, score=-0.1)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        if self.guess_failures:
            self.guess_failures -= 1
            raise RecogniserFailed("cpu", "no")
        middle = (float(samples[0]) + float(samples[-1])) / 2 / SAMPLE_RATE_HZ
        return next(language for since, language in reversed(self.languages) if since <= middle), 0.9

    def _is_inside(self, word: SpokenWord, start: int, stop: int) -> bool:
        middle = (word.start + word.stop) / 2 * SAMPLE_RATE_HZ
        return start <= middle < stop


class BusyWorker:
    """What a worker with other work makes of a ``LiveSpeech``: it has time for one tentative question in so many."""

    def __init__(self, speech: LiveSpeech, *, one_in: int) -> None:
        self._speech = speech
        self._one_in = one_in
        self._is_tentative = False
        self.asked = 0
        """Tentative questions."""

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        self._is_tentative = is_tentative

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        if self._is_tentative:
            self.asked += 1
            if self.asked % self._one_in:
                self._speech.now_s += 0.15
                raise PassedOver
        return self._speech.understand(samples, said=said, language=language, careful=careful)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        return self._speech.guess_language(samples)


class PlaceDetector:
    """Hears the words of a ``LiveSpeech``."""

    def __init__(self, words: Sequence[SpokenWord]) -> None:
        self._words = words
        self._waiting = np.zeros(0, np.float32)

    def feed(self, samples: Samples) -> Probabilities:
        waiting = np.concatenate((self._waiting, samples))
        whole = len(waiting) // WINDOW_SAMPLES
        self._waiting = waiting[whole * WINDOW_SAMPLES :]
        return np.array([self._probability(waiting[n * WINDOW_SAMPLES]) for n in range(whole)], np.float32)

    def finish(self) -> Probabilities:
        return (
            self.feed(np.zeros(WINDOW_SAMPLES - len(self._waiting), np.float32))
            if len(self._waiting)
            else (np.zeros(0, np.float32))
        )

    def _probability(self, place: float) -> float:
        at = place / SAMPLE_RATE_HZ
        return 0.95 if any(word.start <= at < word.stop for word in self._words) else 0.02

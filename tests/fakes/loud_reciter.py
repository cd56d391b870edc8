"""A recogniser that hears loudness: whoever knows how a recording was made knows every word of it, and where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.engine import DeviceReport
from engine.contract.heard import AlignedWord, Heard
from tests.fakes.fake_speech_engine import FAKE_CPU

HALF = SAMPLE_RATE_HZ // 2


@dataclass
class Reciter:
    """Hears a word wherever half a second is loud: its loudness, in hundredths, is the word."""

    device: DeviceReport = FAKE_CPU
    before: Callable[[], None] = lambda: None
    language: str = "en"
    model: str = "base"
    guesses: int = 0
    """How often it was asked for the language."""

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        self.before()
        words: list[AlignedWord] = []
        at = 0
        while at < len(samples):
            level = round(float(abs(samples[at])) * 100)
            stop = at
            while stop < len(samples) and round(float(abs(samples[stop])) * 100) == level:
                stop += 1
            if level > 1 and stop - at > HALF // 2:
                words.append(AlignedWord(at, stop, f" w{level}", 0.9))
            at = stop
        return Heard(tuple(words[len(said) :]), is_loop=False, no_speech=0.0, score=-0.1)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        self.guesses += 1
        return self.language, 0.9

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """Each word is known by its sound."""


def recited(count: int) -> Samples:
    """So many words of half a second, with a pause behind each fourth."""
    pieces: list[Samples] = [np.zeros(HALF, np.float32)]
    for number in range(count):
        pieces.append(np.full(HALF, (number % 90 + 5) / 100, np.float32))
        if number % 4 == 3:
            pieces.append(np.zeros(3 * HALF, np.float32))
    return np.concatenate([*pieces, np.zeros(2 * HALF, np.float32)])


def texts(count: int) -> str:
    return " ".join(f"w{number % 90 + 5}" for number in range(count))

"""Several tracks that are recorded while the test runs, and one recogniser that knows them all, without any sound.

Like ``live_speech.py``: each sample is the number of its place, here behind the number of its track. One clock, the one
of the recording; it goes on when the pipeline waits and while the recogniser works.
"""

import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, Samples
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import AlignedWord, Heard
from engine.detection.voice_detector import Probabilities
from tests.fakes.live_speech import SpokenWord

TRACK = 8_000_000
"""Samples from one track to the next; numbers up to 16 million are exact."""


@dataclass
class LiveMeeting:
    """A meeting, its clock and its recogniser."""

    tracks: Sequence[Sequence[SpokenWord]]
    length_s: float
    work_s: float = 0.05
    """What one pass takes."""
    work_per_s: float = 0.0
    """And for each second of its window."""
    now_s: float = 0.0
    bad: Sequence[tuple[float, float]] = ()
    """Places that make a window loop."""
    is_bad_afresh: bool = True
    """Also where nothing is settled in the window."""
    jumps: Sequence[tuple[float, float]] = ()
    """Words that a window leaves out when it goes on behind them, unless it holds little else."""
    enough: float = 0.5
    """Part of a word that is enough to hear it; less than half, and a word that is cut is heard on both sides."""
    failures: int = 0
    """So many of the next passes fail."""
    speed: float = 1.0
    """Makes the work shorter; what a smaller speech model would do."""
    jitter_s: float = 0.0
    """The times of a word differ by as much from one window to the next."""
    passes: list[tuple[int, float, float]] = field(default_factory=list[tuple[int, float, float]])

    def sound(self, track: int) -> "MeetingSound":
        return MeetingSound(self, track)

    def detector(self) -> "MeetingDetector":
        return MeetingDetector(self.tracks)

    def wait(self) -> None:
        self.now_s += 0.03

    @property
    def written(self) -> SampleIndex:
        return SampleIndex(int(min(self.now_s, self.length_s) * SAMPLE_RATE_HZ) // 320 * 320)

    # The recogniser

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        track, start = divmod(int(samples[0]), TRACK)
        stop = start + len(samples)
        start_s, stop_s = start / SAMPLE_RATE_HZ, stop / SAMPLE_RATE_HZ
        self.passes.append((track, start_s, stop_s))
        self.now_s += (self.work_s + self.work_per_s * (stop_s - start_s)) / self.speed
        if self.failures:
            self.failures -= 1
            raise RecogniserFailed("cpu", "no")
        if (said or self.is_bad_afresh) and any(a < stop_s and b > start_s for a, b in self.bad):
            return Heard((AlignedWord(0, 320, " la", 0.9),), is_loop=True, no_speech=0.0, score=-0.1)
        inside = [word for word in self.tracks[track] if self._is_heard(word, start_s, stop_s)]
        begun = tuple(f" {word.text}" for word in inside[: len(said)])
        assert self.jumps or begun == tuple(said), "settled words begin the window"
        behind = max((at + 1 for at, word in enumerate(inside) if f" {word.text}" in said), default=0)
        found = [
            AlignedWord(int(w.start * SAMPLE_RATE_HZ) - start, int(w.stop * SAMPLE_RATE_HZ) - start, f" {w.text}", 0.9)
            for w in inside[behind:]
            if not any(a <= w.start < b and (said or start_s < a - 2) and stop_s > b + 0.5 for a, b in self.jumps)
        ]
        return Heard(tuple(self._measured(found, start, stop)), is_loop=False, no_speech=0.0, score=-0.1)

    def _measured(self, words: Sequence[AlignedWord], start: int, stop: int) -> list[AlignedWord]:
        """The words with the times that this window gives them."""
        dice = random.Random(start * 31 + stop)
        reach = int(self.jitter_s * SAMPLE_RATE_HZ)
        found: list[AlignedWord] = []
        for word in words if reach else ():
            begin = max(found[-1].start if found else 0, word.start + dice.randint(-reach, reach))
            end = max(begin + 320, word.stop + dice.randint(-reach, reach))
            found.append(replace(word, start=begin, stop=min(end, stop - start)))
        return found if reach else list(words)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        return "en", 0.9

    def _is_heard(self, word: SpokenWord, start_s: float, stop_s: float) -> bool:
        slack = (0.5 - self.enough) * (word.stop - word.start)
        return start_s - slack <= (word.start + word.stop) / 2 < stop_s + slack


@dataclass
class MeetingSound:
    """See ``LiveSound``."""

    meeting: LiveMeeting
    track: int

    @property
    def written(self) -> SampleIndex:
        return self.meeting.written

    @property
    def is_ended(self) -> bool:
        return self.meeting.now_s >= self.meeting.length_s

    def read(self, start: int, stop: int) -> Samples:
        assert 0 <= start <= self.written
        first = self.track * TRACK
        return np.arange(first + start, first + min(stop, self.written), dtype=np.float32)


class MeetingDetector:
    """Hears the words of each track."""

    def __init__(self, tracks: Sequence[Sequence[SpokenWord]]) -> None:
        self._tracks = tracks
        self._starts = [[word.start for word in words] for words in tracks]
        self._waiting = np.zeros(0, np.float32)

    def feed(self, samples: Samples) -> Probabilities:
        waiting = np.concatenate((self._waiting, samples))
        whole = len(waiting) // WINDOW_SAMPLES
        self._waiting = waiting[whole * WINDOW_SAMPLES :]
        return np.array([self._probability(int(waiting[n * WINDOW_SAMPLES])) for n in range(whole)], np.float32)

    def finish(self) -> Probabilities:
        waiting, self._waiting = self._waiting, np.zeros(0, np.float32)
        return np.array([self._probability(int(waiting[0]))] if len(waiting) else [], np.float32)

    def _probability(self, sample: int) -> float:
        track, place = divmod(sample, TRACK)
        at = place / SAMPLE_RATE_HZ
        word = bisect_right(self._starts[track], at) - 1
        return 0.95 if word >= 0 and at < self._tracks[track][word].stop else 0.02

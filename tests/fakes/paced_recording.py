"""Real sound that comes in by a clock of its own, so that a real recogniser can be tried live without waiting.

The clock goes on when the pipeline waits, and by a fixed time for each pass, whatever this machine really took.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples
from engine.contract.heard import Heard
from engine.pipeline.patient_recogniser import Understands


@dataclass
class PacedRecording:
    """Tracks of one length, and the recogniser that hears them."""

    tracks: Sequence[Samples]
    recogniser: Understands
    work_s: float = 0.25
    now_s: float = 0.0

    def sound(self, track: int) -> "PacedSound":
        return PacedSound(self, track)

    def wait(self) -> None:
        self.now_s += 0.05

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        self.now_s += self.work_s
        return self.recogniser.understand(np.ascontiguousarray(samples), said=said, language=language, careful=careful)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        self.now_s += self.work_s
        return self.recogniser.guess_language(samples)


@dataclass
class PacedSound:
    """See ``LiveSound``."""

    recording: PacedRecording
    track: int

    @property
    def written(self) -> SampleIndex:
        return SampleIndex(min(int(self.recording.now_s * SAMPLE_RATE_HZ), len(self.recording.tracks[self.track])))

    @property
    def is_ended(self) -> bool:
        return self.written == len(self.recording.tracks[self.track])

    def read(self, start: int, stop: int) -> Samples:
        return self.recording.tracks[self.track][start : min(stop, self.written)]

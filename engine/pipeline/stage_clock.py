"""When the sound of one track passed each stage before the speech model: stamps for its words, cells for a picture.

On the live pipeline's thread, one a lane. Kept for a minute and a half, a row a look, so that it costs next to nothing
while nobody speaks. Sound that comes from a recording file has no stamps: it was captured long ago.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex
from engine.contract.messages import StagesTimed
from engine.contract.segments import RecognisedWord
from engine.contract.stages import CELL_MS, StageStamps
from engine.contract.steady_clock import steady_now
from engine.pipeline.live_lines import Growth

KEEP = 90 * SAMPLE_RATE_HZ
"""Samples for which stamps are kept; a word that settles later than that has none."""

TELL = 2 * SAMPLE_RATE_HZ
"""Samples of a picture that are told at a time."""

LATE_S = 0.1
"""A frame that comes so much later than it can is drawn black."""

_CELL = SAMPLE_RATE_HZ * CELL_MS // 1000


@runtime_checkable
class Stamped(Protocol):
    """A ``LiveSound`` that knows when its frames came; see ``RingReader.stamps``."""

    def stamps(self, start: int, stop: int) -> "tuple[SampleIndex, NDArray[np.float64]]":
        """When the frames of a stretch were captured and written, a row each, from the sample that is given back."""
        ...


@dataclass(frozen=True, slots=True)
class _Look:
    """What one look at the ring brought."""

    start: int
    stop: int
    stamps: "NDArray[np.float64]"
    detected_s: float


@dataclass(frozen=True, slots=True)
class PassStamps:
    """When a window was in the speech model; see ``StageStamps``."""

    handed_over_s: float
    encoded_s: float | None
    decoded_s: float


class StageClock:
    """See the top of this file."""

    def __init__(self, *, start: int, clock: Callable[[], float] = steady_now) -> None:
        """``start`` is the first sample that the detector is given."""
        self._clock = clock
        self._looks: deque[_Look] = deque()
        self._cells_at = start
        self._speech: list[float] = []
        self._settled_s = 0.0

    def hear(self, sound: object, start: int, stop: int, probabilities: Sequence[float]) -> None:
        """The detector has heard a stretch just now."""
        if not isinstance(sound, Stamped):
            return
        first, stamps = sound.stamps(start, stop)
        self._speech += probabilities
        if len(stamps):
            self._looks.append(_Look(first, first + len(stamps) * FRAME_SAMPLES, stamps, self._clock()))
        while self._looks and self._looks[0].stop < stop - KEEP:
            self._looks.popleft()

    def settle(self, words: Sequence[RecognisedWord]) -> None:
        """These words are certain just now."""
        if words:
            self._settled_s = self._clock()

    def stamps_of(self, growth: Growth, at: PassStamps | None) -> StageStamps | None:
        """The stamps of the newest word of a line that grew just now; ``None`` if its sound came from a file.

        Args:
            growth: What the line gained.
            at: When the pass that understood it was in the speech model.
        """
        if not growth.new_words:
            return None
        sample = growth.line.words[-1].stop
        found = next((look for look in reversed(self._looks) if look.start < sample <= look.stop), None)
        if found is None:
            return None
        row = found.stamps[(sample - 1 - found.start) // FRAME_SAMPLES]
        return StageStamps(
            captured_s=float(row[0]),
            framed_s=float(row[1]),
            detected_s=found.detected_s,
            handed_over_s=at.handed_over_s if at is not None else None,
            encoded_s=at.encoded_s if at is not None else None,
            decoded_s=at.decoded_s if at is not None else None,
            settled_s=self._settled_s,
            post_processed_s=self._clock(),
        )

    def pictures(self, job: str, track: int) -> Iterator[StagesTimed]:
        """The next cells of the picture, if there are enough of them."""
        if len(self._speech) * WINDOW_SAMPLES < TELL:
            return
        heard, self._speech = np.array(self._speech, np.float64), []
        start, stop = self._cells_at, self._cells_at + len(heard) * WINDOW_SAMPLES
        self._cells_at = stop
        middles = np.arange(start + _CELL // 2, stop, _CELL)
        speech = heard[(middles - start) // WINDOW_SAMPLES]
        yield StagesTimed(job, track, SampleIndex(start), _hex(self._punctual(middles)), _hex(speech))

    def _punctual(self, middles: "NDArray[Any]") -> "NDArray[np.float64]":
        """How soon after its capture each cell was in the ring, 1 to 0."""
        punctual = np.zeros(len(middles))
        for look in self._looks:
            inside = (middles >= look.start) & (middles < look.stop)
            if inside.any():
                rows = look.stamps[(middles[inside] - look.start) // FRAME_SAMPLES]
                punctual[inside] = 1.0 - (rows[:, 1] - rows[:, 0]) / LATE_S
        return punctual


def _hex(values: "NDArray[np.float64]") -> str:
    return (np.clip(values, 0.0, 1.0) * 255).round().astype(np.uint8).tobytes().hex()

"""What becomes of live recognition when its process dies or falls silent. Pure; asked by ``live_run.py``.

An engine that dies is started again from the marks in the library. Where it dies again and again at the same place,
the sound of that place is the reason: the stretch becomes a gap, and the text goes on behind it. One that dies again
and again before it ever listened has another reason, which more tries at once do not mend; some time later they may.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.messages import DeviceChosen, Event, JobProgressed, Stage
from engine.pipeline.silence import Silence

MOST_DEATHS = 3
"""So often the engine may die at the same place, and so often in a row before it listened."""
MOST_SKIPS = 5
"""So many stretches of one recording may be given up before live recognition is."""
SKIPPED = SampleIndex(30 * SAMPLE_RATE_HZ)
"""Length of a stretch that is given up: more than the engine reads in one go."""

TIMES = 10
"""A stretch that must be tried at every temperature takes so much longer than others."""


@dataclass(frozen=True, slots=True)
class LivePatience:
    """Seconds without a word that are allowed."""

    loading_s: float = 900.0
    """While the speech model is loaded and the device tried: five ways at most, two minutes each."""
    going_s: float = 45.0
    """After that, and besides ``TIMES`` the longest wait there was: it says every few seconds how far it is."""
    cancel_s: float = 5.0
    """How long it may take to let go of a recording."""
    again_s: float = 60.0
    """An engine that was given up is asked again so long after, while the recording lasts."""


class Answer(StrEnum):
    """What to do after a death."""

    AGAIN = "again"
    SKIP = "skip"
    """Give up a stretch, and go on behind it."""
    GIVE_UP = "give_up"


class LiveSupervision:
    """Watches the engine of one recording."""

    def __init__(self, patience: LivePatience) -> None:
        self._patience = patience
        self._deaths = 0
        self._early_deaths = 0
        self._skips = 0
        self._marks: tuple[int, ...] | None = None
        self.begin()

    @property
    def is_hung(self) -> bool:
        """Whether nothing will come any more."""
        return self._silence.is_too_long

    def begin(self) -> None:
        """A process was asked."""
        self._has_listened = False
        self._silence = Silence(self._patience.loading_s)
        self._longest_s = 0.0

    def wait(self, seconds: float) -> None:
        """Nothing came for so long."""
        self._silence.wait(seconds)

    def hear(self, event: Event) -> None:
        """Something came."""
        is_loading = isinstance(event, JobProgressed) and event.stage is Stage.LOADING
        if not is_loading:
            if self._has_listened:
                self._longest_s = max(self._longest_s, self._silence.lasted_s)
            self._has_listened = True
            self._silence.allowed_s = self._patience.going_s + TIMES * self._longest_s
        if isinstance(event, DeviceChosen):
            self._silence.allowed_s = max(self._silence.allowed_s, self._patience.going_s * 2)
        self._silence.end()

    def died(self, marks: Sequence[int]) -> Answer:
        """The process is gone; ``marks`` are how far the tracks are settled in the library now."""
        if not self._has_listened:
            self._early_deaths += 1
            return Answer.AGAIN if self._early_deaths < MOST_DEATHS else Answer.GIVE_UP
        self._early_deaths = 0
        now = tuple(marks)
        if now != self._marks:
            self._marks = now
            self._deaths = 0
        self._deaths += 1
        if self._deaths < MOST_DEATHS:
            return Answer.AGAIN
        if self._skips >= MOST_SKIPS:
            return Answer.GIVE_UP
        self._skips += 1
        self._deaths = 0
        return Answer.SKIP

    def forgive(self) -> None:
        """A person asks for another try, or some time has passed."""
        self._deaths = self._early_deaths = self._skips = 0
        self._marks = None


def stretch_to_skip(marks: Sequence[int], lengths: Sequence[int]) -> tuple[int, SampleIndex, SampleIndex] | None:
    """Track, start and end of what to give up: of the track that is furthest behind. ``None`` if none is behind."""
    behind = [(length - mark, number) for number, (mark, length) in enumerate(zip(marks, lengths, strict=True))]
    most, number = max(behind, default=(0, 0))
    if most <= 0:
        return None
    start = SampleIndex(marks[number])
    return number, start, SampleIndex(min(start + SKIPPED, lengths[number]))

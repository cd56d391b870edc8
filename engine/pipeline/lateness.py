"""How late the text of a recording is: told between two passes, and while one takes long, as on a busy computer.

Between passes on the live pipeline's thread. While that thread is inside the recogniser, which may be for seconds, a
thread of its own (``LateWatch``, begun by ``live_job.py``) looks in its place: else the window went on saying that the
text keeps up.
"""

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Protocol, Self

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.messages import FellBehind, LivePace
from engine.pipeline.live_schedule import Standing, behind

TELL_BEHIND_S = 3.0
"""From here on it is worth saying that the text is late."""

NEWS_S = 1.0
"""It is said again when it changed by so much."""

LOOK_S = 0.5
"""How often it is looked while a pass runs."""


class _Sound(Protocol):
    @property
    def written(self) -> SampleIndex:
        """Samples that are recorded."""
        ...


class _Track(Protocol):
    @property
    def standing(self) -> Standing:
        """Where it stands."""
        ...


class LateLane(Protocol):
    """A track whose text may be late; ``LiveLane``."""

    late_s: float
    """At the last look."""
    told_late_s: float
    fed: int

    @property
    def number(self) -> int:
        """Of the track."""
        ...

    @property
    def sound(self) -> _Sound:
        """What is recorded of it."""
        ...

    @property
    def track(self) -> _Track:
        """Where it stands."""
        ...


class Lateness:
    """See the top of this file."""

    def __init__(self, *, job: str, lanes: Sequence[LateLane]) -> None:
        self._job = job
        self._lanes = lanes
        self._lock = threading.Lock()
        self._is_passing = False
        self._pace = LivePace.FULL
        self._intended_s = 0.0

    @contextmanager
    def passing(self) -> Generator[None]:
        """As long as this lasts, the pipeline's thread touches nothing, and another may look."""
        with self._lock:
            self._is_passing = True
        try:
            yield
        finally:
            with self._lock:
                self._is_passing = False

    def tell(self, pace: LivePace, *, intended_s: float) -> list[FellBehind]:
        """What is news of the lateness that the lanes found at their last look.

        Args:
            pace: The pace now.
            intended_s: How late the text is on purpose.
        """
        has_changed, self._pace, self._intended_s = pace is not self._pace, pace, intended_s
        return [event for lane in self._lanes if (event := self._news(lane, lane.late_s, is_news=has_changed))]

    def tell_meanwhile(self, emit: Callable[[FellBehind], None]) -> None:
        """Look while a pass is running, and only then. From any thread."""
        with self._lock:
            if not self._is_passing:
                return
            for lane in self._lanes:
                late_s = behind(lane.track.standing) + (lane.sound.written - lane.fed) / SAMPLE_RATE_HZ
                if (event := self._news(lane, late_s)) is not None:
                    emit(event)

    def _news(self, lane: LateLane, late_s: float, *, is_news: bool = False) -> FellBehind | None:
        told = round(late_s, 1) if late_s >= TELL_BEHIND_S + self._intended_s else 0.0
        before = lane.told_late_s
        if not (is_news or abs(told - before) >= NEWS_S or (told == 0.0) != (before == 0.0)):
            return None
        lane.told_late_s = told
        return FellBehind(self._job, lane.number, told, self._pace)


class LateWatch:
    """Looks in the pipeline's place while that waits for its recogniser. For ``with``."""

    def __init__(self, lateness: Lateness, *, emit: Callable[[FellBehind], None], look_s: float = LOOK_S) -> None:
        """``emit`` is told what is news, on the thread that looks."""
        self._lateness = lateness
        self._emit = emit
        self._look_s = look_s
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="lateness", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_over.wait(self._look_s):
            try:
                self._lateness.tell_meanwhile(self._emit)
            except OSError:  # nobody is left who could be told: the process ends by itself
                return

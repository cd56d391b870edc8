"""A recogniser that may fail once or twice: what a window gave, or that it gave nothing.

On the live pipeline's thread. A decoder out of memory fails on one window and not on the next; one that fails again and
again is given up, and ``live_job.py`` goes on with a lesser device.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeVar, runtime_checkable

from engine.contract.audio import Samples
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import Heard
from engine.contract.steady_clock import steady_now
from engine.pipeline.stage_clock import PassStamps

MOST_FAILURES = 3
"""So many windows in a row may fail before the recogniser is given up."""

T = TypeVar("T")


class Understands(Protocol):
    """What the pipeline needs of a recogniser; see ``LiveRecogniser``."""

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """Words after ``said`` in the window. Raises ``RecogniserFailed`` where the device does."""
        ...

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """The most probable language, and how probable it is. Raises ``RecogniserFailed`` where the device does."""
        ...


@runtime_checkable
class TurnsTo(Protocol):
    """A recogniser that asks elsewhere, where several tracks and meetings share a machine."""

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        """Say whose window is asked about next, and whether it is one of somebody who still speaks."""
        ...


class PatientRecogniser:
    """See the top of this file."""

    def __init__(
        self, recogniser: Understands, *, passing: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        """``passing`` is entered for as long as the recogniser is at work."""
        self._recogniser = recogniser
        self._passing = passing
        self._failures = 0
        self._passes: dict[int, PassStamps] = {}

    def pass_of(self, track: int) -> PassStamps | None:
        """When the newest window of a track was understood."""
        return self._passes.get(track)

    def understand(
        self,
        samples: Samples,
        track: int = 0,
        *,
        said: Sequence[str],
        language: str,
        careful: bool = True,
        is_tentative: bool = False,
    ) -> Heard | None:
        """What is said in a window; ``None`` if the recogniser failed, or no language is known to understand it in.

        Raises ``PassedOver`` where a window of somebody who still speaks was put to a worker that had other work.
        """
        if not language:
            return None
        self._turn_to(track, is_tentative=is_tentative)
        handed_over_s = steady_now()
        heard = self._tried(lambda: self._recogniser.understand(samples, said=said, language=language, careful=careful))
        if heard is not None:
            self._passes[track] = PassStamps(handed_over_s, heard.encoded_s, steady_now())
        return heard

    def guess_language(self, samples: Samples, track: int = 0) -> tuple[str, float] | None:
        """The most probable language of a window, and how probable it is; ``None`` if the recogniser failed."""
        self._turn_to(track, is_tentative=False)
        return self._tried(lambda: self._recogniser.guess_language(samples))

    def _turn_to(self, track: int, *, is_tentative: bool) -> None:
        if isinstance(self._recogniser, TurnsTo):
            self._recogniser.turn_to(track, is_tentative=is_tentative)

    def _tried(self, work: Callable[[], T]) -> T | None:
        try:
            with self._passing():
                found = work()
        except RecogniserFailed:
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                raise
            return None
        self._failures = 0
        return found

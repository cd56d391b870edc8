"""Loads the speech model before somebody speaks: where a recording can wait a moment, its first words come in time.

``run`` works on the thread of ``live_queue.py``, in the place of a recording. It asks the engine for a recording that
holds nothing.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from engine.contract.audio import TrackKind
from engine.contract.error_report import from_report
from engine.contract.errors import EngineDied
from engine.contract.messages import DeviceChosen, FollowedTrack, FollowRecording, JobFailed, JobFinished
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_client import EngineEnded
from engine.pipeline.engine_port import EnginePort

NAME = "warm-up"
LONGEST_S = 900.0
"""As long as the device may be tried."""
_LOOK_S = 0.05


class WarmUp:
    """One loading."""

    def __init__(
        self, options: RecognitionOptions, *, engine: EnginePort, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._options = options
        self._engine = engine
        self._clock = clock
        self._is_leaving = False
        self.loaded: Future[None] = Future()
        """Done when the speech model is loaded; raises why it could not be."""

    def leave(self) -> None:
        """The application ends."""
        self._is_leaving = True

    def run(self) -> None:
        """Wait until the engine listens, or cannot."""
        nothing = FollowedTrack(0, TrackKind.FILE)
        self._engine.send(FollowRecording(NAME, str(Path(NAME)), (nothing,), self._options))
        until = self._clock() + LONGEST_S
        while not self._is_leaving and self._clock() < until and not self.loaded.done():
            match self._engine.receive(_LOOK_S):
                case DeviceChosen(job=job) | JobFinished(job=job) if job == NAME:
                    self.loaded.set_result(None)
                case JobFailed(job=job, error=error) if job == NAME:
                    self.loaded.set_exception(from_report(error))
                case EngineEnded(exit_code=exit_code):
                    self.loaded.set_exception(EngineDied(exit_code))
                case _:
                    pass
        if not self.loaded.done():
            self.loaded.set_result(None)

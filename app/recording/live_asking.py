"""What one live recognition asks of the engine process: under which name, and whether the engine lets go of it.

Used by ``live_run.py`` alone, on the thread of ``live_queue.py``.
"""

from collections.abc import Callable

from app.meetings.identifiers import JobId
from app.recording.live_tools import LiveTools
from engine.contract.messages import CancelJob, JobCancelled, JobFailed, JobFinished
from engine.pipeline.engine_client import EngineEnded

LOOK_S = 0.05
"""So long one look at what the engine says lasts."""


class LiveAsking:
    """One asking after another about the same recording."""

    def __init__(self, job_id: JobId, tools: LiveTools) -> None:
        self._job_id = job_id
        self._engine = tools.engine
        self._clock = tools.clock
        self._cancel_s = tools.patience.cancel_s
        self._count = 0
        self._letting_go_s: float | None = None
        self.name = ""
        """What the engine calls this asking; what it still says of an earlier one bears another name."""
        self.version: int | None = None
        """Of the rings it was asked about; ``None`` where it is to be asked anew."""
        self.is_busy = False
        """Whether the engine works on it, or has not let go of it yet."""

    @property
    def is_letting_go(self) -> bool:
        """Whether the engine was told to stop and has not."""
        return self._letting_go_s is not None

    def begin(self, version: int) -> str:
        """The name of an asking about rings of this version, which is about to be sent."""
        self._count += 1
        self.version, self.name, self.is_busy = version, f"{self._job_id}#{self._count}", True
        return self.name

    def mind(self, *, is_outdated: bool) -> None:
        """Let go of what is asked about no more, and end an engine that does not listen."""
        if self._letting_go_s is None:
            if is_outdated:
                self.let_go()
        elif self._clock() - self._letting_go_s > self._cancel_s:
            self._engine.kill()
            self.free()

    def let_go(self) -> None:
        """Tell the engine to stop."""
        self._engine.send(CancelJob(self.name))
        self._letting_go_s = self._clock()

    def free(self) -> None:
        """The engine let go of the recording."""
        self.is_busy = False
        self._letting_go_s = None
        self.version = None

    def stop(self, *, is_hurried: Callable[[], bool]) -> None:
        """Tell the engine to stop, and end it if it does not in time. What it still says is not heard."""
        if not self._has_let_go(is_hurried):
            self._engine.kill()
        self.free()

    def _has_let_go(self, is_hurried: Callable[[], bool]) -> bool:
        self._engine.send(CancelJob(self.name))
        until = self._clock() + self._cancel_s
        while self._clock() < until and not is_hurried():
            answer = self._engine.receive(LOOK_S)
            if isinstance(answer, EngineEnded):
                return True
            if isinstance(answer, JobCancelled | JobFinished | JobFailed) and answer.job == self.name:
                return True
        return False

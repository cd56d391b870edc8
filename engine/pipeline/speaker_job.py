"""A speaker job: who speaks when in sound that lies complete, for one ``FindSpeakers``.

Runs on the engine process's main thread; ``cancel`` comes from the thread that reads commands. It never touches the
transcript: whatever it fails with, everything else stands.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.contract.audio import SampleIndex
from engine.contract.messages import Event, FindSpeakers, JobProgressed, SpeakersFound, Stage
from engine.pipeline.engine_job import EngineJob

if TYPE_CHECKING:
    from engine.pipeline.speaker_search import SpeakerSearch


class Searches(Protocol):
    """Where a job gets its search from; see ``EngineStore``."""

    def speaker_search(self) -> "SpeakerSearch":
        """The one search of this process."""
        ...


class SpeakerJob(EngineJob):
    """Does what one ``FindSpeakers`` asks for."""

    def __init__(self, command: FindSpeakers, *, engines: Searches, emit: Callable[[Event], None]) -> None:
        super().__init__(command.job, emit=emit)
        self._command = command
        self._engines = engines

    def _work(self) -> SampleIndex:
        self._emit(JobProgressed(self.name, Stage.LOADING, 0, 0))
        search = self._engines.speaker_search()
        self._cancellation.check()
        found = search.find(self._command, cancellation=self._cancellation, on_progress=self._tell)
        self._emit(SpeakersFound(self.name, found.turns, found.speakers))
        return SampleIndex(max((turn.stop for turn in found.turns), default=0))

    def _tell(self, done: int, total: int) -> None:
        self._emit(JobProgressed(self.name, Stage.SPEAKERS, done, total))

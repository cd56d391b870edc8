"""A question at a worker, from its arrival to its answer; a file's comes together slice by slice.

Made and used by ``desk.py`` on the worker's event loop.
"""

import asyncio
from dataclasses import dataclass, field, replace

from engine.contract.cancellation import Cancellation
from engine.contract.segments import RecognisedSegment
from engine.remote.question import Answer, LinesTask, Question
from engine.worker.answering import Answered
from engine.worker.loaded_model import LoadedModel
from engine.worker.schedule import Ticket


@dataclass(slots=True, eq=False)
class Job:
    """See the top of this file."""

    question: Question
    ticket: Ticket
    loaded: LoadedModel
    """The speech model that answers it; another one if its device fails."""
    answered: "asyncio.Future[Answered]"
    cancellation: Cancellation = field(default_factory=Cancellation)
    begun_s: float | None = None
    """When its first turn came."""
    tries: int = 0
    """Turns in which the device failed."""
    _lines: list[tuple[RecognisedSegment, ...]] = field(default_factory=list[tuple[RecognisedSegment, ...]])

    @property
    def is_wanted(self) -> bool:
        """Whether somebody still waits for the answer."""
        return not self.answered.done()

    def next_slice(self, stretches: int) -> Question:
        """What to do in one turn: so many stretches of a file, or all of anything else."""
        task = self.question.task
        if not isinstance(task, LinesTask):
            return self.question
        part = task.stretches[len(self._lines) : len(self._lines) + stretches]
        return replace(self.question, task=replace(task, stretches=part))

    def take(self, answer: Answer) -> Answer | None:
        """Take what a turn gave; the whole answer, or ``None`` if more slices are to come."""
        task = self.question.task
        if not isinstance(task, LinesTask) or not isinstance(answer, tuple):
            return answer
        self._lines += answer
        return tuple(self._lines) if len(self._lines) >= len(task.stretches) else None

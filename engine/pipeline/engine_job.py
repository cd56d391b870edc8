"""What every job in the engine process is: work with a name, that can be stopped, and that always says how it ended.

Runs on the engine process's main thread; ``cancel`` comes from the thread that reads commands.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from engine.contract.audio import SampleIndex
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.error_report import to_report
from engine.contract.errors import VivavoceError
from engine.contract.messages import Event, JobCancelled, JobFailed, JobFinished

MOST_STEPS_DOWN = 4
"""Times a device may fail at work before the job does."""


class EngineJob(ABC):
    """One command's work."""

    def __init__(self, name: str, *, emit: Callable[[Event], None]) -> None:
        self._name = name
        self._emit = emit
        self._cancellation = Cancellation()

    @property
    def name(self) -> str:
        """The job's identifier."""
        return self._name

    def cancel(self) -> None:
        """Stop soon. Safe on every thread."""
        self._cancellation.request()

    def run(self) -> None:
        """Work to the end; every known trouble becomes an event."""
        try:
            length = self._work()
        except Cancelled:
            self._emit(JobCancelled(self.name))
        except VivavoceError as error:
            self._emit(JobFailed(self.name, to_report(error)))
        else:
            self._emit(JobFinished(self.name, length))

    @abstractmethod
    def _work(self) -> SampleIndex:
        """Do it; the length of the recording. Raises ``Cancelled``, or the ``VivavoceError`` that ends the job."""
        ...

"""One conversation with a worker, from a session that began to its end, and the judge who is told how it goes.

Begun by ``worker_doors.py`` for a job; used by ``engine/recognition/elsewhere.py`` on the threads that recognise.
"""

from typing import Generic, Protocol, TypeVar

from engine.contract.engine import DeviceReport
from engine.contract.errors import VivavoceError
from engine.remote.worker_choice import WorkerLook


class Closable(Protocol):
    """Something that ends."""

    def close(self) -> None:
        """End it. May be called while another thread waits in it."""
        ...


C_co = TypeVar("C_co", bound=Closable, covariant=True)


class Looks(Closable, Protocol):
    """As much of a line as a conversation needs."""

    def look(self) -> WorkerLook:
        """See ``WorkerLine``."""
        ...


class ListedWorker(Protocol):
    """A worker that may be asked; see ``PairedWorker``."""

    @property
    def fingerprint(self) -> str:
        """What it is known by, whatever its name and address."""
        ...

    @property
    def name(self) -> str:
        """As a person knows it."""
        ...


class Judge(Protocol):
    """Keeps how workers do; ``WorkerDoors``."""

    def is_listed(self, worker: ListedWorker) -> bool:
        """Whether it is still one of those that are paired and turned on."""
        ...

    def may_ask(self, worker: ListedWorker) -> bool:
        """Whether to put the next question to it."""
        ...

    def succeed(self, worker: ListedWorker, *, took_s: float, allowed_s: float) -> bool:
        """Note that a worker answered; whether it may be asked on."""
        ...

    def fail(self, worker: ListedWorker, error: Exception | None) -> bool:
        """Note that a worker gave no answer; whether it may be asked on."""
        ...

    def pass_over(self, worker: ListedWorker) -> bool:
        """Note that a worker had no time for a question that does not keep; whether it may be asked on."""
        ...

    def take_back(self, worker: ListedWorker) -> None:
        """A question was not put to it after all."""
        ...


class WorkerConversation(Generic[C_co]):
    """See ``Conversation`` in ``engine/recognition/elsewhere.py``."""

    def __init__(
        self,
        judge: Judge,
        worker: ListedWorker,
        *,
        line: Looks,
        asked: C_co,
        device: DeviceReport,
    ) -> None:
        self.line = line
        self._judge = judge
        self._worker = worker
        self._asked = asked
        self._device = device

    @property
    def asked(self) -> C_co:
        """What questions are put to."""
        return self._asked

    @property
    def device(self) -> DeviceReport:
        """What it runs on, with the worker's name."""
        return self._device

    @property
    def is_wanted(self) -> bool:
        """See ``Conversation``."""
        return self._judge.is_listed(self._worker)

    def may_ask(self) -> bool:
        """See ``Conversation``."""
        return self._judge.may_ask(self._worker)

    def answered(self, *, took_s: float, allowed_s: float) -> bool:
        """See ``Conversation``."""
        return self._judge.succeed(self._worker, took_s=took_s, allowed_s=allowed_s)

    def failed(self, error: Exception | None) -> bool:
        """See ``Conversation``."""
        return self._judge.fail(self._worker, error)

    def passed_over(self) -> bool:
        """See ``Conversation``."""
        return self._judge.pass_over(self._worker)

    def not_asked(self) -> None:
        """See ``Conversation``."""
        self._judge.take_back(self._worker)

    def is_there(self) -> bool:
        """See ``Conversation``."""
        try:
            self.line.look()
        except VivavoceError as error:
            self._judge.fail(self._worker, error)
            return False
        return True

    def close(self) -> None:
        """See ``Conversation``."""
        self._asked.close()
        self.line.close()

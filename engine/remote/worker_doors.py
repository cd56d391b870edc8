"""The paired workers as a fallback asks them: which one now, since when not, and why.

Made by ``engine/pipeline/far_places.py`` for each job; what was learned about a worker in one counts in the next.
``enter`` comes on the thread of ``elsewhere.py`` that looks for a worker, the rest on any. The list of workers is read
anew at each look: one that was just paired, turned off or forgotten counts at once.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Generic, Protocol, TypeVar

from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.errors import (
    VivavoceError,
    WorkerNotTrusted,
    WorkerRefused,
    WorkerTooOld,
    WorkerUnreachable,
)
from engine.contract.pairing_errors import IdentityUnavailable
from engine.remote.circuit_breaker import BreakerState, CircuitBreaker, Trouble
from engine.remote.refusal import RefusalReason
from engine.remote.worker_choice import WorkerLook, freest
from engine.remote.worker_conversation import Closable, ListedWorker, WorkerConversation

NO_WORKER_WAIT_S = 5.0
"""How often the list is looked at while no worker is in it."""

UNFIT_WAIT_S = 15.0
"""How often those are looked at that answer and have no room, or not the speech model."""

C = TypeVar("C", bound=Closable)


class WorkerLine(Protocol):
    """A connection to one worker. Every wait in it has a deadline of its own."""

    def look(self) -> WorkerLook:
        """What it says of itself. Raises ``VivavoceError``."""
        ...

    def prove(self) -> DeviceReport:
        """Have it decode real speech; what it did that on, with its name. Raises ``VivavoceError``."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


L = TypeVar("L", bound=WorkerLine)
W = TypeVar("W", bound=ListedWorker)


@dataclass(slots=True)
class _Known:
    """What was learned about one worker."""

    name: str
    breaker: CircuitBreaker
    reason: str = ""
    """Why it is not asked, as a plain sentence."""


class WorkerMemory:
    """The breakers of all workers, for all jobs of this process."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, chance: Random | None = None) -> None:
        self.clock = clock
        self.lock = threading.RLock()
        self._chance = chance or Random()
        self._known: dict[str, _Known] = {}

    def of(self, worker: ListedWorker) -> _Known:
        """What is known about a worker. The lock is held."""
        known = self._known.setdefault(
            worker.fingerprint, _Known(worker.name, CircuitBreaker(chance=self._chance.random))
        )
        known.name = worker.name
        return known


class WorkerDoors(Generic[W, L, C]):
    """See ``Doors`` in ``engine/recognition/elsewhere.py``. One for each job."""

    def __init__(
        self,
        *,
        workers: Callable[[], Sequence[W]],
        call: Callable[[W], L],
        begin: Callable[[L], C],
        model: str,
        is_live: bool,
        memory: WorkerMemory,
        on_entered: Callable[[W], None] = lambda _: None,
    ) -> None:
        """Get ready.

        Args:
            workers: Those that are paired and turned on, in the person's order.
            call: Gives a connection to one. Raises ``VivavoceError``.
            begin: Begins the job's session on it. Raises ``VivavoceError``.
            model: Catalogue name of the wanted speech model.
            is_live: The words are wanted while they are spoken.
            memory: Of this process.
            on_entered: Told the worker with which a session began.
        """
        self._workers = workers
        self._call = call
        self._begin = begin
        self._model = model
        self._is_live = is_live
        self._memory = memory
        self._on_entered = on_entered
        self._missed = ""
        self._reason = ""
        self._wait_s = 0.0

    @property
    def missed(self) -> str:
        """Name of the worker that would be asked and cannot be now; empty if there is none."""
        return self._missed

    @property
    def reason(self) -> str:
        """Why not, as one plain sentence."""
        return self._reason

    def enter(self, stop: Cancellation) -> "WorkerConversation[C] | None":
        """Begin with the freest that may be asked now, or ``None``."""
        workers = self._workers()
        calls: list[_Call[W, L]] = []
        for worker in self._due(workers):
            if stop.is_requested:
                break
            if (call := self._look(worker)) is not None:
                calls.append(call)
        entered = self._begin_with_best(calls, stop)
        for call in calls:
            if entered is None or call.line is not entered.line:
                self._forget(call)
        self._note(workers, is_entered=entered is not None)
        return entered

    def wait_s(self) -> float:
        """How long until it is worth while to look again."""
        workers = self._workers()
        with self._memory.lock:
            if not workers:
                return NO_WORKER_WAIT_S
            waits = [self._memory.of(each).breaker.retry_in_s(self._memory.clock()) for each in workers]
        return min([wait_s if wait_s else UNFIT_WAIT_S for wait_s in waits])

    def fail(self, worker: ListedWorker, error: Exception | None) -> bool:
        """Note that a worker gave no answer, for want of time if there is no error; whether it may be asked on."""
        with self._memory.lock:
            known = self._memory.of(worker)
            known.breaker.failed(self._memory.clock(), trouble_of(error))
            is_closed = known.breaker.state is BreakerState.CLOSED
            if not is_closed:
                known.reason = f"“{worker.name}” does not answer." if error is None else _sentence(worker, error)
                self._missed, self._reason = worker.name, known.reason
        return is_closed

    def succeed(self, worker: ListedWorker, *, took_s: float, allowed_s: float) -> bool:
        """Note that a worker answered; whether it may be asked on."""
        with self._memory.lock:
            known = self._memory.of(worker)
            known.breaker.answered(self._memory.clock(), took_s=took_s, allowed_s=allowed_s)
            return self._is_fast_enough(known)

    def pass_over(self, worker: ListedWorker) -> bool:
        """Note that a worker had no time for a question that does not keep; whether it may be asked on."""
        with self._memory.lock:
            known = self._memory.of(worker)
            known.breaker.passed_over(self._memory.clock())
            return self._is_fast_enough(known)

    def is_listed(self, worker: ListedWorker) -> bool:
        """Whether it is still one of those that are paired and turned on."""
        return any(each.fingerprint == worker.fingerprint for each in self._workers())

    def may_ask(self, worker: ListedWorker) -> bool:
        """Whether to put the next question to it."""
        with self._memory.lock:
            return self._memory.of(worker).breaker.may_ask(self._memory.clock())

    def take_back(self, worker: ListedWorker) -> None:
        """A question was not put to it after all."""
        with self._memory.lock:
            self._memory.of(worker).breaker.not_asked()

    def _is_fast_enough(self, known: _Known) -> bool:
        """Whether it is still asked after what it did; else it is missed from now on. The lock is held."""
        if known.breaker.state is not BreakerState.OPEN:
            return True
        known.reason = f"“{known.name}” is too slow now."
        self._missed, self._reason = known.name, known.reason
        return False

    def _due(self, workers: Sequence[W]) -> list[W]:
        return [worker for worker in workers if self.may_ask(worker)]

    def _look(self, worker: W) -> "_Call[W, L] | None":
        began_s = self._memory.clock()
        try:
            line = self._call(worker)
            try:
                look = line.look()
            except Exception:
                line.close()
                raise
        except VivavoceError as error:
            self.fail(worker, error)
            return None
        # What a worker calls itself is not what it is known by.
        return _Call(worker, line, replace(look, name=worker.fingerprint), self._memory.clock() - began_s)

    def _begin_with_best(self, calls: "list[_Call[W, L]]", stop: Cancellation) -> "WorkerConversation[C] | None":
        by_name = {call.look.name: call for call in calls}
        for look in freest([call.look for call in calls], model=self._model, is_live=self._is_live):
            call = by_name[look.name]
            if stop.is_requested:
                break
            try:
                device = call.line.prove()
                asked = self._begin(call.line)
            except VivavoceError as error:
                self.fail(call.worker, error)
                continue
            # It decoded, which is the first of the good answers that a worker under trial has to give.
            self.succeed(call.worker, took_s=call.took_s, allowed_s=max(1.0, call.took_s))
            self._on_entered(call.worker)
            return WorkerConversation(self, call.worker, line=call.line, asked=asked, device=device)
        return None

    def _forget(self, call: "_Call[W, L]") -> None:
        self.take_back(call.worker)
        call.line.close()

    def _note(self, workers: Sequence[W], *, is_entered: bool) -> None:
        with self._memory.lock:
            not_asked = [known for each in workers if (known := self._memory.of(each)).breaker.trouble is not None]
            missed = None if is_entered or not not_asked else not_asked[0]
            self._missed = missed.name if missed is not None else ""
            self._reason = missed.reason if missed is not None else ""


@dataclass(frozen=True, slots=True)
class _Call(Generic[W, L]):
    worker: W
    line: L
    look: WorkerLook
    took_s: float


def trouble_of(error: Exception | None) -> Trouble:
    """What an error means for the next question; no error is a deadline that passed."""
    match error:
        case None:
            return Trouble.LATE
        case WorkerUnreachable():
            return Trouble.UNREACHABLE
        case WorkerNotTrusted() | WorkerTooOld():
            return Trouble.NOT_TRUSTED
        case IdentityUnavailable():
            return Trouble.NO_KEY
        case WorkerRefused(reason=reason) if reason != RefusalReason.RECOGNISER_FAILED.value:
            return Trouble.REFUSED
        case _:
            return Trouble.FAILED


def _sentence(worker: ListedWorker, error: Exception) -> str:
    return error.sentence if isinstance(error, VivavoceError) else f"“{worker.name}” did not make sense."

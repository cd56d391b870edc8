"""Asking a worker, and never waiting for it longer than was agreed: the half of a fallback that is elsewhere.

Used by ``fallback_engine.py`` and ``fallback_recogniser.py`` on the threads that recognise. A thread of its own looks
for a worker for as long as none is asked; each question waits on one of its own as well, so that a call that hangs
costs its deadline and nothing more. A question that was given up is answered here, so whatever the worker still says to
it is dropped. After any trouble that makes a worker unfit the conversation with it is ended; the next one is new.
"""

import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import DeviceReport
from engine.contract.errors import VivavoceError, WorkerRefused

LOOK_S = 0.02
"""How soon a question that nobody waits for any more is given up."""

_LEAST_WAIT_S = 0.2
"""Between two looks for a worker, whatever is said about the next."""

IDLE_S = 10.0
"""A worker that was asked nothing for so long is looked at: what is said of it holds where nobody speaks, too."""

_JOIN_S = 1.0

T = TypeVar("T")
A = TypeVar("A")
T_co = TypeVar("T_co", covariant=True)


class Unanswered(Exception):
    """No worker answered in time: the question is to be answered here. Not an error of anybody's."""

    def __init__(self, *, was_asked: bool) -> None:
        super().__init__()
        self.was_asked = was_asked
        """Whether there was a worker, which failed at this one."""


class PassedOver(Exception):
    """The worker had other work, and the question is not worth asking again. Not an error of anybody's."""


class Conversation(Protocol[T_co]):
    """A session with one worker that showed that it decodes; see ``engine/remote/worker_doors.py``."""

    @property
    def asked(self) -> T_co:
        """What questions are put to."""
        ...

    @property
    def device(self) -> DeviceReport:
        """What it runs on, with the worker's name."""
        ...

    @property
    def is_wanted(self) -> bool:
        """Whether the worker is still one of those that are to be asked: a person may have turned it off."""
        ...

    def may_ask(self) -> bool:
        """Whether to put the next question to it; a yes is for one question, whose outcome is told."""
        ...

    def answered(self, *, took_s: float, allowed_s: float) -> bool:
        """An answer came; whether the worker may be asked on."""
        ...

    def failed(self, error: Exception | None) -> bool:
        """No answer came, ``None`` for want of time; whether the worker may be asked on."""
        ...

    def passed_over(self) -> bool:
        """The worker had no time for a question that may be passed over; whether it may be asked on."""
        ...

    def not_asked(self) -> None:
        """The question was taken back; it says nothing about the worker."""
        ...

    def is_there(self) -> bool:
        """Look whether the worker answers, while nobody asks it anything. Blocks for seconds where it does not."""
        ...

    def close(self) -> None:
        """End it. May take a while, and ends calls that wait in it."""
        ...


class Doors(Protocol[T_co]):
    """The paired workers, one of which may answer; see ``engine/remote/worker_doors.py``."""

    @property
    def missed(self) -> str:
        """Name of the worker that would be asked and cannot be now; empty if there is none."""
        ...

    @property
    def reason(self) -> str:
        """Why not, as one plain sentence."""
        ...

    def enter(self, stop: Cancellation) -> Conversation[T_co] | None:
        """Begin with the freest that may be asked now, or ``None``. Blocks while a speech model loads there."""
        ...

    def wait_s(self) -> float:
        """How long until it is worth while to look again."""
        ...


@dataclass(slots=True)
class _Question(Generic[A]):
    """One call that waits on a thread of its own."""

    done: threading.Event
    answer: A | None = None
    error: Exception | None = None


class Elsewhere(Generic[T]):
    """See the top of this file."""

    def __init__(self, doors: Doors[T], *, clock: Callable[[], float] = time.monotonic, idle_s: float = IDLE_S) -> None:
        self._doors = doors
        self._clock = clock
        self._idle_s = idle_s
        self._asked_s = clock()
        """When something was asked last."""
        self._changed = threading.Condition()
        self._conversation: Conversation[T] | None = None
        self._is_sure = True
        """Whether what is asked now has answered, or is the first one."""
        self._looks = 0
        self._stop = Cancellation()
        self._closing: list[threading.Thread] = []
        self._scout = threading.Thread(target=self._look_for_worker, name="worker-scout", daemon=True)
        self._scout.start()

    @property
    def device(self) -> DeviceReport | None:
        """What answers now, if it is a worker."""
        with self._changed:
            return self._conversation.device if self._conversation is not None and self._is_sure else None

    @property
    def asked(self) -> T | None:
        """What questions are put to now."""
        with self._changed:
            return self._conversation.asked if self._conversation is not None else None

    @property
    def missed(self) -> str:
        """Name of the worker that would be asked and cannot be now; empty if there is none."""
        return self._doors.missed

    @property
    def reason(self) -> str:
        """Why it is not asked, as one plain sentence."""
        return self._doors.reason

    def wait(self, seconds: float, cancellation: Cancellation) -> bool:
        """Wait for a worker, until it was looked for once; whether there is one. Raises ``Cancelled``."""
        until_s = self._clock() + seconds
        with self._changed:
            while self._conversation is None and not self._looks and self._clock() < until_s:
                self._changed.wait(LOOK_S)
                cancellation.check()
            return self._conversation is not None

    def ask(
        self,
        work: Callable[[T, Cancellation], A],
        *,
        within_s: float,
        allowed_s: float,
        may_pass_over: bool = False,
        cancellation: Cancellation | None = None,
    ) -> A:
        """Put a question to the worker.

        Args:
            work: Asks it; on a thread of its own. Should give up soon when its cancellation is requested.
            within_s: Its deadline.
            allowed_s: So long each may take for all of them to keep up.
            may_pass_over: If the worker has other work just now, nobody need answer it.
            cancellation: The asker's own.

        Raises:
            Unanswered: answer it here.
            PassedOver: go on without an answer; only where that was allowed.
            Cancelled: stopping was requested.
        """
        if cancellation is not None:
            cancellation.check()
        with self._changed:
            conversation = self._conversation
        if conversation is not None and not conversation.is_wanted:
            with self._changed:
                self._leave(conversation)
            conversation = None
        if conversation is None or not conversation.may_ask():
            raise Unanswered(was_asked=False)
        began_s = self._asked_s = self._clock()
        stop = Cancellation()
        question: _Question[A] = _Question(threading.Event())

        def wait_for_it() -> None:
            try:
                question.answer = work(conversation.asked, stop)
            except Exception as error:  # what comes from another machine must not end a meeting on this one
                question.error = error
            question.done.set()

        threading.Thread(target=wait_for_it, name="worker-question", daemon=True).start()
        while not question.done.wait(min(LOOK_S, within_s)) and self._clock() - began_s < within_s:
            if cancellation is not None and cancellation.is_requested:
                stop.request()
                conversation.not_asked()
                raise Cancelled
        if not question.done.is_set():
            stop.request()
            self._on_failed(conversation, None)
            raise Unanswered(was_asked=True)
        if question.error is not None:
            if may_pass_over and isinstance(question.error, WorkerRefused) and question.error.is_busy:
                self._on_passed_over(conversation)
                raise PassedOver from question.error
            if not isinstance(question.error, VivavoceError):
                traceback.print_exception(question.error, file=sys.stderr)
            self._on_failed(conversation, question.error)
            raise Unanswered(was_asked=True) from question.error
        self._on_answered(conversation, took_s=self._clock() - began_s, allowed_s=allowed_s)
        if cancellation is not None:
            cancellation.check()
        return question.answer  # type: ignore[return-value] # there is no error, so it is the answer

    def close(self) -> None:
        """Let go of the worker, and look for no other. Closing twice is harmless."""
        self._stop.request()
        with self._changed:
            self._leave(self._conversation)
            self._changed.notify_all()
        self._scout.join(_JOIN_S)
        for thread in self._closing:
            thread.join(_JOIN_S)

    def _on_answered(self, conversation: Conversation[T], *, took_s: float, allowed_s: float) -> None:
        may_go_on = conversation.answered(took_s=took_s, allowed_s=allowed_s)
        with self._changed:
            if conversation is self._conversation:
                self._is_sure = True
                if not may_go_on:
                    self._leave(conversation)

    def _on_failed(self, conversation: Conversation[T], error: Exception | None) -> None:
        if not conversation.failed(error):
            with self._changed:
                self._leave(conversation)

    def _on_passed_over(self, conversation: Conversation[T]) -> None:
        if not conversation.passed_over():
            with self._changed:
                self._leave(conversation)
            raise Unanswered(was_asked=True)

    def _leave(self, conversation: Conversation[T] | None) -> None:
        """End a conversation, which may take a while. The lock is held."""
        if conversation is None or conversation is not self._conversation:
            return
        self._conversation = None
        self._closing = [thread for thread in self._closing if thread.is_alive()]
        thread = threading.Thread(target=conversation.close, name="worker-farewell", daemon=True)
        self._closing.append(thread)
        thread.start()
        self._changed.notify_all()

    def _look_for_worker(self) -> None:
        while not self._stop.is_requested:
            found = self._doors.enter(self._stop)
            with self._changed:
                if found is not None and not self._stop.is_requested:
                    self._is_sure = not self._looks
                    self._conversation, found = found, None
                self._looks += 1
                self._changed.notify_all()
                wait_s = max(_LEAST_WAIT_S, self._doors.wait_s()) if self._conversation is None else 0.0
                self._changed.wait_for(lambda: self._stop.is_requested, wait_s)
            if found is not None:
                found.close()
            self._watch()

    def _watch(self) -> None:
        """As long as there is a conversation, see to it that the worker is there, and still wanted, in pauses too."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stop.is_requested or self._conversation is None, self._idle_s)
                conversation = self._conversation
                if self._stop.is_requested or conversation is None:
                    return
                is_idle = self._clock() - self._asked_s >= self._idle_s
            if is_idle and not (conversation.is_wanted and conversation.is_there()):
                with self._changed:
                    self._leave(conversation)

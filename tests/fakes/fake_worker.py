"""A worker on loopback, in this process: the real front door, and behind it whatever a test puts there.

Its event loop has a thread of its own, so that a test can ask it as a desktop does, from plain threads.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, TypeVar

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import DeviceReport, EngineSession, SpeechEngine
from engine.contract.heard import Heard
from engine.contract.options import RecognitionOptions
from engine.remote.question import Answer, LanguageTask, LinesTask, Question, WindowTask
from engine.remote.standing import OpenedSession, Standing
from engine.worker.answering import Answered, Answering
from engine.worker.limits import Limits
from engine.worker.server import WorkerServer
from engine.worker.service import Service
from engine.worker.watching import Watching

PATIENCE_S = 30.0

T = TypeVar("T")


class EngineAnswering:
    """Answers through a ``SpeechEngine``, one question a thread; see ``Answering``."""

    def __init__(
        self,
        engine: SpeechEngine,
        *,
        understand: Callable[[WindowTask], Heard] | None = None,
        languages: tuple[str, ...] = ("en", "zh"),
    ) -> None:
        self.engine = engine
        self.asked: list[Question] = []
        self.cancelled: list[int] = []
        self._understand = understand
        self._languages = languages
        self._sessions: dict[str, EngineSession] = {}
        self._pool = ThreadPoolExecutor(engine.parallel, thread_name_prefix="answer")
        # All threads begin now, so that they belong to whoever made this, and not to the test that asks first.
        together = threading.Barrier(engine.parallel)
        wait([self._pool.submit(together.wait) for _ in range(engine.parallel)])

    @property
    def device(self) -> DeviceReport:
        return self.engine.device

    async def open(self, session_id: str, options: RecognitionOptions) -> OpenedSession:
        self._sessions[session_id] = self.engine.open_session(options)
        return OpenedSession(self.engine.device, self.engine.batch_size, self.engine.parallel, self._languages)

    async def answer(self, question: Question) -> Answered:
        self.asked.append(question)
        cancellation = Cancellation()
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._pool, self._answer, question, cancellation)
        try:
            return Answered(await asyncio.shield(work), 0.0)
        except asyncio.CancelledError:
            cancellation.request()
            self.cancelled.append(question.seq_id)
            await asyncio.gather(work, return_exceptions=True)
            raise

    async def remember(self, meeting: str, document: str) -> str:
        return ""

    async def leave(self, session_id: str) -> None:
        self._sessions.pop(session_id).close()

    async def decode_ms(self) -> float:
        return 1.0

    def standing(self) -> Standing:
        return Standing(self.engine.device, ("tiny.en", "base"), 4.0, len(self._sessions), 3, 0, 0.0)

    async def drain(self) -> None:
        pass

    def close(self) -> None:
        self._pool.shutdown()

    def _answer(self, question: Question, cancellation: Cancellation) -> Answer:
        session = self._sessions[question.session_id]
        match question.task:
            case LinesTask(stretches=stretches, language=language):
                try:
                    found = session.recognise(stretches, cancellation, language=language)
                except Cancelled:
                    return ()
                return tuple(tuple(lines) for lines in found)
            case LanguageTask(stretches=stretches):
                return session.guess_language(stretches, cancellation)
            case WindowTask() as task:
                assert self._understand is not None, "nothing understands windows here"
                return self._understand(task)


class FakeWorker:
    """See the top of this file. For ``with``, or ``close``."""

    def __init__(
        self,
        answering: Callable[[], Answering] | Answering,
        *,
        limits: Limits | None = None,
        watching: Watching | None = None,
        port: int = 0,
    ) -> None:
        """Listen at once. An answering that needs the loop is given as a function, called there."""
        self._limits = limits or Limits()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fake-worker")
        self._thread.start()

        async def begin() -> tuple[Answering, Service, WorkerServer, int]:
            behind = answering() if callable(answering) else answering
            service = Service(
                answering=behind, trusting=None, name="Fake worker", limits=self._limits, watching=watching
            )
            server = WorkerServer(service=service, answering=behind, host="127.0.0.1", port=port, limits=self._limits)
            return behind, service, server, await server.start()

        self.answering, self.service, self.server, self.port = self.run(begin())

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something on the worker's loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def tell(self, work: Callable[[], object]) -> None:
        """Do something on the worker's loop."""

        async def do() -> None:
            work()

        self.run(do())

    def close(self) -> None:
        if self._loop.is_closed():
            return
        self.run(self.server.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def __enter__(self) -> "FakeWorker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

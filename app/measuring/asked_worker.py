"""A desk behind its front door on this machine, asked as desktops ask it: a session of gRPC for each live stream.

Used by ``worker_load.py`` on the event loop of the desk; what blocks runs on threads.
"""

import asyncio
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from engine.contract.errors import WorkerError, WorkerRefused
from engine.remote.question import Answer, Question, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.remote_session import RemoteSession
from engine.remote.worker_connection import WorkerConnection
from engine.worker.desk import Desk
from engine.worker.limits import Limits
from engine.worker.server import WorkerServer
from engine.worker.service import Service

_HOST = "127.0.0.1"


class AskedWorker:
    """The desktops of all streams."""

    def __init__(self, connection: WorkerConnection, *, streams: int) -> None:
        self._connection = connection
        self._sessions: dict[str, RemoteSession] = {}
        self._pool = ThreadPoolExecutor(max_workers=max(1, streams), thread_name_prefix="asking")

    async def ask(self, question: Question) -> Answer:
        """Have a live window understood. Raises ``Refused``."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._ask, question)

    def close(self) -> None:
        """End all sessions and hang up."""
        for session in self._sessions.values():
            session.close()
        self._connection.close()
        self._pool.shutdown()

    def _ask(self, question: Question) -> Answer:
        assert isinstance(question.task, WindowTask)
        try:
            session = self._sessions.get(question.session_id)
            if session is None:
                session = self._connection.session(question.session_id, question.options, is_live=True)
                self._sessions[question.session_id] = session
            return session.ask(question.task, priority=question.priority, within_s=question.answer_within_s)
        except WorkerRefused as refused:
            raise Refused(RefusalReason(refused.reason), refused.detail) from refused
        except WorkerError as error:
            raise Refused(RefusalReason.RECOGNISER_FAILED, str(error)) from error


@asynccontextmanager
async def behind_its_door(desk: Desk, *, streams: int) -> AsyncGenerator[AskedWorker]:
    """Serve a desk on this machine for as many streams. The desk is not closed."""
    limits = Limits()
    service = Service(answering=desk, trusting=None, name="measured", limits=limits)
    server = WorkerServer(service=service, answering=desk, host=_HOST, port=0, limits=limits)
    port = await server.start()
    connection = WorkerConnection(target=f"{_HOST}:{port}", worker="measured", credentials=None)
    asked = AskedWorker(connection, streams=streams)
    try:
        yield asked
    finally:
        await asyncio.to_thread(asked.close)
        await server.stop()

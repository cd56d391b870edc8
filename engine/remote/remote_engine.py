"""A worker as a ``SpeechEngine``: the same contract as the recogniser on this computer, over the network.

In the engine process; opened by ``worker_connection.py``. ``recognise`` comes on the pipeline's threads, as many at a
time as the worker said are worth while.
"""

from collections.abc import Sequence
from typing import Protocol

from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, LanguageGuess, SpanAudio
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.remote.question import LanguageTask, LinesTask, Priority
from engine.remote.remote_session import RemoteSession
from engine.remote.session_name import new_session_name
from engine.remote.standing import OpenedSession

USUAL_BATCH = 2
USUAL_PARALLEL = 2
"""Before a worker said what it likes."""


class Connection(Protocol):
    """What an engine needs of the way to a worker; see ``WorkerConnection``."""

    def session(self, session_id: str, options: RecognitionOptions) -> RemoteSession:
        """A session that is not open yet. Raises ``WorkerError`` if the two do not speak with each other."""
        ...


class RemoteEngine:
    """See ``SpeechEngine``."""

    def __init__(self, connection: Connection, *, device: DeviceReport, priority: Priority, course: str = "") -> None:
        """Get ready.

        Args:
            connection: The way to the worker; not closed here.
            device: What the worker runs on, with its name.
            priority: Of all questions.
            course: Sessions of the same are answered in order by a group of workers; empty for none.
        """
        self._connection = connection
        self._course = course
        self._device = device
        self._priority = priority
        self._opened: OpenedSession | None = None

    @property
    def device(self) -> DeviceReport:
        """What the worker runs on, as it last said."""
        return self._opened.device if self._opened is not None else self._device

    @property
    def batch_size(self) -> int:
        """Stretches worth asking about in one question; as the worker says when a session begins."""
        return self._opened.batch_size if self._opened is not None else USUAL_BATCH

    @property
    def parallel(self) -> int:
        """Questions worth asking at a time; as the worker says when a session begins."""
        return self._opened.parallel if self._opened is not None else USUAL_PARALLEL

    def open_session(self, options: RecognitionOptions) -> "RemoteEngineSession":
        """Begin a meeting. Raises ``WorkerError`` where the worker does not take it."""
        session = self._connection.session(new_session_name(self._course), options)
        try:
            self._opened = session.open()
        except BaseException:
            session.close()
            raise
        return RemoteEngineSession(session, opened=self._opened, options=options, priority=self._priority)

    def close(self) -> None:
        """See ``SpeechEngine``. There is nothing of it here; sessions are closed by whoever opened them."""


class RemoteEngineSession:
    """See ``EngineSession``."""

    def __init__(
        self, session: RemoteSession, *, opened: OpenedSession, options: RecognitionOptions, priority: Priority
    ) -> None:
        self._session = session
        self._priority = priority
        known = opened.languages
        self._allowed = known if len(known) == 1 else tuple(code for code in options.languages if code in known)

    def guess_language(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> LanguageGuess:
        """See ``EngineSession``. Raises ``WorkerError`` where no answer comes."""
        cancellation.check()
        if len(self._allowed) == 1:
            return LanguageGuess(self._allowed[0], 1.0)
        if not stretches:
            return LanguageGuess(self._allowed[0] if self._allowed else "en", 0.0)
        return self._session.ask(LanguageTask(tuple(stretches)), priority=self._priority, cancellation=cancellation)

    def recognise(
        self, stretches: Sequence[SpanAudio], cancellation: Cancellation, *, language: str
    ) -> list[list[RecognisedSegment]]:
        """See ``EngineSession``. Raises ``WorkerError`` where no answer comes."""
        cancellation.check()
        if not stretches:
            return []
        answer = self._session.ask(
            LinesTask(tuple(stretches), language), priority=self._priority, cancellation=cancellation
        )
        cancellation.check()
        return [list(lines) for lines in answer]

    def close(self) -> None:
        """See ``EngineSession``."""
        self._session.close()

"""The paired workers as this process asks them: for each job a place elsewhere, with mutual TLS and what was learned.

Used by ``engine_store.py`` on the thread that begins a job; everything that waits for a worker is on threads of
``elsewhere.py``. Sound leaves this computer only towards a machine whose certificate a person pinned by pairing.
"""

import contextlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from engine.contract.engine import EngineSession
from engine.contract.errors import WorkerNotTrusted
from engine.contract.options import RecognitionOptions
from engine.contract.pairing_errors import PeersNotSaved
from engine.recognition.elsewhere import Elsewhere
from engine.recognition.fallback_engine import FarSession
from engine.recognition.fallback_recogniser import FarRecogniser
from engine.remote.context_stream import MeetingContext
from engine.remote.identity import read_identity
from engine.remote.own_keys import OwnKeys
from engine.remote.paired_workers import PairedWorker, PairedWorkers
from engine.remote.remote_recogniser import RemoteRecogniser
from engine.remote.trust import channel_credentials
from engine.remote.worker_connection import WorkerConnection
from engine.remote.worker_doors import WorkerDoors, WorkerMemory
from engine.remote.worker_keys import WorkerKeys


class FarPlaces(Protocol):
    """Where else a job may be done; ``PairedPlaces``, or a fake."""

    def files(self, options: RecognitionOptions, *, course: str = "") -> Elsewhere[FarSession] | None:
        """For a file, of a course or of none; ``None`` if there is no other place."""
        ...

    def live(
        self, options: RecognitionOptions, *, context: MeetingContext | None = None
    ) -> Elsewhere[FarRecogniser] | None:
        """For words of a meeting while they are spoken; ``None`` if there is no other place."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


Connect = Callable[[PairedWorker], WorkerConnection]


@dataclass(frozen=True, slots=True)
class _FarFile(FarSession):
    """A session that ends with the conversation."""

    def close(self) -> None:
        """Give back what the worker holds."""
        self.session.close()


class PairedPlaces:
    """See ``FarPlaces``."""

    def __init__(self, path: Path, *, connect: Connect | None = None) -> None:
        """``path`` is the list of paired workers; the identity of this computer lies beside it."""
        self._workers = PairedWorkers(path)
        self._connect = connect or _connector(self._workers)
        self._memory = WorkerMemory()

    def files(self, options: RecognitionOptions, *, course: str = "") -> Elsewhere[FarSession] | None:
        """See ``FarPlaces``."""
        if not self._enabled():
            return None

        def begin(line: WorkerConnection) -> _FarFile:
            engine = line.engine(course=course)
            session: EngineSession = engine.open_session(options)
            return _FarFile(engine, session)

        return Elsewhere(
            WorkerDoors(
                workers=self._enabled,
                call=self._connect,
                begin=begin,
                model=options.model,
                is_live=False,
                memory=self._memory,
                on_entered=self._note_use,
            )
        )

    def live(
        self, options: RecognitionOptions, *, context: MeetingContext | None = None
    ) -> Elsewhere[FarRecogniser] | None:
        """See ``FarPlaces``."""
        if not self._enabled():
            return None

        def begin(line: WorkerConnection) -> RemoteRecogniser:
            return line.recogniser(uuid.uuid4().hex, options, context=context)

        return Elsewhere(
            WorkerDoors(
                workers=self._enabled,
                call=self._connect,
                begin=begin,
                model=options.model,
                is_live=True,
                memory=self._memory,
                on_entered=self._note_use,
            )
        )

    def close(self) -> None:
        """See ``FarPlaces``."""

    def _note_use(self, worker: PairedWorker) -> None:
        with contextlib.suppress(PeersNotSaved):  # of no more use than to be shown
            self._workers.change(worker.fingerprint, last_used=datetime.now(UTC))

    def _enabled(self) -> Sequence[PairedWorker]:
        return [worker for worker in self._workers.read() if worker.is_enabled]


def _connector(workers: PairedWorkers) -> Connect:
    own = OwnKeys(workers.path.parent)

    def connect(worker: PairedWorker) -> WorkerConnection:
        identity = read_identity(workers.path.parent)  # what it raises is no word about the worker, and goes as it is
        if identity is None:
            raise WorkerNotTrusted(worker.name, "this computer has no identity")
        return WorkerConnection(
            target=worker.target,
            worker=worker.name,
            credentials=channel_credentials(worker, identity),
            keys=WorkerKeys(workers, own, fingerprint=worker.fingerprint),
        )

    return connect

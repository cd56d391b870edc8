"""A worker, a wire to it that may be bad, a session over it, and what arrived at the worker."""

from concurrent.futures import Future, ThreadPoolExecutor

from engine.bench.bad_line import BadLine
from engine.remote.patience import Patience
from engine.worker.limits import Limits
from engine.worker.watching import Watchers
from tests.builders.asking import OPTIONS, connect, said, window
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.fake_worker import FakeWorker

PATIENT = Patience(resume_s=20, answer_s=60)
QUICK = Patience(resume_s=0.3, answer_s=60)


class Counting(Watchers):
    """Counts what arrives at a worker."""

    def __init__(self) -> None:
        super().__init__()
        self.samples = 0
        self.streams = 0
        self.refusals: list[str] = []

    def sound_came(self, seconds: float) -> None:
        self.samples += round(seconds * 16_000)

    def stream_began(self) -> None:
        self.streams += 1

    def refused(self, reason: str) -> None:
        self.refusals.append(str(reason))


class WorkerHouse:
    """A worker, a wire to it that may be bad, and a session over it."""

    def __init__(self, *, patience: Patience = PATIENT, limits: Limits | None = None) -> None:
        self.counting = Counting()
        self.limits = limits
        self.worker = FakeWorker(FakeAnswering, watching=self.counting, limits=limits)
        self.wire = BadLine(self.worker.port)
        self.connection = connect(self.wire.target, patience=patience)
        self.session = self.connection.session("meeting/0", OPTIONS)
        self.pool = ThreadPoolExecutor(4)

    @property
    def answering(self) -> FakeAnswering:
        assert isinstance(self.worker.answering, FakeAnswering)
        return self.worker.answering

    @property
    def asked(self) -> list[int]:
        return [question.seq_id for question in self.answering.asked]

    def ask(self, start: int, stop: int) -> "Future[str]":
        return self.pool.submit(said, self.session, window(start, stop))

    def hold(self) -> None:
        self.worker.tell(self.answering.hold)

    def release(self) -> None:
        self.worker.tell(self.answering.release)

    def restart(self) -> None:
        """The worker dies and begins anew at the same place."""
        port = self.worker.port
        self.worker.close()
        self.worker = FakeWorker(FakeAnswering, watching=self.counting, limits=self.limits, port=port)

    def close(self) -> None:
        self.session.close()
        self.pool.shutdown()
        self.connection.close()
        self.wire.close()
        self.worker.close()

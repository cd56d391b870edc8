"""What is going on with speech models: each fetched, checked, copied or removed in the background, and how far it is.

Lives on the window's thread, made by ``speech_model_table.py``; the store works on background threads and reports
through ``ui/bridge``.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.background import Background
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.bridge.progress_relay import ProgressRelay

OnProgress = Callable[[int, int], None]
"""Takes what is done and what there is to do."""

LongJob = Callable[[Cancellation, OnProgress], object]
"""Something that can be stopped and tells how far it is, on the thread it is called on."""


@dataclass(slots=True)
class _Work:
    """Something going on with a speech model."""

    cancellation: Cancellation
    relay: ProgressRelay
    started_at: float
    fraction: float = 0.0


class SpeechModelWork(QObject):
    """At most one piece of work a speech model."""

    progressed = Signal(str)
    """The speech model that got further."""
    ended = Signal(str, object)
    """A speech model, and the ``VivavoceError`` or ``None``: done, or stopped because somebody asked for it."""

    def __init__(
        self, *, background: Background, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._background = background
        self._clock = clock
        self._work: dict[str, _Work] = {}

    def is_going_on(self, name: str) -> bool:
        """Whether something is done with this speech model now."""
        return name in self._work

    def progress_of(self, name: str) -> tuple[float, float | None]:
        """How far it is, 0..1, and the seconds that are left, once that can be told."""
        work = self._work[name]
        elapsed = self._clock() - work.started_at
        has_measure = elapsed > 2 and work.fraction > 0.01
        return work.fraction, elapsed / work.fraction * (1 - work.fraction) if has_measure else None

    def begin(self, name: str, job: LongJob) -> None:
        """Something that takes long."""
        work = _Work(Cancellation(), ProgressRelay(parent=self), self._clock())
        work.relay.progressed.connect(self._on_progressed)
        self._work[name] = work
        self.do(name, partial(job, work.cancellation, work.relay.report))

    def do(self, name: str, job: Callable[[], object]) -> None:
        """Something short, which is not seen going on."""
        deliver(self._background.run(partial(_outcome, name, job)), self._on_done)

    def cancel(self, name: str) -> None:
        """Ask what is going on with this speech model to stop."""
        work = self._work.get(name)
        if work is not None:
            work.cancellation.request()

    def cancel_all(self) -> None:
        """Ask everything to stop."""
        for work in self._work.values():
            work.cancellation.request()

    def _on_done(self, outcome: tuple[str, VivavoceError | None]) -> None:
        name, error = outcome
        work = self._work.pop(name, None)
        if work is not None:
            work.relay.deleteLater()
        self.ended.emit(name, error)

    def _on_progressed(self, fraction: float) -> None:
        relay = self.sender()
        for name, work in self._work.items():
            if work.relay is relay:
                work.fraction = fraction
                self.progressed.emit(name)


def _outcome(name: str, work: Callable[[], object]) -> tuple[str, VivavoceError | None]:
    """On a background thread: do it, and say which speech model it was about."""
    try:
        work()
    except Cancelled:
        return name, None
    except VivavoceError as error:
        return name, error
    return name, None

"""Questions that a test puts to a worker."""

from engine.contract.options import RecognitionOptions
from engine.remote.patience import Patience
from engine.remote.question import LinesTask, Priority, WindowTask
from engine.remote.remote_session import RemoteSession
from engine.remote.worker_connection import WorkerConnection
from tests.builders.remote_values import sound
from tests.builders.speech_clips import stretches_of

OPTIONS = RecognitionOptions(model="base", languages=("en",))
LONG = sound(60 * 16_000, seed=9)
"""A minute of noise, no piece of it like another."""


def window(start: int, stop: int) -> WindowTask:
    """A live window of ``LONG``."""
    return WindowTask(LONG[start:stop], (), "en", careful=False)


def lines(*lengths: int) -> LinesTask:
    """Stretches of ``LONG``, one after the other."""
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    return LinesTask(
        tuple(stretches_of(*(LONG[at : at + length] for at, length in zip(starts, lengths, strict=True)))), "en"
    )


def said(session: RemoteSession, task: WindowTask) -> str:
    """Ask about a window; the words."""
    heard = session.ask(task, priority=Priority.LIVE_FINAL)
    return "".join(word.text for word in heard.words).strip()


def connect(target: str, *, patience: Patience | None = None) -> WorkerConnection:
    """A way to a worker called Attic."""
    return WorkerConnection(target=target, worker="Attic", credentials=None, patience=patience)

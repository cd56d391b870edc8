"""Files understood by a worker while there is one, and here from the very question on that it does not answer.

A ``SpeechEngine`` in the engine process, made for one job by ``engine/pipeline/engine_store.py``; ``recognise`` comes
on the pipeline's threads. Each question is answered once: by the worker in time, or here. This computer's own engine
is loaded at the first question that needs it, on the thread that asked.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import DeviceReport, EngineSession, LanguageGuess, SpanAudio, SpeechEngine
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.recognition.elsewhere import Elsewhere, Unanswered

LATE_S = 10.0
"""A question may take so long in any case, and besides so much of the length of its sound:"""
LATE_PART = 0.5

NOT_LOADED = DeviceReport("cpu", "", "")
"""This computer, as long as it was not needed."""


@dataclass(frozen=True, slots=True)
class FarSession:
    """A worker's engine with the session of this job."""

    engine: SpeechEngine
    session: EngineSession


class FallbackEngine:
    """See ``SpeechEngine``."""

    def __init__(self, elsewhere: Elsewhere[FarSession], *, load: Callable[[], SpeechEngine]) -> None:
        """``load`` gives the engine of this computer, on the thread that needs it first; it is not closed here."""
        self._elsewhere = elsewhere
        self._load = load
        self._loading = threading.Lock()
        self._here: SpeechEngine | None = None

    @property
    def device(self) -> DeviceReport:
        """What answers now."""
        near = self._here.device if self._here is not None else NOT_LOADED
        return self._elsewhere.device or here_now(near, missed=self._elsewhere.missed, reason=self._elsewhere.reason)

    @property
    def batch_size(self) -> int:
        """See ``SpeechEngine``."""
        return self._fed().batch_size

    @property
    def parallel(self) -> int:
        """See ``SpeechEngine``."""
        return self._fed().parallel

    def open_session(self, options: RecognitionOptions) -> "FallbackSession":
        """See ``SpeechEngine``."""
        return FallbackSession(self._elsewhere, here=self.here, options=options)

    def here(self) -> SpeechEngine:
        """The engine of this computer, loaded if it is not yet. Raises what its loading raises."""
        with self._loading:
            if self._here is None:
                self._here = self._load()
            return self._here

    def close(self) -> None:
        """Let go of the worker."""
        self._elsewhere.close()

    def _fed(self) -> SpeechEngine:
        far = self._elsewhere.asked
        return far.engine if far is not None else self.here()


class FallbackSession:
    """See ``EngineSession``."""

    def __init__(
        self, elsewhere: Elsewhere[FarSession], *, here: Callable[[], SpeechEngine], options: RecognitionOptions
    ) -> None:
        self._elsewhere = elsewhere
        self._load_here = here
        self._options = options
        self._opening = threading.Lock()
        self._here: EngineSession | None = None
        self._turns = threading.Semaphore(1)

    def guess_language(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> LanguageGuess:
        """See ``EngineSession``."""
        try:
            return self._elsewhere.ask(
                lambda far, stop: far.session.guess_language(stretches, stop),
                within_s=_patience(stretches),
                allowed_s=max(1.0, _seconds(stretches)),
                cancellation=cancellation,
            )
        except Unanswered:
            return self._session_here(cancellation).guess_language(stretches, cancellation)

    def recognise(
        self, stretches: Sequence[SpanAudio], cancellation: Cancellation, *, language: str
    ) -> list[list[RecognisedSegment]]:
        """See ``EngineSession``."""
        if not stretches:
            return []
        try:
            return self._elsewhere.ask(
                lambda far, stop: far.session.recognise(stretches, stop, language=language),
                within_s=_patience(stretches),
                allowed_s=max(1.0, _seconds(stretches)),
                cancellation=cancellation,
            )
        except Unanswered:
            session = self._session_here(cancellation)
            with self._turn(cancellation):
                return session.recognise(stretches, cancellation, language=language)

    def close(self) -> None:
        """See ``EngineSession``."""
        with self._opening:
            here, self._here = self._here, None
        if here is not None:
            here.close()  # that of the worker ends with the conversation

    def _session_here(self, cancellation: Cancellation) -> EngineSession:
        cancellation.check()
        engine = self._load_here()
        with self._opening:
            if self._here is None:
                self._here = engine.open_session(self._options)
                # The pipeline asks with as many threads as the worker wants; this computer has its own measure.
                self._turns = threading.Semaphore(engine.parallel)
            return self._here

    def _turn(self, cancellation: Cancellation) -> "_Turn":
        return _Turn(self._turns, cancellation)


class _Turn:
    """A turn among the threads that ask this computer."""

    def __init__(self, turns: threading.Semaphore, cancellation: Cancellation) -> None:
        self._turns = turns
        self._cancellation = cancellation

    def __enter__(self) -> None:
        while not self._turns.acquire(timeout=0.1):
            if self._cancellation.is_requested:
                raise Cancelled

    def __exit__(self, *raised: object) -> None:
        self._turns.release()


def here_now(device: DeviceReport, *, missed: str, reason: str) -> DeviceReport:
    """This computer as what answers now, with the worker that does not and why."""
    refused = (*device.refused, reason) if reason else device.refused
    return replace(device, refused=refused, missed_worker=missed)


def _seconds(stretches: Sequence[SpanAudio]) -> float:
    return sum(len(stretch.samples) for stretch in stretches) / SAMPLE_RATE_HZ


def _patience(stretches: Sequence[SpanAudio]) -> float:
    return LATE_S + LATE_PART * _seconds(stretches)

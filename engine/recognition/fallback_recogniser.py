"""Words while they are spoken, by a worker while there is one, and here from the very window on that it does not read.

In the engine process, made for one recording by ``engine/pipeline/engine_store.py``; asked on the live pipeline's
thread alone. This computer's own recogniser is loaded meanwhile, on a thread of its own, so that it can answer at once.
A window is read once: by the worker in time, or here. Settled words keep the tokens they were written with, whoever
wrote them, so that the other goes on behind them.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from engine.contract.audio import Samples
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.errors import SpeechModelError, WorkerUnreachable
from engine.contract.heard import AlignedWord, Heard
from engine.recognition.elsewhere import Elsewhere, Unanswered
from engine.recognition.fallback_engine import NOT_LOADED, here_now
from engine.recognition.spelling import is_same_spelling

LATE_S = 1.0
"""A window that a worker did not read by then is read here: with that, words are not two seconds later than else."""

LOADING_LATE_S = 3.0
"""The same while this computer's own recogniser is loaded: nobody would read it sooner."""

LATE_MOST_S = 2.0
"""Where this computer takes longer itself, a worker may take as long as it, up to this."""

IN_TIME_S = 0.9
"""As long as the new sound of a window lasts while somebody speaks: who takes longer falls behind."""

FASTER_HERE = 1.5
"""A worker may take so many times as long as this computer, if that keeps up at all."""

_LEAST_ALLOWED_S = 0.3
_WEIGHT = 0.2
_FADING = 0.02
"""That this computer once took long is forgotten by so much with each answer of a worker."""
_LOOK_S = 0.05

R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LeftWindow:
    """A window that a worker left and this computer read, and where the time went."""

    seconds: float
    """From asking the worker to the words."""
    waited_s: float
    """Of it, for a worker."""
    processor_s: float
    """Time of this process's processors meanwhile, loading too; what is beyond both went to other programs."""


class FarRecogniser(Protocol):
    """A worker's, for all tracks of a recording; see ``engine/remote/remote_recogniser.py``."""

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        """Say whose window is asked about next, and whether it is one of somebody who still speaks."""
        ...

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """Remember how words were written that this computer heard."""
        ...

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """Words after ``said`` in the window."""
        ...

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """The most probable language, and how probable it is."""
        ...


class NearRecogniser(Protocol):
    """This computer's; see ``engine/pipeline/live_engine.py``."""

    @property
    def device(self) -> DeviceReport:
        """What it runs on."""
        ...

    @property
    def model(self) -> str:
        """Catalogue name of its speech model."""
        ...

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """Remember how words were written that another one heard."""
        ...

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """Words after ``said`` in the window. Raises ``RecogniserFailed`` where the device does."""
        ...

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """The most probable language, and how probable it is. Raises ``RecogniserFailed`` where the device does."""
        ...


class Background(Generic[R]):
    """Something that is loaded on a thread of its own."""

    def __init__(self, load: Callable[[], R]) -> None:
        self._load = load
        self._loaded: R | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="near-loading", daemon=True)
        self._thread.start()

    @property
    def loaded(self) -> R | None:
        """It, if it is there already."""
        return self._loaded

    @property
    def is_over(self) -> bool:
        """It is there, or could not be loaded."""
        return not self._thread.is_alive()

    def look(self, cancellation: Cancellation) -> None:
        """Wait for it a moment. Raises ``Cancelled``."""
        cancellation.check()
        self._thread.join(_LOOK_S)

    def wait(self, cancellation: Cancellation) -> R:
        """Wait for it. Raises what loading raised, and ``Cancelled``."""
        while not self.is_over:
            self.look(cancellation)
        if self._error is not None:
            raise self._error
        assert self._loaded is not None
        return self._loaded

    def _run(self) -> None:
        try:
            self._loaded = self._load()
        except Exception as error:
            self._error = error


class FallbackRecogniser:
    """See ``Understands`` in ``engine/pipeline/patient_recogniser.py``."""

    def __init__(
        self,
        elsewhere: Elsewhere[FarRecogniser],
        *,
        load: Callable[[], NearRecogniser],
        model: str,
        cancellation: Cancellation,
        clock: Callable[[], float] = time.monotonic,
        processor_clock: Callable[[], float] = time.process_time,
        late_s: float = LATE_S,
        tell: Callable[[LeftWindow], None] = lambda _: None,
    ) -> None:
        """Begin to load.

        Args:
            elsewhere: The workers; closed with this.
            load: Gives this computer's recogniser; called on a thread of its own. It is not closed here.
            model: Catalogue name of the wanted speech model; this computer may have a smaller one alone.
            cancellation: Of the job: it may have to wait for the loading.
            clock: Seconds.
            processor_clock: Seconds that this process's processors worked.
            late_s: A worker's deadline.
            tell: Told of each window that a worker left, once it was read here.
        """
        self._elsewhere = elsewhere
        self._near = Background(load)
        self._model = model
        self._cancellation = cancellation
        self._clock = clock
        self._processor_clock = processor_clock
        self._late_s = late_s
        self._tell = tell
        self._written: dict[str, AlignedWord] = {}
        """Words that a worker wrote since this computer learned the last ones."""
        self._all_written: dict[str, AlignedWord] = {}
        """How every word was written, wherever: each worker is asked in a new session, which knows none of before."""
        self._waited_s = 0.0
        """For workers, at the last question."""
        self._near_s = 0.0
        """What a window takes here, in the mean; 0 if none was read here."""
        self._track = 0
        self._is_tentative = False
        self._moved: Callable[[], None] = _nobody_cares

    @property
    def device(self) -> DeviceReport:
        """What answers now."""
        near = self._near.loaded
        device = NOT_LOADED
        if near is not None:
            device = near.device if near.model == self._model else replace(near.device, model=near.model)
        return self._elsewhere.device or here_now(device, missed=self._elsewhere.missed, reason=self._elsewhere.reason)

    def get_ready(self, patience_s: float) -> None:
        """Wait until the first window can be read by somebody: a worker, if it comes in time, or this computer.

        Raises:
            Cancelled: stopping was requested.
            VivavoceError: this computer cannot, and no worker does.
        """
        if not self._elsewhere.wait(patience_s, self._cancellation):
            self._wait_for_near()

    def watch(self, moved: Callable[[], None]) -> None:
        """Have somebody called as soon as a worker left a window, before it is read here: that may take a while."""
        self._moved = moved

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        """Say whose window is asked about next, and whether it is one of somebody who still speaks."""
        self._track, self._is_tentative = track, is_tentative

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """Remember how words were written before this was made: for the worker, and for this computer."""
        self._written.update((word.text, word) for word in words)
        self._all_written.update((word.text, word) for word in words)

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """See ``Understands``. A busy worker may pass over the words of somebody who still speaks (``PassedOver``)."""

        def ask(far: FarRecogniser) -> Heard:
            far.turn_to(self._track, is_tentative=self._is_tentative)
            far.learn(tuple(self._all_written[word] for word in said if word in self._all_written))
            return far.understand(samples, said=said, language=language, careful=careful)

        asked_s, worked_s = self._clock(), self._processor_clock()
        try:
            heard = self._ask(ask, may_pass_over=self._is_tentative)
        except Unanswered as left:
            heard = self._here(
                lambda near: self._spelt(near, near.understand(samples, said=said, language=language, careful=careful)),
                is_typical=self._is_tentative,
            )
            self._all_written.update((word.text, word) for word in heard.words)
            if left.was_asked:
                worked_s = self._processor_clock() - worked_s
                self._tell(LeftWindow(self._clock() - asked_s, self._waited_s, worked_s))
            return heard
        self._written.update((word.text, word) for word in heard.words)
        self._all_written.update((word.text, word) for word in heard.words)
        self._near_s -= _FADING * max(0.0, self._near_s - IN_TIME_S)
        return heard

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """See ``Understands``."""

        def ask(far: FarRecogniser) -> tuple[str, float]:
            far.turn_to(self._track, is_tentative=self._is_tentative)
            return far.guess_language(samples)

        try:
            return self._ask(ask)
        except Unanswered:
            return self._here(lambda near: near.guess_language(samples), is_typical=False)

    def close(self) -> None:
        """Let go of the worker. Closing twice is harmless."""
        self._elsewhere.close()

    def _ask(self, work: Callable[[FarRecogniser], T], *, may_pass_over: bool = False) -> T:
        """Ask the worker; as long as this computer cannot read, also one that comes back meanwhile."""
        was_asked, self._waited_s = False, 0.0
        while True:
            is_ready, began_s = self._near.is_over, self._clock()
            try:
                return self._ask_once(work, may_pass_over=may_pass_over, is_ready=is_ready)
            except Unanswered as left:
                was_asked = was_asked or left.was_asked
                self._waited_s += self._clock() - began_s
                self._moved()
                if is_ready:
                    raise Unanswered(was_asked=was_asked) from left
            self._near.look(self._cancellation)

    def _ask_once(self, work: Callable[[FarRecogniser], T], *, may_pass_over: bool, is_ready: bool) -> T:
        within_s, allowed_s = patience_with(self._near_s if is_ready else None, late_s=self._late_s)
        return self._elsewhere.ask(
            lambda far, _: work(far),
            within_s=within_s,
            allowed_s=allowed_s,
            may_pass_over=may_pass_over,
            cancellation=self._cancellation,
        )

    def _wait_for_near(self) -> NearRecogniser:
        """This computer's. Raises as ``get_ready``; where it has no speech model, a worker is what is missing."""
        try:
            return self._near.wait(self._cancellation)
        except SpeechModelError as error:
            if self._elsewhere.missed:
                raise WorkerUnreachable(self._elsewhere.missed, str(error)) from error
            raise

    def _spelt(self, near: NearRecogniser, heard: Heard) -> Heard:
        """What this computer heard, with the tokens that mean the same to a worker: those of a like speech model."""
        if is_same_spelling(near.model, self._model):
            return heard
        return replace(heard, words=tuple(map(_without_tokens, heard.words)))

    def _here(self, work: Callable[[NearRecogniser], T], *, is_typical: bool) -> T:
        near = self._wait_for_near()
        if self._written and is_same_spelling(near.model, self._model):
            near.learn(tuple(self._written.values()))
        self._written.clear()
        began_s = self._clock()
        answer = work(near)
        if is_typical:
            took_s = self._clock() - began_s
            self._near_s = took_s if not self._near_s else self._near_s + _WEIGHT * (took_s - self._near_s)
        return answer


def _nobody_cares() -> None:
    pass


def _without_tokens(word: AlignedWord) -> AlignedWord:
    return replace(word, tokens=())


def patience_with(near_s: float | None, *, late_s: float = LATE_S) -> tuple[float, float]:
    """How long to wait for a worker's next answer, and how long each may take for it to keep up, in seconds.

    Args:
        near_s: What this computer takes, in the mean; 0 if not known, ``None`` while it cannot read at all.
        late_s: The deadline where this computer is fast.
    """
    if near_s is None:
        return max(late_s, LOADING_LATE_S), LOADING_LATE_S
    if near_s > IN_TIME_S:  # nobody keeps up: who is faster is still the better
        return max(late_s, min(near_s, LATE_MOST_S)), near_s
    return late_s, min(IN_TIME_S, max(_LEAST_ALLOWED_S, FASTER_HERE * near_s)) if near_s else IN_TIME_S

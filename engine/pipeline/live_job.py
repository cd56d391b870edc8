"""A live job: one recording, understood while it lasts, and what is left of it when it has ended.

Runs on the engine process's main thread; ``cancel`` comes from the thread that reads commands. The pipeline decides;
this gives it sound and a recogniser, and replaces the recogniser where its device fails at work.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol, runtime_checkable

from engine.caching.session_context import SessionContexts
from engine.contract.audio import SampleIndex
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.errors import RecogniserFailed
from engine.contract.messages import (
    DeviceChosen,
    Event,
    FollowRecording,
    JobProgressed,
    LanguageChosen,
    LivePace,
    Stage,
)
from engine.contract.options import RecognitionOptions
from engine.detection.voice_detector import SileroDetector, VoiceDetector
from engine.pipeline.engine_job import MOST_STEPS_DOWN, EngineJob
from engine.pipeline.heap import give_back_memory
from engine.pipeline.lateness import LateWatch
from engine.pipeline.live_context import LiveContext
from engine.pipeline.live_pipeline import LivePipeline
from engine.pipeline.patient_recogniser import Understands
from engine.pipeline.ring_sound import open_sound

LOOK_S = 0.02
"""How often a ring is looked at while nothing else is to be done."""

BEAT_S = 5.0
"""How often it is said that the work goes on, also while a recording is paused."""


GIVE_BACK_S = 60.0
"""How often memory that is free goes back to the system."""


class ProvedRecogniser(Understands, Protocol):
    """A recogniser and what it runs on; see ``LiveEngine``."""

    @property
    def device(self) -> DeviceReport:
        """What it runs on."""
        ...


class LiveEngines(Protocol):
    """Where a live job gets its recogniser from; see ``EngineStore``."""

    def live_for(
        self, options: RecognitionOptions, cancellation: Cancellation, *, context: LiveContext | None = None
    ) -> ProvedRecogniser:
        """The recogniser with the wanted speech model; workers are told the context, and may know more."""
        ...

    def live_here(self, options: RecognitionOptions, cancellation: Cancellation) -> ProvedRecogniser:
        """The same on this computer, whatever workers there are."""
        ...

    def smaller_than(self, options: RecognitionOptions) -> RecognitionOptions | None:
        """The same with a smaller speech model that is installed."""
        ...

    def step_down(self, options: RecognitionOptions, failure: RecogniserFailed) -> None:
        """Make the next recogniser one on a lesser device."""
        ...


@runtime_checkable
class Moves(Protocol):
    """A recogniser that may be at another place from one window to the next; see ``FallbackRecogniser``."""

    def watch(self, moved: Callable[[], None]) -> None:
        """Have somebody called as soon as a worker left a window, on the pipeline's thread."""
        ...


class LiveJob(EngineJob):
    """Does what one ``FollowRecording`` asks for."""

    def __init__(
        self,
        command: FollowRecording,
        *,
        engines: LiveEngines,
        emit: Callable[[Event], None],
        contexts: SessionContexts | None = None,
        make_detector: Callable[[], VoiceDetector] = SileroDetector,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        give_back: Callable[[], None] = give_back_memory,
    ) -> None:
        super().__init__(command.job, emit=emit)
        self._command = command
        self._engines = engines
        self._contexts = contexts
        self._context: LiveContext | None = None
        self._make_detector = make_detector
        self._clock = clock
        self._sleep = sleep
        self._give_back = give_back
        self._give_back_at = clock() + GIVE_BACK_S
        self._beat_at = 0.0
        self._told: DeviceReport | None = None
        self._smaller: ProvedRecogniser | None = None
        self._asked: ProvedRecogniser | None = None

    def _work(self) -> SampleIndex:
        command = self._command
        with ExitStack() as closing:
            tracks = [(followed, open_sound(Path(command.sound_folder), followed)) for followed in command.tracks]
            for _, sound in tracks:
                closing.callback(sound.close)
            self._emit(JobProgressed(self.name, Stage.LOADING, 0, 0))
            if self._contexts is not None:
                self._context = LiveContext(
                    self._contexts,
                    name=Path(command.sound_folder).name,
                    options=command.options,
                    language=command.language,
                    clock=self._clock,
                )
            recogniser = self._load()
            pipeline = LivePipeline(
                job=self.name,
                tracks=tracks,
                recogniser=recogniser,
                make_detector=self._make_detector,
                wait=lambda: self._wait(pipeline),
                cancellation=self._cancellation,
                language=self._language(),
                has_many_languages=command.options.language_per_segment and len(command.options.languages) != 1,
                load_smaller=self._load_smaller,
            )
            with LateWatch(pipeline.lateness, emit=self._emit):
                self._understand(pipeline, recogniser)
            return pipeline.length

    def _language(self) -> str:
        """What the desktop says it is; else what was decided before, which the desktop is told then."""
        command = self._command
        if command.language or len(command.options.languages) == 1:
            return command.language or command.options.languages[0]
        known = self._context.language if self._context is not None else None
        if known is None:
            return ""
        self._emit(LanguageChosen(self.name, *known))
        return known[0]

    def _load(self) -> ProvedRecogniser:
        recogniser = self._engines.live_for(self._command.options, self._cancellation, context=self._context)
        self._tell_place(recogniser)
        if isinstance(recogniser, Moves):
            recogniser.watch(lambda: self._tell_place(recogniser))
        self._asked = recogniser if self._context is None else self._context.around(recogniser)
        return self._asked

    def _load_smaller(self) -> ProvedRecogniser | None:
        options = self._engines.smaller_than(self._command.options)
        # A worker that would be faster is asked anyhow; what is wanted now is less work for this computer.
        self._smaller = None if options is None else self._engines.live_here(options, self._cancellation)
        return self._smaller

    def _understand(self, pipeline: LivePipeline, recogniser: ProvedRecogniser) -> None:
        """Understand to the end; where a device fails at work, go on with a lesser one from what is settled."""
        for steps in range(MOST_STEPS_DOWN + 1):
            try:
                for event in pipeline.run():
                    self._emit(event)
                    if self._context is not None:
                        self._context.take(event)
                    self._beat(pipeline)
                    self._tell_place(self._in_use(pipeline, recogniser))
            except RecogniserFailed as failure:
                # Its own word, for what is asked may be a worker, whose device is no business of this computer.
                if failure.device == "cpu" or steps == MOST_STEPS_DOWN:
                    raise
                self._engines.step_down(self._command.options, failure)
                recogniser = self._load()
                pipeline.replace_recogniser(recogniser)
            else:
                if self._context is not None:
                    self._context.keep()
                return

    def _wait(self, pipeline: LivePipeline) -> None:
        self._sleep(LOOK_S)
        self._beat(pipeline)

    def _in_use(self, pipeline: LivePipeline, recogniser: ProvedRecogniser) -> ProvedRecogniser:
        """What reads the windows now."""
        return self._smaller or recogniser if pipeline.pace is LivePace.SMALLER_MODEL else recogniser

    def _tell_place(self, recogniser: ProvedRecogniser) -> None:
        """Say where the words are made, whenever that is another place."""
        if recogniser.device != self._told:
            self._told = recogniser.device
            self._emit(DeviceChosen(self.name, self._told))

    def _beat(self, pipeline: LivePipeline) -> None:
        """Say now and then that the work goes on: nobody may speak for hours, and a recording may be paused."""
        now = self._clock()
        if now - self._beat_at >= BEAT_S:
            self._beat_at = now
            self._emit(JobProgressed(self.name, Stage.RECOGNISING, *pipeline.done))
            if self._asked is not None:  # where nobody speaks, a worker may go or come all the same
                self._tell_place(self._in_use(pipeline, self._asked))
        if now >= self._give_back_at:
            self._give_back_at = now + GIVE_BACK_S
            self._give_back()

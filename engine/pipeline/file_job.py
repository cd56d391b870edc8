"""A file job: one media file, from its first packet to its last line.

Runs on the engine process's main thread; ``cancel`` comes from the thread that reads commands. While the
file is decoded, another thread already loads the speech model.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from engine.capture.media_file import DecodedMedia, decode_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SampleIndex
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import SpeechEngine
from engine.contract.errors import RecogniserFailed, VivavoceError, to_report
from engine.contract.messages import (
    DeviceChosen,
    Event,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgressed,
    LanguageChosen,
    MediaRead,
    SegmentsFinished,
    Stage,
    TranscribeFile,
)
from engine.contract.options import RecognitionOptions
from engine.detection.voice_detector import SileroDetector
from engine.pipeline.file_pipeline import FilePipeline
from engine.pipeline.heartbeat import Heartbeat

MOST_STEPS_DOWN = 4
"""Times a device may fail at work before the job does."""


class Engines(Protocol):
    """Where a job gets its engine from; see ``EngineStore``."""

    def engine_for(self, options: RecognitionOptions, cancellation: Cancellation) -> SpeechEngine:
        """The engine with the wanted speech model."""
        ...

    def step_down(self, options: RecognitionOptions, failure: RecogniserFailed) -> None:
        """Make the next engine one on a lesser device."""
        ...


class FileJob:
    """Does what one ``TranscribeFile`` asks for, and says how it ended."""

    def __init__(self, command: TranscribeFile, *, engines: Engines, emit: Callable[[Event], None]) -> None:
        self._command = command
        self._engines = engines
        self._emit = emit
        self._cancellation = Cancellation()
        self._mark = command.resume_at
        self._language = command.resume_language

    @property
    def name(self) -> str:
        """The job's identifier."""
        return self._command.job

    def cancel(self) -> None:
        """Stop soon. Safe on every thread."""
        self._cancellation.request()

    def run(self) -> None:
        """Work to the end; every known trouble becomes an event."""
        try:
            length = self._work()
        except Cancelled:
            self._emit(JobCancelled(self.name))
        except VivavoceError as error:
            self._emit(JobFailed(self.name, to_report(error)))
        else:
            self._emit(JobFinished(self.name, length))

    def _work(self) -> SampleIndex:
        sound = SoundFolder(Path(self._command.sound_folder))
        with ThreadPoolExecutor(1, thread_name_prefix="loading") as loading:
            engine = loading.submit(self._engines.engine_for, self._command.options, self._cancellation)
            media = self._read_media(sound)
            self._emit(MediaRead(self.name, media.length, media.gaps, media.notes))
            self._recognise(sound, media.length, self._loaded(engine))
        return media.length

    def _read_media(self, sound: SoundFolder) -> DecodedMedia:
        """Decode the file, unless an earlier try of this job did."""
        known = sound.decoded()
        if known is not None:
            return known
        return decode_media(
            Path(self._command.source),
            sound,
            audio_stream=self._command.audio_stream,
            cancellation=self._cancellation,
            on_progress=lambda done, total: self._emit(JobProgressed(self.name, Stage.READING, done, total)),
        )

    def _loaded(self, engine: "Future[SpeechEngine]") -> SpeechEngine:
        if not engine.done():
            self._emit(JobProgressed(self.name, Stage.LOADING, 0, 0))
        return engine.result()

    def _recognise(self, sound: SoundFolder, length: SampleIndex, engine: SpeechEngine) -> None:
        """Recognise to the end; where a device fails at work, go on with a lesser one from the mark."""
        for steps in range(MOST_STEPS_DOWN + 1):
            self._emit(DeviceChosen(self.name, engine.device))
            try:
                self._recognise_with(engine, sound, length)
            except RecogniserFailed as failure:
                if engine.device.device == "cpu" or steps == MOST_STEPS_DOWN:
                    raise
                self._engines.step_down(self._command.options, failure)
                engine = self._engines.engine_for(self._command.options, self._cancellation)
            else:
                return

    def _recognise_with(self, engine: SpeechEngine, sound: SoundFolder, length: SampleIndex) -> None:
        options = self._command.options
        session = engine.open_session(options)
        heartbeat = Heartbeat(lambda: self._emit(JobProgressed(self.name, Stage.RECOGNISING, self._mark, length)))
        pipeline = FilePipeline(
            job=self.name,
            read=heartbeat.while_reading(sound.read),
            length=length,
            session=session,
            batch_size=engine.batch_size,
            parallel=engine.parallel,
            make_detector=SileroDetector,
            options=options,
            cancellation=self._cancellation,
        )
        try:
            for event in pipeline.run(resume_at=self._mark, language=self._language):
                if isinstance(event, SegmentsFinished):
                    self._mark = event.finished_to
                elif isinstance(event, LanguageChosen):
                    self._language = event.language
                self._emit(event)
        finally:
            session.close()

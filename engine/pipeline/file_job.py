"""A file job: one media file, from its first packet to its last line, or the tracks of a recording once more.

Runs on the engine process's main thread; ``cancel`` comes from the thread that reads commands. While the
file is decoded, another thread already loads the speech model.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from engine.caching.cached_engine import CachedEngine
from engine.capture.media_file import decode_media
from engine.capture.media_tracks import NO_COPY, decode_apart
from engine.capture.playback_copy import write_playback
from engine.capture.sound_folder import DecodedMedia, SoundFolder
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.channel import Channel
from engine.contract.engine import DeviceReport, EngineSession, SpeechEngine
from engine.contract.errors import DiskFull, RecogniserFailed
from engine.contract.messages import (
    DeviceChosen,
    Event,
    JobProgressed,
    LanguageChosen,
    MediaRead,
    SegmentsFinished,
    Stage,
    TranscribeFile,
)
from engine.contract.options import RecognitionOptions
from engine.detection.voice_detector import SileroDetector
from engine.pipeline.engine_job import MOST_STEPS_DOWN, EngineJob
from engine.pipeline.file_pipeline import FilePipeline, ReadSound, SoundMemory
from engine.pipeline.heartbeat import Heartbeat
from engine.pipeline.recorded_tracks import FarWords, PlacedTrack, place_files, place_tracks


class Engines(Protocol):
    """Where a job gets its engine from; see ``EngineStore``."""

    def engine_for(self, options: RecognitionOptions, cancellation: Cancellation, *, course: str = "") -> SpeechEngine:
        """The engine with the wanted speech model, for a file of a course or of none."""
        ...

    def step_down(self, options: RecognitionOptions, failure: RecogniserFailed) -> None:
        """Make the next engine one on a lesser device."""
        ...


class FileJob(EngineJob):
    """Does what one ``TranscribeFile`` asks for."""

    def __init__(self, command: TranscribeFile, *, engines: Engines, emit: Callable[[Event], None]) -> None:
        super().__init__(command.job, emit=emit)
        self._command = command
        self._engines = engines
        self._mark = command.resume_at
        self._language = command.resume_language
        self._told: DeviceReport | None = None

    def _work(self) -> SampleIndex:
        sound = SoundFolder(Path(self._command.sound_folder))
        with ThreadPoolExecutor(1, thread_name_prefix="loading") as loading:
            engine = loading.submit(self._engine)
            tracks, media = self._read_recording(sound) if sound.is_recording else self._read_file(sound)
            lengths = tuple(track.length for track in tracks) if self._command.channel is Channel.APART else ()
            self._emit(MediaRead(self.name, media.length, media.gaps, media.notes, lengths))
            far = FarWords(sound.path, is_new=self._mark == 0)
            self._recognise(sound, tracks, far, self._loaded(engine))
            far.forget()
        return media.length

    def _engine(self) -> SpeechEngine:
        command = self._command
        return self._engines.engine_for(command.options, self._cancellation, course=command.course)

    def _read_recording(self, sound: SoundFolder) -> tuple[tuple[PlacedTrack, ...], DecodedMedia]:
        """The tracks of a recording that is closed; the copy to listen to is made if it is missing."""
        tracks, media = place_tracks(sound, self._command.tracks)
        if sound.playback_path() is None:
            self._emit(JobProgressed(self.name, Stage.READING, 0, media.length))
            try:
                write_playback(sound, len(tracks), self._cancellation)
            except DiskFull:
                media = replace(media, notes=(*media.notes, NO_COPY))
        return tracks, media

    def _read_file(self, sound: SoundFolder) -> tuple[tuple[PlacedTrack, ...], DecodedMedia]:
        if self._command.channel is Channel.APART:
            return place_files(
                decode_apart(
                    Path(self._command.source), sound, cancellation=self._cancellation, on_progress=self._tell_reading
                )
            )
        media = self._read_media(sound)
        return (PlacedTrack(0, TrackKind.FILE, media.length, 0),), media

    def _read_media(self, sound: SoundFolder) -> DecodedMedia:
        """Decode the file, unless an earlier try of this job did."""
        known = sound.decoded()
        if known is not None:
            return known
        return decode_media(
            Path(self._command.source),
            sound,
            audio_stream=self._command.audio_stream,
            channel=self._command.channel,
            cancellation=self._cancellation,
            on_progress=self._tell_reading,
        )

    def _tell_reading(self, done: int, total: int) -> None:
        self._emit(JobProgressed(self.name, Stage.READING, done, total))

    def _loaded(self, engine: "Future[SpeechEngine]") -> SpeechEngine:
        if not engine.done():
            self._emit(JobProgressed(self.name, Stage.LOADING, 0, 0))
        return engine.result()

    def _recognise(
        self, sound: SoundFolder, tracks: Sequence[PlacedTrack], far: FarWords, engine: SpeechEngine
    ) -> None:
        """Recognise to the end; where a device fails at work, go on with a lesser one from the mark."""
        for steps in range(MOST_STEPS_DOWN + 1):
            self._tell_place(engine)
            try:
                self._recognise_with(engine, sound, tracks, far)
            except RecogniserFailed as failure:
                # Its own word, for what is asked may be a worker, whose device is no business of this computer.
                if failure.device == "cpu" or steps == MOST_STEPS_DOWN:
                    raise
                self._engines.step_down(self._command.options, failure)
                engine = self._engine()
            else:
                return

    def _recognise_with(
        self, engine: SpeechEngine, sound: SoundFolder, tracks: Sequence[PlacedTrack], far: FarWords
    ) -> None:
        total = sum(track.length for track in tracks)
        session = self._session(engine, sound)
        heartbeat = Heartbeat(lambda: self._emit(JobProgressed(self.name, Stage.RECOGNISING, self._mark, total)))
        try:
            for track in tracks:
                if self._mark < track.begins + track.length:
                    read = heartbeat.while_reading(partial(sound.read, track=track.track))
                    pipeline = self._pipeline(engine, session, track, read, self._memory(engine, sound, track))
                    for event in self._events_of(pipeline, track, far, total):
                        self._emit(event)
                        self._tell_place(engine)
        finally:
            session.close()

    def _session(self, engine: SpeechEngine, sound: SoundFolder) -> EngineSession:
        options = self._command.options
        if isinstance(engine, CachedEngine):
            return engine.open_session_for(options, sound=sound.path.name)
        return engine.open_session(options)

    def _memory(self, engine: SpeechEngine, sound: SoundFolder, track: PlacedTrack) -> SoundMemory | None:
        """What was heard before; all that is kept bears the name of the meeting, which is that of its folder."""
        if isinstance(engine, CachedEngine):
            return engine.memory_of(self._command.options, sound=sound.path.name, track=track.track)
        return None

    def _pipeline(
        self,
        engine: SpeechEngine,
        session: EngineSession,
        track: PlacedTrack,
        read: ReadSound,
        memory: SoundMemory | None,
    ) -> FilePipeline:
        return FilePipeline(
            job=self.name,
            read=read,
            length=track.length,
            session=session,
            batch_size=engine.batch_size,
            parallel=engine.parallel,
            make_detector=SileroDetector,
            options=self._command.options,
            cancellation=self._cancellation,
            track=track.track,
            memory=memory,
        )

    def _events_of(self, pipeline: FilePipeline, track: PlacedTrack, far: FarWords, total: int) -> Iterator[Event]:
        for event in pipeline.run(resume_at=track.resume_at(self._mark), language=self._language):
            yield self._placed(event, track, far, total)

    def _tell_place(self, engine: SpeechEngine) -> None:
        """Say where the words are made, whenever that is another place."""
        if engine.device != self._told:
            self._told = engine.device
            self._emit(DeviceChosen(self.name, self._told))

    def _placed(self, event: Event, track: PlacedTrack, far: FarWords, total: int) -> Event:
        """An event of one track as it is told of all, with what the microphone heard of the computer set aside."""
        match event:
            case SegmentsFinished():
                if track.kind is TrackKind.COMPUTER:
                    far.keep(event.segments)
                segments = event.segments
                if track.kind is TrackKind.MICROPHONE:
                    segments = far.set_echo_aside(event.segments)
                placed = track.place_lines(replace(event, segments=segments))
                self._mark = placed.finished_to
                return placed
            case JobProgressed():
                return track.place_progress(event, total)
            case LanguageChosen():
                self._language = event.language
                return event
            case _:
                return event

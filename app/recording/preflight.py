"""The ten-second check before a recording: level, echo, words, speed, room, power, each told as soon as it is known.

Made by ``composition.py`` for the window, used on its thread; the work runs on a thread of its own, with a recorder
process and an engine process of its own, so that nothing of it can touch a recording. What is recorded lies in a folder
that is emptied before each check and removed when it is closed: nothing of it is kept.
"""

import shutil
import threading
import time
import uuid
import wave
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from app.recording.echo_estimate import find_echo, has_sound
from app.recording.errors import CheckNotRecorded, CheckNotUnderstood
from app.recording.level_verdict import LevelVerdict, judge_level
from app.recording.permission import is_denied
from app.recording.power import Power, look_at_power
from app.recording.preflight_status import (
    CHECK_S,
    CheckedTrack,
    HeardWords,
    PreflightPhase,
    PreflightStatus,
    judge_echo,
)
from app.recording.recorder_client import RecorderEnded
from app.recording.recorder_link import PassingRecorder
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, Samples, TrackKind, to_index, to_seconds
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.error_report import from_report
from engine.contract.errors import VivavoceError
from engine.contract.messages import (
    Command,
    DeviceChosen,
    Event,
    JobFailed,
    JobFinished,
    LanguageChosen,
    SegmentsFinished,
    TranscribeFile,
)
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import (
    LevelsMeasured,
    RecordingFailed,
    RecordingStarted,
    RecordingStopped,
    SourceChanged,
    SourceChoice,
    StartRecording,
    StopRecording,
)
from engine.contract.room import seconds_of_recording
from engine.pipeline.engine_client import EngineEnded

_LOOK_S = 0.05
_START_S = 15.0
"""A device that was not opened by then will not be."""
_PATIENCE_S = 180.0
"""Loading a large speech model from a slow disk takes a minute; longer, and the engine hangs."""
_SPEECH_TO_MEASURE_S = 2.0


class Engine(Protocol):
    """An engine process: ``EngineClient``, or a fake."""

    def send(self, command: Command) -> None:
        """Hand over a command."""
        ...

    def receive(self, timeout_s: float) -> Event | EngineEnded | None:
        """The next event."""
        ...

    def kill(self) -> None:
        """End the process at once."""
        ...


class Preflight:
    """One check at a time; ``start`` begins it anew."""

    def __init__(
        self,
        *,
        folder: Path,
        library_folder: Path,
        make_recorder: Callable[[], PassingRecorder],
        make_engine: Callable[[], Engine],
        check_s: float = CHECK_S,
        clock: Callable[[], float] = time.monotonic,
        ask_power: Callable[[], Power | None] = look_at_power,
        ask_denied: Callable[[], bool] = is_denied,
    ) -> None:
        """``folder`` belongs to the check alone; whatever is in it is deleted."""
        self._folder = folder
        self._library_folder = library_folder
        self._make_recorder = make_recorder
        self._make_engine = make_engine
        self._check_s = check_s
        self._clock = clock
        self._ask_power = ask_power
        self._ask_denied = ask_denied
        self._run: _Run | None = None

    @property
    def status(self) -> PreflightStatus | None:
        """What is known; ``None`` before the first check. Cheap, on any thread."""
        return None if self._run is None else self._run.status

    def start(self, sources: tuple[SourceChoice, ...], options: RecognitionOptions) -> None:
        """Begin. A check that runs is cancelled."""
        self.close()
        room_s = measure_room(self._library_folder, tracks=len(sources))
        self._run = _Run(
            self._folder,
            sources,
            options,
            make_recorder=self._make_recorder,
            make_engine=self._make_engine,
            check_s=self._check_s,
            clock=self._clock,
            status=PreflightStatus(room_s=room_s, power=self._ask_power(), is_denied=self._ask_denied()),
        )
        self._run.begin()

    def cancel(self) -> None:
        """Stop within a second; what was found stays readable."""
        if self._run is not None:
            self._run.cancel()

    def close(self) -> None:
        """Stop, and delete what was recorded."""
        if self._run is not None:
            self._run.cancel()
            self._run.join()
            self._run = None
            self.tidy()

    def tidy(self) -> None:
        """Delete what a check left whose application was killed. Not while one runs."""
        shutil.rmtree(self._folder, ignore_errors=True)


def measure_room(folder: Path, *, tracks: int) -> float | None:
    """Seconds that the disk of a folder takes at so many tracks; ``None`` if it cannot be asked."""
    try:
        return seconds_of_recording(shutil.disk_usage(folder).free, tracks=tracks)
    except OSError:
        return None


class _Run:
    """One check, on its own thread."""

    def __init__(
        self,
        folder: Path,
        sources: tuple[SourceChoice, ...],
        options: RecognitionOptions,
        *,
        make_recorder: Callable[[], PassingRecorder],
        make_engine: Callable[[], Engine],
        check_s: float,
        clock: Callable[[], float],
        status: PreflightStatus,
    ) -> None:
        self._folder = folder
        self._sources = sources
        self._options = options
        self._make_recorder = make_recorder
        self._make_engine = make_engine
        self._check_s = check_s
        self._clock = clock
        self._cancellation = Cancellation()
        self._thread = threading.Thread(target=self._work, name="preflight", daemon=True)
        tracks = tuple(CheckedTrack(number, source.kind, source.name) for number, source in enumerate(sources))
        self.status = replace(status, tracks=tracks)

    def begin(self) -> None:
        self._thread.start()

    def cancel(self) -> None:
        self._cancellation.request()

    def join(self) -> None:
        self._thread.join()

    def _work(self) -> None:
        try:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            error = self._record()
            if error is not None:
                self._set(phase=PreflightPhase.FAILED, error=error)
                return
            self._set(phase=PreflightPhase.MEASURING)
            self._measure()
            self._set(phase=PreflightPhase.UNDERSTANDING)
            self._understand()
            self._set(phase=PreflightPhase.DONE)
        except Cancelled:
            self._set(phase=PreflightPhase.CANCELLED)
        except OSError:  # the folder of the check cannot be written
            self._set(phase=PreflightPhase.FAILED, error=CheckNotRecorded())
        finally:
            if not self.status.is_over:  # a bug is on its way to the crash reports; nobody waits for it for ever
                self._set(phase=PreflightPhase.FAILED, error=CheckNotRecorded())

    # Recording

    def _record(self) -> VivavoceError | None:
        recorder = self._make_recorder()
        try:
            recorder.send(StartRecording("preflight", str(self._folder), self._sources, ring_seconds=30))
            error = self._listen(recorder)
            self._cancellation.check()
        finally:
            recorder.kill()
        return error

    def _listen(self, recorder: PassingRecorder) -> VivavoceError | None:
        """Hear the recorder until it stopped; answers why it could not record, if so."""
        asked_at = self._clock()
        deadline = asked_at + _START_S + self._check_s
        is_stopping = False
        while True:
            self._cancellation.check()
            event = recorder.receive(_LOOK_S)
            match event:
                case RecorderEnded():
                    return CheckNotRecorded()
                case RecordingFailed():
                    return from_report(event.error)
                case RecordingStopped():
                    return None
                case RecordingStarted():
                    self._set(phase=PreflightPhase.RECORDING)
                    deadline = self._clock() + self._check_s + 2.0  # a source that is lost delivers nothing
                    for track in event.tracks:
                        self._change(track.track, device=track.device or self.status.tracks[track.track].device)
                case LevelsMeasured():
                    self._change(event.track, level_dbfs=event.rms_dbfs)
                    self._set(recorded_s=min(self._check_s, max(self.status.recorded_s, to_seconds(event.at))))
                case SourceChanged():
                    device = event.device or self.status.tracks[event.track].device
                    self._change(event.track, state=event.state, device=device)
                case _:
                    pass
            is_enough = self.status.recorded_s >= self._check_s or self._clock() > deadline
            if is_enough and not is_stopping:
                is_stopping = True
                deadline = self._clock() + _START_S
                recorder.send(StopRecording())
            elif is_stopping and self._clock() > deadline:
                return CheckNotRecorded()

    # Measuring

    def _measure(self) -> None:
        sounds = {track.track: self._read(track.track) for track in self.status.tracks}
        for number, sound in sounds.items():
            path = self._folder / f"heard-{number}.wav"
            _write_wave(path, sound)
            self._change(number, figures=judge_level(sound), path=path if sound.any() else None)
        microphone = self.status.track_of(TrackKind.MICROPHONE)
        computer = self.status.track_of(TrackKind.COMPUTER)
        is_tried = microphone is not None and computer is not None and has_sound(sounds[computer.track])
        echo = None
        if microphone is not None and computer is not None and is_tried:
            echo = find_echo(sounds[microphone.track], sounds[computer.track])
        self._set(echo=echo, echo_verdict=judge_echo(echo, is_tried=is_tried))
        self._cancellation.check()

    def _read(self, track: int) -> Samples:
        try:
            return SoundFolder(self._folder).read(0, to_index(self._check_s + 2), track)
        except FileNotFoundError:
            return np.zeros(0, np.float32)

    # Understanding

    def _understand(self) -> None:
        """Recognise what somebody said: into the microphone, or else what the computer played."""
        spoken = [track for track in self.status.tracks if track.figures and track.figures.verdict not in _NOTHING]
        spoken.sort(key=lambda track: track.kind is not TrackKind.MICROPHONE)
        if not spoken or spoken[0].path is None:
            return
        engine = self._make_engine()
        try:
            job = uuid.uuid4().hex
            folder = self._folder / "understood"
            engine.send(TranscribeFile(job, str(spoken[0].path), str(folder), None, self._options))
            hearing = _Hearing(self._options.model, self._clock)
            until = self._clock() + _PATIENCE_S
            while not hearing.is_over:
                self._cancellation.check()
                event = engine.receive(_LOOK_S)
                if isinstance(event, EngineEnded) or self._clock() > until:
                    hearing.fail(CheckNotUnderstood())
                elif event is not None:
                    hearing.hear(event)
        finally:
            engine.kill()
        self._set(words=hearing.words, words_error=hearing.error)

    # Telling

    def _set(self, **values: object) -> None:
        self.status = replace(self.status, **values)  # type: ignore[arg-type] # only this file's own fields

    def _change(self, track: int, **values: object) -> None:
        tracks = list(self.status.tracks)
        tracks[track] = replace(tracks[track], **values)  # type: ignore[arg-type] # only this file's own fields
        self._set(tracks=tuple(tracks))


_NOTHING = (LevelVerdict.ZEROS, LevelVerdict.NOBODY)


class _Hearing:
    """What the engine says about the ten seconds."""

    def __init__(self, model: str, clock: Callable[[], float]) -> None:
        self._model = model
        self._clock = clock
        self._began_s: float | None = None
        self._device = ""
        self._language = ""
        self._speech = 0
        self._parts: list[str] = []
        self.words: HeardWords | None = None
        self.error: VivavoceError | None = None

    @property
    def is_over(self) -> bool:
        return self.words is not None or self.error is not None

    def fail(self, error: VivavoceError) -> None:
        self.error = error

    def hear(self, event: Event) -> None:
        match event:
            case DeviceChosen():
                self._device = event.device.device
                self._began_s = self._clock()
            case LanguageChosen():
                self._language = event.language
            case SegmentsFinished():
                self._speech += event.speech
                for segment in event.segments:
                    if segment.quarantine is None:
                        self._parts.append(segment.text.strip())
                        self._language = self._language or segment.language
            case JobFinished():
                self.words = HeardWords(
                    " ".join(self._parts), self._language, self._model, self._device, self._measure_speed()
                )
            case JobFailed():
                self.error = from_report(event.error)
            case _:
                pass

    def _measure_speed(self) -> float | None:
        if self._began_s is None or to_seconds(self._speech) < _SPEECH_TO_MEASURE_S:
            return None
        return to_seconds(self._speech) / max(self._clock() - self._began_s, 0.01)


def _write_wave(path: Path, sound: Samples) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE_HZ)
        file.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())

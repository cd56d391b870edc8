"""The ten-second check finds out what a person should know before recording, and keeps nothing."""

import queue
import threading
import wave
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.recording.level_verdict import LevelFigures, LevelVerdict
from app.recording.power import Power
from app.recording.preflight import Preflight
from app.recording.preflight_status import (
    BLOCKING,
    CheckedTrack,
    Concern,
    EchoVerdict,
    HeardWords,
    PermissionVerdict,
    PreflightPhase,
    PreflightStatus,
    concerns,
    judge_permission,
)
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, TrackKind
from engine.contract.engine import DeviceReport
from engine.contract.error_report import to_report
from engine.contract.errors import SpeechModelMissing
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
    RecordedTrack,
    RecorderCommand,
    RecorderEvent,
    RecordingFailed,
    RecordingStarted,
    RecordingStopped,
    SourceChanged,
    SourceChoice,
    SourceState,
    StartRecording,
    StopRecording,
)
from engine.contract.segments import RecognisedSegment
from tests.builders.speech_clips import clip, noise, silence
from tests.builders.waiting import wait_until

SECONDS = 10
MAINS = Power(is_plugged=True, percent=90.0)
BOTH = (SourceChoice(TrackKind.MICROPHONE), SourceChoice(TrackKind.COMPUTER))


def spoken(*names: str) -> Samples:
    sound = np.concatenate([clip(name) for name in names])
    room = noise(SECONDS, level_dbfs=-65, seed=len(sound))  # no two rooms are the same
    return np.resize(sound, SECONDS * SAMPLE_RATE_HZ) * np.float32(0.5) + room


class RecorderOfSound:
    """A recorder that hears what the test gives it, at once."""

    def __init__(self, *sounds: Samples, refuses: RecordingFailed | None = None, is_mute: bool = False) -> None:
        self._sounds = sounds
        self._refuses = refuses
        self._is_mute = is_mute
        self._events: queue.SimpleQueue[RecorderEvent] = queue.SimpleQueue()
        self.was_killed = threading.Event()

    def send(self, command: RecorderCommand) -> None:
        if self._is_mute:
            return
        if isinstance(command, StartRecording):
            self._start(command)
        elif isinstance(command, StopRecording):
            self._events.put(RecordingStopped("preflight", tuple(SampleIndex(len(each)) for each in self._sounds)))

    def receive(self, timeout_s: float) -> RecorderEvent | None:
        try:
            return self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def kill(self) -> None:
        self.was_killed.set()

    def _start(self, command: StartRecording) -> None:
        if self._refuses is not None:
            self._events.put(self._refuses)
            return
        folder = SoundFolder(Path(command.folder))
        tracks = tuple(RecordedTrack(number, each.kind, "", "") for number, each in enumerate(command.sources))
        self._events.put(RecordingStarted(command.recording, tracks))
        for number, sound in enumerate(self._sounds):
            folder.pcm_path(number).write_bytes((sound * 32767).astype("<i2").tobytes())
            self._events.put(SourceChanged(number, SourceState.OPENED, f"Device {number}", ""))
            self._events.put(LevelsMeasured(number, -6.0, -20.0, SampleIndex(len(sound))))


class EngineOfWords:
    """An engine that understands the same words in everything."""

    def __init__(self, text: str = "today we begin", *, fails: bool = False, is_mute: bool = False) -> None:
        self._text = text
        self._fails = fails
        self._is_mute = is_mute
        self.asked: list[TranscribeFile] = []
        self.heard_seconds: list[float] = []
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.was_killed = threading.Event()

    def send(self, command: Command) -> None:
        assert isinstance(command, TranscribeFile)
        self.asked.append(command)
        with wave.open(command.source) as file:
            self.heard_seconds.append(file.getnframes() / file.getframerate())
        if self._is_mute:
            return
        if self._fails:
            self._events.put(JobFailed(command.job, to_report(SpeechModelMissing(command.options.model))))
            return
        stop = SampleIndex(SECONDS * SAMPLE_RATE_HZ)
        line = RecognisedSegment(0, SampleIndex(0), stop, f" {self._text}", "en", 0.9)
        self._events.put(DeviceChosen(command.job, DeviceReport("cpu", "int8", "Processor")))
        self._events.put(LanguageChosen(command.job, "en", 0.99))
        self._events.put(SegmentsFinished(command.job, (line,), (), stop, 6 * SAMPLE_RATE_HZ))
        self._events.put(JobFinished(command.job, stop))

    def receive(self, timeout_s: float) -> Event | None:
        try:
            return self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def kill(self) -> None:
        self.was_killed.set()


Check = Callable[[RecorderOfSound, EngineOfWords], Preflight]


@pytest.fixture
def check(tmp_path: Path) -> Iterator[Check]:
    made: list[Preflight] = []

    def make(recorder: RecorderOfSound, engine: EngineOfWords) -> Preflight:
        preflight = Preflight(
            folder=tmp_path / "check",
            library_folder=tmp_path,
            make_recorder=lambda: recorder,
            make_engine=lambda: engine,
            ask_power=lambda: MAINS,
            ask_denied=lambda: False,
        )
        made.append(preflight)
        return preflight

    yield make
    for each in made:
        each.close()


def wait_until_over(preflight: Preflight) -> PreflightStatus:
    wait_until(lambda: preflight.status is not None and preflight.status.is_over, "the check was over", patience_s=120)
    assert preflight.status is not None
    return preflight.status


def test_a_good_room_has_nothing_to_worry_about(check: Check) -> None:
    far = spoken("61-70968-0000.flac")
    engine = EngineOfWords()
    preflight = check(RecorderOfSound(spoken("1998-15444-0002.flac"), far), engine)
    preflight.start(BOTH, RecognitionOptions(model="base"))
    status = wait_until_over(preflight)
    assert status.phase is PreflightPhase.DONE
    microphone, computer = status.tracks
    assert microphone.figures is not None
    assert microphone.figures.verdict is LevelVerdict.GOOD
    assert (microphone.device, computer.device) == ("Device 0", "Device 1")
    assert status.echo_verdict is EchoVerdict.NONE
    assert status.words is not None
    assert (status.words.text, status.words.language, status.words.model) == ("today we begin", "en", "base")
    assert status.words.speed is not None
    assert status.words.speed > 1
    assert engine.heard_seconds == [pytest.approx(10.0)]
    assert status.power == MAINS
    assert judge_permission(status) is PermissionVerdict.GIVEN, "sound arrived"
    assert concerns(status) in ((), (Concern.LITTLE_ROOM,))


def test_the_loudspeaker_in_the_microphone_is_found(check: Check) -> None:
    """Case 11."""
    far = spoken("61-70968-0000.flac", "1998-15444-0001.flac")
    near = spoken("2033-164914-0003.flac") * np.float32(0.5)
    near[320:] += far[:-320] * np.float32(0.5)
    preflight = check(RecorderOfSound(near, far), EngineOfWords())
    preflight.start(BOTH, RecognitionOptions())
    status = wait_until_over(preflight)
    assert status.echo_verdict is EchoVerdict.LOUD
    assert status.echo is not None
    assert status.echo.delay_s == pytest.approx(0.02, abs=0.002)
    assert Concern.ECHO in concerns(status)


def test_a_microphone_of_zeros_is_said_and_the_words_come_from_the_computer(check: Check) -> None:
    """Case 7."""
    engine = EngineOfWords()
    preflight = check(RecorderOfSound(silence(SECONDS), spoken("61-70968-0000.flac")), engine)
    preflight.start(BOTH, RecognitionOptions())
    status = wait_until_over(preflight)
    assert concerns(status)[0] is Concern.MICROPHONE_ZEROS
    assert status.tracks[0].path is None
    assert engine.asked[0].source.endswith("heard-1.wav")


def test_without_sound_from_the_computer_the_echo_was_not_tried(check: Check) -> None:
    preflight = check(RecorderOfSound(spoken("61-70968-0000.flac"), silence(SECONDS)), EngineOfWords())
    preflight.start(BOTH, RecognitionOptions())
    assert wait_until_over(preflight).echo_verdict is EchoVerdict.NOT_TRIED


def test_where_nobody_speaks_nothing_is_recognised(check: Check) -> None:
    engine = EngineOfWords()
    preflight = check(RecorderOfSound(noise(SECONDS, level_dbfs=-70)), engine)
    preflight.start(BOTH[:1], RecognitionOptions())
    status = wait_until_over(preflight)
    assert status.words is None
    assert not engine.asked
    assert Concern.MICROPHONE_NOBODY in concerns(status)


def test_a_missing_speech_model_does_not_hide_the_levels(check: Check) -> None:
    preflight = check(RecorderOfSound(spoken("61-70968-0000.flac")), EngineOfWords(fails=True))
    preflight.start(BOTH[:1], RecognitionOptions(model="small"))
    status = wait_until_over(preflight)
    assert status.phase is PreflightPhase.DONE
    assert isinstance(status.words_error, SpeechModelMissing)
    assert status.tracks[0].figures is not None
    assert Concern.NOT_UNDERSTOOD in concerns(status)


def test_a_recorder_that_refuses_says_why(check: Check) -> None:
    refusal = RecordingFailed("preflight", to_report(SpeechModelMissing("x")))
    preflight = check(RecorderOfSound(refuses=refusal), EngineOfWords())
    preflight.start(BOTH[:1], RecognitionOptions())
    status = wait_until_over(preflight)
    assert status.phase is PreflightPhase.FAILED
    assert isinstance(status.error, SpeechModelMissing)
    assert concerns(status)[0] is Concern.NOT_RECORDED


@pytest.mark.parametrize("what", ["recorder", "engine"])
def test_cancelling_ends_a_process_that_does_not_answer(check: Check, what: str) -> None:
    recorder = RecorderOfSound(spoken("61-70968-0000.flac"), is_mute=what == "recorder")
    engine = EngineOfWords(is_mute=True)
    preflight = check(recorder, engine)
    preflight.start(BOTH[:1], RecognitionOptions())
    wait_until(lambda: what != "engine" or engine.asked, "the engine was asked")
    preflight.cancel()
    assert wait_until_over(preflight).phase is PreflightPhase.CANCELLED
    assert (recorder if what == "recorder" else engine).was_killed.wait(10)


def test_nothing_of_it_is_kept(check: Check, tmp_path: Path) -> None:
    preflight = check(RecorderOfSound(spoken("61-70968-0000.flac")), EngineOfWords())
    preflight.start(BOTH[:1], RecognitionOptions())
    path = wait_until_over(preflight).tracks[0].path
    assert path is not None
    assert path.is_file()
    preflight.close()
    assert not (tmp_path / "check").exists()
    assert preflight.status is None


def test_what_a_killed_check_left_is_gone_at_the_next(check: Check, tmp_path: Path) -> None:
    (tmp_path / "check").mkdir()
    (tmp_path / "check" / "track-0.pcm").write_bytes(b"old")
    preflight = check(
        RecorderOfSound(silence(1), refuses=RecordingFailed("x", to_report(SpeechModelMissing("x")))), EngineOfWords()
    )
    preflight.start(BOTH[:1], RecognitionOptions())
    wait_until_over(preflight)
    assert list((tmp_path / "check").iterdir()) == []


def test_what_a_killed_check_left_is_deleted_at_the_start_and_not_by_another_application_that_ends(
    check: Check, tmp_path: Path
) -> None:
    """Case 98."""
    (tmp_path / "check").mkdir()
    (tmp_path / "check" / "track-0.pcm").write_bytes(b"said")
    preflight = check(RecorderOfSound(silence(1)), EngineOfWords())
    preflight.close()
    assert (tmp_path / "check").exists()
    preflight.tidy()
    assert not (tmp_path / "check").exists()


def test_concerns_come_worst_first() -> None:
    status = PreflightStatus(
        phase=PreflightPhase.DONE,
        tracks=(CheckedTrack(0, TrackKind.MICROPHONE, state=SourceState.LOST),),
        echo_verdict=EchoVerdict.LOUD,
        words=HeardWords("hello", "en", "base", "cpu", 0.8),
        room_s=600.0,
    )
    assert concerns(status) == (Concern.NO_ROOM, Concern.MICROPHONE_LOST, Concern.ECHO, Concern.SLOW)


def test_a_battery_that_may_end_before_a_lecture_is_a_concern_and_stops_nobody() -> None:
    little = Power(is_plugged=False, percent=55.0, left_s=6600.0)
    status = PreflightStatus(phase=PreflightPhase.DONE, power=little)
    assert concerns(status) == (Concern.LITTLE_POWER,)
    assert Concern.LITTLE_POWER not in BLOCKING
    for enough in (MAINS, Power(is_plugged=False, percent=55.0, left_s=9000.0), Power(is_plugged=False, percent=70.0)):
        assert concerns(PreflightStatus(phase=PreflightPhase.DONE, power=enough)) == ()


def test_zeros_leave_the_permission_in_doubt_and_a_no_of_the_system_does_not() -> None:
    """Case 7."""
    silent = LevelFigures(LevelVerdict.ZEROS, -120.0, -120.0, -120.0)
    status = PreflightStatus(tracks=(CheckedTrack(0, TrackKind.MICROPHONE, figures=silent),))
    assert judge_permission(status) is PermissionVerdict.DOUBTFUL
    denied = replace(status, is_denied=True)
    assert judge_permission(denied) is PermissionVerdict.DENIED
    assert concerns(denied)[0] is Concern.MICROPHONE_DENIED
    only_computer = PreflightStatus(tracks=(CheckedTrack(0, TrackKind.COMPUTER),), is_denied=True)
    assert judge_permission(only_computer) is None, "nobody asks for the microphone"

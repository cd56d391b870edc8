"""A small engine process that speaks the protocol and does what a scenario says, good or bad.

Started by tests as ``python fake_engine_process.py SCENARIO.json``. It "hears" one line a second: ``line 0`` from 0 s
to 1 s and so on, and commits each. The scenario may have, with a list giving one value for each start of the process:

    length_s, speech, text, device                what the recording is like
    die_at, exit_at, hang_at, garbage_at          second at which to abort, end with 7, stop answering, print rubbish
    deaf                                          do not listen to CancelJob and Shutdown
    pause_s                                       between two lines
    fail                                          name of an error to end with
    voices, fail_speakers                         people who take turns a second each (2); name of an error to end with
                                                  when asked for the speakers: "missing", "damaged", "memory"
"""

import contextlib
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, cast

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.channel import Channel
from engine.contract.engine import DeviceReport
from engine.contract.error_report import to_report
from engine.contract.errors import (
    MediaNotReadable,
    NoAudioFound,
    SpeakerModelDamaged,
    SpeakerModelMissing,
    SpeakersNotTold,
    SpeechModelDamaged,
    SpeechModelMissing,
    VivavoceError,
)
from engine.contract.messages import (
    CancelJob,
    DeviceChosen,
    Event,
    FindSpeakers,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgressed,
    LanguageChosen,
    MediaRead,
    SegmentsFinished,
    SpeakersFound,
    Stage,
    TranscribeFile,
)
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.contract.speakers import FoundSpeaker, SpeakerTurn
from engine.contract.wire import read_command, write_event


class FakeEngineProcess:
    def __init__(self, scenario: dict[str, Any], *, start: int) -> None:
        self._scenario = scenario
        self._start = start
        self._cancelled: set[str] = set()
        self._commands: list[TranscribeFile | FindSpeakers] = []
        self._changed = threading.Condition()
        self._is_ending = False

    def of(self, name: str, default: Any = None) -> Any:
        value = self._scenario.get(name, default)
        if isinstance(value, list):
            starts = cast("list[Any]", value)
            return starts[min(self._start, len(starts) - 1)]
        return value

    def listen(self) -> None:
        for line in sys.stdin.buffer:
            command = read_command(line)
            with self._changed:
                if isinstance(command, TranscribeFile | FindSpeakers):
                    self._commands.append(command)
                elif isinstance(command, CancelJob):
                    self._cancelled.add(command.job)
                else:
                    self._is_ending = True
                self._changed.notify_all()
        with self._changed:
            self._is_ending = True
            self._changed.notify_all()

    def run(self) -> None:
        while True:
            with self._changed:
                while not self._commands and not self._is_ending:
                    self._changed.wait()
                if self._is_ending:
                    return
                command = self._commands.pop(0)
            if isinstance(command, FindSpeakers):
                self.find_speakers(command)
            else:
                self.do(command)

    def find_speakers(self, command: FindSpeakers) -> None:
        """Each second has its speaker in turn, on every track alike; a pinned second has the pinned one."""
        job, length_s = command.job, self.of("length_s", 5)
        errors: dict[str, VivavoceError] = {
            "missing": SpeakerModelMissing("segmentation"),
            "damaged": SpeakerModelDamaged("encoder", "campplus_cn_en_common.pt"),
            "memory": SpeakersNotTold("bad allocation"),
        }
        if self.of("fail_speakers"):
            self.say(JobFailed(job, to_report(errors[self.of("fail_speakers")])))
            return
        voices = self.of("voices", 2)
        if command.count.most:
            voices = max(command.count.least, min(voices, command.count.most))
        turns: list[SpeakerTurn] = []
        pins: dict[int, int] = {}
        for track in command.tracks:
            for second in range(length_s):
                if self.is_stopped(job):
                    return
                self.misbehave(second)
                start, stop = SampleIndex(second * SAMPLE_RATE_HZ), SampleIndex((second + 1) * SAMPLE_RATE_HZ)
                voice = second % voices
                for pin in command.pinned:
                    if pin.track == track.track and pin.start <= start < pin.stop:
                        voice = next((each for each, known in pins.items() if known == pin.speaker), voice)
                        pins.setdefault(voice, pin.speaker)
                turns.append(SpeakerTurn(track.track, start, stop, voice))
                self.say(JobProgressed(job, Stage.SPEAKERS, stop, length_s * SAMPLE_RATE_HZ))
        speakers = [self.speaker(label, turns, pins, command) for label in sorted({turn.speaker for turn in turns})]
        self.say(SpeakersFound(job, tuple(turns), tuple(speakers)))
        self.say(JobFinished(job, SampleIndex(length_s * SAMPLE_RATE_HZ)))

    def speaker(
        self, label: int, turns: list[SpeakerTurn], pins: dict[int, int], command: FindSpeakers
    ) -> FoundSpeaker:
        own = tuple(turn for turn in turns if turn.speaker == label)
        voice = tuple(1.0 if at == label else 0.0 for at in range(192)) if command.wants_voices else ()
        return FoundSpeaker(label, len(own) * SAMPLE_RATE_HZ, own[:3], pins.get(label), voice)

    def do(self, command: TranscribeFile) -> None:
        job, length_s = command.job, self.of("length_s", 5)
        length = SampleIndex(length_s * SAMPLE_RATE_HZ)
        sys.stderr.write("the engine complains on standard error\n")
        sys.stderr.flush()
        if self.of("fail"):
            errors: dict[str, VivavoceError] = {
                "no_audio": NoAudioFound(Path(command.source).name),
                "not_readable": MediaNotReadable(Path(command.source).name, "nothing"),
                "missing": SpeechModelMissing(command.options.model),
                "damaged": SpeechModelDamaged(command.options.model, "model.bin"),
            }
            self.say(JobFailed(job, to_report(errors[self.of("fail")])))
            return
        self.say(JobProgressed(job, Stage.READING, length, length))
        lengths = (length, length) if command.channel is Channel.APART else ()
        self.say(MediaRead(job, length, (), ("read by the fake",), lengths))
        self.say(JobProgressed(job, Stage.LOADING, 0, 0))
        self.say(DeviceChosen(job, DeviceReport(self.of("device", "cpu"), "int8", "Fake")))
        if not command.resume_language:
            self.say(LanguageChosen(job, "en", 0.9))
        for second in range(command.resume_at // SAMPLE_RATE_HZ, length_s):
            if self.is_stopped(job):
                return
            self.misbehave(second)
            self.say(self.finished(job, second))
            self.say(JobProgressed(job, Stage.RECOGNISING, (second + 1) * SAMPLE_RATE_HZ, length))
        self.say(JobFinished(job, length))

    def is_stopped(self, job: str) -> bool:
        """Wait between two lines and look whether somebody wants us to stop."""
        with self._changed:
            until = time.monotonic() + float(self.of("pause_s", 0))
            while True:
                if not self.of("deaf"):
                    if self._is_ending:
                        return True
                    if job in self._cancelled:
                        self.say(JobCancelled(job))
                        return True
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self._changed.wait(left)

    def misbehave(self, second: int) -> None:
        if self.of("garbage_at") == second:
            sys.stdout.buffer.write(b"\xff\xfe rubbish of a native library\n{}\n[1, 2\n")
        if self.of("die_at") == second:
            os.abort()
        if self.of("exit_at") == second:
            os._exit(7)
        if self.of("hang_at") == second:
            while True:
                time.sleep(60)

    def finished(self, job: str, second: int) -> SegmentsFinished:
        start, stop = SampleIndex(second * SAMPLE_RATE_HZ), SampleIndex((second + 1) * SAMPLE_RATE_HZ)
        segments: tuple[RecognisedSegment, ...] = ()
        if self.of("text", True):
            words = (RecognisedWord(start, SampleIndex(stop - 8000), "line", 0.9),)
            words += (RecognisedWord(SampleIndex(stop - 8000), stop, f" {second}", 0.8),)
            reason = QuarantineReason.LOOP if self.of("quarantine") else None
            segments = (RecognisedSegment(0, start, stop, f"line {second}", "en", 0.85, words, reason),)
        return SegmentsFinished(job, segments, (), stop, SAMPLE_RATE_HZ if self.of("speech", True) else 0)

    def say(self, event: Event) -> None:
        sys.stdout.buffer.write(write_event(event))
        sys.stdout.buffer.flush()


def main() -> None:
    path = Path(sys.argv[1])
    starts = path.with_suffix(".starts")
    start = len(starts.read_text("utf-8")) if starts.is_file() else 0
    starts.write_text("I" * (start + 1), "utf-8")
    process = FakeEngineProcess(json.loads(path.read_text("utf-8")), start=start)
    threading.Thread(target=process.listen, daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        process.run()
        if process.of("deaf"):
            time.sleep(60)
    os._exit(0)


if __name__ == "__main__":
    main()

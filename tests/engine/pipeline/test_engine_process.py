import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.caching.disk_store import SEGMENT_FOLDER, DiskStore
from engine.caching.figures import CacheCounts, read_counts
from engine.contract.audio import SAMPLE_RATE_HZ, TrackKind
from engine.contract.messages import (
    CancelJob,
    Command,
    Event,
    FollowedTrack,
    FollowRecording,
    JobCancelled,
    JobFailed,
    JobFinished,
    MediaRead,
    SegmentsFinished,
    Shutdown,
    TranscribeFile,
)
from engine.contract.options import RecognitionOptions
from engine.contract.places import ROOT
from engine.contract.wire import read_event, write_command
from engine.pipeline.engine_process import NOT_UNDERSTOOD
from tests.builders.encoded import encode
from tests.builders.speech_clips import clip, silence

PATIENCE_S = 60.0


class Pipes:
    """An engine process and the two ends of its pipes that are ours."""

    def __init__(self, module: str, *, models: Path, cache: Path) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-P", "-m", module, "--models", str(models), "--cache", str(cache)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        )

    def send(self, *commands: Command) -> None:
        assert self.child.stdin is not None
        for command in commands:
            self.child.stdin.write(write_command(command))
        self.child.stdin.flush()

    def hear(self, kind: type[Event]) -> list[Event]:
        """All up to the first event of a kind; each line must be an event."""
        assert self.child.stdout is not None
        heard: list[Event] = []
        while not heard or not isinstance(heard[-1], kind):
            heard.append(read_event(self.child.stdout.readline()))
        return heard

    def end(self) -> tuple[int, str]:
        """Close our end; gives the exit code and what was said on standard error."""
        _, said = self.child.communicate(timeout=PATIENCE_S)
        return self.child.returncode, said.decode("utf-8", "replace")

    def kill(self) -> None:
        self.child.kill()
        self.child.communicate()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Pipes]:
    """A process whose engines print, and have no speech model."""
    pipes = Pipes("tests.fakes.chatty_engine_process", models=tmp_path / "models", cache=tmp_path / "cache")
    yield pipes
    pipes.kill()


@pytest.fixture
def command(tmp_path: Path) -> TranscribeFile:
    source = tmp_path / "late.wav"
    soundfile.write(source, silence(5), SAMPLE_RATE_HZ)
    return TranscribeFile("one", str(source), str(tmp_path / "sound"), None, RecognitionOptions())


def test_the_end_of_standard_input_ends_it(process: Pipes):
    assert process.end() == (0, "")


def test_the_end_of_standard_input_ends_it_also_at_work(process: Pipes, command: TranscribeFile):
    """Case 64: whoever started it is gone."""
    process.send(replace(command, options=RecognitionOptions(model="slow")))
    process.hear(MediaRead)
    assert process.end()[0] == 0


def test_what_libraries_print_does_not_get_between_the_events(process: Pipes, command: TranscribeFile):
    """Case 81."""
    process.send(command)
    heard = process.hear(JobFailed)
    assert isinstance(heard[-1], JobFailed)
    assert heard[-1].error.name == "SpeechModelMissing"
    code, said = process.end()
    assert code == 0
    for printed in ("Loading, please wait …", "native library 1.2.3", "a child says hello"):
        assert printed in said


def test_a_recording_is_followed_beside_file_jobs(process: Pipes, command: TranscribeFile, tmp_path: Path):
    track = FollowedTrack(0, TrackKind.MICROPHONE)
    live = FollowRecording("live", str(tmp_path / "meeting"), (track,), RecognitionOptions())
    process.send(live, command)
    heard = process.hear(JobFailed)[-1]
    assert isinstance(heard, JobFailed)
    assert (heard.job, heard.error.name) == ("live", "SpeechModelMissing")
    assert process.hear(JobFailed)[-1].job == "one"


def test_a_job_is_cancelled_while_another_one_waits(process: Pipes, command: TranscribeFile):
    """Case 64."""
    slow = replace(command, options=RecognitionOptions(model="slow"))
    process.send(slow, replace(slow, job="two"))
    process.hear(MediaRead)
    process.send(CancelJob("two"), CancelJob("nobody"), CancelJob("one"))
    assert process.hear(JobCancelled)[-1] == JobCancelled("one")
    assert process.hear(JobCancelled)[-1] == JobCancelled("two")


def test_after_a_failed_job_comes_the_next(process: Pipes, command: TranscribeFile):
    process.send(replace(command, source="/nowhere/talk.mp3", sound_folder=command.sound_folder + "-1"))
    assert process.hear(JobFailed)[-1].job == "one"
    process.send(replace(command, job="two"))
    assert process.hear(JobFailed)[-1].job == "two"


def test_it_finishes_when_it_is_told_to(process: Pipes, command: TranscribeFile):
    process.send(replace(command, options=RecognitionOptions(model="slow")))
    process.hear(MediaRead)
    process.send(Shutdown())
    assert process.hear(JobCancelled)[-1] == JobCancelled("one")
    assert process.child.wait(PATIENCE_S) == 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_is_for_the_one_who_started_it(process: Pipes, command: TranscribeFile):
    process.send(command)
    process.hear(JobFailed)
    process.child.send_signal(signal.SIGINT)
    process.send(replace(command, job="two"))
    assert process.hear(JobFailed)[-1].job == "two"
    assert process.end()[0] == 0


def test_a_line_that_is_no_command_ends_it_instead_of_leaving_it_deaf(process: Pipes):
    assert process.child.stdin is not None
    process.child.stdin.write(b'{"kind": "transcribe_file", "source": "/home/private.mp3"}\n')
    process.child.stdin.flush()
    assert process.child.wait(PATIENCE_S) == NOT_UNDERSTOOD
    assert "private" not in process.end()[1]


def test_a_bug_ends_it_with_a_trace(process: Pipes, command: TranscribeFile):
    """Bugs are not caught; the desktop sees the process end and tells."""
    process.send(replace(command, options=RecognitionOptions(model="fails")))
    assert process.child.wait(PATIENCE_S) != 0
    assert "a bug" in process.end()[1]


@pytest.mark.slow
def test_a_real_recording_goes_all_the_way(speech_models: Path, tmp_path: Path, command: TranscribeFile):
    source = tmp_path / "weather.wav"
    soundfile.write(source, clip("whatstheweatherlike.wav"), SAMPLE_RATE_HZ)
    process = Pipes("engine.pipeline.engine_process", models=speech_models, cache=tmp_path / "cache")
    try:
        options = RecognitionOptions(model="tiny.en", threads=2)
        process.send(replace(command, source=str(source), options=options))
        heard = process.hear(JobFinished)
        text = " ".join(line.text for event in heard if isinstance(event, SegmentsFinished) for line in event.segments)
        assert "weather" in text.lower()
        assert process.end()[0] == 0
    finally:
        process.kill()


class Lectures:
    """A real engine process that imports one lecture after the other, and what its cache says of each."""

    def __init__(self, process: Pipes, folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._cache = folder / "cache" / SEGMENT_FOLDER
        self._imported = 0

    def transcribe(self, source: Path, options: RecognitionOptions) -> tuple[str, CacheCounts, int]:
        """The text; what was asked of the cache; how many stretches were recognised, each of which is kept."""
        counts, kept = self._state()
        self._imported += 1
        name = f"lecture-{self._imported}"
        self._process.send(TranscribeFile(name, str(source), str(self._folder / name), None, options))
        heard = self._process.hear(JobFinished)
        text = " ".join(line.text for event in heard if isinstance(event, SegmentsFinished) for line in event.segments)
        after, kept_after = self._state()
        asked = CacheCounts(after.asked - counts.asked, after.found - counts.found)
        return text, asked, kept_after - kept

    def _state(self) -> tuple[CacheCounts, int]:
        store = DiskStore(self._cache)
        try:
            return read_counts(store), len(store.keys("exact/"))
        finally:
            store.close()


@pytest.mark.slow
def test_a_lecture_that_was_imported_before_is_recognised_only_if_it_is_asked_otherwise(
    speech_models: Path, tmp_path: Path
):
    """The recogniser is not asked once for the same file, nor for the same lecture in another container."""
    clips = [clip(name) for name in ("1998-15444-0001.flac", "3005-163389-0004.flac", "61-70968-0000.flac")]
    lecture = np.concatenate([silence(1.5), *(part for each in clips for part in (each, silence(2.5)))])
    soundfile.write(tmp_path / "lecture.wav", lecture, SAMPLE_RATE_HZ)
    encode(lecture, tmp_path / "lecture.mp3", codec="mp3", bit_rate=64_000)
    options = RecognitionOptions(model="tiny.en", threads=2)
    only_recalled = CacheCounts(asked=1, found=1)
    process = Pipes("engine.pipeline.engine_process", models=speech_models, cache=tmp_path / "cache")
    try:
        lectures = Lectures(process, tmp_path)
        text, asked, recognised = lectures.transcribe(tmp_path / "lecture.wav", options)
        assert len(text.split()) > 20
        assert (asked.found, asked.asked) == (0, recognised + 1)
        assert recognised > 0
        for again in ("lecture.wav", "lecture.mp3"):
            assert lectures.transcribe(tmp_path / again, options) == (text, only_recalled, 0)
        _, asked, recognised = lectures.transcribe(tmp_path / "lecture.wav", replace(options, beam_size=1))
        assert (asked.found, asked.asked) == (0, recognised + 1)
        assert recognised > 0
        assert process.end()[0] == 0
    finally:
        process.kill()

"""Processes that are killed while something is recorded. Everything is real but the speech model, which recites.

``vivavoce measure faults`` does the same two hundred times at random; here each happens a few times.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from app.composition import Services
from app.folders import Folders, find_folders
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import GapState
from app.recording.status import RecordingStatus, RecordingWish
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, TrackKind
from engine.contract.options import RecognitionOptions
from engine.contract.places import ROOT
from engine.contract.recorder_messages import SourceChoice
from engine.contract.segments import GapReason
from tests.builders.new_processes import NewProcesses
from tests.builders.recited_recording import (
    RecitedRecording,
    compose_reciting,
    recited_recording,
    word_numbers,
    words_between,
)
from tests.builders.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")]

AROUND_S = 0.3
"""A word is not expected so near to where the sound breaks off."""

OPTIONS = RecognitionOptions(languages=("en",))


class Desk:
    """The application without a window, recording a file that is known by heart."""

    def __init__(self, folders: Folders, recording: RecitedRecording) -> None:
        self.recording = recording
        self.processes = NewProcesses()
        self.services: Services = compose_reciting(folders)

    @property
    def status(self) -> RecordingStatus | None:
        return self.services.recordings.status

    def start(self) -> MeetingId:
        source = SourceChoice(TrackKind.FILE, path=str(self.recording.path))
        return self.services.recordings.start(RecordingWish((source,), OPTIONS))

    def wait_for(self, is_so: Callable[[RecordingStatus], bool], what: str) -> None:
        def is_there() -> bool:
            status = self.status
            assert status is not None, f"it ended before {what}"
            return is_so(status)

        wait_until(is_there, what)

    def wait_for_end(self) -> None:
        wait_until(lambda: self.status is None, "everything was understood")

    def kill(self, module: str) -> None:
        """kill -9 of the process that runs it."""
        self.signal(module, signal.SIGKILL)

    def signal(self, module: str, number: signal.Signals) -> None:
        """Tell the process that runs it something."""
        for process in self.processes.find():
            try:
                if any(module in word for word in process.cmdline()):
                    process.send_signal(number)
            except psutil.NoSuchProcess:
                continue

    def wait_for_the_rest(self) -> None:
        wait_until(lambda: not self.services.library.unfinished_live_jobs(), "the rest was understood")

    def words(self, meeting_id: MeetingId) -> list[int]:
        lines = self.services.library.transcript(meeting_id).segments
        return word_numbers(" ".join(line.text for line in lines))

    def recorded_words(self, meeting_id: MeetingId) -> set[int]:
        """The words whose sound is there whole, and a little around it."""
        length_s = len(self.sound(meeting_id)) / SAMPLE_RATE_HZ
        gaps = self.services.library.transcript(meeting_id).gaps
        lost = [(gap.start_ms / 1000, gap.end_ms / 1000) for gap in gaps if gap.reason is GapReason.RECORDER_DIED]
        edges = [0.0, *(edge for gap in lost for edge in gap), min(length_s, self.recording.seconds)]
        between = zip(edges[::2], edges[1::2], strict=True)
        pieces = ((start + (AROUND_S if start else 0), stop - AROUND_S) for start, stop in between)
        return {word for start, stop in pieces for word in words_between(start, max(start, stop))}

    def sound(self, meeting_id: MeetingId) -> "np.ndarray[tuple[int], np.dtype[np.int16]]":
        path = SoundFolder(self.services.library.meeting_folder(meeting_id)).pcm_path(0)
        return np.frombuffer(path.read_bytes(), "<i2")

    def original(self) -> "np.ndarray[tuple[int], np.dtype[np.int16]]":
        return np.frombuffer(self.recording.path.with_suffix(".pcm").read_bytes(), "<i2")


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RecitedRecording:
    return recited_recording(tmp_path, monkeypatch, seconds=25)


@pytest.fixture
def desk(recording: RecitedRecording) -> Iterator[Desk]:
    folders = find_folders()
    folders.make()
    desk = Desk(folders, recording)
    yield desk
    desk.services.close()


def assert_nothing_is_lost(desk: Desk, meeting_id: MeetingId) -> None:
    """Each word that was recorded whole and spoken in the middle of speech stands once, and no other one twice."""
    recorded = desk.recorded_words(meeting_id)
    missing = sorted(desk.recording.voiced & recorded - set(desk.words(meeting_id)))
    assert missing == [], "words are missing"
    numbers = desk.words(meeting_id)
    assert numbers == sorted(set(numbers)), "a word stands twice, or out of order"
    assert desk.services.library.check().problems == ()
    assert desk.services.library.coverage(meeting_id).understood == pytest.approx(1.0)


def test_an_engine_that_is_killed_costs_no_sound_and_no_word(desk: Desk):
    meeting_id = desk.start()
    for after_s in (4, 9, 15):
        desk.wait_for(lambda status, after_s=after_s: status.elapsed_ms > after_s * 1000, "it had recorded a while")
        desk.kill("reciting_engine_process")
        desk.wait_for(lambda status: status.understanding.value in ("loading", "restarting"), "it was noticed")
        desk.wait_for(lambda status: status.understanding.value in ("listening", "behind"), "it listens again")
    desk.wait_for_end()
    assert_nothing_is_lost(desk, meeting_id)
    assert np.array_equal(desk.sound(meeting_id)[: desk.recording.samples], desk.original()), "not a sample is missing"


def test_an_engine_that_was_stopped_for_a_while_catches_up(desk: Desk):
    meeting_id = desk.start()
    desk.wait_for(lambda status: status.elapsed_ms > 5000, "it had recorded a while")
    desk.signal("reciting_engine_process", signal.SIGSTOP)
    desk.wait_for(lambda status: status.elapsed_ms > 15_000, "it had recorded on")
    desk.signal("reciting_engine_process", signal.SIGCONT)
    desk.wait_for_end()
    assert_nothing_is_lost(desk, meeting_id)
    assert desk.services.library.transcript(meeting_id).gaps == ()
    assert np.array_equal(desk.sound(meeting_id)[: desk.recording.samples], desk.original()), "not a sample is missing"


def test_a_recorder_that_is_killed_costs_one_short_gap_each_time(desk: Desk):
    """Case 14; that the gap is at most a second is for ``vivavoce measure faults``, which has the machine to itself."""
    meeting_id = desk.start()
    for after_s in (4, 11):
        desk.wait_for(lambda status, after_s=after_s: status.elapsed_ms > after_s * 1000, "it had recorded a while")
        gaps = desk.services.library.summary(meeting_id).gaps
        desk.kill("engine.capture.recorder_process")
        desk.wait_for(
            lambda _status, gaps=gaps: desk.services.library.summary(meeting_id).gaps > gaps, "the gap was noted"
        )
    desk.wait_for_end()
    gaps = desk.services.library.transcript(meeting_id).gaps
    assert [gap.reason for gap in gaps] == [GapReason.RECORDER_DIED] * 2
    assert all(gap.state is GapState.LOST for gap in gaps)
    sound, original = desk.sound(meeting_id), desk.original()
    borders = [0, *(edge for gap in gaps for edge in (gap.start_ms * 16, gap.end_ms * 16)), len(sound)]
    for start, stop in zip(borders[::2], borders[1::2], strict=True):
        piece = sound[start + FRAME_SAMPLES : min(stop, len(original)) - FRAME_SAMPLES]
        place = original.tobytes().find(piece.tobytes()) // 2
        assert abs(place - start - FRAME_SAMPLES) <= FRAME_SAMPLES, "all stands in its place, to a frame"
    lost_ms = sum(gap.end_ms - gap.start_ms for gap in gaps)
    assert abs(len(sound) - len(original)) < SAMPLE_RATE_HZ, f"{lost_ms} ms were lost and are silence"
    assert_nothing_is_lost(desk, meeting_id)


def test_a_desktop_that_is_killed_loses_neither_sound_nor_words(recording: RecitedRecording):
    """Case 14."""
    folders = find_folders()
    folders.make()
    command = [sys.executable, "-P", "-m", "tests.fakes.reciting_vivavoce", "listen"]
    command += ["--source", f"file:{recording.path}", "--language", "en"]
    for wait_s in (1.0, 3.0 + random.random() * 4, 8.0):
        known = NewProcesses()
        printed: list[str] = []
        with subprocess.Popen(
            command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            began: float | None = None
            for line in process.stdout:
                if '"kind": "level"' in line and began is None:
                    began = time.monotonic()
                if '"kind": "segment"' in line:
                    printed.append(line)
                if began is not None and time.monotonic() - began > wait_s:
                    break
            process.send_signal(signal.SIGKILL)
        wait_until(lambda known=known: not known.find(), "recorder and engine had ended by themselves")
        desk = Desk(folders, recording)
        try:
            desk.services.recordings.recover()
            found = desk.services.recordings.recovered[0]
            assert found.not_restored == ()
            assert found.duration_ms > (wait_s - 1) * 1000
            desk.wait_for_the_rest()
            sound = desk.sound(found.meeting_id)
            assert len(sound) >= found.duration_ms * 16 - SAMPLE_RATE_HZ
            original = desk.original()[: len(sound)]
            assert np.array_equal(sound[: len(original)], original), "not a sample is missing before the end"
            said = [word for line in printed for word in word_numbers(json.loads(line)["text"])]
            words = desk.words(found.meeting_id)
            assert set(said) <= set(words), "every word that was printed is kept"
            assert_nothing_is_lost(desk, found.meeting_id)
            desk.services.recordings.dismiss_recovered(found.meeting_id)
            assert desk.services.recordings.recovered == ()
        finally:
            desk.services.close()


def test_a_recovered_recording_is_found_again_after_a_second_crash(recording: RecitedRecording):
    """Case 14."""
    folders = find_folders()
    folders.make()
    command = [sys.executable, "-P", "-m", "tests.fakes.reciting_vivavoce", "listen"]
    command += ["--source", f"file:{recording.path}"]
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if '"kind": "segment"' in line:
                break
        process.send_signal(signal.SIGKILL)
    first = Desk(folders, recording)
    try:
        first.services.recordings.recover()
        found = first.services.recordings.recovered[0]
    finally:
        first.services.close()  # at once, in the middle of the rest
    second = Desk(folders, recording)
    try:
        second.services.recordings.recover()
        assert second.services.recordings.recovered == (found,)
        second.wait_for_the_rest()
        assert_nothing_is_lost(second, found.meeting_id)
    finally:
        second.services.close()

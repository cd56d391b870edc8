"""The window as a process of its own while something is recorded: it is asked to end, and it freezes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest

from app.folders import find_folders
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import MeetingStatus
from engine.capture.sound_folder import SoundFolder
from engine.contract.places import ROOT
from tests.builders.recited_recording import RecitedRecording, compose_reciting, recited_recording, word_numbers
from tests.builders.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="signals")]

PATIENCE_S = 120.0

RECORDING_WINDOW = """
import json
import sys
import time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
from app import main
from app.recording.status import RecordingWish
from engine.contract.audio import TrackKind
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import SourceChoice
from tests.builders.recited_recording import compose_reciting

sign, path, mood, until_s = Path(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4])
main.compose_services = compose_reciting
show_window = main.show_window


def show(application, services):
    source = SourceChoice(TrackKind.FILE, path=path)
    options = RecognitionOptions(languages=("en",))
    meeting_id = services.recordings.start(RecordingWish((source,), options))
    timer = QTimer(application)

    def look():
        status = services.recordings.status
        if status is not None and status.elapsed_ms < until_s * 1000:
            return
        timer.stop()
        if mood == "frozen":
            time.sleep(8)
            status = services.recordings.status
        if mood == "asking":
            box = QMessageBox(application.activeWindow())
            QTimer.singleShot(0, box.exec)
        elapsed = status.elapsed_ms if status is not None else 0
        QTimer.singleShot(300, lambda: sign.write_text(json.dumps([meeting_id, elapsed])))

    timer.timeout.connect(look)
    timer.start(20)
    return show_window(application, services)


main.show_window = show
sys.exit(main.open_window())
"""


def start_window(sign: Path, recording: RecitedRecording, mood: str, until_s: float) -> "subprocess.Popen[bytes]":
    """The application, recording, once it has come so far."""
    window = subprocess.Popen(
        [sys.executable, "-c", RECORDING_WINDOW, str(sign), str(recording.path), mood, str(until_s)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
    )
    until = time.monotonic() + PATIENCE_S
    while not sign.exists():
        assert window.poll() is None, "the window ended before it recorded"
        assert time.monotonic() < until
        time.sleep(0.02)
    return window


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RecitedRecording:
    return recited_recording(tmp_path, monkeypatch, seconds=25)


def assert_sound_is_whole(folder: Path, recording: RecitedRecording) -> None:
    sound = np.frombuffer(SoundFolder(folder).pcm_path(0).read_bytes(), "<i2")
    original = np.frombuffer(recording.path.with_suffix(".pcm").read_bytes(), "<i2")
    reach = min(len(sound), len(original))
    assert np.array_equal(sound[:reach], original[:reach])


@pytest.mark.parametrize("mood", ["calm", "asking"])
def test_the_end_of_the_session_finds_the_recording_saved(tmp_path: Path, recording: RecitedRecording, mood: str):
    """Case 16: also while a dialog is open."""
    sign = tmp_path / "sign"
    with start_window(sign, recording, mood, 4.0) as window:
        children = psutil.Process(window.pid).children(recursive=True)
        window.send_signal(signal.SIGTERM)
        assert window.wait(PATIENCE_S) == 0
    assert not any(child.is_running() for child in children)
    meeting_id = MeetingId(json.loads(sign.read_text())[0])
    services = compose_reciting(find_folders())
    try:
        meeting = services.library.meeting(meeting_id)
        assert (meeting.is_recovered, meeting.status) == (False, MeetingStatus.WAITING)
        assert meeting.duration_ms >= 4000
        folder = services.library.meeting_folder(meeting_id)
        assert SoundFolder(folder).is_complete()
        assert_sound_is_whole(folder, recording)
        services.recordings.recover()
        assert services.recordings.recovered == ()
        wait_until(lambda: not services.library.unfinished_live_jobs(), "the rest was understood")
        assert services.library.coverage(meeting_id).understood == pytest.approx(1.0)
        assert services.library.check().problems == ()
    finally:
        services.close()


def test_a_frozen_window_loses_neither_a_frame_nor_a_word(tmp_path: Path, recording: RecitedRecording):
    sign = tmp_path / "sign"
    with start_window(sign, recording, "frozen", 3.0) as window:
        meeting_id, elapsed_ms = json.loads(sign.read_text())
        assert elapsed_ms > 9000, "it went on while the window stood still"
        window.send_signal(signal.SIGTERM)
        assert window.wait(PATIENCE_S) == 0
    services = compose_reciting(find_folders())
    try:
        transcript = services.library.transcript(meeting_id)
        assert transcript.gaps == ()
        assert_sound_is_whole(services.library.meeting_folder(meeting_id), recording)
        services.recordings.recover()
        wait_until(lambda: not services.library.unfinished_live_jobs(), "the rest was understood")
        numbers = word_numbers(" ".join(line.text for line in services.library.transcript(meeting_id).segments))
        assert numbers == sorted(set(numbers))
        assert services.library.coverage(meeting_id).understood == pytest.approx(1.0)
    finally:
        services.close()

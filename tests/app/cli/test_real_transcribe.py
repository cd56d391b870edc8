"""``vivavoce transcribe`` as a process of its own: interrupted, and with the real engine, speech model and database."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from app.folders import Folders, find_folders
from app.meetings.meeting import MeetingStatus
from engine.contract.places import ROOT
from tests.builders.transcribing_desk import TranscribingDesk

INTERRUPTED = """
import sys
from pathlib import Path
from app.cli.main import cli
from app.composition import compose_services
from tests.builders.scripted_engine import scripted_engine

def compose(folders):
    return compose_services(folders, engine=scripted_engine(Path(sys.argv[1]), length_s=9999, pause_s=0.02))

cli(["transcribe", *sys.argv[2:]], prog_name="vivavoce", obj=compose)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_it_has(desk: TranscribingDesk, number: signal.Signals):
    """Case 64: exit 130, no process left behind, the partial transcript in the library."""
    recording = desk.recording()
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(desk.folder / "engine"), str(recording), "--json-progress"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        said = _read_until(process, lambda line: json.loads(line).get("stage") == "recognising")
        process.send_signal(number)
        out, rest = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert json.loads((said + rest).splitlines()[-1])["state"] == "cancelled"
    with desk.library() as library:
        row = library.meetings()[0]
        assert row.meeting.status is MeetingStatus.PARTIAL
        assert row.segments > 0


def _read_until(process: "subprocess.Popen[str]", is_it: Callable[[str], bool]) -> str:
    assert process.stderr is not None
    alarm = threading.Timer(60, process.kill)
    alarm.start()
    try:
        said = ""
        while line := process.stderr.readline():
            said += line
            if is_it(line):
                return said
        raise AssertionError(said)
    finally:
        alarm.cancel()


def with_real_models(speech_models: Path) -> Folders:
    folders = find_folders()
    folders.make()
    folders.models.rmdir()
    folders.models.symlink_to(speech_models, target_is_directory=True)
    return folders


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="only there are file names bytes")
def test_a_file_name_that_is_no_text_goes_all_the_way(desk: TranscribingDesk, speech_models: Path):
    """Cases 80 and 81, through the real engine process: decoded, recognised, shown and exported."""
    with_real_models(speech_models)
    recording = desk.recording(os.fsdecode(b"caf\xe9.flac"))
    command = [sys.executable, "-m", "app.cli.main", "transcribe", str(recording), "--to", "srt", "--out", "."]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=desk.folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "inquiries as to symptoms" in (desk.folder / "caf.srt").read_text("utf-8").casefold().replace("\n", " ")
    with desk.library() as library:
        (row,) = library.meetings()
        assert row.meeting.title == "caf�"
        assert os.fsencode(row.meeting.source_path) == os.fsencode(recording)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="only there are file names bytes")
def test_a_system_that_says_it_knows_only_ascii_costs_no_name(desk: TranscribingDesk, speech_models: Path):
    """Case 81: ``LANG=C`` and ``PYTHONUTF8=0``."""
    with_real_models(speech_models)
    desk.recording("今天 会议.flac")
    command = [sys.executable, "-m", "app.cli.main", "transcribe", "今天 会议.flac", "--to", "srt", "--out", "."]
    ascii_only = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    environment = os.environ | ascii_only | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=desk.folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.decode().startswith("今天 会议.flac:")
    assert (desk.folder / "今天 会议.srt").is_file()
    with desk.library() as library:
        assert [row.meeting.title for row in library.meetings()] == ["今天 会议"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_a_full_disk_behind_standard_output_is_said_as_what_it_is(desk: TranscribingDesk, speech_models: Path):
    with_real_models(speech_models)
    command = [sys.executable, "-m", "app.cli.main", "transcribe", str(desk.recording())]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command,
            cwd=desk.folder,
            env=environment | {"PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert b"could not be written to standard output: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_of_two_people_who_speak_at_once_the_chosen_channel_is_understood(desk: TranscribingDesk, speech_models: Path):
    """Case 30."""
    with_real_models(speech_models)
    recording = desk.recording("both.wav", "stereo_diarization.wav")
    command = [sys.executable, "-m", "app.cli.main", "transcribe", str(recording), "--to", "txt", "--out", "."]
    command += ["--speakers", "off", "--language", "en", "--channel", "right"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=desk.folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    said = (desk.folder / "both.txt").read_text("utf-8").casefold()
    assert "horizon seems extremely distant" in said
    assert "wizard" not in said


@pytest.mark.slow
def test_a_recording_becomes_a_transcript(desk: TranscribingDesk, speech_models: Path):
    """The real engine process, decoder, speech model and database."""
    folders = with_real_models(speech_models)
    done = subprocess.run(
        [sys.executable, "-m", "app.cli.main", "transcribe", str(desk.recording()), "--to", "json", "--language", "en"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    text = " ".join(line["text"] for line in told["segments"] if line["quarantined"] is None).casefold()
    assert "inquiries as to symptoms" in text
    assert told["language"] == "en"
    assert told["duration_s"] == pytest.approx(6.025, abs=0.01)
    log = (folders.logs / "engine.log").read_text("utf-8") if (folders.logs / "engine.log").exists() else ""
    assert "symptoms" not in log.casefold()

"""The command line where there is nobody to ask and nothing to write on: no network, no console."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.folders import find_folders
from engine.contract.places import ROOT
from tests.builders.transcribing_desk import TranscribingDesk

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="needs a network of its own"),
]

NO_CONSOLE = """
import sys
sys.stdout = sys.stderr = None
from app.cli.main import main
sys.argv = ["vivavoce", *sys.argv[1:]]
main()
"""


def without_network(command: list[str], trace: Path) -> list[str]:
    """In a network of its own without any way out; each attempt to connect is noted where there is a tracer."""
    if subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this user may have no network of their own")
    tracer = shutil.which("strace")
    watched = [tracer, "-f", "--seccomp-bpf", "-qq", "-e", "trace=connect", "-o", str(trace)] if tracer else []
    return ["unshare", "-rn", *watched, *command]


def test_a_recording_is_understood_without_a_network_and_without_a_console(
    desk: TranscribingDesk, speech_models: Path, tmp_path: Path
):
    """Cases 69 and 90: words, voices and speakers; nobody is asked for anything, not even for an address."""
    folders = find_folders()
    folders.make()
    folders.models.rmdir()
    folders.models.symlink_to(speech_models, target_is_directory=True)
    recording, trace = desk.recording(), tmp_path / "connects.txt"
    words = ["transcribe", str(recording), "--to", "srt", "--out", ".", "--language", "en", "--speakers", "auto"]
    done = subprocess.run(
        without_network([sys.executable, "-c", NO_CONSOLE, *words], trace),
        cwd=desk.folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "inquiries as to symptoms" in (desk.folder / "talk.srt").read_text("utf-8").casefold().replace("\n", " ")
    with desk.library() as library:
        (row,) = library.meetings()
        run = library.speaker_run(row.meeting.id)
        assert run is not None
        assert run.error is None
        assert len(run.speakers) == 1
    if trace.exists():
        asked = [line for line in trace.read_text("utf-8").splitlines() if "AF_INET" in line]
        assert asked == []
    assert not list(folders.logs.glob("crash-*"))

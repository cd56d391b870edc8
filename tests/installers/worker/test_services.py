"""What starts a worker with the system is well formed, and says what the command understands."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from engine.contract.places import ROOT

FOLDER = ROOT / "installers" / "worker"
UNIT = FOLDER / "vivavoce-worker.service"


def unit_values(name: str) -> list[str]:
    lines = UNIT.read_text("utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{name}=")]


def serve_options() -> str:
    result = CliRunner().invoke(cli, ["worker", "serve", "--help"])
    assert result.exit_code == 0
    return result.stdout


def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd here")
    here = tmp_path / UNIT.name
    installed = str(Path(sys.executable))
    here.write_text(UNIT.read_text("utf-8").replace("/opt/vivavoce/.venv/bin/vivavoce", installed), "utf-8")
    done = subprocess.run(
        [program, "verify", "--man=no", str(here)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_starts_the_worker_with_options_that_it_has():
    (start,) = unit_values("ExecStart")
    words = shlex.split(start)
    assert words[:3] == ["/opt/vivavoce/.venv/bin/vivavoce", "worker", "serve"]
    known = serve_options()
    assert all(word in known for word in words if word.startswith("--"))


def test_the_unit_gives_the_worker_no_more_than_it_needs():
    for name, value in {
        "DynamicUser": "yes",
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "CapabilityBoundingSet": "",
        "StateDirectoryMode": "0700",
        "DevicePolicy": "closed",
    }.items():
        assert unit_values(name) == [value], name
    (stop_s,) = unit_values("TimeoutStopSec")
    assert int(stop_s) > 30, "less than a drain may take"


def test_the_windows_service_starts_the_worker_with_options_that_it_has():
    service = ElementTree.parse(FOLDER / "vivavoce-worker.xml").getroot()
    words = [each.text or "" for each in service.findall("argument")]
    assert words[:2] == ["worker", "serve"]
    known = serve_options()
    assert all(word in known for word in words if word.startswith("--"))
    assert service.findtext("stoptimeout") == "45 sec"
    assert service.findtext("serviceaccount/user") == "LocalService"

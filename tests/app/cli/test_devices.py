import json
import subprocess
import sys

import pytest

from tests.architecture.source_tree import ROOT


def run(environment: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-P", "-m", "app.cli.main", "devices", *words]
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="the virtual sound card is made of Linux programs")
def test_every_source_is_a_line_and_the_default_has_a_star(virtual_sound_card: dict[str, str]):
    done = run(virtual_sound_card)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.startswith("* computer") for line in lines)
    assert any("microphone  Microphone" in line for line in lines)


@pytest.mark.skipif(sys.platform != "linux", reason="the virtual sound card is made of Linux programs")
def test_json_has_what_a_choice_remembers(virtual_sound_card: dict[str, str]):
    done = run(virtual_sound_card, "--json")
    entries = json.loads(done.stdout)["devices"]
    assert all({"kind", "name", "host_api", "rate_hz", "channels", "is_default"} == set(entry) for entry in entries)
    assert "computer" in {entry["kind"] for entry in entries}

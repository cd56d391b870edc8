"""Imports point down only, and an import costs little and does nothing."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.source_tree import ROOT, module_name, modules


def python(code: str, *words: str, home: Path) -> str:
    """Run code in a fresh interpreter and give back what it printed; what it writes to stderr comes too."""
    environment = os.environ | {"HOME": str(home), "VIVAVOCE_HOME": str(home / "vivavoce")}
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout.strip()


def test_imports_point_down_only():
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_part_has_its_layer():
    """What stands in no layer may import anything."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["name"] == "Imports point down only")
    placed = {part.strip(" ()") for layer in layers for part in re.split("[|:]", layer)}
    parts = {".".join(module_name(path).split(".")[:2]) for path in modules() if path.parts[0] != "ui"}
    assert parts - {"app", "engine"} - placed == set()


@pytest.mark.parametrize("package", ["app", "ui", "engine"])
def test_a_package_root_imports_nothing(package: str):
    tree = ast.parse((ROOT / package / "__init__.py").read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


IMPORT_THEM_ALL = """
import importlib, os, pathlib, sys, threading
import psutil
import app.folders
home = pathlib.Path(os.environ["HOME"])
for name in sys.argv[1:]:
    environment, threads = dict(os.environ), set(threading.enumerate())
    importlib.import_module(name)
    for thread in set(threading.enumerate()) - threads:
        print(f"importing {name} starts the thread {thread.name!r}")
    for process in psutil.Process().children():
        print(f"importing {name} starts the process {process.cmdline()}")
    for path in home.rglob("*"):
        print(f"importing {name} writes {path}")
        sys.exit()
    changed = {key for key in os.environ.keys() | environment.keys() if os.environ.get(key) != environment.get(key)}
    # PyAV, Qt and the numeric libraries set a few of their own while they load.
    for key in changed - {"KMP_DUPLICATE_LIB_OK", "KMP_INIT_AT_FORK", "TORCHINDUCTOR_CACHE_DIR"}:
        print(f"importing {name} changes the environment variable {key}")
"""


def test_importing_a_module_does_nothing(tmp_path: Path):
    """No thread, file, setting or patch: it would happen in every child process and every test as well."""
    assert python(IMPORT_THEM_ALL, *(module_name(path) for path in modules()), home=tmp_path) == ""


WITHOUT_CONSOLE = """
import importlib, os, sys
said, sys.stdout, sys.stderr = sys.stdout, None, None
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except Exception as error:
        print(f"importing {name} without a console: {error!r}", file=said)
"""


def test_every_module_imports_where_there_is_no_console(tmp_path: Path):
    """Case 69."""
    assert python(WITHOUT_CONSOLE, *(module_name(path) for path in modules()), home=tmp_path) == ""


LIST_HEAVY = """
import importlib, sys
for name in sys.argv[2:]:
    importlib.import_module(name)
print(" ".join(heavy for heavy in sys.argv[1].split() if heavy in sys.modules))
"""


def test_capture_loads_neither_torch_nor_qt(tmp_path: Path):
    """The recorder process is small and starts fast: a graphics driver that aborts never costs a second of audio."""
    names = [
        module_name(path) for path in modules() if path.parts[:2] in {("engine", "capture"), ("engine", "contract")}
    ]
    heavy = "torch ctranslate2 faster_whisper PySide6 sqlalchemy transformers"
    assert python(LIST_HEAVY, heavy, *names, home=tmp_path) == ""


def test_the_window_opens_without_loading_the_recogniser(tmp_path: Path):
    """Second start: under 2 s to a usable window; speech models and what runs them load after it, elsewhere."""
    names = [module_name(path) for path in modules() if path.parts[0] == "ui" or str(path) in START_MODULES]
    heavy = "torch ctranslate2 faster_whisper silero_vad onnxruntime"
    assert python(LIST_HEAVY, heavy, *names, home=tmp_path) == ""


def test_the_window_opens_without_what_is_needed_later(tmp_path: Path):
    """FFmpeg, Chinese dictionaries, Word files, migrations: each loads when something first needs it."""
    heavy = "av opencc docx lxml alembic soxr truststore huggingface_hub"
    assert python(LIST_HEAVY, heavy, "app.main", "ui.main_window", home=tmp_path) == ""


START_MODULES = {"app/main.py", "app/composition.py", "app/engine_factory.py"}


def test_the_command_line_answers_without_qt_and_recogniser(tmp_path: Path):
    heavy = "torch ctranslate2 faster_whisper PySide6 sqlalchemy"
    assert python(LIST_HEAVY, heavy, "app.cli.main", home=tmp_path) == ""

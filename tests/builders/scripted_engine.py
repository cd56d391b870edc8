"""A real ``EngineClient`` with a fake process behind it, that does what a scenario says."""

import json
import sys
from pathlib import Path
from typing import Any

from engine.pipeline.engine_client import EngineClient
from tests.fakes import fake_engine_process


def scripted_engine(folder: Path, **scenario: Any) -> EngineClient:
    """Talks to ``fake_engine_process.py``; see there for what a scenario may hold."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "scenario.json"
    path.write_text(json.dumps(scenario), "utf-8")
    command = [sys.executable, "-P", str(Path(fake_engine_process.__file__)), str(path)]
    return EngineClient(command=command, log_file=folder / "engine.log")


def starts_of(folder: Path) -> int:
    """How often the process was started."""
    path = folder / "scenario.starts"
    return len(path.read_text("utf-8")) if path.is_file() else 0

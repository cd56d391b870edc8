"""A speech model store in memory, whose slow work waits until a test lets it go on."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from app.measuring.staged_services import StagedEntry, StagedInstalled
from engine.contract.cancellation import Cancellation
from engine.contract.errors import SpeechModelMissing, VivavoceError


class FakeSpeechModels:
    """Holds base and tiny; can fetch the others."""

    def __init__(self, folder: Path) -> None:
        self.catalogue: tuple[StagedEntry, ...] = (
            StagedEntry("tiny", "Tiny", 78_000_000),
            StagedEntry("tiny.en", "Tiny, English only", 78_000_000, ("en",)),
            StagedEntry("base", "Base", 145_000_000),
            StagedEntry("small", "Small", 486_000_000),
            StagedEntry("large-v3-turbo", "Large v3 turbo", 1_620_000_000),
        )
        self.folder = folder
        self.here = {
            "tiny": StagedInstalled("tiny", "Tiny", 78_000_000, "Hugging Face Systran/faster-whisper-tiny", "damaged"),
            "base": StagedInstalled("base", "Base", 145_000_000, "Python package"),
            "lecture-hall-zh": StagedInstalled(
                "lecture-hall-zh", "lecture-hall-zh", 1_600_000_000, "/media/stick/lecture-hall-zh"
            ),
        }
        self.go_on = threading.Event()
        self.fail_with: VivavoceError | None = None
        self.asked: list[tuple[str, str]] = []

    def installed(self) -> Sequence[StagedInstalled]:
        return list(self.here.values())

    def add(self, name: str, *, cancellation: Cancellation, on_progress: Callable[[int, int], None]) -> Path:
        self.asked.append(("add", name))
        on_progress(38, 100)
        while not self.go_on.wait(0.01):
            cancellation.check()
        if self.fail_with is not None:
            raise self.fail_with
        entry = next(entry for entry in self.catalogue if entry.name == name)
        self.here[name] = StagedInstalled(name, entry.title, entry.size, "Hugging Face")
        return self.folder / name

    def add_from(
        self, path: Path, *, name: str | None, cancellation: Cancellation, on_progress: Callable[[int, int], None]
    ) -> str:
        self.asked.append(("add_from", path.name))
        if self.fail_with is not None:
            raise self.fail_with
        self.here[path.name] = StagedInstalled(path.name, path.name, 1, str(path))
        return path.name

    def remove(self, name: str) -> None:
        self.asked.append(("remove", name))
        if name not in self.here:
            raise SpeechModelMissing(name)
        del self.here[name]

    def check(self, name: str, *, cancellation: Cancellation) -> object:
        self.asked.append(("check", name))
        return self.here[name].state

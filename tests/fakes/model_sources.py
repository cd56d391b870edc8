"""Sources of speech models that need no network: they have the files, or they fail in a chosen way."""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.contract.cancellation import Cancellation
from engine.recognition.catalogue import Catalogue, ModelFile, SpeechModel
from engine.recognition.model_sources.source import ModelSource, PartFile, SourceFailed
from tests.builders.tiny_speech_models import Files


class FakeSource:
    """Delivers files from memory and notes what it was asked for."""

    def __init__(
        self,
        files: Files,
        *,
        label: str = "a shelf",
        before: Callable[[ModelFile, PartFile], None] | None = None,
    ) -> None:
        self.label = label
        self.asked: list[str] = []
        self.is_closed = False
        self._files = files
        self._before = before

    def deliver(
        self, wanted: ModelFile, part: PartFile, *, cancellation: Cancellation, on_bytes: Callable[[int], None]
    ) -> None:
        self.asked.append(wanted.name)
        cancellation.check()
        part.restart()
        if self._before is not None:
            self._before(wanted, part)
        if wanted.name not in self._files:
            raise SourceFailed(f"{self.label}: it does not have {wanted.name}")
        part.write(self._files[wanted.name])
        on_bytes(part.size)

    def close(self) -> None:
        self.is_closed = True


def open_these(*sources: ModelSource) -> Callable[[SpeechModel, Catalogue, Path], list[ModelSource]]:
    """What a store takes as ``sources``."""
    opened: Sequence[ModelSource] = sources

    def open_sources(model: SpeechModel, catalogue: Catalogue, packages: Path) -> list[ModelSource]:
        return list(opened)

    return open_sources

"""A ten-second check that finds what a test says, and a player that plays nothing."""

from dataclasses import replace
from pathlib import Path

from app.recording.preflight_status import PreflightPhase, PreflightStatus
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import SourceChoice


class FakePreflight:
    """Notes what it is asked; ``show`` finds something out."""

    def __init__(self) -> None:
        self.status: PreflightStatus | None = None
        self.started: list[tuple[SourceChoice, ...]] = []
        self.options: list[RecognitionOptions] = []
        self.closes = 0

    def start(self, sources: tuple[SourceChoice, ...], options: RecognitionOptions) -> None:
        self.started.append(sources)
        self.options.append(options)
        self.status = PreflightStatus()

    def show(self, status: PreflightStatus) -> None:
        """Find this out."""
        self.status = status

    def cancel(self) -> None:
        if self.status is not None and not self.status.is_over:
            self.status = replace(self.status, phase=PreflightPhase.CANCELLED)

    def close(self) -> None:
        self.closes += 1
        self.status = None


class FakePlayer:
    """Plays until the test says that it has ended."""

    def __init__(self) -> None:
        self.loaded: Path | None = None
        self.is_playing = False
        self.has_ended = False

    def load(self, path: Path) -> None:
        self.loaded = path
        self.has_ended = False

    def unload(self) -> None:
        self.loaded = None
        self.is_playing = False

    def play(self) -> None:
        self.is_playing = True

    def close(self) -> None:
        self.unload()

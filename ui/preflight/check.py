"""What the page asks of the check; ``app/recording/preflight.py`` is the real one, ``tests/fakes`` has another."""

from pathlib import Path
from typing import Protocol

from app.recording.preflight_status import PreflightStatus
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import SourceChoice


class Check(Protocol):
    """The check."""

    @property
    def status(self) -> PreflightStatus | None:
        """What is known so far. Costs nothing."""
        ...

    def start(self, sources: tuple[SourceChoice, ...], options: RecognitionOptions) -> None:
        """Begin, or begin anew. Waits for processes, so it is called on a background thread."""
        ...

    def cancel(self) -> None:
        """Stop within a second. Returns at once."""
        ...

    def close(self) -> None:
        """Stop and delete what was recorded. Called on a background thread."""
        ...


class Player(Protocol):
    """What plays a file aloud; used on the window's thread, nothing of it blocks."""

    @property
    def has_ended(self) -> bool:
        """Whether the end was reached."""
        ...

    def load(self, path: Path) -> None:
        """Take a file."""
        ...

    def unload(self) -> None:
        """Let go of it."""
        ...

    def play(self) -> None:
        """Play it."""
        ...

    def close(self) -> None:
        """Let go of file and device."""
        ...

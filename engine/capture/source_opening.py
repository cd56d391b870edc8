"""Which class records what a person chose. The sound systems themselves load when one of theirs is opened."""

import sys
from collections.abc import Callable
from pathlib import Path

from engine.capture.computer_sound import ComputerSound
from engine.capture.file_source import FileSource
from engine.capture.format_memory import FormatMemory
from engine.capture.microphone import Microphone
from engine.capture.sound_source import SoundSource
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceChoice


class SourceOpening:
    """Makes sources."""

    def __init__(self, *, cache: Path | None = None) -> None:
        """``cache`` is the folder in which is remembered how devices behave; without one nothing is."""
        self._formats = FormatMemory(cache / "microphones.json" if cache is not None else None)

    def open_source(
        self, choice: SourceChoice, *, start_s: float, has_room: Callable[[], bool], rank: int
    ) -> SoundSource:
        """Make the source of that rank: the chosen one, the next best, and so on. ``open`` comes later."""
        match choice.kind:
            case TrackKind.FILE:
                return FileSource(Path(choice.path), pace=choice.pace, has_room=has_room, start_s=start_s, rank=rank)
            case TrackKind.MICROPHONE:
                return Microphone(name=choice.name, host_api=choice.host_api, rank=rank, formats=self._formats)
            case TrackKind.COMPUTER if sys.platform == "darwin" and choice.name:  # a virtual device
                return Microphone(
                    name=choice.name, host_api=choice.host_api, rank=rank, formats=self._formats, is_computer=True
                )
            case TrackKind.COMPUTER:
                return ComputerSound(name=choice.name, rank=rank)

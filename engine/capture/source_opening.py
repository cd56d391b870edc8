"""Which class records what a person chose. The sound systems themselves load when one of theirs is opened."""

from collections.abc import Callable
from pathlib import Path

from engine.capture.computer_sound import ComputerSound
from engine.capture.file_source import FileSource
from engine.capture.microphone import Microphone
from engine.capture.sound_source import SoundSource
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceChoice


def open_source(choice: SourceChoice, *, start_s: float, has_room: Callable[[], bool]) -> SoundSource:
    """Make the source; ``open`` comes later."""
    match choice.kind:
        case TrackKind.FILE:
            return FileSource(Path(choice.path), pace=choice.pace, has_room=has_room, start_s=start_s)
        case TrackKind.MICROPHONE:
            return Microphone(name=choice.name, host_api=choice.host_api)
        case TrackKind.COMPUTER:
            return ComputerSound(name=choice.name)

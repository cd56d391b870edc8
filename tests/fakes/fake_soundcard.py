"""The module ``soundcard`` on a computer with these microphones and no output, which it cannot bear to be asked for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FakeSoundDevice:
    """A microphone of the sound server."""

    name: str
    channels: int = 1
    isloopback: bool = False

    @property
    def id(self) -> str:
        return f"alsa_input.{self.name}"


class SoundcardWithoutOutput:
    """Counts how often it printed a traceback into the log."""

    def __init__(self, *microphones: str) -> None:
        self._microphones = [FakeSoundDevice(name) for name in microphones]
        self.tracebacks = 0

    def all_speakers(self) -> list[FakeSoundDevice]:
        return []

    def all_microphones(self, *, include_loopback: bool) -> list[FakeSoundDevice]:
        assert include_loopback in (True, False)
        return self._microphones

    def default_speaker(self) -> FakeSoundDevice:
        self.tracebacks += 1
        raise KeyError("default sink id")

    def default_microphone(self) -> FakeSoundDevice:
        self.tracebacks += 1
        raise KeyError("default source id")


class SoundcardWithoutServer:
    """Where nobody answers."""

    def default_speaker(self) -> object:
        raise AssertionError

    def all_speakers(self) -> list[object]:
        raise AssertionError

    def all_microphones(self, *, include_loopback: bool) -> list[object]:
        raise AssertionError

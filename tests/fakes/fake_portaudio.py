"""A PortAudio with the devices of a test, each of which takes the formats it says and no other."""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any


@dataclass
class FakeDevice:
    """One device. ``own_rate_hz`` is what it says of itself, wrong more often than not. A name in bytes is no text."""

    name: str | bytes = "Mic"
    rate_hz: int = 48_000
    channels: int = 1
    own_rate_hz: float = 44_100.0
    host_api: str = "Fake API"
    is_input: bool = True


class FakePortAudio:
    """In place of the module ``sounddevice``. The first device is the default one."""

    class PortAudioError(Exception):
        """As the real one."""

    def __init__(self, *devices: FakeDevice, on_open: Callable[[int, int], None] | None = None) -> None:
        """``on_open`` sees rate and channels of every try before its outcome."""
        self.devices = list(devices)
        self.on_open = on_open
        self.callback: Any = None
        self.finish: Callable[[], None] = lambda: None
        """Ends the stream that was opened last, as the sound system does when the device is gone."""
        self.looks = 0
        self.tried: list[tuple[str, int, int]] = []

    def query_hostapis(self) -> list[dict[str, str]]:
        return [{"name": name} for name in self._apis()]

    def query_devices(self, device: int | None = None, kind: str = "") -> Any:
        """One device, the default one of a kind, or all; as the real one it raises where a name is no text."""
        if device is None and not kind:
            return [self.query_devices(number) for number in range(len(self.devices))]
        number = device or 0
        if number >= len(self.devices):
            raise self.PortAudioError(f"Error querying device {number}")
        found = self.devices[number]
        return {
            "name": found.name if isinstance(found.name, str) else found.name.decode(),
            "index": number,
            "hostapi": self._apis().index(found.host_api),
            "max_input_channels": found.channels if found.is_input else 0,
            "default_samplerate": found.own_rate_hz,
        }

    def _apis(self) -> list[str]:
        return list(dict.fromkeys(device.host_api for device in self.devices))

    def _terminate(self) -> None:
        self.looks += 1

    def _initialize(self) -> None:
        pass

    def InputStream(  # noqa: N802 - PortAudio's name
        self,
        *,
        device: int,
        samplerate: int,
        channels: int,
        blocksize: int,
        dtype: str,
        callback: Any,
        finished_callback: Any,
    ) -> Any:
        found = self.devices[device]
        assert isinstance(found.name, str), "the real one looks at the name again, and raises"
        self.tried.append((found.name, samplerate, channels))
        if self.on_open is not None:
            self.on_open(samplerate, channels)
        if (samplerate, channels) != (found.rate_hz, found.channels):
            raise self.PortAudioError("Invalid sample rate [-9997]")
        self.callback, self.finish = callback, finished_callback

        def nothing(**_: object) -> None:
            pass

        return SimpleNamespace(samplerate=samplerate, start=nothing, abort=nothing, close=nothing)

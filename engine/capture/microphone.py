"""A microphone, through PortAudio, at the device's own rate and channels.

Opened and closed on threads that nobody waits for, delivers on PortAudio's thread: its callback only copies the block
and notes the times. A device is found by name and host API, because its number changes with every plug.
"""

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture.sound_source import Deliver, OpenedSource, SoundBlock, SourceUnusable, steady_now
from engine.contract.audio import TrackKind

_RATES_HZ = (48_000, 44_100, 16_000, 32_000, 24_000, 96_000, 192_000, 8000)
_OLDEST_S = 2.0
"""A block said to be older than this has no time that could be believed."""

_opening = threading.Lock()
"""PortAudio's library is one for the whole process, and so is what follows."""

_open_streams: set[int] = set()
"""Which microphones are open, by ``id``: as long as there are any, PortAudio must not look for devices again."""


class Microphone:
    """One opening of one microphone."""

    def __init__(self, *, name: str = "", host_api: str = "", portaudio: Any = None) -> None:
        """Empty names mean the system's default. ``portaudio`` is the module ``sounddevice``, or a fake of it."""
        self._name = name
        self._host_api = host_api
        self._portaudio = portaudio
        self._stream: Any = None

    @property
    def kind(self) -> TrackKind:
        """A microphone's track."""
        return TrackKind.MICROPHONE

    @property
    def has_clock(self) -> bool:
        """It comes in real time."""
        return True

    @property
    def may_rest(self) -> bool:
        """A microphone that says nothing is gone."""
        return False

    @property
    def has_ended(self) -> bool:
        """Never."""
        return False

    def open(self, deliver: Deliver) -> OpenedSource:
        """Open it as it is, or as near to that as it allows. Raises ``SourceUnusable``."""
        with _opening:
            portaudio = self._portaudio or _load_portaudio()
            if not _open_streams:
                _look_again(portaudio)
            try:
                number, device, host_api = self._find(portaudio)
            except (portaudio.PortAudioError, ValueError) as error:
                raise SourceUnusable(str(error)) from error
            refused = "it has no input"
            for rate_hz, channels in _formats(device):
                try:
                    stream = portaudio.InputStream(
                        device=number,
                        samplerate=rate_hz,
                        channels=channels,
                        dtype="float32",
                        callback=_callback(deliver),
                    )
                    stream.start()
                except (portaudio.PortAudioError, ValueError) as error:
                    refused = str(error)
                    continue
                self._stream = stream
                _open_streams.add(id(self))
                return OpenedSource(str(device["name"]), host_api, round(stream.samplerate), channels)
        raise SourceUnusable(refused)

    def close(self) -> None:
        """Stop without waiting for what is still in the device."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.abort(ignore_errors=True)
            stream.close(ignore_errors=True)
            _open_streams.discard(id(self))

    def _find(self, portaudio: Any) -> tuple[int, Any, str]:
        """Number, description and host API of the device. Raises ``SourceUnusable`` if it is not plugged in."""
        apis = [str(api["name"]) for api in portaudio.query_hostapis()]
        if not self._name:
            device = portaudio.query_devices(kind="input")
            return int(device["index"]), device, apis[int(device["hostapi"])]
        for number, device in enumerate(portaudio.query_devices()):
            host_api = apis[int(device["hostapi"])]
            if device["name"] == self._name and device["max_input_channels"] and self._host_api in ("", host_api):
                return number, device, host_api
        raise SourceUnusable(f"“{self._name}” is not plugged in")


def _load_portaudio() -> Any:
    try:
        import sounddevice  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] - it ships none; loading starts PortAudio
    except (ImportError, OSError) as error:
        raise SourceUnusable(f"PortAudio is not here: {error}") from error
    return sounddevice


def _look_again(portaudio: Any) -> None:
    """Let PortAudio see what was plugged in since it was loaded; with no stream open that harms nobody (failures 2).

    The names are private, and yet the only way: spatialaudio/python-sounddevice#125.
    """
    portaudio._terminate()
    portaudio._initialize()


def _formats(device: Any) -> list[tuple[int, int]]:
    """Rates and channels to try, the device's own first."""
    most = int(device["max_input_channels"])
    own_hz = round(device["default_samplerate"])
    channels = [count for count in dict.fromkeys((min(most, 2), most, 1)) if 0 < count <= most]
    rates_hz = dict.fromkeys((own_hz, *_RATES_HZ))
    return [(rate_hz, count) for rate_hz in rates_hz for count in channels]


def _callback(deliver: Deliver) -> Any:
    def on_block(block: NDArray[np.float32], _count: int, times: Any, status: Any) -> None:
        now_s = steady_now()
        age_s = times.currentTime - times.inputBufferAdcTime
        captured_s = now_s - age_s if times.inputBufferAdcTime > 0 and 0 <= age_s < _OLDEST_S else None
        deliver(SoundBlock(block.copy(), now_s, captured_s, bool(status.input_overflow)))

    return on_block

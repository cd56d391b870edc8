"""A microphone, through PortAudio, at the device's own rate and channels.

Opened and closed on threads that nobody waits for, delivers on PortAudio's thread: its callback only copies the block
and notes the times. A device is found by name and host API, because its number changes with every plug; the next best
is the system's default, then whatever else there is.
"""

import contextlib
import sys
import threading
import uuid
from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture.format_memory import Format, FormatMemory
from engine.capture.input_devices import InputDevice, input_devices, ranked_inputs
from engine.capture.pulse_sources import PulseSource, led_to, pulse_sources
from engine.capture.pulse_streams import source_of_stream
from engine.capture.sound_source import Deliver, NothingLeft, OpenedSource, SoundBlock, SourceUnusable
from engine.contract.audio import TrackKind
from engine.contract.steady_clock import steady_now

_RATES_HZ = (48_000, 44_100, 16_000, 32_000, 24_000, 96_000, 192_000, 8000)
_BLOCK_S = 0.02
"""A ring slot; by itself PortAudio would come three times as often."""
_OLDEST_S = 2.0
"""A block said to be older than this has no time that could be believed."""

_LOCK_S = 2.0
"""Whoever holds PortAudio for longer hangs in a driver, and is waited for no more."""

_WATCH_EVERY_S = 0.15
"""So long at most something else is taken for the microphone."""
_LIST_EVERY_S = 1.0
"""How often the microphones are listed where the server does not say to which one we are connected."""

_MODULE = "sounddevice"

_library = threading.Lock()
"""PortAudio is one for the whole process and bears one caller at a time, and so does what follows."""

_open_streams: set[int] = set()
"""Which microphones are open, by ``id``: as long as there are any, PortAudio must not look for devices again."""


class Microphone:
    """One opening of one microphone."""

    def __init__(
        self,
        *,
        name: str = "",
        host_api: str = "",
        rank: int = 0,
        formats: FormatMemory | None = None,
        is_computer: bool = False,
        portaudio: Any = None,
        pulse: Callable[[], Sequence[PulseSource] | None] | None = None,
        connected_to: Callable[[str], str] | None = None,
    ) -> None:
        """Empty names mean the system's default; ``rank`` 1 the next best after it, and so on.

        ``is_computer`` says that what comes is the computer's own sound, through a virtual device. ``portaudio`` is
        the module ``sounddevice``, or a fake of it; ``pulse`` and ``connected_to`` go with it.
        """
        self._name = name
        self._host_api = host_api
        self._rank = rank
        self._formats = formats or FormatMemory()
        self._is_computer = is_computer
        self._portaudio = portaudio
        self._pulse = pulse or (pulse_sources if portaudio is None else lambda: None)
        self._connected_to = connected_to or (source_of_stream if portaudio is None else _unknown)
        self._sign = uuid.uuid4().hex
        self._stream: Any = None
        self._closing = threading.Event()
        self._trouble = ""

    @property
    def kind(self) -> TrackKind:
        """A microphone's track, or the computer's through a virtual device."""
        return TrackKind.COMPUTER if self._is_computer else TrackKind.MICROPHONE

    @property
    def has_clock(self) -> bool:
        """It comes in real time."""
        return True

    @property
    def may_rest(self) -> bool:
        """A microphone that says nothing is gone; a virtual device has nothing to say while nothing plays."""
        return self._is_computer

    @property
    def has_ended(self) -> bool:
        """Never."""
        return False

    @property
    def trouble(self) -> str:
        """PortAudio ended the stream by itself."""
        return self._trouble

    def open(self, deliver: Deliver) -> OpenedSource:
        """Open it as it is, or as near to that as it allows. Raises ``SourceUnusable``."""
        with _held():
            is_new = self._portaudio is None and _MODULE not in sys.modules
            portaudio = self._portaudio or _load_portaudio()
            if not _open_streams and not is_new:
                _look_again(portaudio)
            try:
                device = self._find(portaudio)
            except (portaudio.PortAudioError, ValueError) as error:
                raise SourceUnusable(str(error)) from error
            return self._open_device(portaudio, device, deliver)

    def close(self) -> None:
        """Stop without waiting for what is still in the device."""
        self._closing.set()
        stream, self._stream = self._stream, None
        if stream is not None:
            with _held():
                stream.abort(ignore_errors=True)
                stream.close(ignore_errors=True)
                _open_streams.discard(id(self))  # before another opening asks whether any is open

    def _open_device(self, portaudio: Any, device: InputDevice, deliver: Deliver) -> OpenedSource:
        known_as = f"{device.name} ({device.host_api})"
        refused = "it has no input, or every way to open it ended the recorder before"
        for tried in self._formats.order(known_as, _formats(device)):
            rate_hz, channels = tried
            self._formats.begin(known_as, tried)
            try:
                with led_to(device.pulse_key, sign=self._sign):
                    stream = portaudio.InputStream(
                        device=device.number,
                        samplerate=rate_hz,
                        channels=channels,
                        blocksize=round(rate_hz * _BLOCK_S),
                        dtype="float32",
                        callback=_callback(deliver),
                        finished_callback=self._on_finished,
                    )
                stream.start()
            except (portaudio.PortAudioError, ValueError) as error:
                refused = str(error)
                self._formats.end(known_as, tried, has_opened=False)
                continue
            self._formats.end(known_as, tried, has_opened=True)
            self._stream = stream
            _open_streams.add(id(self))
            if device.pulse_key:
                threading.Thread(target=self._watch, args=(device.pulse_key,), name="pulse-watch", daemon=True).start()
            return OpenedSource(device.name, device.host_api, round(stream.samplerate), channels)
        raise SourceUnusable(refused)

    def _watch(self, key: str) -> None:
        """When a microphone is pulled out, PulseAudio leads the stream elsewhere and says nothing.

        It may be to another microphone or to what the computer plays, and also when another default is chosen.
        """
        list_at_s = steady_now() + _LIST_EVERY_S
        while not self._closing.wait(_WATCH_EVERY_S):
            connected_to = self._connected_to(self._sign)
            if connected_to not in ("", key):
                self._trouble = f"it was led to {connected_to}"
            elif not connected_to and steady_now() >= list_at_s:
                list_at_s = steady_now() + _LIST_EVERY_S
                sources = self._pulse()
                if sources is not None and key not in {source.key for source in sources}:
                    self._trouble = "it was pulled out"
            if self._trouble:
                return

    def _on_finished(self) -> None:
        # On PortAudio's thread, also after an exception in the callback.
        if not self._closing.is_set():
            self._trouble = "the sound system ended the stream"

    def _find(self, portaudio: Any) -> InputDevice:
        """The device of this rank. Raises ``SourceUnusable`` if it is not plugged in."""
        devices = input_devices(portaudio, self._pulse)
        ranked = ranked_inputs(devices, name=self._name, host_api=self._host_api)
        if self._rank >= len(ranked):
            raise NothingLeft("there is no other microphone")
        if (device := ranked[self._rank]) is None:
            raise SourceUnusable(f"“{self._name}” is not plugged in" if self._name else "there is no microphone")
        return device


def _unknown(_sign: str) -> str:
    return ""


@contextlib.contextmanager
def _held() -> Generator[None]:
    """Have PortAudio for oneself; for a while only, since a driver may hang in somebody else's hands."""
    is_ours = _library.acquire(timeout=_LOCK_S)
    try:
        yield
    finally:
        if is_ours:
            _library.release()


def load_microphones() -> None:
    """Load PortAudio, if it is here, so that the first opening need not. It holds no device, and looks again then."""
    with contextlib.suppress(SourceUnusable):
        _load_portaudio()


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


def _formats(device: InputDevice) -> list[Format]:
    """Rates and channels to try, the device's own first."""
    most = device.channels
    channels = [count for count in dict.fromkeys((min(most, 2), most, 1)) if 0 < count <= most]
    rates_hz = dict.fromkeys((device.rate_hz, *_RATES_HZ))
    return [(rate_hz, count) for rate_hz in rates_hz for count in channels]


def _callback(deliver: Deliver) -> Any:
    def on_block(block: NDArray[np.float32], _count: int, times: Any, status: Any) -> None:
        now_s = steady_now()
        age_s = times.currentTime - times.inputBufferAdcTime
        captured_s = now_s - age_s if times.inputBufferAdcTime > 0 and 0 <= age_s < _OLDEST_S else None
        deliver(SoundBlock(block.copy(), now_s, captured_s, bool(status.input_overflow)))

    return on_block

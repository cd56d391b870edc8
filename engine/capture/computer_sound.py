"""What the computer plays, through the loopback that its sound system offers (PulseAudio or PipeWire monitor, WASAPI).

Delivers on a thread of its own. While nothing plays, some systems deliver nothing at all: the track is then filled
by the clock. macOS has no loopback; a virtual device that somebody installed there is an ordinary microphone.
"""

import sys
import threading
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture.sound_source import Deliver, OpenedSource, SoundBlock, SourceUnusable, steady_now
from engine.contract.audio import TrackKind

_RATE_HZ = 48_000
_CHANNELS = 2
_BLOCK = 960


class ComputerSound:
    """One opening of one output's loopback."""

    def __init__(self, *, name: str = "", soundcard: Any = None) -> None:
        """An empty name means the default output. ``soundcard`` is that module, or a fake of it."""
        self._name = name
        self._soundcard = soundcard
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def kind(self) -> TrackKind:
        """The computer's track."""
        return TrackKind.COMPUTER

    @property
    def has_clock(self) -> bool:
        """It comes in real time."""
        return True

    @property
    def may_rest(self) -> bool:
        """Nothing comes while nothing plays."""
        return True

    @property
    def has_ended(self) -> bool:
        """Never."""
        return False

    def open(self, deliver: Deliver) -> OpenedSource:
        """Begin to listen. Raises ``SourceUnusable``."""
        if sys.platform == "darwin" and self._soundcard is None:
            raise SourceUnusable("macOS offers no loopback; install a virtual device and choose it as microphone")
        try:
            soundcard = self._soundcard or _load_soundcard()
            device = _loopback_of(soundcard, self._name or str(soundcard.default_speaker().name))
            recorder = device.recorder(samplerate=_RATE_HZ, channels=_CHANNELS, blocksize=_BLOCK)
            recorder.__enter__()
        except SourceUnusable:
            raise
        except Exception as error:
            # soundcard raises whatever its systems make it raise, AssertionError and IndexError among it.
            raise SourceUnusable(f"{type(error).__name__}: {error}") from error
        self._thread = threading.Thread(
            target=self._listen, args=(recorder, deliver), name="computer-sound", daemon=True
        )
        self._thread.start()
        return OpenedSource(_output_of(str(device.name)), "loopback", _RATE_HZ, _CHANNELS)

    def close(self) -> None:
        """Stop listening."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _listen(self, recorder: Any, deliver: Deliver) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # its remarks on lost samples; the times tell better
                while not self._stopping.is_set():
                    sound: NDArray[np.float32] = recorder.record(_BLOCK)
                    deliver(SoundBlock(np.array(sound, np.float32), steady_now()))
        except Exception:
            # soundcard raises whatever its systems make it raise. That nothing comes any more is what the source
            # watch notices, and it opens the source again.
            pass
        finally:
            recorder.__exit__(None, None, None)


def _loopback_of(soundcard: Any, output: str) -> Any:
    for found in soundcard.all_microphones(include_loopback=True):
        if found.isloopback and output in (found.name, _output_of(found.name)):
            return found
    raise SourceUnusable(f"“{output}” has no loopback")


def _output_of(name: str) -> str:
    """The output whose monitor this is."""
    return name.removeprefix("Monitor of ")


def _load_soundcard() -> Any:
    import soundcard  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] - it ships none; loading reaches the sound server

    return soundcard

"""What the computer plays, through the loopback that its sound system offers (PulseAudio or PipeWire monitor, WASAPI).

Delivers on a thread of its own. While nothing plays, some systems deliver nothing at all: the track is then filled
by the clock. When nobody chose an output it follows the default one, as the programs that play do. macOS has no
loopback; a virtual device that somebody installed there is an ordinary microphone.
"""

import contextlib
import sys
import threading
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.capture.device_names import numbered, output_of
from engine.capture.sound_source import Deliver, NothingLeft, OpenedSource, SoundBlock, SourceUnusable
from engine.contract.audio import TrackKind
from engine.contract.steady_clock import steady_now

RATE_HZ = 48_000
"""The sound system converts to it where an output has another."""
_CHANNELS = 2
_BLOCK = 960
_LOOK_EVERY_S = 1.0
"""How often is asked which output is the default one."""


class ComputerSound:
    """One opening of one output's loopback."""

    def __init__(self, *, name: str = "", rank: int = 0, soundcard: Any = None) -> None:
        """An empty name means the default output; ``rank`` 1 the next best after it, and so on.

        ``soundcard`` is that module, or a fake of it.
        """
        self._name = name
        self._rank = rank
        self._trouble = ""
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

    @property
    def trouble(self) -> str:
        """The loopback broke off, or another output became the default one."""
        return self._trouble

    def open(self, deliver: Deliver) -> OpenedSource:
        """Begin to listen. Raises ``SourceUnusable``."""
        if sys.platform == "darwin" and self._soundcard is None:
            raise NothingLeft("macOS offers no loopback; install a virtual device and choose it as microphone")
        try:
            soundcard = self._soundcard or load_soundcard()
            default = default_output(soundcard)
            name, device = _ranked(soundcard, self._name or default, default, self._rank)
            recorder = device.recorder(samplerate=RATE_HZ, channels=_CHANNELS, blocksize=_BLOCK)
            _pin(soundcard, recorder)
            recorder.__enter__()
        except SourceUnusable:
            raise
        except Exception as error:
            # soundcard raises whatever its systems make it raise, a wordless AssertionError where there is no server.
            why = f"{type(error).__name__}: {error}" if str(error) else "the sound system does not answer"
            raise SourceUnusable(why) from error
        self._thread = threading.Thread(
            target=self._listen, args=(soundcard, default, recorder, deliver), name="computer-sound", daemon=True
        )
        self._thread.start()
        return OpenedSource(name, "loopback", RATE_HZ, _CHANNELS)

    def close(self) -> None:
        """Stop listening."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _listen(self, soundcard: Any, default: str, recorder: Any, deliver: Deliver) -> None:
        look_at_s = steady_now() + _LOOK_EVERY_S
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # its remarks on lost samples; the times tell better
                while not self._stopping.is_set():
                    sound: NDArray[np.float32] = recorder.record(_BLOCK)
                    deliver(SoundBlock(np.array(sound, np.float32), now_s := steady_now()))
                    if not self._name and now_s >= look_at_s:
                        look_at_s = now_s + _LOOK_EVERY_S
                        if default_output(soundcard) != default:
                            self._trouble = "another output became the default one"
                            return
        except Exception as error:  # soundcard raises whatever its systems make it raise
            self._trouble = f"{type(error).__name__}: {error}"
        finally:
            with contextlib.suppress(Exception):
                recorder.__exit__(None, None, None)


def _pin(soundcard: Any, recorder: Any) -> None:
    """Forbid PulseAudio to move the stream; it moves what was on the old default source to a new default microphone.

    ``soundcard`` cannot, so what it does to connect is done here with one flag more. A pinned stream ends with its
    output.
    """
    if (pulseaudio := getattr(soundcard, "pulseaudio", None)) is None:
        return
    pulse, ffi, library = pulseaudio._pulse, pulseaudio._ffi, pulseaudio._pa
    flags = library.PA_STREAM_ADJUST_LATENCY | library.PA_STREAM_DONT_MOVE

    def on_data(_stream: Any, _count: int, _: Any) -> None:
        recorder._record_event.set()

    def connect(attributes: Any) -> None:
        recorder._callback = ffi.callback("pa_stream_request_cb_t", on_data)  # lives as long as the recorder
        pulse._pa_stream_set_read_callback(recorder.stream, recorder._callback, ffi.NULL)
        pulse._pa_stream_connect_record(recorder.stream, recorder._id.encode(), attributes, flags)

    recorder._connect_stream = connect


def _ranked(soundcard: Any, wanted: str, default: str, rank: int) -> tuple[str, Any]:
    """Name and loopback of that rank: of the wanted output, then of the default one, then of the others."""
    if not default:
        raise NothingLeft("there is no output")
    named = loopbacks(soundcard)
    if rank == 0:
        for name, found in named:
            if wanted in (name, found.name):
                return name, found
        raise SourceUnusable(f"“{wanted}” has no loopback")
    others = [each for each in named if wanted not in (each[0], each[1].name)]
    others.sort(key=lambda each: each[0] != default)
    if rank > len(others):
        raise NothingLeft("there is no other output")
    return others[rank - 1]


def loopbacks(soundcard: Any) -> list[tuple[str, Any]]:
    """Every output that can be listened to, by a name that no other has."""
    found = [each for each in soundcard.all_microphones(include_loopback=True) if each.isloopback]
    return list(zip(numbered([output_of(str(each.name)) for each in found]), found, strict=True))


def default_output(soundcard: Any) -> str:
    """Its name; empty where there is no output at all. Asked for it then, soundcard prints a traceback each time."""
    return str(soundcard.default_speaker().name) if soundcard.all_speakers() else ""


def load_soundcard() -> Any:
    """The module; raises whatever its system makes it raise where there is no sound server."""
    import soundcard  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] - it ships none; loading reaches the sound server

    return soundcard

"""The microphones that PulseAudio or PipeWire knows by name, behind PortAudio's one device called ``pulse``.

On Linux PortAudio sees the bare hardware, which the sound server usually holds, and that one device, which leads to
the server's default microphone. Which one it leads to can be said in the environment when it is opened; so a person
may choose among those of the server. Asked by ``microphone.py`` under its lock and by ``device_list.py``.
"""

import contextlib
import os
import sys
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from engine.capture.computer_sound import default_output, load_soundcard
from engine.capture.device_names import is_monitor, numbered

HOST_API = "PulseAudio"
DOOR = "pulse"
"""PortAudio's device that leads there."""

_CHOICE = "PULSE_SOURCE"
_SIGN = "PULSE_PROP"
SIGN = "vivavoce.microphone"
"""The property of a stream by which it is known again."""


@dataclass(frozen=True, slots=True)
class PulseSource:
    """One microphone."""

    name: str
    """For people, and told apart from others of the same name."""
    key: str
    """The server's own name."""
    channels: int
    is_default: bool


def pulse_sources(soundcard: Any = None) -> list[PulseSource] | None:
    """Every microphone of the sound server, one of them the default; ``None`` where no server says anything.

    The server's own default may be what an output plays; that is no microphone. ``soundcard`` is for tests.
    """
    if sys.platform != "linux":
        return None
    try:
        library = soundcard or load_soundcard()
        found = [each for each in library.all_microphones(include_loopback=False) if not is_monitor(str(each.name))]
        # Where there is no output, soundcard cannot tell the default microphone either.
        has_default = bool(found and default_output(library))
        default = str((library.default_microphone() if has_default else found[0]).id) if found else ""
    except Exception:
        # soundcard raises whatever its systems make it raise, AssertionError where there is no sound server.
        return None
    if found and default not in {str(each.id) for each in found}:
        default = str(found[0].id)
    names = numbered([str(each.name) for each in found])
    return [
        PulseSource(name, str(each.id), int(each.channels), str(each.id) == default)
        for name, each in zip(names, found, strict=True)
    ]


@contextlib.contextmanager
def led_to(key: str, *, sign: str = "") -> Generator[None]:
    """Let the device called ``pulse`` lead to this microphone when it is opened; empty for the server's choice.

    By ``sign`` the server can say later where the stream is connected (``pulse_streams.py``).
    """
    words = {_CHOICE: key, _SIGN: f"{SIGN}={sign}"} if key else {}
    before = {name: os.environ.get(name) for name in words}
    os.environ.update(words)
    try:
        yield
    finally:
        for name, word in before.items():
            if word is None:
                del os.environ[name]
            else:
                os.environ[name] = word

"""Which sources this computer has, asked in a throw-away process.

PortAudio sees the devices of the moment it was loaded, and looking again ends every open stream (failures 2). So each
look is a new process (``python -m engine.capture.device_list``): nothing that records is touched, and a driver that
hangs or aborts while it is asked costs nobody more than the list. Called on a background thread.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.capture.computer_sound import RATE_HZ, default_output, load_soundcard, loopbacks
from engine.capture.device_names import is_monitor, is_virtual_output
from engine.capture.input_devices import InputDevice, input_devices
from engine.capture.pulse_sources import HOST_API, pulse_sources
from engine.contract.audio import TrackKind
from engine.contract.child_environment import child_environment
from engine.contract.places import ROOT
from engine.contract.recorder_messages import ComputerSoundState

LOOK_S = 20.0
"""How long a look may take."""

_WINDOWS = "Windows WASAPI"


@dataclass(frozen=True, slots=True)
class SoundDevice:
    """A source that can be chosen."""

    kind: TrackKind
    name: str
    """For people, and with ``host_api`` what a ``SourceChoice`` remembers; no two of a system have the same."""
    host_api: str
    channels: int
    rate_hz: int
    is_default: bool


@dataclass(frozen=True, slots=True)
class DeviceLook:
    """What a look found."""

    devices: tuple[SoundDevice, ...]
    computer_sound: ComputerSoundState


class DevicesUnknown(Exception):
    """The list could not be had; its words are for the log."""


def list_devices(*, environment: dict[str, str] | None = None, timeout_s: float = LOOK_S) -> tuple[SoundDevice, ...]:
    """Every source there is at this moment, the default one of each kind first. Raises ``DevicesUnknown``."""
    return look_at_devices(environment=environment, timeout_s=timeout_s).devices


def look_at_devices(*, environment: dict[str, str] | None = None, timeout_s: float = LOOK_S) -> DeviceLook:
    """Every source there is at this moment, and whether computer sound can be had. Raises ``DevicesUnknown``."""
    command = [sys.executable, "-P", "-m", "engine.capture.device_list"]
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=child_environment(environment),
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
        lines = done.stdout.splitlines()  # libraries print where they like; ours is the last line
        said: dict[str, Any] = json.loads(lines[-1])
        devices = [SoundDevice(kind=TrackKind(entry.pop("kind")), **entry) for entry in said["devices"]]
        return DeviceLook(tuple(devices), ComputerSoundState(said["computer_sound"]))
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError, TypeError, KeyError) as error:
        raise DevicesUnknown(f"{type(error).__name__}: {error}") from error


def _microphones() -> list[SoundDevice]:
    try:
        import sounddevice  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] - it ships none; loading starts PortAudio
    except (ImportError, OSError):
        return []
    return microphones(input_devices(sounddevice, pulse_sources), sys.platform)


def microphones(inputs: Sequence[InputDevice], platform: str) -> list[SoundDevice]:
    """What a person may choose among: the sound server's own where it has any, one sound system on Windows.

    There every device appears once for each of four sound systems, with its name cut off by some. On Linux the bare
    hardware is held by the sound server. What the computer plays is no microphone.
    """
    apis = {device.host_api for device in inputs}
    shown = next((api for api in (HOST_API, _WINDOWS) if api in apis), None)
    chosen = [device for device in inputs if shown in (None, device.host_api) and not is_monitor(device.name)]
    if shown == _WINDOWS:
        default = next((device.name for device in inputs if device.is_default), "")
        # The default device is one of another system, which cuts names off after 31 characters.
        chosen = [replace(each, is_default=bool(default) and each.name.startswith(default)) for each in chosen]
    if platform == "darwin":
        chosen = [device for device in chosen if not is_virtual_output(device.name)]
    return [_sound_device(TrackKind.MICROPHONE, each) for each in _default_first(chosen)]


def virtual_outputs(inputs: Sequence[InputDevice]) -> list[SoundDevice]:
    """On macOS: the virtual devices through which a computer's sound can be recorded."""
    return [_sound_device(TrackKind.COMPUTER, each) for each in inputs if is_virtual_output(each.name)]


def _sound_device(kind: TrackKind, device: InputDevice) -> SoundDevice:
    is_default = device.is_default and kind is TrackKind.MICROPHONE
    return SoundDevice(kind, device.name, device.host_api, device.channels, device.rate_hz, is_default)


def _default_first(devices: Sequence[InputDevice]) -> list[InputDevice]:
    return sorted(devices, key=lambda device: not device.is_default)


def _computer_sounds() -> tuple[list[SoundDevice], ComputerSoundState]:
    if sys.platform == "darwin":
        import sounddevice  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] - it ships none; loading starts PortAudio

        found = virtual_outputs(input_devices(sounddevice, lambda: None))
        return found, ComputerSoundState.AVAILABLE if found else ComputerSoundState.NEEDS_VIRTUAL_DEVICE
    try:
        library = load_soundcard()
        default = default_output(library)
        found = [
            SoundDevice(TrackKind.COMPUTER, name, "loopback", int(each.channels), RATE_HZ, name == default)
            for name, each in loopbacks(library)
        ]
    except Exception:
        # soundcard raises whatever its systems make it raise, AssertionError where there is no sound server.
        return [], ComputerSoundState.NO_SOUND_SERVER
    found.sort(key=lambda device: not device.is_default)
    return found, ComputerSoundState.AVAILABLE if found else ComputerSoundState.NO_OUTPUT


def main() -> None:
    """Entry of the throw-away process."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    computer_sounds, state = _computer_sounds()
    devices = [asdict(device) for device in (*_microphones(), *computer_sounds)]
    out.write(json.dumps({"devices": devices, "computer_sound": state}) + "\n")
    out.flush()
    os._exit(0)  # some drivers hang when their library is left


if __name__ == "__main__":
    main()

"""The microphones PortAudio can open, by names that can be remembered, and which of them is the next best.

Asked by ``microphone.py`` under its lock and by ``device_list.py`` in a process of its own. The module ``sounddevice``
comes in from outside, so that tests can hand in other hardware.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from engine.capture.device_names import is_monitor, numbered
from engine.capture.pulse_sources import DOOR, HOST_API, PulseSource


@dataclass(frozen=True, slots=True)
class InputDevice:
    """One that could be opened."""

    number: int
    """PortAudio's, until it looks again."""
    name: str
    host_api: str
    channels: int
    rate_hz: int
    """What it says is its own."""
    is_default: bool = False
    pulse_key: str = ""
    """The microphone of the sound server to which the device must lead; empty for the server's choice."""


_ALSA = "ALSA"
_HARDWARE = "(hw:"
"""In the name that PortAudio gives to bare hardware; ALSA's other devices mostly lead to the sound server."""


def input_devices(portaudio: Any, pulse: Callable[[], Sequence[PulseSource] | None]) -> list[InputDevice]:
    """Every input there is, those of the sound server first.

    Without a microphone it would lead us to what the computer plays, so its doors are none then.
    """
    apis = [str(api["name"]) for api in portaudio.query_hostapis()]
    default = _default_number(portaudio)
    by_api: defaultdict[str, list[tuple[int, Any]]] = defaultdict(list)
    for number, device in _each_device(portaudio):
        if device["max_input_channels"] > 0:
            by_api[apis[int(device["hostapi"])]].append((number, device))
    found: list[InputDevice] = []
    for host_api, inputs in by_api.items():
        names = numbered([str(device["name"]) for _, device in inputs])
        found += [
            InputDevice(
                number,
                name,
                host_api,
                int(device["max_input_channels"]),
                round(device["default_samplerate"]),
                number == default,
            )
            for name, (number, device) in zip(names, inputs, strict=True)
        ]
    door = next((device for device in found if device.name == DOOR), None)
    if door is None or (sources := pulse()) is None:
        return found
    behind = [
        InputDevice(door.number, each.name, HOST_API, each.channels, door.rate_hz, each.is_default, each.key)
        for each in sorted(sources, key=lambda source: not source.is_default)
    ]
    if not behind:
        return [device for device in found if not _is_door(device)]
    doors = [replace(each, pulse_key=behind[0].pulse_key) if _is_door(each) else each for each in found]
    return [*behind, *doors]


def _each_device(portaudio: Any) -> Iterator[tuple[int, Any]]:
    """All devices, asked one by one: a driver that writes no text for a name costs that device, not all of them."""
    for number in count():
        try:
            yield number, portaudio.query_devices(number)
        except UnicodeDecodeError:
            continue
        except portaudio.PortAudioError:
            return


def ranked_inputs(devices: Sequence[InputDevice], *, name: str, host_api: str) -> list[InputDevice | None]:
    """The chosen one, ``None`` if it is not there, then what may take its place: the default one, then others."""
    default = next((device for device in devices if device.is_default), None)
    wanted = default
    if name:
        named = [device for device in devices if device.name == name]
        wanted = next((device for device in named if host_api in ("", device.host_api)), None)
    first = default or next(iter(devices), None)
    nearest = host_api or (first.host_api if first is not None else "")
    others = [default] if default is not None else []
    others += [device for device in devices if device.host_api == nearest and not is_monitor(device.name)]
    return [wanted, *dict.fromkeys(device for device in others if device != wanted)]


def _is_door(device: InputDevice) -> bool:
    return device.name == DOOR or (device.host_api == _ALSA and _HARDWARE not in device.name)


def _default_number(portaudio: Any) -> int:
    try:
        return int(portaudio.query_devices(kind="input")["index"])
    except (portaudio.PortAudioError, ValueError):
        return -1

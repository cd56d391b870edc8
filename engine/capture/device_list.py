"""Which sources this computer has, asked in a throw-away process.

PortAudio sees the devices of the moment it was loaded, and looking again ends every open stream (failures 2). So each
look is a new process (``python -m engine.capture.device_list``): nothing that records is touched, and a driver that
hangs or aborts while it is asked costs nobody more than the list. Called on a background thread.
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.contract.audio import TrackKind

LOOK_S = 20.0
"""How long a look may take."""

_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class SoundDevice:
    """A source that can be chosen."""

    kind: TrackKind
    name: str
    """With ``host_api`` what a ``SourceChoice`` remembers."""
    host_api: str
    channels: int
    rate_hz: int
    is_default: bool


class DevicesUnknown(Exception):
    """The list could not be had; its words are for the log."""


def list_devices(*, environment: dict[str, str] | None = None, timeout_s: float = LOOK_S) -> tuple[SoundDevice, ...]:
    """Every source there is at this moment. Raises ``DevicesUnknown``."""
    command = [sys.executable, "-P", "-m", "engine.capture.device_list"]
    surroundings = (os.environ if environment is None else environment) | {"PYTHONPATH": str(_ROOT)}
    try:
        done = subprocess.run(command, cwd=_ROOT, env=surroundings, capture_output=True, timeout=timeout_s, check=False)
        lines = done.stdout.splitlines()  # libraries print where they like; ours is the last line
        entries: list[dict[str, Any]] = json.loads(lines[-1])
        return tuple(SoundDevice(kind=TrackKind(entry.pop("kind")), **entry) for entry in entries)
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError, TypeError, KeyError) as error:
        raise DevicesUnknown(f"{type(error).__name__}: {error}") from error


def _microphones() -> list[SoundDevice]:
    try:
        import sounddevice  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] - it ships none; loading starts PortAudio
    except (ImportError, OSError):
        return []
    portaudio: Any = sounddevice
    apis = [str(api["name"]) for api in portaudio.query_hostapis()]
    try:
        default = int(portaudio.query_devices(kind="input")["index"])
    except (portaudio.PortAudioError, ValueError):
        default = -1
    return [
        SoundDevice(
            TrackKind.MICROPHONE,
            str(device["name"]),
            apis[int(device["hostapi"])],
            int(device["max_input_channels"]),
            round(device["default_samplerate"]),
            number == default,
        )
        for number, device in enumerate(portaudio.query_devices())
        if device["max_input_channels"]
    ]


def _computer_sounds() -> list[SoundDevice]:
    if sys.platform == "darwin":
        return []
    try:
        import soundcard  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] - it ships none; loading reaches the sound server

        library: Any = soundcard
        default = str(library.default_speaker().name)
        return [
            SoundDevice(
                TrackKind.COMPUTER,
                name := str(found.name).removeprefix("Monitor of "),
                "loopback",
                int(found.channels),
                48_000,
                name == default,
            )
            for found in library.all_microphones(include_loopback=True)
            if found.isloopback
        ]
    except Exception:
        # soundcard raises whatever its systems make it raise, AssertionError where there is no sound server.
        return []


def main() -> None:
    """Entry of the throw-away process."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    out.write(json.dumps([asdict(device) for device in (*_microphones(), *_computer_sounds())]) + "\n")
    out.flush()
    os._exit(0)  # some drivers hang when their library is left


if __name__ == "__main__":
    main()

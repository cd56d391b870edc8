"""What the names that sound systems give their devices mean to a person (pure)."""

from collections import Counter
from collections.abc import Sequence

_LONGEST = 100
"""Letters of a name; a driver may say more than any list has room for."""
_NAMELESS = "?"
_VIRTUAL = ("blackhole", "soundflower", "loopback audio", "vb-cable", "vb-audio", "background music")
"""Devices that people install on macOS to hand a computer's sound to programs that record."""


def is_monitor(name: str) -> bool:
    """Whether this input is what the computer plays, and no microphone."""
    lowered = name.casefold()
    return (
        lowered.startswith("monitor of ")
        or lowered.endswith(".monitor")
        or "loopback)" in lowered
        or "[loopback]" in lowered
        or "stereo mix" in lowered
        or "what u hear" in lowered
    )


def is_virtual_output(name: str) -> bool:
    """Whether this input of macOS is what programs play into a virtual device."""
    lowered = name.casefold()
    return any(known in lowered for known in _VIRTUAL)


def output_of(monitor: str) -> str:
    """The output whose monitor this is."""
    return monitor.removeprefix("Monitor of ")


def numbered(names: Sequence[str]) -> list[str]:
    """The names, readable and on one line each, no two the same: the second ``Headset`` is ``Headset (2)``."""
    seen: Counter[str] = Counter()
    answer: list[str] = []
    for name in map(_readable, names):
        seen[name] += 1
        answer.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return answer


def _readable(name: str) -> str:
    """A name as a list can show it; an empty one would mean the default device."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    return (shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1].rstrip()}…") or _NAMELESS

"""What the computer runs on: the mains, or a battery and for how long. Asked once, before a check.

A battery that ends during a lecture ends the recording; what is saved is safe, and the rest was never heard.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Power:
    """A computer with a battery."""

    is_plugged: bool
    percent: float
    """How full it is."""
    left_s: float | None = None
    """How long it lasts at the present rate; ``None`` while plugged in, or where the system does not say."""


def look_at_power() -> Power | None:
    """Ask the system; ``None`` where there is no battery, or nobody knows of one."""
    import psutil  # noqa: PLC0415 - not on the way to the first window

    ask = getattr(psutil, "sensors_battery", None)  # missing on some systems
    if ask is None:
        return None
    try:
        found = ask()
    except (OSError, ValueError, RuntimeError):  # a driver that answers nonsense
        return None
    return None if found is None else to_power(found.percent, found.secsleft, found.power_plugged)


def to_power(percent: float, seconds_left: float, is_plugged: bool | None) -> Power:
    """What psutil says, in our words: less than nothing stands for no end, or for no answer."""
    is_on_mains = is_plugged is not False  # where that is not known nobody is alarmed
    is_told = not is_on_mains and seconds_left >= 0
    return Power(is_on_mains, min(100.0, max(0.0, percent)), float(seconds_left) if is_told else None)

"""A moment as a person types it, and as it is offered to be typed. Pure."""

import re

_TIME = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,3}))?")
_LONGEST_MS = 999 * 3_600_000


def typed_time(text: str) -> int | None:
    """Milliseconds of ``1:02:03.250``, ``2:03,5`` or ``12.5``; ``None`` where it is no time."""
    match = _TIME.fullmatch(text.strip().translate(_NARROW))
    if match is None:
        return None
    hours, minutes, seconds, part = match.groups()
    if minutes is not None and int(seconds) > 59:
        return None
    if hours is not None and int(minutes) > 59:
        return None
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds)
    found = whole * 1000 + int((part or "0").ljust(3, "0"))
    return found if found <= _LONGEST_MS else None


def exact_time(moment_ms: int) -> str:
    """A moment to the millisecond: ``0:41:15.250``."""
    seconds, part = divmod(max(0, moment_ms), 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{part:03d}"


_NARROW = str.maketrans("０１２３４５６７８９：．，", "0123456789:.,")
"""Signs as a Chinese keyboard has them."""

"""A moment as a person types it, and as it is offered to be typed. Pure."""

import re

_TIME = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,3}))?")
_LONGEST_MS = 999 * 3_600_000


def typed_time(text: str) -> int | None:
    """Milliseconds of ``1:02:03.250``, ``2:03,5`` or ``12.5``; ``None`` where it is no time."""
    match = _TIME.fullmatch(text.strip().translate(_NARROW))
    if match is None:
        return None
    hours, minutes, seconds = (int(each or 0) for each in match.group(1, 2, 3))
    if (match[2] is not None and seconds > 59) or (match[1] is not None and minutes > 59):
        return None
    found = (hours * 3600 + minutes * 60 + seconds) * 1000 + int((match[4] or "0").ljust(3, "0"))
    return found if found <= _LONGEST_MS else None


def exact_time(moment_ms: int) -> str:
    """A moment to the millisecond: ``0:41:15.250``."""
    seconds, part = divmod(max(0, moment_ms), 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{part:03d}"


_NARROW = str.maketrans("０１２３４５６７８９：．，", "0123456789:.,")
"""Signs as a Chinese keyboard has them."""

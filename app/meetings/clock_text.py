"""Times as people write them. Pure."""

import re

_CLOCK = re.compile(r"(?:(\d{1,3})[:：])?(\d{1,3})[:：](\d{1,2})(?:[.,](\d{1,3}))?")


def read_clock(text: str) -> int | None:
    """Milliseconds of ``1:02:03``, ``41:10`` or ``0:05.5``; ``None`` for anything else."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    hours, minutes, seconds, fraction = match.groups()
    whole = (int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)
    return whole * 1000 + int((fraction or "0").ljust(3, "0"))

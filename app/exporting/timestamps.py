"""Times as text. A time is rounded once, to whole milliseconds; from there on there are only integers.

So a second of 1000 ms or a minute of 60 s cannot come up, and hours may be as many as they are.
"""


def to_whole_ms(seconds: float) -> int:
    """Seconds as milliseconds, rounded once, never negative."""
    return max(0, round(seconds * 1000))


def srt_time(ms: int) -> str:
    """``00:00:01,500``."""
    hours, minutes, seconds, rest = _parts(ms)
    return f"{hours:02d}:{minutes:02d}:{seconds:02d},{rest:03d}"


def vtt_time(ms: int) -> str:
    """``00:00:01.500``."""
    hours, minutes, seconds, rest = _parts(ms)
    return f"{hours:02d}:{minutes:02d}:{seconds:02d}.{rest:03d}"


def clock_time(ms: int) -> str:
    """``0:40:58``, as a person writes it; the running second, not the nearest."""
    hours, minutes, seconds, _ = _parts(ms)
    return f"{hours}:{minutes:02d}:{seconds:02d}"


def _parts(ms: int) -> tuple[int, int, int, int]:
    seconds, rest = divmod(max(0, ms), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return hours, minutes, seconds, rest

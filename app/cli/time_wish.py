"""A moment of a recording as it is named on the command line. Asked by ``clip`` and ``shelf split``."""

import typer

from app.meetings.typed_time import typed_time


def read_moment(text: str, *, option: str) -> int:
    """Milliseconds. What is no time is ``typer.BadParameter``, exit code 2."""
    moment_ms = typed_time(text)
    if moment_ms is None:
        raise typer.BadParameter(f"“{text}” is no time. Write it like 1:02:03.250, 2:03 or 12.5.", param_hint=option)
    return moment_ms

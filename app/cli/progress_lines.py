"""How far a transcription is, on standard error: for a person at a terminal, for a log, or for a program.

Used by ``transcribe.py`` on the main thread. Results never go here.
"""

import json
import sys
from typing import Protocol

import typer

from app.announcements import JobProgressAnnounced
from app.console import is_terminal
from app.meetings.readable import one_line, readable
from engine.contract.messages import Stage

_STAGES = {
    Stage.READING: "reading the file",
    Stage.LOADING: "loading the speech model",
    Stage.RECOGNISING: "transcribing",
    Stage.SPEAKERS: "finding out who speaks",
}


class ProgressLines(Protocol):
    """Tells about one file after another."""

    def tell(self, file: str, progress: JobProgressAnnounced) -> None:
        """How far a file is."""
        ...

    def note(self, text: str, file: str | None = None) -> None:
        """Something worth knowing, about a file or the whole."""
        ...

    def end(self, file: str, state: str, error: str, paths: list[str]) -> None:
        """What became of a file. ``error`` is empty unless it failed."""
        ...


def progress_lines(*, as_json: bool) -> ProgressLines:
    """The right kind for who is looking."""
    if as_json:
        return JsonLines()
    return OneLine() if is_terminal(sys.stderr) else SparseLines()


class JsonLines:
    """One JSON object a line, for a program."""

    def tell(self, file: str, progress: JobProgressAnnounced) -> None:
        """Stage, fraction and seconds left."""
        left = progress.seconds_left
        self._say(
            file=file,
            stage=progress.stage.value,
            fraction=round(progress.fraction, 4),
            seconds_left=None if left is None else round(left, 1),
        )

    def note(self, text: str, file: str | None = None) -> None:
        """A remark."""
        self._say(file=file, note=text)

    def end(self, file: str, state: str, error: str, paths: list[str]) -> None:
        """State, reason and files."""
        self._say(file=file, state=state, error=error or None, paths=paths)

    def _say(self, **values: object) -> None:
        typer.echo(readable(json.dumps(values, ensure_ascii=False)), err=True)


class SparseLines:
    """A line for each stage and each tenth, for a log."""

    def __init__(self) -> None:
        self._told: tuple[str, Stage, int] | None = None

    def tell(self, file: str, progress: JobProgressAnnounced) -> None:
        """A line, if there is something new."""
        key = (file, progress.stage, int(progress.fraction * 10))
        if key != self._told:
            self._told = key
            typer.echo(_line(file, progress), err=True)

    def note(self, text: str, file: str | None = None) -> None:
        """A line of its own."""
        typer.echo(f"{one_line(file)}: {one_line(text)}" if file is not None else one_line(text), err=True)

    def end(self, file: str, state: str, error: str, paths: list[str]) -> None:  # noqa: ARG002 - results tell the paths
        """A line, if it did not work out."""
        if error:
            typer.echo(f"{one_line(file)}: {one_line(error)}", err=True)
        elif state != "done":
            typer.echo(f"{one_line(file)}: {state}", err=True)


class OneLine(SparseLines):
    """One line that is written anew, for a person at a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._is_open = False

    def tell(self, file: str, progress: JobProgressAnnounced) -> None:
        """Write the line anew."""
        self._is_open = True
        typer.echo(f"\r\x1b[K{_line(file, progress)}", err=True, nl=False, color=True)

    def note(self, text: str, file: str | None = None) -> None:
        """A line of its own."""
        self._leave()
        super().note(text, file)

    def end(self, file: str, state: str, error: str, paths: list[str]) -> None:
        """Take the line away, and say if it did not work out."""
        self._leave()
        super().end(file, state, error, paths)

    def _leave(self) -> None:
        if self._is_open:
            self._is_open = False
            typer.echo("\r\x1b[K", err=True, nl=False, color=True)


def _line(file: str, progress: JobProgressAnnounced) -> str:
    left = "" if progress.seconds_left is None else f", {_duration(progress.seconds_left)} left"
    place = f" on {one_line(progress.worker)}" if progress.worker and progress.stage is Stage.RECOGNISING else ""
    return f"{one_line(file)}: {progress.fraction:4.0%} {_STAGES[progress.stage]}{place}{left}"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"

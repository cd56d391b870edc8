"""How every command answers: its exit codes, a trouble as a sentence, a result for programs.

On the main thread of a command, called by the files of this folder that are commands.
"""

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

import typer

from engine.contract.errors import VivavoceError

FAILED = 1
"""Something failed and is named; the rest is done."""
WRONG_USE = 2
STOPPED = 130
"""Ctrl-C, as shells count it."""

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of lines for people.")]


@contextmanager
def told_troubles() -> Generator[None]:
    """A known trouble is one sentence on standard error and exit code 1."""
    try:
        yield
    except VivavoceError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(FAILED) from error


class Failures:
    """What went wrong with some of many: each is named at once, and the others are done."""

    def __init__(self) -> None:
        self._has_failed = False

    @contextmanager
    def told(self) -> Generator[None]:
        """The work on one of them; a known trouble is one sentence on standard error."""
        try:
            yield
        except VivavoceError as error:
            self._has_failed = True
            typer.echo(str(error), err=True)

    def end(self) -> None:
        """Exit code 1 if there were any."""
        if self._has_failed:
            raise typer.Exit(FAILED)


def print_json(value: object) -> None:
    """A result for programs."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))

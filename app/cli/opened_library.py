"""The library of this computer, opened for one command. On the command's main thread; the database loads only then."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from app.folders import find_folders

if TYPE_CHECKING:
    from app.library.library import Library


@contextmanager
def open_library() -> "Generator[Library]":
    """The library of this computer, closed afterwards; what opening had to mend is told."""
    from app.composition import compose_library  # noqa: PLC0415 - help answers without it

    with compose_library(find_folders()) as opened:
        for warning in opened.opening.warnings:
            typer.echo(warning, err=True)
        yield opened

"""The command ``vivavoce``: without words the window, with words the command line.

Runs on the main thread. Exit codes are the same everywhere: 0 done, 1 something failed (it is named, the rest is
done), 2 wrong use, 130 stopped with Ctrl-C. Each group of commands is a file beside this one, loaded when asked for.

To add one: a file with a ``typer.Typer`` or a command, and its line in ``_GROUPS`` or below.
"""

import importlib
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from app.cli.answering import FAILED
from app.cli.listen import listen
from app.cli.transcribe import transcribe
from app.console import empty_console, prepare_console
from app.crash_reports import CrashReports, version
from app.folders import find_folders
from app.log_file import keep_log
from engine.contract.errors import VivavoceError

_GROUPS = {
    "library": "app.cli.library",
    "shelf": "app.cli.shelf",
    "courses": "app.cli.courses",
    "clip": "app.cli.clip",
    "share": "app.cli.share",
    "speakers": "app.cli.speakers",
    "models": "app.cli.models",
    "workers": "app.cli.workers",
    "worker": "app.cli.worker",
    "devices": "app.cli.devices",
    "settings": "app.cli.settings",
    "diagnostics": "app.cli.diagnostics",
    "measure": "app.cli.measure",
}
"""Name of a group of commands, and the module that holds it under the same name."""


class _Commands(TyperGroup):
    """Loads a group of commands when it is needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, for the help."""
        return [*super().list_commands(ctx), *_GROUPS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One command or group; ``None`` if there is no such."""
        if cmd_name not in _GROUPS:
            return super().get_command(ctx, cmd_name)
        group = getattr(importlib.import_module(_GROUPS[cmd_name]), cmd_name)
        group.rich_markup_mode = None
        command = typer.main.get_command(group)
        command.name = cmd_name
        return command


cli = typer.Typer(
    name="vivavoce",
    cls=_Commands,
    help="Recordings into transcripts, on this computer. Without anything behind it, the window opens.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
cli.command("transcribe")(transcribe)
cli.command("listen")(listen)


def _tell_version(value: bool) -> None:
    if value:
        typer.echo(f"Vivavoce {version()}")
        raise typer.Exit


@cli.callback()
def _whole(
    *,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """What holds for every command."""


def main() -> None:
    """Answer the command line, and end the process with its exit code."""
    prepare_console()
    if len(sys.argv) < 2:
        sys.exit(_open_window())
    folders = find_folders()
    keep_log(folders.logs)
    reports = CrashReports(folders.logs)
    reports.install()
    code = _answer(reports)
    # Before the interpreter does it, which has an exit code of its own for a full disk.
    is_written = empty_console()
    sys.exit(code if is_written else code or FAILED)


def _answer(reports: CrashReports) -> str | int | None:
    """Do what was asked; gives the exit code."""
    try:
        cli(prog_name="vivavoce")
    except SystemExit as done:
        return done.code
    except VivavoceError as error:
        typer.echo(str(error), err=True)
    except Exception as error:
        # A bug: whoever typed the command gets a sentence, and we get the report.
        path = reports.write(error)
        where = f" What we need to know is in {path}" if path is not None else ""
        typer.echo(f"Something went wrong that should not have; what was saved before is safe.{where}", err=True)
    return FAILED


def _open_window() -> int:
    try:
        from app.main import open_window  # noqa: PLC0415 - the command line needs no Qt
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith(("PySide6", "shiboken6")):
            raise
        typer.echo("The window is not installed here. “vivavoce transcribe FILE” works without it.", err=True)
        return FAILED
    return open_window()


if __name__ == "__main__":
    main()

"""``vivavoce settings``: what the window's settings keep, listed and changed on the command line.

Runs on the main thread of a command. Everything printed comes from the one declaration in ``app/settings``. The window
reads the file at its start: a change made here while it is open is overwritten by its next own change.
"""

import json
from typing import Annotated

import typer

from app.folders import find_folders
from app.settings.declarations import Declaration, SettingRefused, declaration, declarations, text_of, value_from_text
from app.settings.settings_store import SettingsStore

settings = typer.Typer(name="settings", help="What was chosen: list it, change it, or print what there is to choose.")

FAILED = 1
WRONG_USE = 2

_Name = Annotated[str, typer.Argument(help="Name of the setting, as in the list.")]


@settings.command("list")
def list_settings(
    *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines for people.")] = False
) -> None:
    """Show every setting and its value; a star marks what differs from the default."""
    store = _open()
    values = {name: getattr(store.current, name) for name in declarations()}
    if as_json:
        typer.echo(json.dumps({"settings": values}, ensure_ascii=False, indent=2))
        return
    width = max(map(len, values))
    for name, value in values.items():
        star = " " if value == declarations()[name].default else "*"
        typer.echo(f"{star} {name:<{width}}  {text_of(value)}")


@settings.command("set")
def set_setting(
    name: _Name, value: Annotated[str, typer.Argument(help="The value; lists with commas between, yes or no.")]
) -> None:
    """Change one setting."""
    store = _open()
    try:
        changed = value_from_text(name, value)
    except SettingRefused as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(WRONG_USE) from None
    _change(store, name, changed)


@settings.command("reset")
def reset_setting(name: _Name) -> None:
    """Give one setting its default again."""
    store = _open()
    try:
        default = declaration(name).default
    except SettingRefused as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(WRONG_USE) from None
    _change(store, name, default)


@settings.command("docs")
def print_docs() -> None:
    """Print every setting with its type, default and description, as Markdown."""
    typer.echo("| setting | what may stand there | default | what it is for |")
    typer.echo("|---|---|---|---|")
    for each in declarations().values():
        typer.echo(_row(each))


def _row(each: Declaration) -> str:
    remark = f" Not in the window: {each.not_shown}" if each.not_shown else ""
    return f"| `{each.name}` | {each.kind} | {text_of(each.default)} | {each.description}{remark} |"


def _open() -> SettingsStore:
    store = SettingsStore(find_folders().settings)
    if store.was_damaged:
        typer.echo(f"The file of settings could not be read. It is kept as {store.path.name}.damaged.", err=True)
    for name in store.refused:
        typer.echo(f"{name} made no sense in the file of settings; its default holds.", err=True)
    return store


def _change(store: SettingsStore, name: str, value: object) -> None:
    store.change(**{name: value})
    if store.save_error:
        typer.echo(f"The file of settings could not be written: {store.save_error}", err=True)
        raise typer.Exit(FAILED)
    typer.echo(f"{name}  {text_of(value)}")

"""``vivavoce models``: which speech models are here, getting, checking and removing them.

Runs on the main thread of a command. Results go to standard output, progress and troubles to standard
error; the exit code is 0 when done, 1 when something failed, 2 on wrong use.
"""

import json
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.answering import FAILED, WRONG_USE
from app.folders import find_folders
from engine.contract.cancellation import Cancelled
from engine.contract.errors import SpeechModelUnknown, VivavoceError
from engine.recognition.catalogue import SpeechModel, read_catalogue
from engine.recognition.speech_model_store import InstalledModel, ModelState, SpeechModelStore

models = typer.Typer(name="models", help="Speech models: what is here, get, check, remove.", no_args_is_help=True)


_STATES = {ModelState.MATCHES: "installed", ModelState.DAMAGED: "damaged", ModelState.MISSING: "not here"}

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of lines for people.")]


@models.command("list")
def list_models(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Show every speech model that can be had, and which are here."""
    store = _store_of(context)
    installed = {model.name: model for model in store.installed()}
    rows = [_row(model, installed.get(model.name), store.sources_of(model.name)) for model in store.catalogue]
    rows += [_custom_row(model) for model in installed.values() if model.is_custom]
    if as_json:
        typer.echo(json.dumps({"folder": str(store.folder), "models": rows}, ensure_ascii=False, indent=2))
        return
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        state = _STATES[ModelState(row["state"])]
        typer.echo(f"{row['name']:<{width}}  {_megabytes(row['size']):>9}  {state:<9}  {row['title']}")


@models.command("add")
def add_models(
    context: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Names that list shows.")] = None,
    *,
    source: Annotated[
        Path | None, typer.Option("--from", metavar="PATH", help="Copy from this folder or zip; NAME is then its name.")
    ] = None,
) -> None:
    """Get speech models, or mend damaged ones. What is here already is left alone, without using the network."""
    names = names or []
    if not names and source is None:
        raise typer.BadParameter("Name a speech model, or give --from PATH.")
    if source is not None and len(names) > 1:
        raise typer.BadParameter("--from takes one name at most.")
    store = _store_of(context)
    with _Outcome() as outcome:
        if source is not None:
            with outcome.attempt(), _progress(source.name) as show:
                name = store.add_from(source, name=names[0] if names else None, on_progress=show)
                typer.echo(f"{name}\t{store.path_of(name)}")
            return
        for name in names:
            with outcome.attempt(), _progress(name) as show:
                typer.echo(f"{name}\t{store.add(name, on_progress=show)}")


@models.command("remove")
def remove_models(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Names that list shows.")],
) -> None:
    """Delete speech models from this computer."""
    store = _store_of(context)
    with _Outcome() as outcome:
        for name in names:
            with outcome.attempt():
                store.remove(name)
                typer.echo(f"{name}\tremoved")


@models.command("check")
def check_models(
    context: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Default: all that are here.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Read every byte of speech models and compare with what was published."""
    store = _store_of(context)
    results: list[dict[str, Any]] = []
    with _Outcome() as outcome:
        for name in names or [model.name for model in store.installed()]:
            with outcome.attempt():
                check = store.check(name)
                results.append({"name": name, "state": check.state, "damaged": check.damaged})
                if check.state is not ModelState.MATCHES:
                    outcome.failed()
                if not as_json:
                    files = f" ({', '.join(check.damaged)})" if check.damaged else ""
                    said = "good" if check.state is ModelState.MATCHES else _STATES[check.state]
                    typer.echo(f"{name}\t{said}{files}")
        if as_json:
            typer.echo(json.dumps({"models": results}, ensure_ascii=False, indent=2))


def _store_of(context: typer.Context) -> SpeechModelStore:
    """The store that the caller of the command line gave, or the one of this computer."""
    if isinstance(context.obj, SpeechModelStore):
        return context.obj
    return SpeechModelStore(find_folders().models, read_catalogue())


def _row(model: SpeechModel, here: InstalledModel | None, sources: list[str]) -> dict[str, Any]:
    return {
        "name": model.name,
        "title": model.title,
        "languages": model.languages,
        "size": model.size,
        "licence": model.licence,
        "state": here.state if here else ModelState.MISSING,
        "place": str(here.place) if here else None,
        "source": here.source if here else None,
        "sources": sources,
    }


def _custom_row(here: InstalledModel) -> dict[str, Any]:
    return {
        "name": here.name,
        "title": f"{here.title} (your own)",
        "languages": None,
        "size": here.size,
        "licence": None,
        "state": here.state,
        "place": str(here.place),
        "source": here.source,
        "sources": [],
    }


class _Outcome:
    """Says each trouble in one sentence, goes on with the rest, and ends with the right exit code."""

    def __init__(self) -> None:
        self._code = 0

    def __enter__(self) -> "_Outcome":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self._code:
            raise typer.Exit(self._code)

    def failed(self) -> None:
        """One of the names did not work out."""
        self._code = self._code or FAILED

    @contextmanager
    def attempt(self) -> Generator[None]:
        """One name's turn."""
        try:
            yield
        except SpeechModelUnknown as error:
            self._code = WRONG_USE
            typer.echo(str(error), err=True)
        except VivavoceError as error:
            self.failed()
            typer.echo(str(error), err=True)
            if detail := getattr(error, "detail", ""):
                typer.echo(f"  {detail}", err=True)
        except OSError as error:
            self.failed()
            typer.echo(f"The folder of speech models cannot be used: {error.strerror or error}.", err=True)
        except (KeyboardInterrupt, Cancelled):
            typer.echo("Stopped. What arrived is kept for the next try.", err=True)
            raise typer.Exit(FAILED) from None


@contextmanager
def _progress(name: str) -> Generator["_Progress"]:
    progress = _Progress(name)
    try:
        yield progress
    finally:
        progress.end()


class _Progress:
    """Bytes so far on standard error: one line that is rewritten on a terminal, a line each tenth elsewhere."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()  # pyright: ignore[reportUnnecessaryComparison] - None without a console (failures 69)
        self._shown_at = 0.0
        self._tenth = -1
        self._is_open = False

    def __call__(self, done: int, total: int) -> None:
        text = f"{self._name}: {_megabytes(done)} of {_megabytes(total)}"
        if self._is_terminal:
            if time.monotonic() - self._shown_at > 0.1 or done == total:
                self._shown_at = time.monotonic()
                self._is_open = True
                typer.echo(f"\r\x1b[K{text}", err=True, nl=False)
        elif total and done * 10 // total > self._tenth:
            self._tenth = done * 10 // total
            typer.echo(text, err=True)

    def end(self) -> None:
        """Leave the rewritten line."""
        if self._is_open:
            typer.echo("", err=True)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"

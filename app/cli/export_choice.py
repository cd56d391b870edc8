"""How files are written when the command line says nothing else, and the formats that it may name.

Used by ``library.py`` and ``transcribe.py``.
"""

import typer

from app.exporting.formats import WRITERS
from app.exporting.profile import ExportProfile
from app.exporting.remembered_profile import profile_of
from app.settings.settings import InterfaceLanguage, Settings


def chosen_profile(settings: Settings) -> ExportProfile:
    """What the person chose in the settings."""
    language = "en" if settings.language is InterfaceLanguage.SYSTEM else settings.language.value
    return profile_of(settings, language=language)


def asked_formats(to: str) -> tuple[str, ...]:
    """The formats of a ``--to``, each once. An unknown one is wrong use."""
    formats = tuple(word.strip().casefold().lstrip(".") for word in to.split(",") if word.strip())
    unknown = [word for word in formats if word not in WRITERS]
    if unknown:
        raise typer.BadParameter(f"“{unknown[0]}” is none of {', '.join(WRITERS)}.", param_hint="--to")
    return tuple(dict.fromkeys(formats))

"""How files are written when the command line says nothing else, and the formats that it may name.

Used by ``library.py`` and ``transcribe.py``.
"""

from dataclasses import dataclass, replace
from typing import Any

import typer

from app.exporting.course_profile import from_text
from app.exporting.formats import WRITERS
from app.exporting.profile import ChineseScript, ExportProfile, Layout
from app.exporting.remembered_profile import profile_of
from app.folders import find_folders
from app.meetings.course import Course
from app.settings.settings import InterfaceLanguage, Settings
from app.settings.settings_store import SettingsStore


@dataclass(frozen=True, slots=True)
class AskedProfile:
    """How files are written: what is usual, and what the command line says instead."""

    usual: ExportProfile
    changes: dict[str, Any]

    def for_course(self, course: Course | None) -> ExportProfile:
        """For a meeting of a course, which may have a profile of its own."""
        usual = self.usual if course is None else from_text(course.export_profile, self.usual)
        return replace(usual, **self.changes)


def chosen_profile(settings: Settings) -> ExportProfile:
    """What the person chose in the settings."""
    language = "en" if settings.language is InterfaceLanguage.SYSTEM else settings.language.value
    return profile_of(settings, language=language)


def asked_formats(to: str, *, option: str = "--to") -> tuple[str, ...]:
    """The formats of an option, each once. An unknown one is wrong use."""
    formats = tuple(word.strip().casefold().lstrip(".") for word in to.split(",") if word.strip())
    unknown = [word for word in formats if word not in WRITERS]
    if unknown:
        raise typer.BadParameter(f"“{unknown[0]}” is none of {', '.join(WRITERS)}.", param_hint=option)
    return tuple(dict.fromkeys(formats))


def asked_profile(
    *,
    to: str = "",
    chinese: str | None = None,
    speakers: bool | None = None,
    times: bool | None = None,
    table: bool | None = None,
    bom: bool | None = None,
) -> AskedProfile:
    """The settings' profile, and what the command line says instead. Wrong words end with exit code 2."""
    usual = chosen_profile(SettingsStore(find_folders().settings).current)
    changes: dict[str, Any] = {"speakers": speakers, "times": times, "bom": bom}
    changes["formats"] = asked_formats(to) or None
    if table is not None:
        changes["layout"] = Layout.TABLE if table else Layout.PARAGRAPHS
    if chinese is not None:
        try:
            changes["chinese"] = ChineseScript(chinese.replace("-", "_"))
        except ValueError:
            scripts = ", ".join(script.value for script in ChineseScript)
            raise typer.BadParameter(f"“{chinese}” is none of {scripts}.", param_hint="--chinese") from None
    return AskedProfile(usual, {name: value for name, value in changes.items() if value is not None})

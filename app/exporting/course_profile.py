"""The export profile that a course remembers, as text for the library, and back. Pure.

What a newer or older Vivavoce wrote is taken as far as it is known; a course without one is exported as the settings
say. The few words that an exporter adds are in the window's language and not remembered.
"""

import json
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.exporting.profile import ChineseScript, ExportProfile, Layout

_STORED = TypeAdapter(dict[str, Any])


def to_text(profile: ExportProfile) -> str:
    """What the library keeps."""
    values = {field.name: getattr(profile, field.name) for field in fields(ExportProfile) if field.name != "language"}
    plain = {name: value.value if isinstance(value, Enum) else value for name, value in values.items()}
    return json.dumps(plain, ensure_ascii=False, sort_keys=True)


def from_text(text: str, usual: ExportProfile) -> ExportProfile:
    """The profile of a course; ``usual`` where it has none, and for what it does not say."""
    try:
        stored = _STORED.validate_json(text or "{}")
    except ValidationError:
        return usual
    known: dict[str, Any] = {}
    for field in fields(ExportProfile):
        value = stored.get(field.name)
        now = getattr(usual, field.name)
        if field.name == "formats":
            if formats := _formats_in(value):
                known["formats"] = formats
        elif isinstance(now, ChineseScript | Layout):
            if value in [each.value for each in type(now)]:
                known[field.name] = type(now)(value)
        elif type(value) is type(now) or (isinstance(now, float) and isinstance(value, int)):
            known[field.name] = value
    known.pop("language", None)
    return replace(usual, **known)


def _formats_in(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    from app.exporting.formats import EXPORTERS  # noqa: PLC0415 - what makes Word files loads with the first export

    return tuple(key for key in EXPORTERS if key in value)

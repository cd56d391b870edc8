"""What is declared of every setting, read from ``Settings`` itself: for the command line, the documentation, the tests.

Pure. ``value_from_text`` is how a person writes a value on the command line; the file has JSON, with the same checks.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from app.settings.settings import Settings


class SettingRefused(ValueError):
    """There is no such setting, or the value makes no sense for it: a sentence for who typed it."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """One setting."""

    name: str
    kind: str
    """What may stand there, in words."""
    default: object
    description: str
    not_shown: str
    """Why the window does not show it; empty for most."""
    is_private: bool
    """Its value tells of the person: folders, names of devices. It stays out of diagnostics."""


@cache
def declarations() -> Mapping[str, Declaration]:
    """Every setting by its name, in the order of their declaration."""
    hints = get_type_hints(Settings, include_extras=True)
    found: dict[str, Declaration] = {}
    for entry in fields(Settings):
        default = entry.default if entry.default is not MISSING else getattr(Settings(), entry.name)
        found[entry.name] = Declaration(
            name=entry.name,
            kind=_kind(hints[entry.name]),
            default=default,
            description=str(entry.metadata["description"]),
            not_shown=str(entry.metadata["not_shown"]),
            is_private=bool(entry.metadata["is_private"]),
        )
    return found


def declaration(name: str) -> Declaration:
    """One setting.

    Raises:
        SettingRefused: there is none of that name.
    """
    try:
        return declarations()[name]
    except KeyError:
        raise SettingRefused(f"There is no setting called {name}.") from None


def checked_value(name: str, value: object) -> object:
    """A value as it stands in the file, as the setting's own type.

    Raises:
        SettingRefused: it makes no sense for this setting, or there is none of that name.
    """
    wanted = declaration(name)
    try:
        return _adapter(name).validate_python(value)
    except ValidationError:
        raise SettingRefused(f"{name} cannot be {text_of(value)}. It is {wanted.kind}.") from None


def value_from_text(name: str, text: str) -> object:
    """A value as a person types it: lists with commas, keys with equals signs, yes and no.

    Raises:
        SettingRefused: it makes no sense for this setting, or there is none of that name.
    """
    default = declaration(name).default
    if isinstance(default, tuple):
        return checked_value(name, tuple(part.strip() for part in text.split(",") if part.strip()))
    if isinstance(default, dict):
        pairs = (part.partition("=") for part in text.split(",") if part.strip())
        return checked_value(name, {key.strip(): value.strip() for key, _equals, value in pairs})
    return checked_value(name, text)


def text_of(value: object) -> str:
    """A value as a person types it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "(none)"  # type: ignore[arg-type] # pyright cannot know what is in it
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False) if value else "(none)"
    return str(value) if value != "" else "(empty)"


@cache
def _adapter(name: str) -> TypeAdapter[object]:
    return TypeAdapter(get_type_hints(Settings, include_extras=True)[name])


def _kind(hint: Any) -> str:
    bounds = ""
    if get_origin(hint) is Annotated:
        hint, *marks = get_args(hint)
        least, most = (
            next((getattr(part, side) for part in _parts(marks) if hasattr(part, side)), None) for side in ("ge", "le")
        )
        bounds = f", {least} to {most}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "one of " + ", ".join(str(member.value) for member in hint)
    if hint is bool:
        return "yes or no"
    if hint is int:
        return f"a whole number{bounds}"
    if get_origin(hint) is tuple:
        return "a list, with commas between"
    if get_origin(hint) is dict:
        return "pairs name=value, with commas between"
    return "text"


def _parts(marks: list[Any]) -> list[Any]:
    """The bounds within what pydantic's ``Field`` gives."""
    return [part for mark in marks for part in getattr(mark, "metadata", [mark])]

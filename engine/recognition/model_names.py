"""Which names a speech model's folder may have. Pure; used by the store and by the import from a folder or zip."""

import re
import unicodedata

LONGEST_NAME = 64

_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789")}
_UNWANTED = re.compile(r"[^\w. -]+")


def is_safe_name(name: str) -> bool:
    """Whether a folder of that name is possible on every system and stays inside the model folder."""
    return (
        0 < len(name) <= LONGEST_NAME
        and _UNWANTED.search(name) is None
        and name == unicodedata.normalize("NFC", name)
        and not name.startswith((".", " ", "-"))
        and not name.endswith((".", " ", ".part"))
        and name.split(".", maxsplit=1)[0].rstrip().casefold() not in _RESERVED
    )


def to_safe_name(text: str) -> str:
    """The nearest safe name to a folder or file name; ``custom`` if nothing of it can stay."""
    text = _UNWANTED.sub("-", unicodedata.normalize("NFC", text)).lstrip(". -")[:LONGEST_NAME].rstrip(". -")
    text = text.removesuffix(".part").rstrip(". -")
    return text if is_safe_name(text) else "custom"

"""A title as a file name that every system takes. The title itself stays in the library as it was written."""

import re
import unicodedata

from app.exporting.graphemes import is_border

LONGEST_BYTES = 200
"""Of the whole name in UTF-8; systems take 255, the rest is room for temporary and other people's suffixes."""
FALLBACK = "Transcript"

_REPLACED = re.compile(r"[/\\|<>*?:]+")
_WHITE = re.compile(r"\s+")
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)\s*(?=\.|$)")
_KEPT_FORMAT = "\u200c\u200d"  # joiners within Persian words and emoji


def safe_file_name(title: str, extension: str, *, number: int = 1) -> str:
    """``title`` + ``extension`` (with its dot) as a file name; with a ``number`` above 1, ``title (2)``.

    At most 200 bytes, cut between visible characters, composed (NFC), without characters or names that a
    system keeps for itself, without direction marks that make a name look like another, never empty.
    """
    suffix = (f" ({number})" if number > 1 else "") + extension
    stem = _cut(_plain(title), LONGEST_BYTES - len(suffix.encode("utf-8")))
    if not stem:
        stem = FALLBACK
    return stem + suffix


def _plain(title: str) -> str:
    composed = unicodedata.normalize("NFC", title)
    text = _REPLACED.sub("-", _WHITE.sub(" ", composed.replace('"', "'")))
    text = "".join(character for character in text if _is_kept(character))
    text = _trimmed(unicodedata.normalize("NFC", text))
    return _RESERVED.sub(r"\1_", text)


def _is_kept(character: str) -> bool:
    category = unicodedata.category(character)
    if character == "\ufffd":  # what could not be read
        return False
    return category not in ("Cc", "Cf", "Cs", "Cn", "Co") or character in _KEPT_FORMAT


def _trimmed(text: str) -> str:
    """Without what hides a file, looks like an option, or is dropped by Windows."""
    return text.lstrip(" .-~").rstrip(" .-")


def _cut(text: str, room: int) -> str:
    encoded = text.encode("utf-8")
    if len(encoded) <= room:
        return text
    stop = len(encoded[:room].decode("utf-8", errors="ignore"))
    while stop > 0 and not is_border(text, stop):
        stop -= 1
    return text[:stop].rstrip(" .-")

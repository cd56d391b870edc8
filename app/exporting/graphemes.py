"""Where one visible character ends: an accent, an emoji with its skin tone and a flag are never cut in two.

A small part of Unicode's rules (UAX 29), enough for cutting file names and lines without another library.
"""

import unicodedata
from functools import lru_cache

_JOINER = "\u200d"


def is_border(text: str, position: int) -> bool:
    """Whether text may be cut before ``position``."""
    if position <= 0 or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if _extends(after) or before == _JOINER:
        return False
    if _is_flag_letter(before) and _is_flag_letter(after):
        run = 0
        while run < position and _is_flag_letter(text[position - 1 - run]):
            run += 1
        return run % 2 == 0
    return True


@lru_cache(maxsize=16384)
def _extends(character: str) -> bool:
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or character in (_JOINER, "\u200c", "\uff9e", "\uff9f")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
        or "\u1160" <= character <= "\u11ff"  # vowels and finals of Hangul written in parts
    )


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"

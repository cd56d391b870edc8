"""How many columns text takes on a screen: Han characters two, combining marks none.

Also tells scripts apart where a line may be broken: those with spaces, those without.
"""

import re
import unicodedata
from functools import lru_cache

from app.meetings.chinese import HAN

_CJK = re.compile(f"[{HAN}\u3041-\u3096\u3099-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_WIDE_SCRIPT = re.compile(f"[{HAN}\u3041-\u3096\u30a1-\u30ff\u1100-\u11ff\uac00-\ud7a3]")
_LETTER = re.compile(r"[^\W\d_]")


@lru_cache(maxsize=16384)
def width_of_character(character: str) -> int:
    """Columns of one code point: 0, 1 or 2."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def display_width(text: str) -> int:
    """Columns of a text."""
    return sum(map(width_of_character, text))


@lru_cache(maxsize=16384)
def is_cjk(character: str) -> bool:
    """Whether it is a Han or kana character: lines may be broken beside it without a space."""
    return _CJK.match(character) is not None


def is_wide_text(text: str) -> bool:
    """Whether a line counts as Chinese, Japanese or Korean: most of its letters are."""
    letters = len(_LETTER.findall(text))
    return letters > 0 and len(_WIDE_SCRIPT.findall(text)) * 2 >= letters

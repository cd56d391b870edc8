"""Where the words are in languages that write no spaces between them: Chinese, Japanese, Thai, Lao, Khmer, Burmese.

Recognition gives such a language in pieces of a character or two, which are no words, and often without any
punctuation: then nothing but a dictionary tells where a reader would stumble. It is ICU's, which holds all of them and
both Chinese scripts. Pure; called by ``break_points.py``.
"""

import re

from app.exporting.display_width import display_width

SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese and Khmer, as a range of a pattern."""
_WIDEST = 16
"""Columns. What a dictionary takes for a longer word may be broken all the same: a line must hold it."""
_IS_SPACELESS = re.compile(f"[\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff{SPACELESS}]{{2}}")


def places_inside_words(text: str) -> frozenset[int]:
    """The positions of a text that lie inside a word which has no spaces around it."""
    if not _IS_SPACELESS.search(text):
        return frozenset()
    # Imported here: its dictionaries are tens of megabytes, and most texts have spaces.
    from icu4py.breakers import WordBreaker  # noqa: PLC0415

    inside: set[int] = set()
    begin = 0
    for word in WordBreaker(text, "zh"):  # one dictionary serves Chinese and Japanese, and each script has its own
        stop = begin + len(word)
        if _IS_SPACELESS.search(word) and display_width(word) <= _WIDEST:
            inside.update(range(begin + 1, stop))
        begin = stop
    return frozenset(inside)

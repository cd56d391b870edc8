"""Where a line of subtitles may be broken, and how good each place is.

Pure and without times. A place is never inside a number or a word, never before a closing mark and never after an
opening one. Languages without spaces break between the words that a dictionary knows, at best beside their marks.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from app.exporting.display_width import is_cjk, width_of_character
from app.exporting.graphemes import is_border
from app.exporting.words_without_spaces import SPACELESS, places_inside_words

SENTENCE_END = 0
CLAUSE_END = 10
PAUSE = 22
PLAIN = 40
AWKWARD = 70
EMERGENCY = 200
"""Costs of a break; only their order and rough distance matter."""

_NUMERAL = "零〇一二三四五六七八九十百千万亿两萬億兩"
_NUMBERS = re.compile(
    r"(?<!\d)\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)"  # 10 000
    rf"|\d+(?:[.,:/．，：]\d+)*[ \u00a0\u202f]?[%％‰℃°{_NUMERAL}]*"
    rf"|(?:[百千万]分之)?[{_NUMERAL}]+(?:点[{_NUMERAL}]+)?(?:分之[{_NUMERAL}]+)?"
)
_SPACELESS = re.compile(f"[{SPACELESS}]")
_CLOSING = frozenset(
    ",.!?:;)]}%‰°…’”»›‥"
    "，。！？：；、）］｝〉》」』】〕〗〙〛％℃・·‧ー々〻ゝゞヽヾ～〜—"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ｡｣､･ｰ"
    "\u0e2f\u0e30\u0e32\u0e33\u0e45\u0e46\u0eb0\u0eb2\u0eb3"
)
_OPENING = frozenset(
    "([{“‘«‹（［｛〈《「『【〔〖〘〚￥＄£€$#@｢\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4"
)
_TWO_SIDED = frozenset("\"'—–-/\\~*_&+=|<>")
_NOT_FIRST = _CLOSING | _TWO_SIDED
_NOT_LAST = _OPENING | _TWO_SIDED
_SENTENCE_MARKS = frozenset(".!?。！？…｡")
_CLAUSE_MARKS = frozenset(",;:，；：、—–､")
_AFTER_MARKS = "\"'”’)]}）」』】》〉"
_MOVES_ON = re.compile("[第每约約的了在是和与與或把被从從对對向不很]")
_CONJUNCTION = re.compile(
    r"(?i:and|or|but|because|that|which|who|when|where|while|if|so|than|und|oder|aber|weil|dass|wenn|denn|et|ou|mais"
    r"|que|qui|parce|quand|si|y|o|pero|porque|cuando|e|ma|perché|mas) "
)
"""Words that begin something new, in a few languages; a subtitle is broken before them, not behind."""
_SHORT_WORD = 3


@dataclass(frozen=True, slots=True)
class BreakPoint:
    """A place to break a text in two."""

    stop: int
    """Where the left part ends."""
    start: int
    """Where the right part begins, behind the space if there is one."""
    cost: int
    """0 for a perfect place."""


def find_break_points(text: str, word_borders: Collection[int] = ()) -> list[BreakPoint]:
    """All places, from left to right. ``text`` has no white space at its ends and single spaces inside.

    ``word_borders`` are positions where a recognised word begins; they help languages without spaces.
    """
    never = places_inside_words(text) | _inside_numbers(text)
    points: list[BreakPoint] = []
    for position in range(1, len(text)):
        if position in never:
            continue
        left, right = text[position - 1], text[position]
        if left == " ":
            cost = _cost_at_space(text, position)
            if cost is not None:
                points.append(BreakPoint(position - 1, position, cost))
        elif right != " " and not (left.isascii() and right.isascii()):
            cost = _cost_between(text, position, word_borders)
            if cost is not None:
                points.append(BreakPoint(position, position, cost))
    return points


def ends_sentence(text: str) -> bool:
    """Whether a text ends with a full stop or its kin, perhaps inside a closing quote."""
    return text.rstrip(_AFTER_MARKS)[-1:] in _SENTENCE_MARKS and bool(text)


def _inside_numbers(text: str) -> set[int]:
    inside: set[int] = set()
    for match in _NUMBERS.finditer(text):
        if match.end() - match.start() > 1:
            stop = match.end() if text[match.end() - 1] != " " else match.end() - 1
            inside.update(range(match.start() + 1, stop))
    return inside


def _cost_at_space(text: str, position: int) -> int | None:
    left, right = text[position - 2], text[position]
    if right in _CLOSING and right != "—":
        return None
    if left in _OPENING and left not in "#@":
        return None
    ended = _cost_after_mark(text, position - 1)
    if ended is not None:
        return ended
    if _CONJUNCTION.match(text, position):
        return PLAIN - 14
    before = text.rfind(" ", 0, position - 1)
    is_short = position - 2 - before <= _SHORT_WORD and width_of_character(left) == 1
    return PLAIN + 12 if is_short else PLAIN


def _cost_between(text: str, position: int, word_borders: Collection[int]) -> int | None:
    left, right = text[position - 1], text[position]
    if text[max(0, position - 2) : position] == "——" and right not in _NOT_FIRST:
        return CLAUSE_END
    if right in _NOT_FIRST or left in _NOT_LAST or not is_border(text, position) or not _may_meet(left, right):
        return None
    if is_cjk(left) or is_cjk(right) or _is_wide_mark(left) or _is_wide_mark(right):
        ended = _cost_after_mark(text, position)
        return ended if ended is not None else _cost_in_cjk(left, right, is_new_word=position in word_borders)
    return PLAIN if position in word_borders or _is_spaceless(left) else EMERGENCY


def _cost_in_cjk(left: str, right: str, *, is_new_word: bool) -> int:
    if _is_katakana(left) and _is_katakana(right):
        return EMERGENCY
    if right in _OPENING:
        return CLAUSE_END * 2
    if left.isdigit() or right.isdigit() or _MOVES_ON.match(left):
        return AWKWARD
    is_new_phrase = _is_hiragana(left) and not _is_hiragana(right)
    return PLAIN if is_new_word or is_new_phrase else PLAIN + 25


def _cost_after_mark(text: str, stop: int) -> int | None:
    """Cost if the left part ends with a mark of a sentence or a clause."""
    last = stop - 1
    while last > 0 and text[last] in _AFTER_MARKS:
        last -= 1
    if text[last] in _SENTENCE_MARKS:
        return SENTENCE_END
    if text[last] in _CLAUSE_MARKS:
        return CLAUSE_END
    return None


@lru_cache(maxsize=65536)
def _may_meet(left: str, right: str) -> bool:
    """Whether a line may end between two characters that no space parts."""
    if "\u00a0" in (left, right) or "\u202f" in (left, right) or "\u2060" in (left, right):
        return False
    if is_cjk(left) or is_cjk(right) or _is_wide_mark(left) or _is_wide_mark(right):
        return True
    if _is_spaceless(left) and _is_spaceless(right):
        return True
    # Hangul, emoji and the like stay together as long as there is any other place (EMERGENCY).
    both_wide = width_of_character(left) == 2 and width_of_character(right) == 2
    return both_wide and not ("\uff10" <= left <= "\uff5a" or "\uff10" <= right <= "\uff5a")


def _is_spaceless(character: str) -> bool:
    """Thai, Lao, Myanmar, Khmer: words without spaces and without wide characters."""
    return _SPACELESS.match(character) is not None


def _is_wide_mark(character: str) -> bool:
    return "\u3000" <= character <= "\u303f" or character in "，。！？：；（）［］｛｝％…"


def _is_hiragana(character: str) -> bool:
    return "\u3041" <= character <= "\u309f"


def _is_katakana(character: str) -> bool:
    return "\u30a0" <= character <= "\u30ff" and character != "・"

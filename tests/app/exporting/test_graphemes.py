from itertools import pairwise

import pytest

from app.exporting.graphemes import is_border


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("abc", ["a", "b", "c"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("👩\u200d🔬x", ["👩\u200d🔬", "x"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("", []),
    ],
)
def test_a_visible_character_is_never_cut(text: str, parts: list[str]) -> None:
    borders = [position for position in range(len(text) + 1) if is_border(text, position)]
    assert [text[first:last] for first, last in pairwise(borders)] == parts

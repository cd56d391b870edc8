import re

import pytest
from hypothesis import given

from app.exporting.break_points import SENTENCE_END, find_break_points
from app.exporting.clean_text import clean_line
from tests.builders.transcripts import texts


def pieces(text: str) -> list[str]:
    """The text cut at every place."""
    cut: list[str] = []
    begin = 0
    for point in find_break_points(text):
        cut.append(text[begin : point.stop])
        begin = point.start
    return [*cut, text[begin:]]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("GPT-4 costs 3.5 euros", ["GPT-4", "costs", "3.5", "euros"]),
        ("about 10 000 people", ["about", "10 000", "people"]),
        ("in 2019 300 people", ["in", "2019", "300", "people"]),
        ("Quoi ? Oui !", ["Quoi ?", "Oui !"]),
        ("no\u00a0break here", ["no\u00a0break", "here"]),
        ("回家。好", ["回家。", "好"]),
        ("他说：「好」吗", ["他", "说：", "「好」", "吗"]),
        ("二十三万人", ["二十三万人"]),
        ("三点五倍", ["三点五", "倍"]),
        ("百分之五十的", ["百分之五十", "的"]),
        ("约3.5万元", ["约", "3.5万", "元"]),
        ("用GPT-4模型", ["用", "GPT-4", "模型"]),
        ("GPT-4を使う", ["GPT-4", "を", "使う"]),
        ("きょうはどう", ["きょう", "は", "どう"]),
        ("好——不", ["好——", "不"]),
        ("예산 회의", ["예", "산", "회", "의"]),
    ],
)
def test_a_text_breaks_where_a_reader_expects_it(text: str, parts: list[str]) -> None:
    """Case 77."""
    assert pieces(text) == parts


def test_the_end_of_a_sentence_is_the_best_place_and_a_korean_word_the_worst() -> None:
    points = find_break_points("Yes. 예산 회의")
    costs = {point.start: point.cost for point in points}
    assert costs[5] == SENTENCE_END
    assert costs[6] > costs[8]


@given(texts)
def test_no_place_is_inside_a_number_or_a_word_or_before_a_closing_mark(text: str) -> None:
    """Case 77."""
    text = clean_line(text)
    for point in find_break_points(text):
        left, right = text[: point.stop], text[point.start :]
        assert left
        assert right
        assert text[point.stop : point.start] in ("", " ")
        assert right[0] not in ",.!?:;)]}，。！？：；、）》」』】"
        if point.stop == point.start:
            assert not re.search(r"[0-9A-Za-z]$", left) or not re.match(r"[0-9A-Za-z]", right)

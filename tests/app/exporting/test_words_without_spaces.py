import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exporting.display_width import display_width
from app.exporting.words_without_spaces import places_inside_words


@pytest.mark.parametrize(
    ("words", "between"),
    [
        (("今天", "我们", "讨论", "预算"), ""),
        (("今天", "我們", "討論", "預算"), ""),
        (("会議", "資料", "準備"), "の"),
        (("ประชุม", "กำหนดการ", "โครงการ"), "และ"),
        (("软件", "发布"), "，"),
        (("会议", "材料"), "😀"),
    ],
)
def test_a_dictionary_knows_where_words_are(words: tuple[str, ...], between: str) -> None:
    """Case 77."""
    inside = places_inside_words(between.join(words))
    begin = 0
    for word in words:
        assert begin not in inside
        assert set(range(begin + 1, begin + len(word))) <= inside, word
        begin += len(word) + len(between)


@pytest.mark.parametrize("text", ["", "a", "plain words, and 3.5 of them", "예산 회의", "😀😀", "的", "，。"])
def test_where_there_are_spaces_or_no_words_nothing_is_said(text: str) -> None:
    assert places_inside_words(text) == frozenset()


def test_compounds_of_katakana_are_broken_between_their_words() -> None:
    """Case 77."""
    inside = places_inside_words("コンピュータプログラミングセミナー")
    assert {6, 13} & inside == set()
    assert 3 in inside


@given(st.text(st.sampled_from("今天我们讨论预算会议のはをカタナประชุม，。 a1😀"), max_size=60))
def test_nothing_that_must_stay_together_is_wider_than_a_line(text: str) -> None:
    inside = places_inside_words(text)
    begin = 0
    for position in range(1, len(text) + 1):
        if position not in inside:
            assert position == begin + 1 or display_width(text[begin:position]) <= 16
            begin = position

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.segments import RecognisedWord
from engine.recognition.lines import LONGEST_HAN, LONGEST_S, split_lines
from tests.builders.recognised import word, words


def texts(some: list[RecognisedWord]) -> list[str]:
    return ["".join(each.text for each in line).strip() for line in split_lines(some)]


@st.composite
def spoken(draw: st.DrawFn) -> list[RecognisedWord]:
    pieces = st.sampled_from([" yes", " Mr.", " end.", " comma,", "好", "。", " why?", ' "quote."', ""])
    at = 0.0
    found: list[RecognisedWord] = []
    for text in draw(st.lists(pieces, max_size=80)):
        at += draw(st.sampled_from([0.0, 0.1, 0.9, 1.0, 5.0]))
        length = draw(st.sampled_from([0.0, 0.2, 2.0]))
        found.append(word(text, at, at + length))
        at += length
    return found


@given(spoken())
def test_no_word_is_lost_moved_or_doubled(some: list[RecognisedWord]):
    assert [each for line in split_lines(some) for each in line] == some
    assert all(split_lines(some))


@given(spoken())
def test_only_a_single_word_is_longer_than_a_line_may_be(some: list[RecognisedWord]):
    for line in split_lines(some):
        assert len(line) == 1 or line[-1].stop - line[0].start <= LONGEST_S * 16_000


def test_a_sentence_is_a_line():
    assert texts(words("It rains. Does it? Yes!")) == ["It rains.", "Does it?", "Yes!"]


def test_a_chinese_sentence_is_a_line():
    assert texts(words("今天下雨。真的吗？是！")) == ["今天下雨。", "真的吗？", "是！"]


def test_closing_marks_belong_to_their_sentence():
    spoken_words = [word(" “Go.”", 0, 1), word(" Then", 1, 2), word(" (away!)", 2, 3), word(" Now", 3, 4)]
    assert texts(spoken_words) == ["“Go.”", "Then (away!)", "Now"]


@pytest.mark.parametrize("abbreviation", ["Mr.", "Dr.", "e.g.", "St."])
def test_an_abbreviation_ends_no_sentence(abbreviation: str):
    assert texts(words(f"We met {abbreviation} Miller there.")) == [f"We met {abbreviation} Miller there."]


def test_a_number_with_a_point_ends_no_sentence():
    assert texts(words("It costs 3.5 euros now.")) == ["It costs 3.5 euros now."]


def test_a_pause_ends_a_line():
    first, second = words("one two"), words("three four", start_s=2.0)
    assert texts(first + second) == ["one two", "three four"]
    assert texts(first + words("three four", start_s=1.7)) == ["one two three four"]


def test_a_long_line_is_cut_after_a_comma():
    text = " ".join(["word"] * 24) + ", " + " ".join(["more"] * 24)
    assert texts(words(text)) == [" ".join(["word"] * 24) + ",", " ".join(["more"] * 24)]


def test_a_long_line_without_commas_is_cut_at_its_longest_pause():
    first, second = words(" ".join(["word"] * 20)), words(" ".join(["more"] * 24), start_s=8.7)
    assert [len(line) for line in split_lines(first + second)] == [20, 24]


def test_a_long_line_without_anything_is_cut_in_the_middle():
    assert [len(line) for line in split_lines(words(" ".join(["word"] * 60), each_s=0.3))] == [30, 30]


def test_long_chinese_is_cut_by_its_characters():
    lines = texts(words("学" * 100, each_s=0.12))
    assert "".join(lines) == "学" * 100
    assert max(map(len, lines)) <= LONGEST_HAN


def test_no_words_are_no_lines():
    assert split_lines([]) == []

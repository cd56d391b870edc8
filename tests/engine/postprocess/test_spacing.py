import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.postprocess.spacing import tidy
from tests.builders.recognised import line, words


def tidied(text: str) -> str | None:
    found = tidy(line(text))
    return None if found is None else found.text


@pytest.mark.parametrize(("text", "expected"), [
    ("  two   spaces\n and a line ", "two spaces and a line"),
    ("a word , and a stop .", "a word, and a stop."),
    ("1 .5 and .NET stay", "1 .5 and .NET stay"),
    ("bell\x07 and \x00zero", "bell and zero"),
    ("broken\ufffd character", "broken character"),
    ("今天 的\u3000课", "今天 的 课"),
    ("a\u200d\U0001f469\u200d\U0001f4bb stays joined", "a\u200d\U0001f469\u200d\U0001f4bb stays joined"),
])  # fmt: skip
def test_text_is_tidied(text: str, expected: str):
    assert tidied(text) == expected


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00", "\ufffd\ufffd", "\ud800"])
def test_nothing_is_left_of_what_nobody_can_see(text: str):
    assert tidied(text) is None


@given(st.text())
def test_tidying_twice_changes_nothing_more(text: str):
    once = tidied(text)
    assert once is None or tidied(once) == once


@given(st.text(st.characters(codec="utf-8")))
def test_no_letter_is_lost(text: str):
    def letters(some: str) -> str:
        return "".join(character for character in some if character.isalnum())

    assert letters(tidied(text) or "") == letters(text)


def test_words_keep_their_own_texts():
    segment = line("one  two", words=tuple(words("one two")))
    found = tidy(segment)
    assert found is not None
    assert found.words == segment.words


def test_tidy_text_is_not_copied():
    segment = line("Nothing to do here.")
    assert tidy(segment) is segment

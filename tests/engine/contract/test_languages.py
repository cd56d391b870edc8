import pytest
from faster_whisper import tokenizer

from engine.contract.languages import LANGUAGES, language_code


def test_the_list_is_the_one_of_the_recogniser():
    assert set(LANGUAGES) == set(tokenizer._LANGUAGE_CODES)  # pyright: ignore[reportPrivateUsage] - it has no public name


@pytest.mark.parametrize(
    ("word", "code"),
    [("en", "en"), (" ZH ", "zh"), ("Chinese", "zh"), ("zh-TW", "zh"), ("en_GB", "en"), ("haw", "haw")],
)
def test_a_language_is_known_by_code_or_name(word: str, code: str):
    assert language_code(word) == code


@pytest.mark.parametrize("word", ["", "klingon", "e", "xx", "-", "auto"])
def test_what_is_no_language_has_no_code(word: str):
    assert language_code(word) is None

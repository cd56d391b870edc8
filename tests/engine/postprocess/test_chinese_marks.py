"""Marks for Chinese that came without any."""

import itertools

from engine.contract.audio import SampleIndex, SpeechSpan
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.postprocess.chinese_marks import add_marks


def line(*words: str, language: str = "zh") -> RecognisedSegment:
    made = tuple(
        RecognisedWord(SampleIndex(n * 8000), SampleIndex(n * 8000 + 8000), text, 0.9) for n, text in enumerate(words)
    )
    text = "".join(words).strip()
    return RecognisedSegment(0, made[0].start, made[-1].stop, text, language, 0.9, made)


def spans(*borders: int) -> list[SpeechSpan]:
    return [
        SpeechSpan(0, SampleIndex(start * 8000), SampleIndex(stop * 8000))
        for start, stop in itertools.pairwise(borders)
    ]


def test_a_pause_becomes_a_comma_and_the_end_a_full_stop() -> None:
    marked = add_marks(line("今天", "讨论", "预算", "下周", "发布"), spans(0, 3, 5))
    assert marked.text == "今天讨论预算，下周发布。"
    assert "".join(word.text for word in marked.words) == marked.text


def test_a_space_between_han_is_a_pause_as_well() -> None:
    assert add_marks(line("西堤牛排", " 新梅广场店"), spans(0, 2)).text == "西堤牛排，新梅广场店。"


def test_a_space_that_is_a_word_of_its_own_is_one_too() -> None:
    for words in (("西堤牛排", " ", "新梅广场店"), ("西堤牛排 ", "新梅广场店")):
        assert add_marks(line(*words), spans(0, 3)).text == "西堤牛排，新梅广场店。"


def test_a_word_outside_all_speech_makes_no_pause() -> None:
    assert add_marks(line("应对", "人", "口"), [*spans(0, 1), *spans(2, 3)]).text == "应对人口。"


def test_latin_words_keep_their_spaces() -> None:
    assert add_marks(line("用", " GPT", " 4", " 翻译"), spans(0, 4)).text == "用 GPT 4 翻译。"


def test_a_line_with_a_mark_of_its_own_is_left_alone() -> None:
    given = line("东京公开了,", "由设计的会徽")
    assert add_marks(given, spans(0, 1, 2)) is given


def test_other_languages_are_left_alone() -> None:
    for given in (line(" yes", " of", " course", language="en"), line(" DJ", language="zh")):
        assert add_marks(given, spans(0, 1, 3)) is given

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.pipeline.live_lines import Growth, LineBuilder
from tests.builders.timed_words import text_of, words


def builder() -> LineBuilder:
    names = count()
    return LineBuilder(make_name=lambda: str(next(names)))


def told(grown: list[Growth]) -> list[tuple[str, str, int, bool]]:
    return [(each.line.name, text_of(each.line.words), each.new_words, each.is_closed) for each in grown]


def test_a_line_grows_under_its_name_until_its_sentence_ends():
    lines = builder()
    said = words("We meet at nine. Then we")
    assert told(lines.add(said[:2], language="en")) == [("0", "We meet", 2, False)]
    assert told(lines.add(said[2:], language="en")) == [
        ("0", "We meet at nine.", 2, True),
        ("1", "Then we", 2, False),
    ]


def test_a_pause_begins_a_new_line():
    lines = builder()
    assert told(lines.add(words("and so on | well then"), language="en")) == [
        ("0", "and so on", 3, True),
        ("1", "well then", 2, False),
    ]


def test_a_pause_closes_the_line_though_nothing_follows():
    lines = builder()
    lines.add(words("and so"), language="en")
    assert lines.close_after_pause(int(1.5 * SAMPLE_RATE_HZ)) == []
    assert told(lines.close_after_pause(int(1.7 * SAMPLE_RATE_HZ))) == [("0", "and so", 0, True)]
    assert lines.open is None
    assert lines.close() == []


def test_another_language_begins_a_new_line():
    lines = builder()
    lines.add(words("good morning"), language="en")
    assert told(lines.add(words("guten Morgen", at=0.6), language="de")) == [
        ("0", "good morning", 0, True),
        ("1", "guten Morgen", 2, False),
    ]


def test_a_title_ends_no_sentence():
    lines = builder()
    assert told(lines.add(words("Ask Dr. Brown."), language="en")) == [("0", "Ask Dr. Brown.", 3, True)]


def test_a_long_line_ends_with_a_clause():
    lines = builder()
    text = " ".join("word" for _ in range(40)) + ", and then " + " ".join("word" for _ in range(5))
    assert [len(each.line.words) for each in lines.add(words(text), language="en")] == [40, 7]


def test_a_line_without_any_mark_ends_before_it_is_too_long():
    lines = builder()
    grown = lines.add(words(" ".join("word" for _ in range(120))), language="en")
    assert max((g.line.words[-1].stop - g.line.words[0].start) / SAMPLE_RATE_HZ for g in grown) <= 15.3


def test_a_word_never_begins_before_the_one_that_is_shown_before_it():
    lines = builder()
    lines.add(words("one two", at=1.0), language="en")
    [grown] = lines.add(words("three", at=1.4), language="en")
    assert [word.start / SAMPLE_RATE_HZ for word in grown.line.words] == pytest.approx([1.0, 1.3, 1.6])


@given(
    st.lists(st.sampled_from(["a", "b.", "c,", "|", "dd", "e?"]), max_size=60),
    st.lists(st.integers(1, 7), min_size=1, max_size=30),
)
def test_however_words_come_each_stands_in_one_line_once(tokens: list[str], sizes: list[int]):
    said, lines = words(" ".join(tokens)), builder()
    last: dict[str, Growth] = {}
    new = 0
    at = 0
    for size in [*sizes, 1000]:
        for growth in lines.add(said[at : at + size], language="en"):
            before = last.get(growth.line.name)
            assert before is None or (
                not before.is_closed and growth.line.words[: len(before.line.words)] == before.line.words
            )
            last[growth.line.name] = growth
            new += growth.new_words
        at += size
    assert [word for growth in last.values() for word in growth.line.words] == said
    assert new == len(said)

"""Words keep their times when their line is rewritten; new ones lie in the real gap between untouched neighbours."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.editing.pieces import cut, cut_finely
from app.editing.realignment import rewrite, splice
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds
from tests.builders.library import a_segment


def spoken(*texts: str, start_ms: int = 0, gap_ms: int = 40) -> Segment:
    """Words of 200 ms with short gaps between them, as they are in sound."""
    words: list[Word] = []
    at = start_ms
    for text in texts:
        words.append(Word(Milliseconds(at), Milliseconds(at + 200), text, 0.8))
        at += 200 + gap_ms
    text = "".join(texts).strip()
    return a_segment(text, start_ms, at, words=tuple(words))


def times(line: Segment) -> list[tuple[str, int, int]]:
    return [(word.text.strip(), word.start_ms, word.end_ms) for word in line.words]


def test_a_corrected_word_has_the_time_of_the_one_it_replaces():
    line = rewrite(spoken(" we", " meet", " in", " kolon", " today"), "we meet in Cologne today")
    assert times(line)[3] == ("Cologne", 720, 920)
    assert line.words[3].confidence is None
    assert line.words[4].confidence == 0.8


def test_an_inserted_word_lies_in_the_gap():
    line = rewrite(spoken(" we", " meet"), "we always meet")
    assert times(line) == [("we", 0, 200), ("always", 200, 240), ("meet", 240, 440)]


def test_chinese_words_keep_their_times_character_by_character():
    line = rewrite(spoken("今天", "我们", "讨论", "预算"), "今天我们谈论预算")
    assert [text for text, _, _ in times(line)] == ["今天", "我们", "谈", "论", "预算"]
    assert times(line)[2:4] == [("谈", 480, 580), ("论", 580, 680)]
    assert line.words[0] == spoken("今天").words[0]
    assert "".join(word.text for word in line.words) == line.text


def test_a_mark_that_is_added_moves_nothing():
    before = spoken("今天", "我们", "讨论")
    after = splice(before, 2, 2, "，")
    assert after.text == "今天，我们讨论"
    assert after.words[1:] == before.words[1:]
    assert (after.words[0].start_ms, after.words[-1].end_ms) == (0, before.words[-1].end_ms)


def test_a_line_without_words_gets_some_that_share_its_time():
    line = rewrite(a_segment("one two", 0, 1000, words=()), "one two three")
    assert [word.text.strip() for word in line.words] == ["one", "two", "three"]
    assert line.words[-1].end_ms <= 1000


WORDS = ["so", "the", "determinant", "预算", "今天", "is", "nine", "GPT-4", "会议，", "yes."]


def a_line(chance: random.Random, count: int) -> Segment:
    texts: list[str] = []
    at = 0
    words: list[Word] = []
    for _ in range(count):
        core = chance.choice(WORDS)
        text = f" {core}" if core.isascii() else core
        texts.append(text)
        length, gap = chance.randrange(60, 400), chance.choice([0, 0, 0, 20, 300])
        words.append(Word(Milliseconds(at), Milliseconds(at + length), text, 0.7))
        at += length + gap
    return a_segment("".join(texts).strip(), 0, at + 100, words=tuple(words))


def edit_a_fifth(line: Segment, chance: random.Random) -> tuple[Segment, list[Word], list[Word]]:
    """Delete, insert and replace words one by one, as a person does; gives the untouched words and the new ones."""
    untouched = list(line.words)
    for at in sorted(chance.sample(range(len(line.words)), max(1, len(line.words) // 5)), reverse=True):
        word = line.words[at]
        start = len("".join(each.text for each in line.words[:at]).lstrip())
        stop = len("".join(each.text for each in line.words[: at + 1]).lstrip())
        kind = chance.choice(["delete", "insert", "replace"])
        space = " " if word.text.startswith(" ") and start else ""
        if kind == "delete":
            line = splice(line, start, stop, "")
            untouched.remove(word)
        elif kind == "insert":
            line = splice(line, stop, stop, " novel" if word.text.startswith(" ") else "新")
            if not word.text.startswith(" "):
                continue
        else:
            line = splice(line, start, stop, f"{space}novel" if word.text.startswith(" ") else "新")
            untouched.remove(word)
    new = [word for word in line.words if word.confidence is None]
    return line, untouched, new


@pytest.mark.parametrize("seed", range(40))
def test_a_fifth_of_the_words_edited_leaves_the_others_exactly_and_the_new_ones_between_them(seed: int):
    chance = random.Random(seed)
    line = a_line(chance, 30)
    edited, untouched, new = edit_a_fifth(line, chance)
    kept = [word for word in edited.words if word.confidence is not None]
    assert [(w.start_ms, w.end_ms, w.text.strip()) for w in kept] == [
        (w.start_ms, w.end_ms, w.text.strip()) for w in untouched
    ]
    assert "".join(word.text for word in edited.words).strip() == edited.text
    for word in new:
        at = edited.words.index(word)
        low = max((w.end_ms for w in edited.words[:at] if w.confidence is not None), default=edited.start_ms)
        high = min((w.start_ms for w in edited.words[at + 1 :] if w.confidence is not None), default=edited.end_ms)
        assert low <= word.start_ms <= word.end_ms <= high


texts = st.text(st.sampled_from("ab 今天，.!é\u0301(“ノร์ ไ9-"), max_size=30)


@given(before=texts, after=texts)
def test_whatever_is_typed_the_words_are_the_text_and_run_forward(before: str, after: str):
    line = rewrite(spoken(" one", " two"), before)
    line = rewrite(line, after)
    assert "".join(word.text for word in line.words).strip() == line.text == after.strip()
    assert all(0 <= word.start_ms <= word.end_ms <= line.end_ms for word in line.words)
    starts = [word.start_ms for word in line.words]
    assert starts == sorted(starts)


@given(text=texts, start=st.integers(0, 30), length=st.integers(0, 8), typed=texts)
def test_a_splice_is_the_text_with_the_stretch_replaced(text: str, start: int, length: int, typed: str):
    line = rewrite(spoken(" one", " two"), text)
    start = min(start, len(line.text))
    stop = min(start + length, len(line.text))
    edited = splice(line, start, stop, typed)
    assert edited.text == (line.text[:start] + typed + line.text[stop:]).strip()
    assert "".join(word.text for word in edited.words).strip() == edited.text


@given(text=texts)
def test_the_pieces_of_a_text_are_the_text(text: str):
    assert "".join(text[piece.start : piece.stop] for piece in cut(text)) == text.rstrip()


@given(text=texts)
def test_the_pieces_cut_finely_are_the_text_as_well(text: str):
    assert "".join(text[piece.start : piece.stop] for piece in cut_finely(text)) == text.rstrip()


def test_a_mark_that_the_recogniser_gave_a_time_of_its_own_keeps_it():
    before = spoken(" yes", ",", " we", " meet", ".")
    after = rewrite(before, "yes, they meet.")
    assert after.words[:2] == before.words[:2]
    assert after.words[3:] == before.words[3:]
    assert (after.words[2].start_ms, after.words[2].end_ms) == (before.words[2].start_ms, before.words[2].end_ms)


def test_a_mark_or_a_capital_leaves_the_word_its_time_and_its_confidence():
    before = spoken(" yes", " we", " meet")
    after = rewrite(before, "Yes! We meet…")
    assert times(after) == [("Yes!", 0, 200), ("We", 240, 440), ("meet…", 480, 680)]
    assert all(word.confidence == 0.8 for word in after.words)


def test_a_line_of_nothing_but_marks_has_one_word():
    assert [word.text for word in rewrite(spoken(" yes"), "?!").words] == ["?!"]


def test_parts_of_a_hyphenated_word_that_were_words_keep_their_times():
    before = spoken(" a", " post", "-modern", " man")
    assert rewrite(before, "a post-modern").words == before.words[:3]
    assert [word.text.strip() for word in rewrite(before, "a well-known man").words] == ["a", "well-known", "man"]
    one = spoken(" GPT-4", " is")
    assert rewrite(one, "GPT-4 was").words[0] == one.words[0]

"""The measurement of searching: its lines are like real ones, its sums are right, and it runs from end to end."""

import random
from pathlib import Path

from app.measuring.search import Chain, ask_all, percentile, write_hours
from tests.builders.library import open_library

ENGLISH = [
    ["so", "the", "determinant", "is", "zero", "and", "the", "columns", "are", "dependent"],
    ["the", "budget", "is", "two", "times", "larger"],
]
CHINESE = [list("今天我们讨论预算下周五发布第二版"), list("行列式等于零的时候没有逆矩阵")]


def chains(rng: random.Random) -> tuple[Chain, Chain]:
    return Chain(ENGLISH, joint=" ", rng=rng), Chain(CHINESE, joint="", rng=rng)


def test_lines_are_made_of_what_followed_each_other_and_new_beginnings():
    chain, _ = chains(random.Random(1))
    known = {tuple(words[at : at + 3]) for words in ENGLISH for at in range(len(words) - 2)}
    starts = [tuple(words[:2]) for words in ENGLISH]
    for _ in range(20):
        line = chain.line(12)
        assert len(line) == 12
        at = 2
        while at < len(line):
            if (line[at - 2], line[at - 1], line[at]) in known:
                at += 1
            else:
                assert tuple(line[at : at + 2]) in starts or at == len(line) - 1
                at += 2


def test_a_tenth_of_the_words_is_chinese_and_every_question_is_answered(tmp_path: Path):
    rng = random.Random(3)
    library = open_library(tmp_path)
    told: list[str] = []
    written = write_hours(library, *chains(rng), 10, rng, tell=told.append)
    assert 9_990 < written.chinese_words <= 10_000
    assert 99_000 < written.words <= 100_000
    assert len(written.meetings) == 10
    assert {hit.meeting_id for hit in library.search(written.opened_words)} == set(written.meetings[5:])

    answered = {kind.kind: kind for kind in ask_all(library, written, rng)}

    library.close()
    assert len(answered) == 9
    assert answered["words nobody said"].hits == 0
    assert all(kind.hits > 0 for name, kind in answered.items() if name not in ("words nobody said", "both languages"))


def test_a_share_of_values_is_no_larger():
    assert percentile([3.0, 1.0, 2.0], 0.95) == 3.0
    assert percentile([float(each) for each in range(101)], 0.95) == 95.0

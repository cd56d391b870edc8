"""Chapters proposed from words and pauses: where a topic ends, in English and in Chinese, and never without reason."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.meetings.chapters import SHORTEST_MS, propose_chapters
from app.meetings.transcript import Segment
from engine.contract.segments import QuarantineReason
from tests.builders.library import a_segment

TOPICS = {
    "cooking": (
        "Now we put the onions and the garlic into the hot pan with some olive oil.",
        "The onions should be golden before the tomatoes go into the pan.",
        "Stir the sauce slowly so that the garlic does not burn in the oil.",
        "A little basil makes the tomato sauce smell like summer.",
    ),
    "astronomy": (
        "The telescope shows the rings of Saturn on a clear night.",
        "A planet moves around its star in an orbit that is nearly a circle.",
        "The moons of Jupiter were seen by Galileo with a small telescope.",
        "Light of a distant star needs thousands of years to reach the planet.",
    ),
    "taxes": (
        "The invoice must show the tax number of the company and the date.",
        "You can deduct the expenses for your office from the income tax.",
        "Send the declaration with every invoice to the tax office by July.",
        "A company without income still has to send its declaration.",
    ),
}
CHINESE = (
    ("矩阵的行列式等于零的时候矩阵没有逆", "我们先算这个矩阵的行列式再看逆矩阵", "线性方程组的解和矩阵的秩有关系"),
    ("明代的海禁政策影响了沿海的贸易", "郑和下西洋以后海上贸易有了变化", "倭寇的问题和海禁政策分不开"),
)


def talk(topics: Iterable[Sequence[str]], *, rounds: int = 20, step_ms: int = 5000, pause_ms: int = 0) -> list[Segment]:
    lines: list[Segment] = []
    at = 0
    for sentences in topics:
        at += pause_ms
        for number in range(rounds):
            text = sentences[number % len(sentences)]
            lines.append(a_segment(text, at, at + step_ms - 500))
            at += step_ms
    return lines


def test_a_change_of_topic_begins_a_chapter():
    lines = talk(TOPICS.values(), rounds=40)

    found = propose_chapters(lines)

    assert [chapter.start_ms for chapter in found] == [0, 200_000, 400_000]
    assert "onions" in found[0].title.casefold() or "garlic" in found[0].title.casefold()
    assert any(word in found[1].title.casefold() for word in ("telescope", "planet", "star"))
    assert any(word in found[2].title.casefold() for word in ("tax", "invoice", "declaration"))


def test_a_word_that_stands_nearly_everywhere_is_no_title():
    lines = talk(
        [TOPICS["cooking"], TOPICS["astronomy"], ("Send invoice numbers and declarations by July.",)], rounds=40
    )

    found = propose_chapters(lines)

    assert len(found) == 3
    assert not [chapter.title for chapter in found if "the" in chapter.title.casefold().split(", ")]


def test_chinese_is_cut_where_its_topic_changes_and_named_by_how_it_begins():
    lines = talk(CHINESE, rounds=60)

    found = propose_chapters(lines)

    assert [chapter.start_ms for chapter in found] == [0, 300_000]
    assert found[1].title == CHINESE[1][0]


def test_a_long_pause_decides_between_places_that_are_alike():
    words = [f"word{number} topic{number} matter{number}" for number in range(150)]
    lines: list[Segment] = []
    at = 0
    for number, text in enumerate(words):
        at += 20_000 if number == 75 else 0
        lines.append(a_segment(text, at, at + 4500))
        at += 5000

    found = propose_chapters(lines)

    assert lines[75].start_ms in [chapter.start_ms for chapter in found]


def test_a_short_talk_and_one_of_a_single_topic_have_no_chapters():
    assert propose_chapters([]) == []
    assert propose_chapters(talk(TOPICS.values(), rounds=5)) == []
    same = [a_segment("the very same sentence again and again", at, at + 4500) for at in range(0, 900_000, 5000)]
    assert propose_chapters(same) == []


def test_chapters_are_never_shorter_than_they_may_be_and_lines_set_aside_say_nothing():
    lines = talk([*TOPICS.values()] * 4, rounds=8)
    noise = [
        a_segment("thanks for watching", at, at + 400, quarantine=QuarantineReason.STOCK_PHRASE) for at in (1, 999)
    ]

    found = propose_chapters([*lines, *noise])

    starts = [chapter.start_ms for chapter in found]
    assert all(later - earlier >= SHORTEST_MS for earlier, later in pairwise(starts))
    assert found == propose_chapters(lines)

from tests.builders.reading import a_line
from ui.editor.finder import MOST_PLACES, find_text


def test_every_place_is_found_without_regard_to_capitals() -> None:
    lines = [a_line(0, "A line is a Line."), a_line(1, "nothing"), a_line(2, "underline")]
    found = find_text(lines, "line")
    assert [(place.segment_id, place.start, place.stop) for place in found.places] == [
        (lines[0].id, 2, 6),
        (lines[0].id, 12, 16),
        (lines[2].id, 5, 9),
    ]
    assert found.by_line == {lines[0].id: [0, 1], lines[2].id: [2]}


def test_chinese_is_found_inside_a_line() -> None:
    found = find_text([a_line(0, "我们先看一个例子", language="zh")], "例子")
    assert [(place.start, place.stop) for place in found.places] == [(6, 8)]


def test_signs_that_mean_something_elsewhere_are_plain_text_here() -> None:
    """Case 29, in the open transcript."""
    lines = [a_line(0, 'C++ (38.101) "a:b" * AND don’t')]
    for text in ("C++", "(", "38.101", '"', "*", "a:b", "AND", "don’t", "[", "\\"):
        assert bool(find_text(lines, text).places) == (text not in ("[", "\\")), text
    assert find_text(lines, "  ").places == ()
    assert find_text(lines, "x" * 10_000).places == ()


def test_two_words_are_found_over_any_white_space() -> None:
    assert len(find_text([a_line(0, "one\u00a0 two")], "one two").places) == 1


def test_counting_ends_somewhere_and_says_so() -> None:
    found = find_text((a_line(n, "a" * 100) for n in range(200)), "a")
    assert len(found.places) == MOST_PLACES
    assert found.is_cut


def test_the_search_begins_where_the_reader_is_and_goes_round() -> None:
    found = find_text([a_line(0, "line"), a_line(5, "line")], "line")
    assert found.first_from(0) == 0
    assert found.first_from(3000) == 1
    assert found.first_from(60_000) == 0
    assert find_text([], "line").first_from(0) is None

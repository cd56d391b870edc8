from engine.contract.segments import RecognisedWord
from engine.pipeline.live_hole import Jump, fitting, holes_in, missed, read_holes, read_jump
from tests.builders.recognised import word
from tests.builders.speech_clips import span
from tests.builders.timed_words import text_of, words


def test_what_is_said_while_the_decoder_jumps_is_put_between_the_words_around():
    """Case 54."""
    around = [*words("one two three", at=0.0), *words("eight nine", at=2.7)]
    holes = holes_in([span(0, 3.3)], around)
    assert len(holes) == 1
    found = read_holes(holes, around, lambda _: words("four five six seven", at=1.0))
    assert text_of(found) == "one two three four five six seven eight nine"


def test_a_breath_is_no_hole():
    assert holes_in([span(0, 1.8)], [*words("one two", at=0.0), *words("three", at=1.5)]) == []


def test_words_around_that_are_heard_in_the_hole_too_stand_once():
    around = [*words("one two three", at=0.0), *words("eight nine", at=2.7)]
    heard = [*words("three four five", at=0.7, each=0.35), *words("eight nine", at=2.5)]
    found = read_holes([span(1.1, 2.5)], around, lambda _: heard)
    assert text_of(found) == "one two three four five eight nine"


def test_a_sentence_heard_twice_stands_once():
    around = words("and they say in all our blood", at=2.0)
    assert fitting(span(0, 2), words("and they say in all", at=0.2), around) == ()


def test_nothing_is_put_in_that_the_recogniser_hardly_believes():
    assert fitting(span(0, 2), words("you you you", at=0.2, confidence=0.1), words("well", at=2.0)) == ()


def test_a_stretched_word_stands_behind_the_hole_if_it_begins_a_sentence():
    around = [word(" But", 0.0, 3.0), word(" no", 3.0, 3.3)]
    found = read_holes(holes_in([span(0, 3.3)], around), around, lambda _: words("it was so late", at=0.3))
    assert text_of(found) == "it was so late But no"
    assert [each.start for each in found] == sorted(each.start for each in found)


def test_no_word_is_taken_away():
    around = [word(" so", 0.0, 0.3), word(" then", 0.3, 3.0), word(" x", 3.0, 3.3)]
    found = read_holes([span(1.0, 2.8)], around, lambda _: words("a b c", at=1.2))
    assert {each.text for each in around} <= {each.text for each in found}


def jumped(heard_before: str) -> tuple[Jump, list[RecognisedWord]]:
    """Nine words of which the newest pass left out the third to the seventh, filled with what was heard before."""
    kept = tuple(words(heard_before, at=0.6))
    return Jump(span(0.6, 2.1), kept), [*words("one two"), *kept, *words("eight nine", at=2.1)]


def test_the_end_of_a_jump_that_was_not_heard_before_is_missed_and_is_heard_alone():
    """Case 54."""
    jump, around = jumped("three four five six")
    assert [(hole.start / 16_000, hole.stop / 16_000) for hole in missed(jump, around)] == [(1.8, 2.1)]
    found = read_jump(jump, around, lambda _: words("three four five six seven", at=0.6))
    assert text_of(found) == "one two three four five six seven eight nine"


def test_a_jump_that_was_heard_to_its_end_misses_nothing():
    assert missed(*jumped("three four five six seven")) == []


def test_a_word_that_a_window_cut_off_gives_way_to_the_whole_one():
    jump, around = jumped("three four five si")
    found = read_jump(jump, around, lambda _: words("three four five six seven", at=0.6))
    assert text_of(found) == "one two three four five six seven eight nine"


def test_what_was_heard_before_stays_where_less_of_it_is_heard_alone():
    jump, around = jumped("three four five six")
    assert text_of(read_jump(jump, around, lambda _: words("seven", at=1.8))) == (
        "one two three four five six seven eight nine"
    )
    assert text_of(read_jump(jump, around, lambda _: ())) == "one two three four five six eight nine"

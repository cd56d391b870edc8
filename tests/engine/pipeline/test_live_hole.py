from engine.pipeline.live_hole import fitting, holes_in, read_holes
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

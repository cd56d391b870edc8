from app.measuring.word_check import HeardWord, doubled_words, lost_words, plain_words

SAID = plain_words("replied he of a truth I heard him not and folks are all sleeping but she said whomsoever")


def heard(text: str, *, step_s: float = 0.5) -> list[HeardWord]:
    return [HeardWord(word, step_s * number) for number, word in enumerate(text.split())]


def test_words_are_compared_without_case_accents_and_marks():
    assert plain_words("He said: “Café, don’t!”") == ["he", "said", "cafe", "don", "t"]
    assert plain_words("don't") == ["dont"]


def test_a_line_that_grew_lost_nothing():
    assert lost_words({"a": "one two", "b": "three"}, {"a": "one two three", "b": "three", "c": "four"}) == []


def test_words_that_were_told_and_are_gone_are_lost():
    assert lost_words({"a": "one two three", "b": "four"}, {"a": "one three"}) == ["two", "four"]
    assert lost_words({"a": "one two three"}, {"a": "one too three"}) == ["two"]


def test_a_word_that_is_there_twice_after_a_kill_is_found():
    found = doubled_words(heard("Replied he of a truth, I heard heard him not and folks"), SAID[:12], [5.0])
    assert [(each.text, each.count) for each in found] == [("heard", 1)]


def test_far_from_every_kill_it_is_the_recogniser_that_stammers():
    assert doubled_words(heard("Replied he of a truth, I heard heard him not"), SAID[:9], [60.0]) == []


def test_a_line_that_comes_again_a_little_later_is_found_also_where_something_else_was_said():
    found = doubled_words(heard("I heard him not. And folks are. I heard him not. She said"), SAID[5:], [6.0])
    assert [(each.text, each.count) for each in found] == [("i heard him not", 4)]


def test_what_is_said_twice_is_no_doubling():
    said = plain_words("no no no I said no")
    assert doubled_words(heard("No, no, no, I said no."), said, [2.0]) == []


def test_what_is_said_again_after_a_pause_is_no_doubling():
    found = doubled_words(
        heard("give evidence of of a truth", step_s=1.5), plain_words("evidence if of a truth"), [2.0]
    )
    assert found == []


def test_what_is_misheard_is_no_doubling():
    assert doubled_words(heard("Replied he oft a tooth I hurt him not"), SAID[:9], [3.0]) == []

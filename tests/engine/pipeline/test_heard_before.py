from itertools import pairwise

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.pipeline.heard_before import HeardBefore
from tests.builders.recognised import word
from tests.builders.timed_words import text_of, words


def voice(start_s: float, stop_s: float) -> list[SpeechSpan]:
    return [SpeechSpan(0, SampleIndex(int(start_s * SAMPLE_RATE_HZ)), SampleIndex(int(stop_s * SAMPLE_RATE_HZ)))]


def filled(
    before: list[RecognisedWord],
    now: list[RecognisedWord],
    *,
    said: tuple[RecognisedWord, ...] = (),
) -> str:
    """What is settled when all that is heard now is."""
    memory = HeardBefore()
    memory.compare(before, now, said=said, voiced=voice(0.0, now[-1].stop / SAMPLE_RATE_HZ))
    return text_of(memory.fill(now))


def test_a_sentence_that_the_newest_pass_jumps_over_is_put_in_front_of_what_follows():
    """Case 54."""
    assert filled(words("food or medicine was lost"), words("there is iron", at=1.5)) == (
        "food or medicine was lost there is iron"
    )


def test_a_word_that_is_stretched_over_the_jump_hides_nothing():
    before = words("time at which food or medicine")
    now = [word(" Desire", 0.0, 2.6), word(" and", 2.6, 2.9), word(" they", 2.9, 3.2)]
    assert filled(before, now) == "time at which food or medicine Desire and they"


def test_words_that_were_heard_otherwise_are_not_kept_beside_the_new_ones():
    assert filled(words("a virus as to symptoms"), words("an iris as to symptoms")) == "an iris as to symptoms"


def test_words_that_only_moved_stand_once():
    assert filled(words("and time at which", at=0.0), words("and time at which", at=1.3)) == "and time at which"


def test_two_words_that_moved_far_stand_once():
    """The decoder took the voice before them for theirs, and the next pass puts them behind it."""
    now = [word(" light", 1.4, 2.0), word(" diesel", 2.0, 2.6), *words("of course", at=2.6)]
    assert filled(words("light diesel", at=0.2, each=0.4), now) == "light diesel of course"


def test_words_said_twice_of_which_the_newest_pass_leaves_one_out_stand_twice():
    before = [*words("thou also", at=0.2), *words("thou also", at=2.6)]
    assert filled(before, words("thou also but", at=2.6)) == "thou also thou also but"


def test_words_that_the_recogniser_did_not_believe_are_dropped():
    assert filled(words("me me me me", confidence=0.2), words("there is", at=1.5)) == "there is"


def test_the_end_of_what_is_settled_does_not_come_again():
    said = tuple(words("he is the disciple", at=-1.2))
    assert filled(words("is the disciple he knew", at=-0.3), words("but they", at=2.2), said=said).startswith("he knew")


def test_what_was_kept_stays_until_a_pass_hears_something_there():
    memory = HeardBefore()
    memory.compare(words("one two three four"), words("five", at=1.5), said=(), voiced=voice(0.0, 1.8))
    memory.compare(words("five", at=1.5), words("five six", at=1.5), said=(), voiced=voice(0.0, 2.1))
    assert text_of(memory.beside(words("five six", at=1.5))) == "one two three four five six"
    memory.compare((), words("one too three for five six"), said=(), voiced=voice(0.0, 2.1))
    assert text_of(memory.fill(words("five six", at=1.2), is_all=True)) == "five six"


def test_the_end_is_kept_until_all_is_asked_for():
    memory = HeardBefore()
    memory.compare(words("one two three four five six"), words("one"), said=(), voiced=voice(0.0, 1.8))
    assert text_of(memory.fill(words("one"))) == "one"
    assert text_of(memory.fill((), is_all=True)) == "two three four five six"
    assert memory.fill((), is_all=True) == ()


def left_out(*passes: list[RecognisedWord], voiced: list[SpeechSpan]) -> str:
    """What is settled when the last pass is."""
    memory = HeardBefore()
    for before, now in pairwise(passes):
        memory.compare(before, now, said=(), voiced=voiced)
    return text_of(memory.fill(passes[-1]))


def test_a_single_word_that_two_passes_heard_is_put_in_if_nothing_is_in_its_place():
    """Case 54: too short to show as voice without words."""
    heard, now = words("there is no iron"), [*words("there is"), *words("iron", at=0.9)]
    assert left_out(heard, heard, now, voiced=voice(0.0, 1.2)) == "there is no iron"
    assert left_out(heard, heard, now, now, voiced=voice(0.0, 1.2)) == "there is no iron"


def test_a_single_word_that_only_one_pass_heard_is_dropped():
    assert left_out(
        words("there is no iron"), [*words("there is"), *words("iron", at=0.9)], voiced=voice(0.0, 1.2)
    ) == ("there is iron")


def test_a_word_in_whose_place_another_is_heard_is_dropped():
    heard, now = words("there is know iron"), words("there is no iron")
    assert left_out(heard, heard, now, voiced=voice(0.0, 1.2)) == "there is no iron"


def test_a_word_that_was_heard_where_nobody_speaks_is_dropped():
    heard = [*words("there is"), *words("you", at=2.0)]
    assert left_out(heard, heard, words("there is"), voiced=voice(0.0, 0.6)) == "there is"


def test_where_words_of_an_earlier_pass_were_put_in_is_told_once():
    memory = HeardBefore()
    memory.compare(words("one two three four"), words("five", at=1.5), said=(), voiced=voice(0.0, 1.8))
    memory.fill(words("five", at=1.5))
    assert [text_of(jump.words) for jump in memory.take_jumps()] == ["one two three four"]
    assert memory.take_jumps() == []

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.contract.segments import RecognisedWord
from engine.recognition.coverage import LEAST_S, is_sparse, uncovered, within_speech
from tests.builders.recognised import word
from tests.builders.speech_clips import span


def test_speech_without_a_word_is_a_hole():
    assert uncovered([span(0, 5)], []) == [span(0, 5)]


def test_the_padding_of_a_span_needs_no_words():
    assert uncovered([span(0, 5)], [], padding=16_000) == [span(1, 4)]
    assert uncovered([span(0, 1.5)], [], padding=16_000) == []


def test_words_all_along_leave_no_hole():
    spoken = [word(" something", at * 0.5, at * 0.5 + 0.4) for at in range(10)]
    assert uncovered([span(0, 5)], spoken) == []


def test_the_end_that_the_decoder_left_out_is_a_hole():
    spoken = [word(" something", at * 0.5, at * 0.5 + 0.4) for at in range(10)]
    found = uncovered([span(0, 20)], spoken)
    assert found == [span(5.1, 20)]


def test_a_last_word_stretched_over_what_was_left_out_hides_no_hole():
    """The alignment stretches it to the end of the window."""
    found = uncovered([span(0, 20)], [word(" so", 0, 20)])
    assert len(found) == 1
    assert found[0].start < 1.0 * 16_000
    assert found[0].stop == 20 * 16_000


def test_a_breath_is_no_hole():
    spoken = [word(" one", 0, 0.5), word(" two", 1.4, 2.0)]
    assert uncovered([span(0, 2.0)], spoken) == []


def test_near_holes_are_decoded_together():
    spoken = [word(" mid", 5.0, 5.4)]
    assert uncovered([span(0, 10)], spoken) == [span(0, 10)]
    assert uncovered([span(0, 2), span(30, 32)], []) == [span(0, 2), span(30, 32)]


def test_words_in_any_order_cover():
    spoken = [word(" twotwotwotwo", 1.3, 2.5), word(" oneoneoneone", 0, 1.2)]
    assert uncovered([span(0, 2.5)], spoken) == []


@given(st.lists(st.tuples(st.floats(0, 60), st.floats(0, 3)), max_size=40))
def test_holes_lie_in_the_speech_in_order_and_are_long_enough(times: list[tuple[float, float]]):
    spoken: list[RecognisedWord] = [word(" word", start, start + length) for start, length in times]
    speech = [span(0, 10), span(15, 30), span(30, 58)]
    found = uncovered(speech, spoken)
    for hole in found:
        assert hole.length >= LEAST_S * 16_000
        assert any(each.start <= hole.start < each.stop for each in speech)
        assert any(each.start < hole.stop <= each.stop for each in speech)
    assert all(before.stop < after.start for before, after in pairwise(found))


def test_a_word_is_kept_in_the_span_it_has_most_of_itself_in():
    speech = [span(0, 2), span(5, 8)]
    assert within_speech(word("a", 1.5, 4.0), speech) == word("a", 1.5, 2.0)
    assert within_speech(word("a", 4.0, 6.0), speech) == word("a", 5.0, 6.0)
    assert within_speech(word("a", 1.5, 6.5), speech) == word("a", 5.0, 6.5)


def test_a_word_inside_or_outside_of_all_speech_stays():
    speech = [span(0, 2), span(5, 8)]
    for spoken in (word("a", 0.5, 1), word("a", 3, 4), word("a", 1, 1)):
        assert within_speech(spoken, speech) == spoken


def test_two_words_for_half_a_minute_of_speech_are_far_too_few():
    """Case 50: after a long silence the decoder said “Guten Morgen!” and stopped."""
    assert is_sparse([span(0, 20)], [word(" Guten", 0, 10), word(" Morgen!", 10, 20)])


def test_no_words_short_speech_and_slow_speech_are_not_far_too_few():
    slow = [word(" wir", at, at + 0.5) for at in range(20)]
    assert not is_sparse([span(0, 20)], [])
    assert not is_sparse([span(0, 3)], [word(" ja", 0, 1)])
    assert not is_sparse([span(0, 20)], slow)
    assert not is_sparse([span(0, 5)], [word(" well", 0, 1)], padding=16_000)


def test_a_han_character_stretched_over_a_pause_begins_the_next_sentence():
    speech = [span(0, 2), span(3, 5)]
    assert within_speech(word("人", 1.5, 3.2), speech) == word("人", 3.0, 3.2)
    assert within_speech(word(" word", 1.5, 3.2), speech) == word(" word", 1.5, 2.0)

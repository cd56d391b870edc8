"""Words of a second try beside those of the first."""

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.recognition.filling import fit_in, settle


def word(start_s: float, stop_s: float, text: str) -> RecognisedWord:
    return RecognisedWord(
        SampleIndex(int(start_s * SAMPLE_RATE_HZ)), SampleIndex(int(stop_s * SAMPLE_RATE_HZ)), text, 0.9
    )


def hole(start_s: float, stop_s: float) -> SpeechSpan:
    return SpeechSpan(0, SampleIndex(int(start_s * SAMPLE_RATE_HZ)), SampleIndex(int(stop_s * SAMPLE_RATE_HZ)))


def test_a_word_that_was_stretched_over_the_hole_and_is_said_again_is_not_doubled():
    """Case 50: “Guten Guten”."""
    found = [word(3.0, 7.2, " Guten"), word(7.2, 7.6, " Morgen")]

    fitted = fit_in([[word(2.9, 7.2, " Guten")]], found, hole(2.9, 8.0))

    assert fitted.before == ((),)
    assert fitted.found == tuple(found)


def test_a_word_that_was_stretched_over_the_hole_keeps_the_end_that_is_free():
    before = [word(2.9, 7.5, " Guten"), word(7.5, 8.0, " Morgen")]
    found = [word(3.0, 4.0, " Wir"), word(4.0, 7.0, " sprechen")]

    fitted = fit_in([before], found, hole(3.6, 7.2))

    assert [each.text for each in fitted.before[0]] == [" Guten", " Morgen"]
    assert fitted.before[0][0].start == found[-1].stop
    assert fitted.found == tuple(found)


def test_a_word_that_was_stretched_on_from_before_the_hole_ends_where_the_hole_begins():
    found = [word(4.0, 4.5, " Wir"), word(4.5, 7.4, " sprechen")]

    fitted = fit_in([[word(2.9, 7.5, " Guten")]], found, hole(3.9, 7.5))

    assert fitted.before[0][0].stop == found[0].start


def test_a_neighbour_heard_again_in_the_sound_around_the_hole_is_not_doubled():
    found = [word(2.7, 2.95, " the"), word(3.0, 4.0, " budget")]

    fitted = fit_in([[word(2.6, 2.9, " the")], [word(4.1, 4.3, " meeting")]], found, hole(2.96, 4.1))

    assert [each.text for each in fitted.found] == [" budget"]
    assert [len(part) for part in fitted.before] == [1, 1]


def test_a_word_said_twice_in_the_hole_stays():
    found = [word(3.0, 3.4, " very"), word(3.5, 3.9, " very")]

    fitted = fit_in([[word(2.0, 2.5, " It's")]], found, hole(3.0, 4.0))

    assert fitted.found == tuple(found)


def test_words_of_normal_length_stay_where_they_are():
    before = [word(2.0, 2.4, " a"), word(2.4, 2.9, " budget")]

    assert fit_in([before], [word(3.0, 3.5, " of")], hole(2.95, 3.6)).before == (tuple(before),)


def test_words_that_begin_a_sentence_are_settled_at_the_end_of_what_they_were_stretched_over():
    words = [word(0, 0.5, " nine."), word(0.6, 0.9, " We"), word(0.9, 4.0, " agreed"), word(4.0, 4.2, " to")]

    settled = settle(words)

    assert settled[0] == words[0]
    assert settled[3] == words[3]
    assert settled[2].stop == words[2].stop
    assert settled[1].stop == settled[2].start > words[1].stop
    assert all(each.stop - each.start < SAMPLE_RATE_HZ for each in settled)


def test_words_that_end_a_sentence_and_words_of_usual_length_are_settled_where_they_are():
    words = [word(0, 0.3, " We"), word(0.3, 0.7, " agreed"), word(0.7, 0.9, " to"), word(0.9, 4.0, " it.")]

    assert settle(words) == tuple(words)
    assert settle(words[:3]) == tuple(words[:3])


def test_what_the_sentence_around_the_hole_says_already_was_heard_twice():
    before = [word(0, 0.2, " Is"), word(0.2, 0.5, " there"), word(0.5, 0.8, " much"), word(0.8, 1.2, " more")]
    after = [word(3.0, 3.3, " than"), word(3.3, 3.6, " that?")]
    found = [word(1.5, 1.7, " Is"), word(1.7, 2.0, " there"), word(2.0, 2.4, " much"), word(2.4, 2.9, " More")]

    assert fit_in([[*before, *after]], found, hole(1.4, 3.0)).found == ()


def test_a_sentence_said_again_after_its_end_stays():
    before = [word(0, 0.3, " What's"), word(0.3, 0.5, " the"), word(0.5, 0.9, " username?")]
    found = [word(1.5, 1.8, " What's"), word(1.8, 2.0, " the"), word(2.0, 2.4, " username?")]

    assert fit_in([[*before, word(3.0, 3.2, " Ada.")]], found, hole(1.4, 2.6)).found == tuple(found)

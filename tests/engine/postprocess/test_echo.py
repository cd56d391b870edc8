from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import SampleIndex
from engine.contract.segments import RecognisedWord
from engine.postprocess.echo import echo_flags, parts
from tests.builders.timed_words import text_of, words

FAR = words("the budget meeting starts at nine and ends at ten", at=5.0)


def later(found: list[RecognisedWord], seconds: float) -> list[RecognisedWord]:
    by = round(seconds * 16_000)
    return [replace(w, start=SampleIndex(w.start + by), stop=SampleIndex(w.stop + by)) for w in found]


def near_and_echo(near: list[RecognisedWord], far: list[RecognisedWord] = FAR) -> tuple[str, str]:
    found = parts(near, far)
    kept = " ".join(text_of(part.words) for part in found if not part.is_echo)
    return kept, " ".join(text_of(part.words) for part in found if part.is_echo)


@pytest.mark.parametrize("lag_s", [0.0, 0.02, 0.2, 0.5])
def test_the_far_end_in_the_microphone_is_an_echo(lag_s: float):
    """Case 11."""
    assert near_and_echo(later(FAR, lag_s)) == ("", text_of(FAR))


def test_a_real_repetition_three_seconds_later_stays():
    """Case 11: time overlap first, text second."""
    assert near_and_echo(later(FAR, 3.0)) == (text_of(FAR), "")


def test_what_the_near_end_says_in_the_same_line_stays():
    """Case 11."""
    near = words("thanks I will check it", at=3.4)
    assert near_and_echo([*near, *later(FAR, 0.02)]) == ("thanks I will check it", text_of(FAR))


def test_a_word_said_into_the_echo_stays():
    heard = later(FAR, 0.05)
    own = RecognisedWord(SampleIndex(heard[4].stop - 800), SampleIndex(heard[4].stop + 800), " wait", 0.9)
    assert near_and_echo([*heard[:5], own, *heard[5:]]) == ("wait", text_of(FAR))


def test_an_echo_that_is_heard_less_well_is_one_all_the_same():
    heard = words("the budged meeting starred at nine and ends a ten", at=5.1)
    assert near_and_echo(heard)[0] == ""


def test_other_words_at_the_same_time_stay():
    near = words("no we agreed on the second of may for it", at=5.0)
    assert near_and_echo(near) == (text_of(near), "")


def test_one_common_word_at_the_same_time_proves_nothing_beside_own_words():
    near = words("we start at noon I think", at=5.6)
    assert near_and_echo(near)[1] == ""


def test_a_single_word_that_is_a_whole_utterance_is_an_echo():
    assert near_and_echo(words("yes", at=5.1), words("yes", at=5.0)) == ("", "yes")


def test_while_more_may_come_a_single_word_is_not_judged_yet():
    assert echo_flags(words("yes", at=5.1), words("yes", at=5.0), is_more_expected=True) == [False]


def test_chinese_is_compared_by_characters_whatever_the_words_are_cut_to():
    far = words("更大 范围 内 的 行业 补助", at=5.0)
    near = words("更 大范 围内 的行 业补 助", at=5.1)
    assert near_and_echo(near, far)[0] == ""


def test_without_far_words_nothing_is_an_echo():
    assert near_and_echo(FAR, []) == (text_of(FAR), "")
    assert parts([], FAR) == []


@given(
    st.lists(st.sampled_from(["yes", "no", "the", "budget", "nine"]), max_size=12),
    st.lists(st.sampled_from(["yes", "no", "the", "budget", "nine"]), max_size=12),
    st.floats(0, 6),
)
def test_no_word_is_lost_or_moved(near: list[str], far: list[str], at: float):
    ours = words(" ".join(near), at=at)
    found = parts(ours, words(" ".join(far), at=3.0))
    assert [word for part in found for word in part.words] == ours

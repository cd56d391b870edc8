import pytest

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.pipeline.live_seam import between, first_new, last_new
from tests.builders.timed_words import words

SAID = "we agreed to ship"


def new_after(text: str, *, at: float, seam_s: float, said: str = SAID) -> str:
    found = words(text, at=at)
    return "".join(
        word.text for word in found[first_new(found, seam=int(seam_s * SAMPLE_RATE_HZ), said=said) :]
    ).strip()


@pytest.mark.parametrize("off_s", [-0.5, -0.2, 0.0, 0.2, 0.5])
def test_the_last_committed_words_tell_where_the_seam_is_though_times_differ(off_s: float):
    """Case 54."""
    assert new_after("we agreed to ship the release", at=5.0 + off_s, seam_s=6.2) == "the release"


def test_without_words_time_decides():
    assert new_after("we agreed to ship the release", at=5.1, seam_s=6.2, said="") == "the release"


def test_words_that_were_heard_otherwise_are_parted_by_time():
    assert new_after("he decreed a shift the release", at=5.0, seam_s=6.2) == "the release"


def test_a_word_said_twice_is_not_taken_for_the_committed_one():
    assert new_after("ship ship the release", at=5.9, seam_s=6.2, said="ship") == "ship the release"


def test_the_same_words_much_later_are_new():
    assert new_after("we agreed to ship", at=9.0, seam_s=6.2) == "we agreed to ship"


def test_chinese_is_compared_whatever_the_words_are_cut_to():
    assert new_after("我们 今天 开会", at=5.0, seam_s=5.6, said="我 们 今 天") == "开会"


def test_nothing_understood_gives_nothing():
    assert first_new([], seam=100, said=SAID) == 0


def test_of_words_between_others_neither_the_end_of_one_side_nor_the_beginning_of_the_other_comes_again():
    """Case 54."""
    found = between(
        words("to ship the release on Friday then we", at=4.6),
        before=words("we agreed to ship", at=4.0),
        after=words("then we stop", at=6.3),
    )
    assert "".join(word.text for word in found) == " the release on Friday"


def test_a_word_that_is_said_twice_stays_twice():
    assert len(between(words("very good", at=4.3), before=words("very", at=4.0), after=())) == 2


def test_a_single_word_at_the_same_place_is_the_same():
    assert len(between(words("very good", at=4.1), before=words("very", at=4.0), after=())) == 1


@pytest.mark.parametrize("off_s", [-0.5, -0.2, 0.0, 0.2, 0.5])
def test_the_words_that_follow_tell_where_the_new_ones_end_though_times_differ(off_s: float):
    """Case 54."""
    found = words("ship the release on Friday then", at=5.0 + off_s)
    end = last_new(found, seam=int(5.9 * SAMPLE_RATE_HZ), follows="on Friday then we stop")
    assert "".join(word.text for word in found[:end]) == " ship the release"


def test_where_nothing_is_known_to_follow_time_decides():
    found = words("ship the release on Friday", at=5.0)
    assert last_new(found, seam=int(5.9 * SAMPLE_RATE_HZ), follows="") == 3

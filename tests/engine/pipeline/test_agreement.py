from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import SampleIndex
from engine.contract.segments import RecognisedWord
from engine.pipeline.agreement import Agreement, same_word


def words(text: str, *, start: int = 0) -> list[RecognisedWord]:
    """One word a hundred samples."""
    return [
        RecognisedWord(SampleIndex(start + 100 * n), SampleIndex(start + 100 * (n + 1)), " " + word, 0.9)
        for n, word in enumerate(text.split())
    ]


def text(found: Sequence[RecognisedWord]) -> str:
    return "".join(word.text for word in found).strip()


def test_one_pass_settles_nothing():
    assert Agreement().take(words("he should notice"), before=10_000) == ()


def test_two_passes_settle_what_both_begin_with():
    agreement = Agreement()
    agreement.take(words("he should note is"), before=10_000)
    assert text(agreement.take(words("he should notice the"), before=10_000)) == "he should"


def test_what_is_not_settled_is_held_against_the_next_pass():
    agreement = Agreement()
    agreement.take(words("he should note is"), before=10_000)
    agreement.take(words("he should notice the"), before=10_000)
    assert text(agreement.take(words("notice the position", start=200), before=10_000)) == "notice the"


def test_a_word_whose_sound_may_be_cut_off_waits():
    agreement = Agreement()
    agreement.take(words("he should"), before=150)
    assert text(agreement.take(words("he should"), before=150)) == "he"


def test_case_and_punctuation_do_not_matter_and_the_newer_ones_stay():
    agreement = Agreement()
    agreement.take(words("Well he came."), before=10_000)
    assert text(agreement.take(words("well, he came and"), before=10_000)) == "well, he came"


def test_a_mark_alone_equals_only_itself():
    assert not same_word("。", "，")
    assert same_word(" 好。", "好")


def test_chinese_in_the_other_script_is_the_same_word():
    assert same_word("紀", "纪")
    assert same_word(" 三號,", "三号")
    assert not same_word("们", "门")


def test_after_forgetting_it_takes_two_passes_again():
    agreement = Agreement()
    agreement.take(words("he should"), before=10_000)
    agreement.forget()
    assert agreement.take(words("he should"), before=10_000) == ()


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=6), max_size=12), st.integers(0, 600))
def test_settled_words_are_the_beginning_of_two_passes_in_a_row(passes: list[list[str]], before: int):
    """Case 54: what a pass says after the settled words is never doubled and never taken back."""
    agreement = Agreement()
    last: list[RecognisedWord] = []
    for each in passes:
        now = words(" ".join(each))
        settled = agreement.take(now, before=before)
        assert list(settled) == now[: len(settled)]
        assert [word.text for word in settled] == [word.text for word in last[: len(settled)]]
        assert all(word.stop <= before for word in settled)
        last = now[len(settled) :]

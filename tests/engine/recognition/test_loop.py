import pytest

from engine.recognition.loop import is_loop, is_stutter
from tests.builders.speech_clips import transcript_of


@pytest.mark.parametrize("text", [
    "\n".join(["And so we will see you in the next one."] * 20),  # case 47
    "I'm going to go. I'm going to go. I'm going to go. I'm going to go. I'm going to go.",
    "you you you you you you",
    "The cat sat on the mat, the cat sat on the mat, the cat sat on the mat",
    "We agree on that. Yes, yes, yes, yes, yes, yes.",
    "好的我们继续好的我们继续好的我们继续",
    "对" * 30,
    "谢谢大家 " * 8,
    "la " * 200,
])  # fmt: skip
def test_the_same_words_over_and_over_are_a_loop(text: str):
    """Case 47."""
    assert is_loop(text)


@pytest.mark.parametrize("text", [
    "",
    "Yes.",
    "No, no, no, no, that is not what I meant.",
    "Go, team, go! Go, team, go! Go, team, go! Go, team, go! That was loud.",
    "谢谢谢谢谢谢",
    "对对对对对对，就是这样",
    "那个那个那个我想说的是",
    "Again and again we hear that again and again.",
    "One two three four five six seven eight nine ten eleven twelve thirteen fourteen.",
])  # fmt: skip
def test_what_people_say_is_no_loop(text: str):
    assert not is_loop(text)


@pytest.mark.parametrize("name", ["ami_dev00.flac", "jfk_441khz.m4a", "2414-128291-0002.flac", "BAC009S0150W0204.wav"])
def test_real_speech_is_no_loop(name: str):
    text = transcript_of(name)
    assert not is_loop(text)
    assert not is_stutter(text)


def test_a_clause_said_twice_is_a_stutter():
    assert is_stutter("He began a confused complaint he began a confused complaint against the wizard")
    assert is_stutter("我们今天讲的是我们今天讲的是第三章")


def test_a_few_words_said_twice_are_none():
    assert not is_stutter("I think I think we should go")
    assert not is_stutter("")

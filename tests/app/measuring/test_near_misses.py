from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from app.measuring.near_misses import KINDS, Misses, all_pairs, changed, is_taken_for, known_through_codecs
from app.measuring.utterances import Utterance, utterances_of
from engine.bench.cannot_measure import CannotMeasure
from engine.contract.audio import Samples
from tests.builders.speech_clips import clip, silence

CLIPS = ("2414-128291-0002.flac", "1998-15444-0002.flac", "2033-164914-0003.flac")


@cache
def spoken() -> tuple[Utterance, ...]:
    return tuple(utterances_of(clip(name), recording=name, text=name)[0] for name in CLIPS)


def told(_: str) -> None:
    """Nobody listens."""


def pairs(utterances: Sequence[Utterance]) -> Misses:
    return all_pairs(utterances, told)


def test_each_utterance_is_held_against_each_other_one():
    assert pairs(spoken()) == Misses(asked=6, wrong=0)


def test_what_says_the_same_is_no_pair():
    again = utterances_of(clip(CLIPS[0]), recording="copy", text=CLIPS[0])[:1]
    assert pairs([*spoken(), *again]) == Misses(asked=10, wrong=0)


@pytest.mark.parametrize("late_s", [0.0, 1.7])
def test_a_sound_that_is_taken_for_another_is_counted_wherever_it_lies(late_s: float):
    short = clip(CLIPS[0])[: 4 * 16_000]
    late = np.concatenate((silence(late_s), short, silence(2)))
    one = utterances_of(short, recording="one", text="something")
    other = utterances_of(late, recording="other", text="something else")
    assert pairs([*one, *other]).wrong >= 1


def test_of_each_kind_of_change_there_are_as_many():
    found = changed(spoken(), count=2 * len(KINDS) - 1, seed=3, tell=told)
    assert found == {kind: Misses(asked=2, wrong=0) for kind in KINDS}


def test_what_nobody_changed_is_known_between_its_neighbours_through_codecs():
    """Else it would say nothing that what was changed is not."""
    assert known_through_codecs(spoken()) == len(spoken())


def test_silence_in_place_of_silence_is_no_change():
    """Half of the places are silent; a change there that changes nothing is drawn anew."""
    one = utterances_of(np.concatenate((clip(CLIPS[0])[:32_000], silence(4))), recording="one")
    assert all(misses.wrong == 0 for misses in changed(one, count=24, seed=5, tell=told).values())


def test_where_nothing_can_be_changed_it_cannot_be_measured():
    short = utterances_of(clip(CLIPS[0])[:32_000], recording="short")
    with pytest.raises(CannotMeasure, match="too short"):
        changed(short, count=len(KINDS), seed=1, tell=told)


def test_an_utterance_is_taken_for_itself():
    samples: Samples = spoken()[0].samples
    assert is_taken_for(spoken()[0], utterances_of(samples, recording="again")[0].sound)

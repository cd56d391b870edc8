"""From what fakes hear of people who hum to turns and speakers."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.speakers import ANY_COUNT, PinnedTurn, SpeakerCount, SpeakerTurn
from engine.speakers.heard_voices import HeardVoices
from engine.speakers.speaker_finder import TrackVoices, WhoSpeaks, find_speakers
from tests.builders.heard import RATE, Talk, heard, in_turn


def find(
    talks: Sequence[Talk],
    length_s: float,
    *,
    count: SpeakerCount = ANY_COUNT,
    pinned: Sequence[PinnedTurn] = (),
    wants_voices: bool = False,
) -> WhoSpeaks:
    track = TrackVoices(0, TrackKind.FILE, heard(talks, length_s))
    return find_speakers([track], count=count, pinned=pinned, wants_voices=wants_voices)


def at(found: WhoSpeaks, seconds: float, track: int = 0) -> set[int]:
    """Who talks at that moment."""
    sample = round(seconds * RATE)
    return {turn.speaker for turn in found.turns if turn.track == track and turn.start <= sample < turn.stop}


def pin(start: float, stop: float, speaker: int, track: int = 0) -> PinnedTurn:
    return PinnedTurn(track, SampleIndex(round(start * RATE)), SampleIndex(round(stop * RATE)), speaker)


THREE = in_turn([0, 1, 2], each_s=3, times=4)


def test_speakers_are_numbered_by_their_first_word():
    found = find(THREE, 45)
    assert [speaker.label for speaker in found.speakers] == [0, 1, 2]
    assert [at(found, talk.start + 1.5) for talk in THREE[:4]] == [{0}, {1}, {2}, {0}]


def test_turns_begin_and_end_with_the_talk():
    found = find(THREE, 45)
    for turn, talk in zip(found.turns, THREE, strict=True):
        assert turn.start / RATE == pytest.approx(talk.start, abs=0.3)
        assert turn.stop / RATE == pytest.approx(talk.stop, abs=0.3)


def test_two_at_once_are_two_turns():
    found = find([*THREE, Talk(8.0, 9.8, 0)], 45)
    assert at(found, 9.0) == {0, 2}


def test_a_short_answer_stays():
    """A “yes” of 0.4 s between two sentences of somebody else."""
    talks = [*in_turn([0, 1], each_s=3, times=3), Talk(22, 26, 0), Talk(26.2, 26.6, 1), Talk(26.8, 30, 0)]
    found = find(talks, 32)
    assert len(found.speakers) == 2
    assert 1 in at(found, 26.4)


def test_a_change_without_a_pause_is_a_change():
    """Case 59: two voices that alternate with no gap are not one turn."""
    talks = in_turn([0, 1], each_s=4, times=4, pause_s=0.0)
    found = find(talks, 34)
    assert len(found.speakers) == 2
    assert [at(found, talk.start + 2) for talk in talks] == [{0}, {1}] * 4


def test_two_who_talk_into_each_other_for_half_a_second_overlap_there_and_nowhere_else():
    """Case 59, the variant with overlap."""
    talks = [Talk(0.5 + 3.5 * number, 4.5 + 3.5 * number, number % 2) for number in range(8)]
    found = find(talks, 30)
    assert len(found.speakers) == 2
    assert at(found, 4.25) == {0, 1}
    assert at(found, 3.0) == {0}
    assert at(found, 6.0) == {1}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_number_of_speakers_is_what_a_person_says(number: int):
    """Case 57: an exact count can be set."""
    found = find(THREE, 45, count=SpeakerCount(number, number))
    assert len(found.speakers) == number
    assert {turn.speaker for turn in found.turns} == set(range(number))


def test_a_range_takes_in_what_seems_right_and_no_more():
    """Case 57: so can a least and a most."""
    assert len(find(THREE, 45, count=SpeakerCount(1, 5)).speakers) == 3
    assert len(find(THREE, 45, count=SpeakerCount(1, 2)).speakers) == 2


def test_noise_and_coughs_make_no_speakers():
    """Case 57: bursts between two voices, and a cough of a third, are not people of their own."""
    talks = in_turn([0, 1], each_s=4, times=30)
    bursts = [Talk(talk.stop + 0.1, talk.stop + 0.35, 3 + number % 20) for number, talk in enumerate(talks)]
    found = find([*talks, *bursts], talks[-1].stop + 2)
    assert len(found.speakers) == 2
    assert sum(speaker.speech for speaker in found.speakers) > 0.95 * 240 * RATE


def test_silence_at_first_makes_no_speakers():
    """Case 57: minutes of an empty room before anybody speaks."""
    talks = [Talk(talk.start + 120, talk.stop + 120, talk.voice) for talk in in_turn([0, 1], each_s=4, times=4)]
    found = find(talks, 160)
    assert len(found.speakers) == 2
    assert found.turns[0].start > 119 * RATE


@pytest.mark.parametrize("seconds", [0.4, 1.3, 5.0])
def test_a_short_sound_has_one_speaker(seconds: float):
    """Case 56: shorter than the window of the network."""
    found = find([Talk(0, seconds, 0)], seconds)
    assert len(found.speakers) == 1
    assert at(found, seconds / 2) == {0}
    assert found.turns[-1].stop <= seconds * RATE


@pytest.mark.parametrize("samples", [0, 1, 159, 160_000, 160_001, 199_960, 199_961])
def test_any_length_is_heard_to_its_end(samples: int):
    """Case 56: no window arithmetic on a length that is not a multiple of anything."""
    found = find([Talk(0, samples / RATE, 0)], samples / RATE)
    assert all(0 <= turn.start < turn.stop <= samples for turn in found.turns)
    if samples >= RATE:
        assert found.turns[-1].stop > samples - RATE // 2


def test_nobody_is_nobody():
    found = find([], 30)
    assert found == WhoSpeaks((), ())


def test_a_pinned_stretch_is_whose_a_person_said_and_the_rest_of_that_voice_follows():
    found = find(THREE, 45, pinned=[pin(4, 7, 40), pin(7.5, 10.5, 50)])
    named = {speaker.pinned: speaker.label for speaker in found.speakers}
    assert set(named) == {None, 40, 50}
    assert at(found, 5.5) == {named[40]}
    assert at(found, THREE[4].start + 1.5) == {named[40]}
    assert at(found, THREE[5].start + 1.5) == {named[50]}


def test_no_turn_of_anybody_else_reaches_into_a_pinned_stretch():
    pins = [pin(1.0, 2.0, 7), pin(6.9, 7.6, 8)]
    found = find(THREE, 45, pinned=pins)
    named = {speaker.pinned: speaker.label for speaker in found.speakers}
    for each in pins:
        inside = [turn for turn in found.turns if turn.start < each.stop and turn.stop > each.start]
        assert {turn.speaker for turn in inside} == {named[each.speaker]}


def test_two_voices_that_a_person_made_one_stay_one():
    pins = [pin(talk.start, talk.stop, 1) for talk in THREE[:9] if talk.voice < 2]
    found = find(THREE, 45, pinned=pins)
    assert len(found.speakers) == 2
    assert at(found, THREE[9].start + 1.5) == at(found, THREE[10].start + 1.5) == at(found, 5)


def test_one_stretch_put_right_does_not_rename_all_that_the_wrong_speaker_says():
    """A person gives 3 s that were taken for the second speaker to the first; both go on to be two."""
    found = find(THREE, 45, pinned=[pin(4, 7, 1), *(pin(talk.start, talk.stop, 1) for talk in THREE[:7:3])])
    named = next(speaker for speaker in found.speakers if speaker.pinned == 1)
    assert at(found, 5.5) == {named.label}
    assert at(found, THREE[9].start + 1.5) == {named.label}
    assert at(found, THREE[4].start + 1.5) != {named.label}


def test_one_voice_that_a_person_says_are_two_is_two_where_they_said_it():
    found = find(in_turn([0], each_s=3, times=6), 22, pinned=[pin(0.5, 3.5, 1), pin(4, 7, 2)])
    assert {speaker.pinned for speaker in found.speakers} >= {1, 2}
    assert at(found, 2) != at(found, 5)


def test_a_pinned_stretch_in_which_nothing_was_heard_is_a_turn_all_the_same():
    found = find(THREE, 60, pinned=[pin(50, 52, 9)])
    named = {speaker.pinned: speaker for speaker in found.speakers}
    assert at(found, 51) == {named[9].label}
    assert named[9].voice == ()


def test_a_person_s_pins_outlast_an_exact_count_that_is_too_small():
    pins = [pin(1, 3, 1), pin(4.5, 6.5, 2), pin(8, 10, 3)]
    found = find(THREE, 45, count=SpeakerCount(2, 2), pinned=pins)
    assert {speaker.pinned for speaker in found.speakers} == {1, 2, 3}


def test_clips_are_clean_and_long():
    found = find([*THREE, Talk(4.5, 5.0, 0), Talk(50, 65, 1)], 70)
    for speaker in found.speakers:
        assert 1 <= len(speaker.clips) <= 3
        assert list(speaker.clips) == sorted(speaker.clips, key=lambda clip: clip.start - clip.stop)
        for clip in speaker.clips:
            assert clip.speaker == speaker.label
            assert clip.stop - clip.start <= 6 * RATE
            others = [turn for turn in found.turns if turn.speaker != speaker.label]
            assert not any(turn.start < clip.stop and turn.stop > clip.start for turn in others)


def test_voices_leave_the_engine_only_where_they_are_wanted():
    assert all(speaker.voice == () for speaker in find(THREE, 45).speakers)
    voices = [np.array(speaker.voice) for speaker in find(THREE, 45, wants_voices=True).speakers]
    assert all(np.linalg.norm(voice) == pytest.approx(1, abs=1e-3) for voice in voices)
    assert voices[0] @ voices[1] < 0.3


def two_tracks(
    microphone: Sequence[Talk], computer: Sequence[Talk], length_s: float, count: SpeakerCount = ANY_COUNT
) -> WhoSpeaks:
    tracks = [
        TrackVoices(0, TrackKind.MICROPHONE, heard(microphone, length_s)),
        TrackVoices(1, TrackKind.COMPUTER, heard(computer, length_s)),
    ]
    return find_speakers(tracks, count=count)


ME = in_turn([5], each_s=3, times=3, pause_s=8)
THEY = [Talk(talk.start + 4, talk.stop + 4, talk.voice) for talk in in_turn([0, 1], each_s=3, times=3, pause_s=2.5)]


def test_the_microphone_is_a_side_of_its_own():
    found = two_tracks(ME, THEY, 36)
    assert len(found.speakers) == 3
    assert {turn.speaker for turn in found.turns if turn.track == 0}.isdisjoint(
        {turn.speaker for turn in found.turns if turn.track == 1}
    )


def test_what_the_microphone_hears_of_the_computer_is_nobody():
    found = two_tracks([*ME, *THEY], THEY, 36)
    assert len(found.speakers) == 3
    assert len({turn.speaker for turn in found.turns if turn.track == 0}) == 1


def test_the_count_is_of_both_sides_together():
    assert len(two_tracks(ME, THEY, 36, SpeakerCount(2, 2)).speakers) == 2
    assert len(two_tracks(ME, THEY, 36, SpeakerCount(3, 3)).speakers) == 3


def test_hours_are_grouped_with_bounded_work():
    """Cases 56 and 57: two voices of a long recording stay two."""
    short = heard(in_turn([0, 1], each_s=4, times=10), 92)
    found = find_speakers([TrackVoices(0, TrackKind.FILE, repeated(short, 80))])
    assert len(found.speakers) == 2


def repeated(heard_once: HeardVoices, times: int) -> HeardVoices:
    """The same again and again: two hours."""
    looks, ticks = len(heard_once.activity), len(heard_once.activity) * 148
    chance = np.random.default_rng(3)
    embeddings = np.tile(heard_once.embeddings, (times, 1))
    embeddings += 0.03 * chance.standard_normal(embeddings.shape).astype(np.float32)
    shift = np.repeat(np.arange(times), len(heard_once.looks))
    return HeardVoices(
        (looks * times - 1) * 148 * 270 + 160_000,
        np.tile(heard_once.activity, (times, 1, 1)),
        (np.tile(heard_once.looks, times) + shift * looks).astype(np.int32),
        np.tile(heard_once.people, times),
        (np.tile(heard_once.starts, times) + shift * ticks).astype(np.int32),
        (np.tile(heard_once.stops, times) + shift * ticks).astype(np.int32),
        np.tile(heard_once.clear, times),
        embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True),
    )


def test_turns_of_a_track_are_in_order():
    turns: list[SpeakerTurn] = list(find(THREE, 45).turns)
    assert turns == sorted(turns, key=lambda turn: (turn.track, turn.start))

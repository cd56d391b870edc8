"""Labels while something is recorded, with people who hum: they come at once, and mean the same person to the end."""

from collections.abc import Sequence
from itertools import count

import numpy as np

from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.messages import FollowedTrack
from engine.contract.speakers import SpeakerTurn
from engine.speakers.live_listener import LiveListener
from engine.speakers.live_track import LiveTrack
from tests.builders.heard import RATE, Talk, in_turn, sound_of
from tests.fakes.fake_voices import FakeEncoder, FakeSegmentation

STEP = 40_000
CONVERSATION = in_turn([0, 1], each_s=3, times=5)


def a_track(*, kind: TrackKind = TrackKind.MICROPHONE, number: int = 0, far: Sequence[LiveTrack] = ()) -> LiveTrack:
    labels = count(10 * number)
    listener = LiveListener(segmentation=FakeSegmentation(), encoder=FakeEncoder())
    return LiveTrack(FollowedTrack(number, kind), listener=listener, next_label=lambda: next(labels), far=far)


def listen(track: LiveTrack, talks: Sequence[Talk], length_s: float) -> list[tuple[SpeakerTurn, ...]]:
    """What is known after each step."""
    sound = sound_of(talks, length_s)
    known: list[tuple[SpeakerTurn, ...]] = []
    for to in range(track.heard_to + STEP, len(sound) + 1, STEP):
        track.hear(sound[track.look_from(to) : to], to=SampleIndex(to))
        known.append(track.turns(0))
    return known


def speaker_at(turns: Sequence[SpeakerTurn], second: float) -> int | None:
    at = round(second * RATE)
    return next((turn.speaker for turn in turns if turn.start <= at < turn.stop), None)


def test_a_label_is_there_within_five_seconds_of_the_speech():
    known = listen(a_track(), CONVERSATION, 36)
    for talk in CONVERSATION:
        step = int((talk.start + 1 + 5) * RATE) // STEP - 1
        if step < len(known):
            assert speaker_at(known[step], talk.start + 1) is not None


def test_each_speaker_has_one_label_from_the_first_word_to_the_last():
    known = listen(a_track(), CONVERSATION, 36)
    labels = [{speaker_at(turns, talk.start + 1) for turns in known} - {None} for talk in CONVERSATION]
    assert all(len(each) == 1 for each in labels)
    assert labels[0] == labels[2] != labels[1] == labels[3]


def test_somebody_new_gets_a_label_of_their_own_and_the_others_keep_theirs():
    talks = [*CONVERSATION, Talk(37, 42, 2), Talk(43, 46, 0)]
    known = listen(a_track(), talks, 52)[-1]
    assert speaker_at(known, 40) not in {speaker_at(known, 1), speaker_at(known, 5), None}
    assert speaker_at(known, 44) == speaker_at(known, 1)


def test_a_named_speaker_is_nobody_else_whatever_is_heard_later():
    track = a_track()
    label = speaker_at(listen(track, CONVERSATION, 36)[-1], 1)
    assert label is not None
    track.hold(label)
    others = [Talk(at, at + 3, voice) for at, voice in zip(range(37, 97, 4), [1, 2, 3] * 5, strict=True)]
    known = listen(track, [*CONVERSATION, *others, Talk(100, 104, 0)], 110)[-1]
    assert speaker_at(known, 102) == label
    assert label not in {speaker_at(known, talk.start + 1) for talk in others}


def test_people_talking_at_once_have_a_turn_each():
    talks = [Talk(0.5, 6, 0), Talk(7, 12, 1), Talk(13, 19, 0), Talk(15, 17, 1)]
    known = listen(a_track(), talks, 25)[-1]
    both = {turn.speaker for turn in known if turn.start < 16 * RATE < turn.stop}
    assert len(both) == 2


def test_one_who_is_known_from_before_keeps_the_label():
    track = a_track()
    track.know(7, sound_of([Talk(0, 4, 1)], 4))
    known = listen(track, CONVERSATION, 36)[-1]
    assert speaker_at(known, 5) == 7
    assert speaker_at(known, 1) not in {7, None}


def test_what_the_microphone_hears_of_the_computer_is_nobody():
    far = a_track(kind=TrackKind.COMPUTER, number=1)
    near = a_track(far=[far])
    played, said = [Talk(0.5, 8, 3), Talk(16, 24, 3)], [Talk(9, 15, 0)]
    sounds = sound_of(played, 30), sound_of([*played, *said], 30)
    for to in range(STEP, len(sounds[0]) + 1, STEP):
        for track, sound in zip((far, near), sounds, strict=True):
            track.hear(sound[track.look_from(to) : to], to=SampleIndex(to))
    assert speaker_at(near.turns(0), 12) is not None
    assert speaker_at(near.turns(0), 20) is None
    assert speaker_at(far.turns(0), 20) is not None


def test_silence_is_nobody_and_costs_no_network():
    class Never(FakeSegmentation):
        def look(self, samples: np.ndarray) -> np.ndarray:
            raise AssertionError

    listener = LiveListener(segmentation=Never(), encoder=FakeEncoder())
    track = LiveTrack(FollowedTrack(0, TrackKind.MICROPHONE), listener=listener, next_label=lambda: 0)
    assert listen(track, [], 10)[-1] == ()

"""Labels of a whole sound as they come, and when a named speaker counts as swapped."""

from engine.bench.live_labels import LiveLabels, label_live, swaps
from engine.contract.audio import SampleIndex
from engine.contract.speakers import SpeakerTurn
from engine.speakers.live_listener import LiveListener
from tests.builders.heard import in_turn, sound_of
from tests.fakes.fake_voices import FakeEncoder, FakeSegmentation

SECOND = 16_000


def turn(start_s: float, stop_s: float, speaker: int) -> SpeakerTurn:
    return SpeakerTurn(0, SampleIndex(round(start_s * SECOND)), SampleIndex(round(stop_s * SECOND)), speaker)


def test_a_sound_is_labelled_as_it_comes_and_who_talked_enough_is_named():
    sound = sound_of(in_turn([0, 1], each_s=4, times=5), 46)
    labels = label_live(sound, LiveListener(segmentation=FakeSegmentation(), encoder=FakeEncoder()))
    assert {turn.speaker for turn in labels.told} == {0, 1} == {label for label, _ in labels.named}


def test_a_label_that_stays_with_its_person_is_no_swap_whatever_its_number():
    final = [turn(0, 30, 4), turn(60, 90, 4), turn(90, 110, 5)]
    assert swaps(LiveLabels((turn(0, 30, 0), turn(60, 90, 0)), (), ((0, 30 * SECOND),)), final) == 0


def test_a_minute_of_somebody_else_under_a_named_label_is_one():
    final = [turn(0, 30, 4), turn(60, 90, 5), turn(130, 134, 5)]
    told = (turn(0, 30, 0), turn(60, 90, 0), turn(130, 134, 0))
    assert swaps(LiveLabels(told, (), ((0, 30 * SECOND),)), final) == 1

from app.recording.chosen_sources import ChosenSources
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import ChangeSource, SourceChoice, StartRecording

BUILT_IN = SourceChoice(TrackKind.MICROPHONE, "Built-in", "ALSA")
DESK = SourceChoice(TrackKind.MICROPHONE, "Desk", "ALSA")
COMPUTER = SourceChoice(TrackKind.COMPUTER)


def chosen() -> ChosenSources:
    return ChosenSources(StartRecording("r", "/folder", (BUILT_IN, COMPUTER)))


def test_a_recorder_that_records_is_told_of_another_choice_once():
    sources = chosen()
    sources.ask()
    assert sources.choose(0, DESK)
    assert sources.take_changes() == [ChangeSource(0, DESK)]
    assert sources.take_changes() == []


def test_a_recorder_that_is_asked_after_a_death_is_asked_for_the_choice_of_last():
    sources = chosen()
    sources.ask()
    sources.choose(0, DESK)
    assert sources.ask().sources == (DESK, COMPUTER)
    assert sources.take_changes() == [], "it was asked for that already"


def test_what_is_chosen_while_the_recorder_begins_is_told_when_it_has_begun():
    sources = chosen()
    assert sources.ask().sources == (BUILT_IN, COMPUTER)
    sources.choose(0, DESK)
    assert sources.take_changes() == [ChangeSource(0, DESK)]


def test_a_track_stays_what_it_is_and_the_same_choice_is_none():
    sources = chosen()
    sources.ask()
    assert not sources.choose(1, DESK)
    assert not sources.choose(0, BUILT_IN)
    assert not sources.choose(2, DESK)
    assert sources.take_changes() == []

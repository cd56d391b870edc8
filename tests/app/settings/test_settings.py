"""What the settings say about a new recording."""

from app.settings.settings import Settings
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceChoice


def test_a_recording_takes_the_microphone_and_the_computers_sound() -> None:
    assert Settings().recording_sources() == (SourceChoice(TrackKind.MICROPHONE), SourceChoice(TrackKind.COMPUTER))


def test_the_microphone_is_remembered_by_its_name_and_sound_system() -> None:
    """Case 2."""
    chosen = Settings(microphone_name="USB Mic", microphone_api="ALSA", records_computer=False)
    assert chosen.recording_sources() == (SourceChoice(TrackKind.MICROPHONE, "USB Mic", "ALSA"),)


def test_where_there_is_no_computer_sound_only_the_microphone_is_recorded() -> None:
    found = Settings(records_microphone=False).recording_sources(has_computer_sound=False)
    assert [source.kind for source in found] == [TrackKind.MICROPHONE]


def test_the_computers_sound_alone_can_be_recorded() -> None:
    assert Settings(records_microphone=False).recording_sources() == (SourceChoice(TrackKind.COMPUTER),)

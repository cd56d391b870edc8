import pytest

from engine.capture.computer_sound import ComputerSound
from engine.capture.sound_source import NothingLeft, SourceUnusable
from tests.fakes.fake_soundcard import SoundcardWithoutOutput, SoundcardWithoutServer


def test_a_computer_without_any_output_is_told_in_a_sentence_and_the_log_is_not_flooded():
    """Case 1: it is asked again every second until there is one."""
    soundcard = SoundcardWithoutOutput()
    for _ in range(3):
        with pytest.raises(NothingLeft, match="there is no output"):
            ComputerSound(soundcard=soundcard).open(lambda _: None)
    assert soundcard.tracebacks == 0


def test_a_computer_without_a_sound_server_is_told_in_words():
    """soundcard says nothing but AssertionError."""
    with pytest.raises(SourceUnusable, match="the sound system does not answer"):
        ComputerSound(soundcard=SoundcardWithoutServer()).open(lambda _: None)

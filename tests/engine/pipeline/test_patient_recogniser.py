from functools import cached_property

import numpy as np
import pytest

from engine.contract.errors import RecogniserFailed
from engine.pipeline.patient_recogniser import MOST_FAILURES, PatientRecogniser
from tests.fakes.live_speech import LiveSpeech, spoken

SOUND = np.arange(32_000, dtype=np.float32)


def test_failures_in_a_row_give_it_up_and_a_success_between_them_forgives():
    speech = LiveSpeech(spoken("one two"), 10.0)
    patient = PatientRecogniser(speech)
    for _ in range(3):
        speech.guess_failures = MOST_FAILURES - 1
        assert patient.guess_language(SOUND) is None
        assert patient.guess_language(SOUND) is None
        assert patient.understand(SOUND, said=(), language="en") is not None
    speech.guess_failures = MOST_FAILURES
    assert patient.guess_language(SOUND) is None
    assert patient.guess_language(SOUND) is None
    with pytest.raises(RecogniserFailed):
        patient.guess_language(SOUND)


def test_nothing_is_understood_in_no_language():
    speech = LiveSpeech(spoken("one two"), 10.0)
    assert PatientRecogniser(speech).understand(SOUND, said=(), language="") is None
    assert not speech.passes


def test_a_recogniser_that_asks_elsewhere_knows_whose_window_it_is_and_how_much_it_hurries():
    far = FarSpeech(spoken("one two"), 10.0)
    patient = PatientRecogniser(far)
    patient.guess_language(SOUND, 1)
    patient.understand(SOUND, 1, said=(), language="en", is_tentative=True)
    patient.understand(SOUND, said=(), language="en")
    assert far.turns == [(1, False), (1, True), (0, False)]


class FarSpeech(LiveSpeech):
    """A recogniser that notes its turns."""

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        self.turns.append((track, is_tentative))

    @cached_property
    def turns(self) -> list[tuple[int, bool]]:
        return []

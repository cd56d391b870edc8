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

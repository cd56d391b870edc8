import numpy as np
import pytest
from numpy.typing import NDArray

from engine.contract.audio import WINDOW_SAMPLES, Samples
from engine.detection.energy_gate import PATIENCE, EnergyGate
from tests.builders.speech_clips import clip, noise, silence


def gate(samples: Samples) -> NDArray[np.bool_]:
    return EnergyGate().is_open(samples[: len(samples) // WINDOW_SAMPLES * WINDOW_SAMPLES])


def test_a_long_silence_closes_the_gate_after_a_second():
    is_open = gate(silence(600))
    assert is_open[:PATIENCE].all()
    assert not is_open[PATIENCE:].any()


@pytest.mark.parametrize("level", [-80, -60, -50])
def test_quiet_hiss_closes_it(level: float):
    assert not gate(noise(60, level_dbfs=level))[PATIENCE:].any()


def test_loud_hiss_does_not():
    assert gate(noise(5, level_dbfs=-30)).all()


def test_a_quiet_room_does_not_because_its_spectrum_is_not_flat():
    assert gate(noise(10, level_dbfs=-60, is_pink=True)).all()


def test_quiet_speech_does_not():
    speech = clip("1998-15444-0001.flac") * np.float32(0.02)
    assert gate(speech).all()


def test_a_short_pause_is_looked_at():
    loud = np.full(4 * WINDOW_SAMPLES, 0.1, np.float32)
    assert gate(np.concatenate((loud, silence(0.96), loud))).all()


def test_the_first_loud_window_opens_it():
    speech = np.full(WINDOW_SAMPLES, 0.1, np.float32)
    assert gate(np.concatenate((silence(10.24), speech)))[-1]


@pytest.mark.parametrize("block", [1, 7, 40, 313])
def test_blocks_of_any_size_get_the_same_answer(block: int):
    """Case 43."""
    sound = np.concatenate((silence(3), clip("whatstheweatherlike.wav"), silence(2), noise(3, level_dbfs=-60)))
    windows = sound[: len(sound) // WINDOW_SAMPLES * WINDOW_SAMPLES].reshape(-1, WINDOW_SAMPLES)
    pieces = EnergyGate()
    found = [pieces.is_open(windows[at : at + block].ravel()) for at in range(0, len(windows), block)]
    assert np.array_equal(np.concatenate(found), gate(sound))
    assert not len(pieces.is_open(silence(0)))

from pathlib import Path

import numpy as np

from app.measuring.known_signal import HISS, HISS_TOP_HZ, SignalPlan, make_signal, write_signal


def test_a_plan_is_read_as_it_was_written_and_knows_what_is_due(tmp_path: Path):
    signal = make_signal(np.zeros(16_000, np.int16), seed=1)
    write_signal(signal, tmp_path / "signal.pcm")
    SignalPlan(str(tmp_path / "signal.pcm"), 100.0).write(tmp_path / "plan.json")
    plan = SignalPlan.read(tmp_path / "plan.json")
    assert plan.due(102.5) == 40_000
    assert (plan.load() == signal).all()


def test_the_same_seed_is_the_same_hiss_and_another_one_is_not():
    quiet = np.zeros(16_000, np.int16)
    assert (make_signal(quiet, seed=1) == make_signal(quiet, seed=1)).all()
    assert (make_signal(quiet, seed=1) != make_signal(quiet, seed=2)).mean() > 0.9


def test_the_hiss_is_faint_low_and_everywhere():
    signal = make_signal(np.zeros(64_000, np.int16), seed=1).astype(np.float64)
    frames = signal[: len(signal) // 320 * 320].reshape(-1, 320)
    assert np.sqrt((frames**2).mean(axis=1)).min() > HISS / 3
    spectrum = np.abs(np.fft.rfft(signal)) ** 2
    above = np.fft.rfftfreq(len(signal), 1 / 16_000) > HISS_TOP_HZ + 50
    assert spectrum[above].sum() < 0.01 * spectrum.sum()

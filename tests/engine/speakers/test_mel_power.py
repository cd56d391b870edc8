"""The bands of the small encoder are Slaney's, as Whisper's are: faster-whisper has them as well."""

import math
from typing import Any

import numpy as np
import torch
from faster_whisper.feature_extractor import FeatureExtractor

from engine.speakers.mel_power import mel_power


def test_the_bands_are_slaneys():
    noise = np.random.default_rng(3).standard_normal(4800).astype(np.float32)
    extractor: Any = FeatureExtractor
    bands = extractor.get_mel_filters(16_000, 400, n_mels=40)
    padded = np.pad(noise, 200)
    frames = np.stack([padded[at : at + 400] for at in range(0, 4801, 160)]) * torch.hann_window(400).numpy()
    wanted = (np.abs(np.fft.rfft(frames, 400)) ** 2) @ bands.T
    found = mel_power(torch.tensor(noise))
    assert found.shape == (31, 40)
    assert np.allclose(found.numpy(), wanted, rtol=1e-3, atol=1e-5)


def test_a_tone_is_in_the_two_bands_around_its_frequency():
    moments = torch.arange(16_000) / 16_000
    found = mel_power(0.3 * torch.sin(2 * math.pi * 1000 * moments)).mean(0)
    assert found[12:14].sum() > 0.9 * found.sum()  # 1 kHz is 15 mel of 45.2, and the bands are 1.1 mel apart


def test_silence_is_nothing():
    assert not mel_power(torch.zeros(1600)).any()

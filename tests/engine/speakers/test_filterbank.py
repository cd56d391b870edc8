"""The numbers are those of ``kaldi-native-fbank`` 1.23 for the same sound: 80 bands, no dither, only whole frames."""

import math

import torch

from engine.speakers.filterbank import mel_bands

KALDI = [
    [-7.378, -0.397, -1.842, -11.459, -15.461, -15.856, -10.065, -9.737, -15.942, -15.942],
    [-11.809, -15.942, -14.699, -13.007, -6.791, 1.976, -9.867, -9.806, -15.942, -15.942],
    [-12.012, -15.942, -15.942, -15.942, -15.662, -13.077, -6.211, -5.826, -14.088, -15.942],
]
"""Frames 0, 11 and 22, every eighth band."""


def test_the_bands_are_those_of_kaldi():
    moments = torch.arange(4000, dtype=torch.float64) / 16_000
    sweep = 0.3 * torch.sin(2 * math.pi * (200 * moments + 6000 * moments * moments))
    found = mel_bands((sweep + 0.1 * torch.sin(2 * math.pi * 3000 * moments)).float())
    assert found.shape == (23, 80)
    assert torch.allclose(found[[0, 11, 22], ::8], torch.tensor(KALDI), atol=0.02)


def test_silence_has_bands_that_are_numbers():
    assert torch.isfinite(mel_bands(torch.zeros(1600))).all()

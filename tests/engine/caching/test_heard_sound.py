import numpy as np
import pytest

from engine.caching.heard_sound import BAND_HZ, FLOOR_DB, HOP_SAMPLES, hear
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from tests.builders.speech_clips import clip, noise, silence


def tone(hertz: float, *, level_dbfs: float, seconds: float = 1.0) -> Samples:
    at = np.arange(int(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    return (np.sqrt(2) * 10 ** (level_dbfs / 20) * np.sin(2 * np.pi * hertz * at)).astype(np.float32)


@pytest.mark.parametrize(("band", "hertz"), list(enumerate((500, 1250, 1850, 2700, 3850, 5500))))
def test_a_tone_is_as_loud_as_it_is_in_its_band_and_in_no_other(band: int, hertz: float):
    levels = hear(tone(hertz, level_dbfs=-40)).levels[5:-5]
    assert levels.shape[1] == len(BAND_HZ)
    assert np.allclose(levels[:, band], -40, atol=0.7)
    assert np.delete(levels, band, axis=1).max() < -70


def test_noise_is_as_loud_as_its_share_of_the_spectrum():
    levels = hear(noise(20, level_dbfs=-30)).levels
    mean = 10 * np.log10((10 ** (levels[5:-5] / 10)).mean(axis=0))
    shares = [880, *np.diff(BAND_HZ)]
    assert np.allclose(mean, [-30 + 10 * np.log10(share / 8000) for share in shares], atol=0.5)


def test_silence_is_at_the_floor():
    assert np.allclose(hear(silence(1)).levels, FLOOR_DB)


def test_hum_is_not_heard():
    assert hear(tone(50, level_dbfs=-20)).levels[5:-5].max() < -75


@pytest.mark.parametrize("hops", [0, 40, -40])
def test_from_another_moment_on_it_is_the_same_sound(hops: int):
    samples = clip("2414-128291-0002.flac")[:80_000]
    by = hops * HOP_SAMPLES
    moved = samples[by:] if by >= 0 else np.concatenate((np.zeros(-by, np.float32), samples))
    one, other = hear(samples).from_hop(hops), hear(moved)
    count = min(len(one.levels), len(other.levels))
    assert np.allclose(one.levels[50 : count - 5], other.levels[50 : count - 5], atol=1.0)
    assert np.allclose(one.low[1600 : count * 32 - 160], other.low[1600 : count * 32 - 160], atol=1e-3)

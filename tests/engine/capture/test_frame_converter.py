import numpy as np
import pytest

from engine.capture.frame_converter import FrameConverter
from engine.contract.audio import Samples


def tone(rate_hz: int, seconds: float) -> Samples:
    return (0.5 * np.sin(2 * np.pi * 440 * np.arange(round(rate_hz * seconds)) / rate_hz)).astype(np.float32)


@pytest.mark.parametrize("rate_hz", [8000, 16_000, 44_100, 48_000, 96_000, 192_000])
def test_a_minute_stays_a_minute_and_a_tone_stays_that_tone_without_clicks(rate_hz: int):
    """Case 4."""
    converter = FrameConverter(rate_hz=rate_hz)
    sound = tone(rate_hz, 60)
    frames = [frame for at in range(0, len(sound), 441) for frame in converter.feed(sound[at : at + 441])]
    frames += [*converter.break_off(), *converter.fill()]
    made = np.concatenate(frames).astype(np.float64) / 32_768
    assert all(frame.shape == (320,) for frame in frames)
    assert made.shape[0] == 60 * 16_000
    inner = slice(1600, -1600)
    assert np.abs(made - tone(16_000, 60))[inner].max() < 0.003


def test_a_break_has_the_exact_length_and_the_rate_may_change_there():
    converter = FrameConverter(rate_hz=48_000)
    frames = [*converter.feed(tone(48_000, 1.0)), *converter.break_off(rate_hz=24_000)]
    assert len(frames) * 320 + converter.waiting == 16_000
    frames += [*converter.silence(1600), *converter.feed(tone(24_000, 1.0)), *converter.break_off(), *converter.fill()]
    made = np.concatenate(frames)
    assert made.shape[0] == 33_600
    assert not made[16_000:17_600].any()
    crossings = int((np.diff(np.signbit(made[17_700:33_500])) != 0).sum())
    assert crossings == pytest.approx(2 * 440 * 15_800 / 16_000, abs=2)


def test_what_is_too_loud_is_clipped_and_does_not_wrap():
    converter = FrameConverter(rate_hz=16_000)
    (frame,) = converter.feed(np.full(320, 1.5, np.float32))
    assert frame.tolist() == [32_767] * 320

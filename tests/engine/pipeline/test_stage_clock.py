"""The stamps of a word are those of the frame it ends in, and the picture has a byte for each ten milliseconds."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, Samples
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_lines import Growth, Line
from engine.pipeline.stage_clock import PassStamps, StageClock


class PunctualRing:
    """Each frame is captured when it has ended, and written 50 ms later."""

    def stamps(self, start: int, stop: int) -> tuple[SampleIndex, NDArray[np.float64]]:
        first = start // FRAME_SAMPLES
        ends = np.arange(first + 1, stop // FRAME_SAMPLES + 1) * FRAME_SAMPLES / SAMPLE_RATE_HZ
        return SampleIndex(first * FRAME_SAMPLES), np.stack((ends, ends + 0.05), axis=1)


class SavedSound:
    def read(self, start: int, stop: int) -> Samples:
        return np.zeros(stop - start, np.float32)


def growth(stop: int, *, new_words: int = 1) -> Growth:
    word = RecognisedWord(SampleIndex(stop - 1600), SampleIndex(stop), " word", 0.9)
    return Growth(Line("line", (word,), "en", 0.0), new_words, is_closed=False)


def heard(sound: object, *, windows: int = 63) -> StageClock:
    clock = StageClock(start=0, clock=lambda: 5.0)
    clock.hear(sound, 0, windows * WINDOW_SAMPLES, [0.5] * windows)
    return clock


def test_a_word_has_the_stamps_of_the_frame_that_it_ends_in() -> None:
    stamps = heard(PunctualRing()).stamps_of(growth(SAMPLE_RATE_HZ), PassStamps(6.0, 6.1, 6.3))
    assert stamps is not None
    assert (stamps.captured_s, stamps.framed_s) == pytest.approx((1.0, 1.05))
    assert (stamps.detected_s, stamps.handed_over_s, stamps.encoded_s, stamps.decoded_s) == (5.0, 6.0, 6.1, 6.3)


def test_a_word_from_a_recording_file_has_none() -> None:
    clock = heard(SavedSound())
    assert clock.stamps_of(growth(SAMPLE_RATE_HZ), None) is None
    assert not list(clock.pictures("job", 0))


def test_a_line_that_only_closes_has_none() -> None:
    assert heard(PunctualRing()).stamps_of(growth(SAMPLE_RATE_HZ, new_words=0), None) is None


def test_the_picture_has_a_byte_for_each_ten_milliseconds() -> None:
    clock = heard(PunctualRing())
    (picture,) = clock.pictures("job", 0)
    assert not list(clock.pictures("job", 0))
    framing, detection = bytes.fromhex(picture.framing), bytes.fromhex(picture.detection)
    assert len(framing) == len(detection) == round(63 * WINDOW_SAMPLES / SAMPLE_RATE_HZ * 100)
    assert set(framing[:-5]) <= {127, 128}
    assert set(detection) == {128}

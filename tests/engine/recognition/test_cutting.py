import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import SpeechSpan
from engine.contract.engine import SpanAudio
from engine.recognition.cutting import cut, halve
from tests.builders.speech_clips import span


def audio(parts: list[SpeechSpan], speech: list[SpeechSpan] | None = None) -> SpanAudio:
    """Sound in which each sample is its own index."""
    samples = np.concatenate([np.arange(part.start, part.stop) for part in parts]).astype(np.float32)
    return SpanAudio(tuple(parts), samples, tuple(speech or parts))


def places(stretch: SpanAudio | None) -> list[int]:
    return [] if stretch is None else stretch.samples.astype(int).tolist()


TWO_PARTS = audio([span(1, 3), span(10, 12)], [span(1, 2.5), span(10.5, 12)])


@given(st.floats(0, 14), st.floats(0, 14))
def test_a_cut_holds_the_samples_between_two_places(start_s: float, stop_s: float):
    start, stop = round(start_s * 16_000), round(stop_s * 16_000)
    assert places(cut(TWO_PARTS, start, stop)) == [at for at in places(TWO_PARTS) if start <= at < stop]


@given(st.floats(0, 14), st.floats(0, 14))
def test_a_cut_knows_its_places(start_s: float, stop_s: float):
    found = cut(TWO_PARTS, round(start_s * 16_000), round(stop_s * 16_000))
    if found is not None:
        assert sum(part.length for part in found.parts) == len(found.samples)
        assert found.index_at(0) == found.samples[0]
        for each in found.speech:
            assert start_s * 16_000 - 1 <= each.start < each.stop <= stop_s * 16_000 + 1


def test_nothing_is_cut_out_of_a_silence_that_was_left_out():
    assert cut(TWO_PARTS, 4 * 16_000, 9 * 16_000) is None


def test_two_halves_are_the_whole():
    halves = halve(audio([span(0, 20)], [span(0, 5), span(5.2, 9), span(11, 20)]))
    assert halves is not None
    left, right = halves
    assert (left.stop, right.start) == (10 * 16_000, 10 * 16_000)
    assert places(left) + places(right) == list(range(20 * 16_000))
    assert left.speech + right.speech == (span(0, 5), span(5.2, 9), span(11, 20))


def test_a_pause_at_the_edge_is_no_half():
    halves = halve(audio([span(0, 20)], [span(0, 0.5), span(2.5, 10), span(11, 20)]))
    assert halves is not None
    assert halves[0].stop == 10.5 * 16_000


def test_spans_that_touch_can_be_halved():
    halves = halve(audio([span(0, 20)], [span(0, 9), span(9, 20)]))
    assert halves is not None
    assert halves[0].stop == 9 * 16_000


def test_a_single_span_has_no_halves():
    assert halve(audio([span(0, 20)])) is None


def test_a_silence_that_was_left_out_can_be_the_cut():
    halves = halve(TWO_PARTS)
    assert halves is not None
    assert (halves[0].parts, halves[1].parts) == ((span(1, 3),), (span(10, 12),))

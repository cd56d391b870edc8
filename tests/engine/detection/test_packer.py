from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.engine import SpanAudio
from engine.detection.packer import EDGE_S, LONGEST_S, Packer, Stretch, whole_recording
from tests.builders.speech_clips import span


def pack(spans: list[SpeechSpan]) -> list[Stretch]:
    packer = Packer()
    return packer.feed(spans) + packer.finish()


def length_s(stretch: Stretch) -> float:
    return sum(part.length for part in stretch.parts) / SAMPLE_RATE_HZ


def spans() -> st.SearchStrategy[list[SpeechSpan]]:
    """Pairs of a pause and a span, as a segmenter gives them."""
    pair = st.tuples(st.floats(0, 90), st.floats(0.1, 28.8))

    def place(pairs: list[tuple[float, float]]) -> list[SpeechSpan]:
        placed: list[SpeechSpan] = []
        at = 0.0
        for pause, length in pairs:
            placed.append(span(at + pause, at + pause + length))
            at += pause + length
        return placed

    return st.lists(pair, max_size=25).map(place)


@given(spans())
def test_every_span_is_in_exactly_one_stretch_in_order(spans: list[SpeechSpan]):
    assert [each for stretch in pack(spans) for each in stretch.speech] == spans


@given(spans())
def test_a_stretch_fits_into_the_window_of_the_recogniser(spans: list[SpeechSpan]):
    assert all(length_s(stretch) <= LONGEST_S for stretch in pack(spans))


@given(spans())
def test_the_parts_hold_the_speech_and_stretches_do_not_overlap(spans: list[SpeechSpan]):
    stretches = pack(spans)
    for stretch in stretches:
        for each in stretch.speech:
            assert any(part.start <= each.start and each.stop <= part.stop for part in stretch.parts)
        for before, after in pairwise(stretch.parts):
            assert before.stop < after.start
    for before, after in pairwise(stretches):
        assert before.parts[-1].stop <= after.parts[0].start


@given(spans(), st.integers(1, 5))
def test_spans_fed_one_by_one_give_the_same(spans: list[SpeechSpan], size: int):
    packer = Packer()
    found = [each for at in range(0, len(spans), size) for each in packer.feed(spans[at : at + size])]
    assert found + packer.finish() == pack(spans)


@given(spans())
def test_going_on_after_a_stretch_gives_the_stretches_after_it(spans: list[SpeechSpan]):
    stretches = pack(spans)
    for number, stretch in enumerate(stretches):
        rest = [each for each in spans if each.start >= stretch.parts[-1].stop]
        assert pack(rest) == stretches[number + 1 :]


@given(spans())
def test_each_sample_maps_back_to_where_it_was(spans: list[SpeechSpan]):
    for stretch in pack(spans):
        places = np.concatenate([np.arange(part.start, part.stop) for part in stretch.parts])
        audio = SpanAudio(stretch.parts, places.astype(np.float32), stretch.speech)
        borders = np.cumsum([part.length for part in stretch.parts]).tolist()
        for offset in range(0, len(places), 997):
            if offset not in borders:
                assert audio.index_at(offset) == places[offset]
        assert audio.index_at(len(places)) == audio.index_at(len(places) + 9999) == stretch.parts[-1].stop
        assert audio.index_at(-5) == stretch.parts[0].start


def test_the_cut_is_at_the_longest_pause_of_the_last_half():
    one, two, three, four = span(0, 8), span(9, 17), span(18.9, 25), span(25.5, 31)
    first, second = pack([one, two, three, four])
    assert (first.speech, second.speech) == ((one, two), (three, four))


def test_a_pause_in_the_first_half_is_no_place_to_cut():
    one, two, three, four = span(0, 4), span(5.9, 14), span(14.5, 25), span(25.4, 31)
    assert pack([one, two, three, four])[0].speech == (one, two, three)


def test_a_short_silence_is_kept():
    assert pack([span(0, 5), span(6.9, 10)])[0].parts == (span(0, 10),)


def test_a_long_silence_is_shortened_and_its_edges_are_kept():
    stretch = pack([span(0, 5), span(605, 610)])[0]
    assert stretch.parts == (span(0, 5 + EDGE_S), span(605 - EDGE_S, 610))
    assert length_s(stretch) == 11.0


def test_a_full_stretch_is_given_at_once():
    packer = Packer()
    assert packer.feed([span(0, 20)]) == []
    assert len(packer.feed([span(20.5, 40)])) == 1
    assert len(packer.finish()) == 1
    assert packer.finish() == []


def test_a_short_recording_is_given_whole():
    stretch = whole_recording([span(2, 4)], track=0, length=10 * SAMPLE_RATE_HZ)
    assert stretch.parts == (SpeechSpan(0, SampleIndex(0), SampleIndex(160_000)),)
    assert stretch.speech == (span(2, 4),)
    assert stretch.is_whole

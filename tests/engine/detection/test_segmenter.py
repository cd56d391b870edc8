from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, SpeechSpan
from engine.detection.segmenter import Segmenter, SegmenterRules

PRE_ROLL = int(0.4 * SAMPLE_RATE_HZ)
LONGEST = int(28.0 * SAMPLE_RATE_HZ)


def windows(seconds: float) -> int:
    return round(seconds * SAMPLE_RATE_HZ / WINDOW_SAMPLES)


def speech(*stretches: tuple[float, float]) -> list[float]:
    """Probabilities from pairs of (seconds, probability)."""
    return [probability for seconds, probability in stretches for _ in range(windows(seconds))]


def segment(probabilities: list[float], *, start: int = 0, chunks: list[int] | None = None) -> list[SpeechSpan]:
    segmenter = Segmenter(start=SampleIndex(start))
    borders = [0, *sorted(chunks or []), len(probabilities)]
    found = [segmenter.feed(np.array(probabilities[a:b], np.float32)) for a, b in pairwise(borders)]
    return [each for some in found for each in some] + segmenter.finish(len(probabilities) * WINDOW_SAMPLES)


def runs(*, levels: tuple[float, ...] = (0.0, 0.1, 0.34, 0.4, 0.6, 0.99)) -> st.SearchStrategy[list[float]]:
    """Runs of like probabilities, as a voice detector gives them, up to some minutes."""
    run = st.tuples(st.sampled_from(levels), st.integers(1, 400))
    return st.lists(run, max_size=30).map(lambda runs: [value for value, count in runs for _ in range(count)])


@given(runs())
def test_spans_are_ordered_inside_and_do_not_overlap(probabilities: list[float]):
    found = segment(probabilities)
    for each in found:
        assert 0 <= each.start < each.stop <= len(probabilities) * WINDOW_SAMPLES
    for before, after in pairwise(found):
        assert before.stop <= after.start


@given(runs())
def test_all_sure_speech_lies_in_a_span(probabilities: list[float]):
    found = segment(probabilities)
    for at, (one, two) in enumerate(pairwise(probabilities)):
        if min(one, two) >= 0.5:
            middle = (at + 1) * WINDOW_SAMPLES
            assert any(each.start < middle <= each.stop for each in found)


@given(runs(), st.data())
def test_chunks_of_any_size_give_the_same_spans(probabilities: list[float], data: st.DataObject):
    chunks = data.draw(st.lists(st.integers(0, len(probabilities)), max_size=8))
    assert segment(probabilities, chunks=chunks) == segment(probabilities)


@given(runs())
def test_no_span_is_longer_than_the_recogniser_can_take(probabilities: list[float]):
    for each in segment(probabilities):
        assert each.length <= LONGEST + 2 * PRE_ROLL


@given(runs(), st.integers(0, 10_000_000))
def test_a_start_in_the_middle_only_moves_the_spans(probabilities: list[float], start: int):
    moved = [SpeechSpan(each.track, SampleIndex(each.start + start), SampleIndex(each.stop + start)) for each in
             segment(probabilities)]  # fmt: skip
    assert segment(probabilities, start=start) == moved


@given(runs(levels=(0.0, 0.34, 0.6, 0.99)))
def test_starting_again_at_the_end_of_a_span_gives_the_spans_after_it(probabilities: list[float]):
    """A job that died goes on at its progress mark. Windows begin there anew, so borders may move by one."""
    found = segment(probabilities)
    assume(len(found) > 1)
    mark = found[len(found) // 2 - 1].stop
    rest = segment(probabilities[round(mark / WINDOW_SAMPLES) :], start=mark)
    later = found[len(found) // 2 :]
    assert len(rest) == len(later)
    for one, other in zip(rest, later, strict=True):
        assert abs(one.start - other.start) <= 2 * WINDOW_SAMPLES
        assert abs(one.stop - other.stop) <= 2 * WINDOW_SAMPLES


def test_a_span_has_a_pre_roll_and_a_tail_of_two_fifths_of_a_second():
    found = segment(speech((3.2, 0.0), (1.6, 0.9), (3.2, 0.0)))
    assert len(found) == 1
    assert found[0].start == windows(3.2) * WINDOW_SAMPLES - PRE_ROLL
    assert found[0].stop == windows(4.8) * WINDOW_SAMPLES + PRE_ROLL


def test_a_short_pause_does_not_end_the_span():
    assert len(segment(speech((1, 0.0), (1, 0.9), (0.25, 0.0), (1, 0.9), (1, 0.0)))) == 1


def test_a_pause_ends_the_span_and_neighbours_share_it():
    one, other = segment(speech((1, 0.0), (1, 0.9), (0.5, 0.0), (1, 0.9), (1, 0.0)))
    assert one.stop == other.start
    assert abs(one.stop - (windows(2) * WINDOW_SAMPLES + int(0.25 * SAMPLE_RATE_HZ))) <= WINDOW_SAMPLES


def test_doubt_within_speech_does_not_end_the_span():
    assert len(segment(speech((1, 0.9), (2, 0.4), (1, 0.9), (1, 0.0)))) == 1


def test_doubt_alone_does_not_begin_one():
    assert segment(speech((5, 0.45), (1, 0.0))) == []


def test_a_click_is_not_speech():
    assert segment([0.0] * 20 + [0.9] + [0.0] * 40) == []


def test_a_span_without_pause_is_cut_where_it_is_least_speech_like():
    probabilities = [*speech((25, 0.9)), 0.5, *speech((20, 0.9))]
    one, other = segment(probabilities)
    assert one.stop == other.start == windows(25) * WINDOW_SAMPLES
    assert one.length <= LONGEST


def test_hours_without_pause_are_cut_again_and_again():
    found = segment(speech((600, 0.9)))
    assert all(each.length <= LONGEST for each in found)
    assert [before.stop for before in found[:-1]] == [after.start for after in found[1:]]
    assert (found[0].start, found[-1].stop) == (0, windows(600) * WINDOW_SAMPLES)


def test_a_span_is_given_as_soon_as_nothing_can_change_it():
    segmenter = Segmenter()
    assert segmenter.feed(np.array(speech((1, 0.9), (0.6, 0.0)), np.float32)) == []
    assert len(segmenter.feed(np.array(speech((0.4, 0.0)), np.float32))) == 1


def test_the_last_span_ends_with_the_recording():
    segmenter = Segmenter()
    segmenter.feed(np.array(speech((1, 0.0), (1, 0.9)), np.float32))
    length = windows(2) * WINDOW_SAMPLES - 212
    assert segmenter.finish(length)[0].stop == length
    assert segmenter.finish(length) == []


@pytest.mark.parametrize("probabilities", [[], [0.0], [0.9]])
def test_almost_nothing_holds_no_speech(probabilities: list[float]):
    assert segment(probabilities) == []


def test_rules_may_be_others():
    rules = SegmenterRules(on=0.8, pause_s=1.0, padding_s=0.0)
    segmenter = Segmenter(track=3, rules=rules)
    found = segmenter.feed(np.array(speech((1, 0.7), (1, 0.9), (0.8, 0.0), (1, 0.9)), np.float32))
    found += segmenter.finish()
    assert found == [SpeechSpan(3, SampleIndex(windows(1) * WINDOW_SAMPLES), SampleIndex(118 * WINDOW_SAMPLES))]

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex
from engine.contract.messages import SegmentsFinished
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.contract.wire import read_event, write_event
from engine.postprocess.normaliser import normalise
from tests.builders.recognised import line, word

HOUR = 3600 * SAMPLE_RATE_HZ

places = st.integers(-HOUR, 3 * HOUR).map(SampleIndex)
numbers = st.one_of(st.floats(), st.floats(0, 1))
bad_words = st.builds(RecognisedWord, start=places, stop=places, text=st.just(" word"), confidence=numbers)
bad_segments = st.builds(
    RecognisedSegment,
    track=st.just(0),
    start=places,
    stop=places,
    text=st.text(min_size=1, max_size=9),
    language=st.just("en"),
    confidence=numbers,
    words=st.lists(bad_words, max_size=8).map(tuple),
    no_speech=numbers,
)


@given(st.lists(bad_segments, max_size=8), st.integers(FRAME_SAMPLES, HOUR), st.integers(0, HOUR))
def test_whatever_comes_in_keeps_the_rules(segments: list[RecognisedSegment], length: int, earliest: int):
    """Case 52."""
    found = normalise(segments, length=length, earliest=earliest)
    assert sorted(each.text for each in found) == sorted(each.text for each in segments)
    for each in found:
        assert 0 <= each.start < each.stop <= length
        assert each.stop - each.start >= FRAME_SAMPLES
        assert each.start >= min(earliest, length - FRAME_SAMPLES)
        assert 0 <= each.confidence <= 1
        assert 0 <= each.no_speech <= 1
        for spoken in each.words:
            assert each.start <= spoken.start < spoken.stop <= each.stop
            assert 0 <= spoken.confidence <= 1
        for before, after in pairwise(each.words):
            assert before.stop <= after.start
    for before, after in pairwise(found):
        assert before.start <= after.start


@given(st.lists(bad_segments, max_size=5))
def test_what_it_gives_survives_the_wire(segments: list[RecognisedSegment]):
    """Case 52: JSON knows no NaN."""
    found = tuple(normalise(segments, length=HOUR))
    event = SegmentsFinished("job", found, (), SampleIndex(HOUR), 0)
    assert read_event(write_event(event)) == event


@given(st.lists(bad_segments, max_size=6))
def test_what_is_in_order_stays_as_it_is(segments: list[RecognisedSegment]):
    once = normalise(segments, length=HOUR)
    assert normalise(once, length=HOUR) == once


def test_times_the_wrong_way_round_are_turned():
    """Case 52: 2:06 to 1:42."""
    found = normalise([line("a", 126, 102)], length=HOUR)
    assert (found[0].start, found[0].stop) == (102 * SAMPLE_RATE_HZ, 126 * SAMPLE_RATE_HZ)
    assert found[0].repaired


def test_an_empty_time_becomes_20_ms():
    """Case 52: 5.0 to 5.0."""
    found = normalise([line("a", 5, 5)], length=HOUR)
    assert found[0].stop - found[0].start == FRAME_SAMPLES
    assert found[0].repaired


def test_what_lies_beyond_the_end_is_kept_at_the_end():
    found = normalise([line("a", 100, 130)], length=60 * SAMPLE_RATE_HZ)
    assert (found[0].start, found[0].stop) == (60 * SAMPLE_RATE_HZ - FRAME_SAMPLES, 60 * SAMPLE_RATE_HZ)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -0.5])
def test_what_is_no_probability_is_no_evidence(value: float):
    """Case 52."""
    segment = line("a", confidence=value, no_speech=value, words=(word("a", 0, 1, confidence=value),))
    found = normalise([segment], length=HOUR)[0]
    assert (found.confidence, found.no_speech, found.words[0].confidence) == (0.0, 0.0, 0.0)


def test_lines_that_overlap_both_keep_their_times():
    """Case 52: two seconds of overlap are two people speaking, not an error."""
    found = normalise([line("a", 0, 10), line("b", 8, 12)], length=HOUR)
    assert [(each.start, each.stop, each.repaired) for each in found] == [
        (0, 10 * SAMPLE_RATE_HZ, False),
        (8 * SAMPLE_RATE_HZ, 12 * SAMPLE_RATE_HZ, False),
    ]


def test_lines_out_of_order_are_sorted():
    assert [each.text for each in normalise([line("b", 5, 6), line("a", 1, 2)], length=HOUR)] == ["a", "b"]


def test_mending_one_line_moves_no_other():
    """Case 52: a jump back of 24 s must not shift everything after it."""
    good = [line("c", 30, 35), line("d", 40, 45)]
    found = normalise([line("a", 10, 15), line("b", 20, 6), *good], length=HOUR)
    assert found[2:] == good


def test_a_good_line_is_not_touched():
    good = line("one two", 1, 2, words=(word(" one", 1, 1.4), word(" two", 1.5, 2)))
    assert normalise([good], length=HOUR) == [good]


def test_words_share_the_room_of_their_line():
    crowd = tuple(word(f" {number}", 5, 5) for number in range(40))
    found = normalise([line("a", 5, 5.2, words=crowd)], length=HOUR)[0]
    assert len(found.words) == 40
    assert all(each.start < each.stop for each in found.words)
    assert found.words[-1].stop <= found.stop


def test_a_line_whose_words_were_moved_says_so():
    good = line("one two", 1, 3, words=(word(" one", 1, 1.4), word(" two", 1.5, 2)))
    bad = replace(good, words=(good.words[1], good.words[0]))
    assert [each.repaired for each in normalise([good, bad], length=HOUR)] == [False, True]


def test_a_line_without_words_is_kept():
    assert normalise([line("a")], length=HOUR) == [line("a")]
    assert normalise([], length=HOUR) == []

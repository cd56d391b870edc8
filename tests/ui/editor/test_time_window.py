import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.editor.time_window import SHORTEST_MS, USUAL_MS, TimeWindow

HOUR = 3_600_000


def test_a_few_minutes_are_shown_as_it_opens() -> None:
    window = TimeWindow().of_length(HOUR)
    assert (window.start_ms, window.span_ms) == (0, USUAL_MS)


def test_a_short_recording_is_shown_whole() -> None:
    assert TimeWindow().of_length(9000).span_ms == 9000


@pytest.mark.parametrize("at_ms", [1_000_000, 1_100_000, 1_240_000])
def test_what_is_under_the_pointer_stays_under_it(at_ms: int) -> None:
    window = TimeWindow(1_000_000, USUAL_MS, HOUR)
    zoomed = window.zoomed(0.5, at_ms=at_ms)
    assert zoomed.span_ms == USUAL_MS / 2
    part = (at_ms - window.start_ms) / window.span_ms
    assert (at_ms - zoomed.start_ms) / zoomed.span_ms == pytest.approx(part)


@given(
    st.lists(st.tuples(st.sampled_from(["zoom", "move", "follow", "around"]), st.floats(0.01, 50)), max_size=30),
    st.integers(1, 10 * HOUR),
)
def test_nothing_leads_out_of_the_recording(steps: list[tuple[str, float]], length_ms: int) -> None:
    window = TimeWindow().of_length(length_ms)
    for step, by in steps:
        at = window.start_ms + window.span_ms * (by % 1)
        match step:
            case "zoom":
                window = window.zoomed(by, at_ms=at)
            case "move":
                window = window.moved((by - 25) * window.span_ms)
            case "follow":
                window = window.following(by / 50 * length_ms)
            case _:
                window = window.around(by / 50 * length_ms)
        assert window.start_ms >= 0
        assert window.end_ms <= length_ms + 1
        assert min(SHORTEST_MS, length_ms) <= window.span_ms <= length_ms


def test_it_turns_the_page_when_the_needle_leaves_it() -> None:
    window = TimeWindow(0, 100_000, HOUR)
    assert window.following(90_000) == window
    assert window.following(96_000).start_ms == 86_000
    assert window.following(2_000_000).holds(2_000_000)

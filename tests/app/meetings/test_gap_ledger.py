"""The ledger of gaps: states only move on, nothing is counted twice, and full coverage is only claimed if it is so."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.meetings.coverage import Coverage, TrackMark
from app.meetings.gap_ledger import NOT_CAPTURED, as_noted, coverage, is_captured, lay_out, note, repair, rests
from app.meetings.transcript import Gap, GapState
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.segments import GapReason


def gap(
    start: int, end: int, state: GapState = GapState.OPEN, reason: GapReason = GapReason.NOT_RECOGNISED, track: int = 0
) -> Gap:
    return Gap(track, Milliseconds(start), Milliseconds(end), reason, state)


def mark(length_ms: int, settled_ms: int | None = None, track: int = 0) -> TrackMark:
    settled = length_ms if settled_ms is None else settled_ms
    return TrackMark(track, TrackKind.MICROPHONE, Milliseconds(length_ms), settled * 16)


OPEN, REPAIRED, LOST = GapState.OPEN, GapState.REPAIRED, GapState.LOST


def test_every_reason_says_whether_there_is_sound():
    assert {reason for reason in GapReason if is_captured(gap(0, 1, reason=reason))} == {
        GapReason.NOT_RECOGNISED,
        GapReason.CANCELLED,
    }


@pytest.mark.parametrize("reason", sorted(NOT_CAPTURED))
def test_what_was_not_captured_is_lost_at_once(reason: GapReason):
    assert as_noted(gap(0, 10, reason=reason)).state is LOST
    assert note([], gap(0, 10, reason=reason)) == [gap(0, 10, LOST, reason)]


def test_repairing_a_part_splits_the_gap():
    assert repair([gap(0, 100)], gap(20, 50)) == [gap(0, 20), gap(20, 50, REPAIRED), gap(50, 100)]
    assert repair([gap(0, 100)], gap(0, 100)) == [gap(0, 100, REPAIRED)]
    assert repair([gap(0, 40), gap(60, 100)], gap(20, 80)) == [
        gap(0, 20),
        gap(20, 40, REPAIRED),
        gap(60, 80, REPAIRED),
        gap(80, 100),
    ]


def test_repairs_that_meet_are_one():
    once = repair([gap(0, 100)], gap(0, 30))
    assert repair(once, gap(30, 60)) == [gap(0, 60, REPAIRED), gap(60, 100)]


def test_what_is_lost_is_not_repaired():
    assert repair([gap(0, 100, LOST)], gap(0, 100)) == [gap(0, 100, LOST)]


def test_the_same_gap_again_changes_nothing_also_after_a_part_was_repaired():
    ledger = repair(note([], gap(0, 100)), gap(20, 50))
    assert note(ledger, gap(0, 100)) == ledger


def test_an_open_gap_may_be_given_up():
    ledger = repair(note([], gap(0, 100)), gap(0, 50))
    assert note(ledger, gap(0, 100, LOST)) == [gap(0, 50, REPAIRED), gap(50, 100, LOST)]


def test_all_is_understood_when_all_is_settled():
    assert coverage([mark(60_000), mark(59_000, track=1)], []) == Coverage(
        Milliseconds(60_000), 1.0, Milliseconds(0), Milliseconds(0)
    )


def test_one_millisecond_that_is_missing_is_not_all():
    assert coverage([mark(10_800_000, 10_799_999)], []).understood < 1
    assert coverage([mark(10_800_000)], [gap(5, 6)]).understood < 1
    assert coverage([mark(10_800_000)], [gap(5, 6, REPAIRED)]).understood == 1


def test_a_track_that_nobody_listened_to_counts():
    assert coverage([mark(1000), mark(1000, 0, track=1)], []).understood == 0.5


def test_what_was_not_captured_cannot_be_understood_and_does_not_count_against_it():
    gaps = [gap(100, 400, LOST, GapReason.SLEPT, track) for track in (0, 1)]
    found = coverage([mark(1000), mark(1000, track=1)], gaps)
    assert (found.understood, found.lost_ms) == (1.0, 300)  # slept once, however many tracks there are


def test_open_and_lost_stretches_are_told_apart():
    gaps = [gap(0, 100), gap(50, 150, track=1), gap(200, 250, LOST), gap(300, 330, LOST, GapReason.SOURCE_LOST)]
    found = coverage([mark(1000), mark(1000, track=1)], gaps)
    assert (found.open_ms, found.lost_ms) == (150, 80)
    assert found.understood == (1970 - 100 - 100 - 50) / 1970


def test_a_job_that_counts_the_tracks_end_to_end_is_somewhere_in_one_of_them():
    marks = [mark(1000), mark(800, track=1)]
    assert [each.settled_to for each in lay_out(marks, 1500 * 16)] == [16_000, 8000]
    assert [each.settled_to for each in lay_out(marks, 0)] == [0, 0]
    assert [each.settled_to for each in lay_out(marks, 1 << 40)] == [16_000, 12_800]
    assert rests(lay_out(marks, 1500 * 16), GapReason.CANCELLED) == [gap(500, 800, reason=GapReason.CANCELLED, track=1)]


def test_nothing_recorded_leaves_nothing_out():
    assert (
        coverage([], []) == coverage([mark(0)], []) == Coverage(Milliseconds(0), 1.0, Milliseconds(0), Milliseconds(0))
    )


def test_a_mark_at_the_last_sample_is_the_end_however_it_was_rounded():
    for samples in range(16_000, 16_016):
        length = Milliseconds((samples * 1000 + 8000) // 16_000)
        assert coverage([TrackMark(0, TrackKind.FILE, length, samples)], []).understood == 1


steps = st.lists(
    st.tuples(
        st.sampled_from(["note", "lose", "repair"]),
        st.integers(0, 40),
        st.integers(1, 15),
    ),
    max_size=15,
)


def by_hand(done: list[tuple[str, int, int]]) -> dict[int, GapState]:
    """The state of every millisecond, the slow and plain way."""
    state: dict[int, GapState] = {}
    for what, start, length in done:
        for at in range(start, start + length):
            if what == "repair" and state.get(at) is OPEN:
                state[at] = REPAIRED
            elif what != "repair" and state.get(at) in (None, OPEN):
                state[at] = LOST if what == "lose" else OPEN
    return state


@given(steps)
def test_the_ledger_is_what_each_millisecond_says(done: list[tuple[str, int, int]]):
    ledger: list[Gap] = []
    for what, start, length in done:
        stretch = gap(start, start + length, LOST if what == "lose" else OPEN)
        ledger = repair(ledger, stretch) if what == "repair" else note(ledger, stretch)

    found = {at: each.state for each in ledger for at in range(each.start_ms, each.end_ms)}
    assert found == by_hand(done)
    assert sum(each.end_ms - each.start_ms for each in ledger) == len(found)  # none overlaps
    assert ledger == sorted(ledger, key=lambda each: each.start_ms)


@given(steps, st.integers(0, 60), st.integers(1, 60), st.integers(0, 30), st.integers(0, 10))
def test_coverage_is_what_each_millisecond_says(
    done: list[tuple[str, int, int]], settled: int, length: int, away: int, away_length: int
):
    ledger: list[Gap] = []
    for what, start, long in done:
        stretch = gap(start, start + long, LOST if what == "lose" else OPEN)
        ledger = repair(ledger, stretch) if what == "repair" else note(ledger, stretch)
    gone = gap(away, away + away_length, LOST, GapReason.SOURCE_LOST)

    found = coverage([mark(length, settled)], [*ledger, gone])

    state = by_hand(done)
    captured = [at for at in range(length) if not away <= at < away + away_length]
    understood = [at for at in captured if at < settled and state.get(at) in (None, REPAIRED)]
    assert found.understood == (len(understood) / len(captured) if captured else 1.0)
    assert (found.understood == 1.0) == (understood == captured)
    assert found.open_ms == Counter(state.values())[OPEN]


@given(steps)
def test_telling_all_of_it_again_changes_no_state_for_the_worse(done: list[tuple[str, int, int]]):
    """An engine that is started again may tell of a gap once more; what is repaired stays repaired."""
    ledger: list[Gap] = []
    for what, start, length in done:
        stretch = gap(start, start + length)
        ledger = repair(ledger, stretch) if what == "repair" else note(ledger, stretch)
    again = ledger
    for what, start, length in done:
        if what != "repair":
            again = note(again, gap(start, start + length))
    assert again == ledger


def test_of_a_track_that_gave_no_sound_at_all_beside_another_nothing_is_missing():
    """A recording of microphone and computer sound on a machine without a microphone is whole."""
    never = gap(0, 60_000, LOST, GapReason.SOURCE_LOST)
    marks = [mark(60_000), mark(60_000, track=1)]
    assert coverage(marks, [never]) == Coverage(Milliseconds(60_000), 1.0, Milliseconds(0), Milliseconds(0))
    partly = gap(0, 50_000, LOST, GapReason.SOURCE_LOST)
    assert coverage(marks, [partly]).lost_ms == 50_000
    both = [never, gap(0, 60_000, LOST, GapReason.SOURCE_LOST, 1)]
    assert coverage(marks, both).lost_ms == 60_000
    assert coverage([mark(60_000)], [never]).lost_ms == 60_000

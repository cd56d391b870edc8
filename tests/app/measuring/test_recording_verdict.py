"""Which round of the signal a run belongs to: told wrongly, a gap is held against nobody's kill."""

from app.measuring.recording_verdict import place_runs
from app.measuring.sound_check import Run, find_losses
from engine.contract.audio import SAMPLE_RATE_HZ

S = SAMPLE_RATE_HZ
PERIOD = 20 * S


def test_runs_lie_where_the_clock_of_the_recording_puts_them():
    """A start that takes longer than half a round puts nothing into the round before."""
    runs = [Run(0, 10 * S, 15 * S), Run(11 * S, 20 * S, 6 * S)]
    assert place_runs(runs, PERIOD, first=35 * S + 90) == [(35 * S, 45 * S), (46 * S, 55 * S)]


def test_a_gap_may_be_longer_than_half_a_round():
    runs = [Run(0, 5 * S, 0), Run(18 * S, 20 * S, 18 * S)]
    assert place_runs(runs, PERIOD, first=40 * S) == [(40 * S, 45 * S), (58 * S, 60 * S)]
    (loss,) = find_losses(runs, [(5 * S, 18 * S)], signal_length=PERIOD)
    assert (loss.lost, loss.unaccounted) == (13 * S, 0)


def test_sound_that_is_there_twice_is_less_than_nothing_lost():
    runs = [Run(0, 5 * S, 0), Run(5 * S, 9 * S, 4 * S)]
    assert place_runs(runs, PERIOD, first=10) == [(0, 5 * S), (4 * S, 8 * S)]
    (loss,) = find_losses(runs, [], signal_length=PERIOD)
    assert loss.lost == -S


def test_nothing_recorded_has_no_place():
    assert place_runs([], PERIOD, first=S) == []

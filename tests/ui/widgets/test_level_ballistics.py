"""The meter goes up at once and down slowly, holds its peak, and says when the sound is cut off."""

from pytest import approx

from ui.widgets.level_ballistics import CLIP_SHOWN_S, FALL_DB_PER_S, FLOOR_DBFS, HOLD_S, LevelBallistics


def test_a_level_goes_up_at_once_and_comes_down_slowly() -> None:
    meter = LevelBallistics()
    assert meter.follow(-12.0, 0.0).level_db == -12.0
    assert meter.follow(-60.0, 0.5).level_db == approx(-12.0 - FALL_DB_PER_S / 2)
    assert meter.follow(-6.0, 0.6).level_db == -6.0


def test_nothing_falls_below_the_floor() -> None:
    meter = LevelBallistics()
    meter.follow(-20.0, 0.0)
    shown = meter.follow(-120.0, 60.0)
    assert (shown.level_db, shown.peak_db) == (FLOOR_DBFS, FLOOR_DBFS)


def test_a_peak_stays_marked_for_a_moment_and_then_falls() -> None:
    meter = LevelBallistics()
    meter.follow(-3.0, 0.0)
    assert meter.follow(-40.0, HOLD_S - 0.1).peak_db == -3.0
    assert meter.follow(-40.0, HOLD_S + 0.4).peak_db == approx(-3.0 - 0.5 * FALL_DB_PER_S)


def test_sound_that_is_cut_off_is_told_for_some_seconds() -> None:
    meter = LevelBallistics()
    assert not meter.follow(-1.0, 0.0).is_clipped
    assert meter.follow(0.0, 1.0).is_clipped
    assert meter.follow(-40.0, 1.0 + CLIP_SHOWN_S - 0.1).is_clipped
    assert not meter.follow(-40.0, 1.0 + CLIP_SHOWN_S).is_clipped


def test_a_clock_that_jumps_back_raises_nothing() -> None:
    meter = LevelBallistics()
    meter.follow(-10.0, 5.0)
    assert meter.follow(-50.0, 1.0).level_db == -10.0

import numpy as np
import pytest
import soxr

from app.measuring.known_signal import Sound, make_signal
from app.measuring.sound_check import Loss, Run, find_losses, find_runs, missing_at_end
from engine.contract.audio import SAMPLE_RATE_HZ
from tests.builders.speech_clips import clip

S = SAMPLE_RATE_HZ


@pytest.fixture(scope="module")
def signal() -> Sound:
    speech = np.concatenate([clip("2033-164914-0003.flac"), clip("61-70968-0000.flac")])
    return make_signal((speech * 32767).astype(np.int16), seed=3)


def played(signal: Sound, start: int, stop: int) -> Sound:
    return signal.take(range(start, stop), mode="wrap")


def quiet(count: int) -> Sound:
    return np.zeros(count, np.int16)


def test_a_recording_without_a_break_is_one_run_also_from_one_round_into_the_next(signal: Sound):
    start = len(signal) - 2 * S
    recorded = np.concatenate((quiet(777), played(signal, start, start + 5 * S)))
    (run,) = find_runs(recorded, signal)
    assert (run.stop, (run.source - run.start) % len(signal)) == (777 + 5 * S, start - 777)
    assert abs(run.start - 777) < 20


def test_a_gap_of_the_right_length_leaves_nothing_unaccounted(signal: Sound):
    recorded = np.concatenate((played(signal, 0, 2 * S), quiet(S + 100), played(signal, 3 * S + 100, 6 * S)))
    runs = find_runs(recorded, signal)
    (loss,) = find_losses(runs, [(2 * S, 3 * S + 100)], signal_length=len(signal))
    assert abs(loss.lost - S - 100) < 20
    assert loss.lost == loss.kept
    assert loss.unaccounted < 20


def test_a_gap_that_nobody_told_is_unaccounted(signal: Sound):
    recorded = np.concatenate((played(signal, 0, 2 * S), quiet(S), played(signal, 3 * S, 6 * S)))
    (loss,) = find_losses(find_runs(recorded, signal), [], signal_length=len(signal))
    assert loss.unaccounted == loss.lost


def test_a_gap_that_is_too_short_makes_the_recording_late(signal: Sound):
    recorded = np.concatenate((played(signal, 0, 2 * S), quiet(S // 2), played(signal, 3 * S, 6 * S)))
    (loss,) = find_losses(find_runs(recorded, signal), [(2 * S, 2 * S + S // 2)], signal_length=len(signal))
    assert abs(loss.unaccounted - S // 2) < 20


def test_frames_that_are_missing_without_a_trace_are_found(signal: Sound):
    recorded = np.concatenate((played(signal, 0, 2 * S), played(signal, 2 * S + 640, 6 * S)))
    (loss,) = find_losses(find_runs(recorded, signal), [], signal_length=len(signal))
    assert (loss.kept, loss.gap) == (0, 0)
    assert abs(loss.lost - 640) < 330


def test_sound_that_is_there_twice_is_less_than_nothing_lost(signal: Sound):
    recorded = np.concatenate((played(signal, 0, 3 * S), played(signal, 2 * S, 6 * S)))
    (loss,) = find_losses(find_runs(recorded, signal), [], signal_length=len(signal))
    assert abs(loss.lost + S) < 330
    assert loss.unaccounted >= S - 330


def test_a_recording_that_keeps_time_by_a_sample_a_frame_lost_nothing(signal: Sound):
    slipped = [played(signal, at, at + 319) for at in range(2 * S, 2 * S + 319 * 20, 319)]
    doubled = np.concatenate([np.append(each, each[-1]) for each in slipped])
    recorded = np.concatenate((played(signal, 0, 2 * S), doubled, played(signal, 2 * S + 319 * 20, 7 * S)))
    assert find_losses(find_runs(recorded, signal), [], signal_length=len(signal)) == []


def test_a_resampler_in_between_leaves_it_the_same_sound(signal: Sound):
    there = soxr.resample(played(signal, 0, 8 * S).astype(np.float32), S, 48_000)
    back = soxr.resample(there[17:], 48_000, S)
    (run,) = find_runs(np.rint(back).astype(np.int16), signal)
    assert run.stop - run.start > 7.9 * S


def test_another_sound_is_no_run(signal: Sound):
    noise = np.random.default_rng(1).normal(0.0, 300.0, S).astype(np.int16)
    assert find_runs(noise, signal) == []


def test_what_is_missing_at_the_end_is_counted_from_the_last_run():
    runs = [Run(0, 100, 900)]
    assert missing_at_end(runs, due=0, signal_length=1000) == 0
    assert missing_at_end(runs, due=30, signal_length=1000) == 30
    assert missing_at_end(runs, due=990, signal_length=1000) == -10
    assert missing_at_end([], due=40, signal_length=1000) == 40


def test_both_a_wrong_gap_and_a_wrong_length_are_unaccounted():
    assert Loss(0, 100, 100, 100).unaccounted == 0
    assert Loss(0, 100, 100, 60).unaccounted == 40
    assert Loss(0, 100, 130, 100).unaccounted == 30

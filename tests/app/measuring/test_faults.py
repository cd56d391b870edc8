import dataclasses
from pathlib import Path

import numpy as np
import pytest

from app.measuring.faults import FaultReports, fault_figures, run_faults
from app.measuring.kill_runs import Kill, KillReport
from app.measuring.measured_desktop import ENGINE, RECORDER
from app.measuring.recording_verdict import LostStretch, Verdict
from app.measuring.scene import SaidSegment, Scene, Speech, build_scene
from app.measuring.sound_check import Loss
from app.measuring.sound_server_run import ServerReport
from app.measuring.trouble_runs import (
    FROZEN,
    OTHER_RATE,
    STOPPED,
    SUSPENDED,
    UNPLUGGED,
    Lengths,
    Trouble,
    TroubleReport,
)
from app.measuring.word_check import Doubled, plain_words
from app.meetings.identifiers import MeetingId
from engine.contract.segments import GapReason
from tests.builders.speech_clips import clip, transcript_of

S = 16_000


def lost(start: int, stop: int, *reasons: GapReason, gap: int | None = None) -> LostStretch:
    length = stop - start
    return LostStretch(start, stop, Loss(start, length, length, length if gap is None else gap), reasons)


def a_verdict(*stretches: LostStretch) -> Verdict:
    return Verdict(MeetingId("m"), 0, 100 * S, stretches, 0.0, (), (), (), 50, 0)


def killed(*stretches: LostStretch) -> FaultReports:
    kills = [Kill(RECORDER, 9 * S + 12_000, 10 * S), Kill(ENGINE, 20 * S, 20 * S)]
    return FaultReports(kills=KillReport(kills=kills, verdicts=[a_verdict(*stretches)]))


def values(reports: FaultReports) -> dict[str, float]:
    return {each.key: each.ours for each in fault_figures(reports)}


def unmet(reports: FaultReports) -> list[str]:
    return [each.key for each in fault_figures(reports) if each.met is False]


def test_a_gap_of_the_right_length_after_the_kill_of_a_recorder_is_not_missing():
    reports = killed(lost(10 * S - 800, 11 * S, GapReason.RECORDER_DIED))
    found = values(reports)
    assert (found["recorder_missing_s"], found["recorder_away_s"]) == (0.05, 1.05)
    assert (found["engine_missing_s"], unmet(reports)) == (0, [])


def test_a_gap_of_the_wrong_length_is_missing_sound():
    reports = killed(lost(10 * S - 800, 14 * S, GapReason.RECORDER_DIED, gap=S))
    assert values(reports)["recorder_missing_s"] == pytest.approx(3.05)
    assert unmet(reports) == ["recorder_missing_s"]


def test_a_gap_begins_as_late_as_the_kill_was_done_on_a_busy_machine():
    gap = lost(13 * S - 800, 14 * S, GapReason.RECORDER_DIED)
    kill = Kill(RECORDER, 10 * S, 13 * S)
    found = values(FaultReports(kills=KillReport(kills=[kill], verdicts=[a_verdict(gap)])))
    assert (found["recorder_missing_s"], found["recorder_away_s"], found["engine_missing_s"]) == (0.05, 1.05, 0)


def test_all_that_a_kill_of_a_recorder_left_is_the_recorders():
    gap = lost(10 * S - 800, 10 * S + 1600, GapReason.RECORDER_DIED)
    reports = killed(gap, lost(10 * S + 4000, 10 * S + 4320, gap=0), lost(90 * S, 91 * S))
    found = values(reports)
    assert found["recorder_missing_s"] == pytest.approx(0.05 + 0.02)
    assert found["engine_missing_s"] == 1


def test_sound_that_is_missing_elsewhere_is_the_engines():
    reports = killed(lost(10 * S, 11 * S, GapReason.RECORDER_DIED), lost(20 * S, 20 * S + 320))
    assert values(reports)["engine_missing_s"] == 0.02
    assert unmet(reports) == ["engine_missing_s"]


def test_the_block_under_way_is_nobodys_loss_and_a_whole_frame_is():
    report = KillReport(verdicts=[a_verdict()], missing_at_end=[0, 319], left_behind=0)
    assert unmet(FaultReports(desktops=report)) == []
    report = dataclasses.replace(report, missing_at_end=[0, 640], left_behind=1)
    assert values(FaultReports(desktops=report))["desktop_missing_s"] == 0.04
    assert unmet(FaultReports(desktops=report)) == ["desktop_missing_s", "left_behind"]


def test_words_and_problems_of_every_series_are_counted():
    verdict = dataclasses.replace(a_verdict(), lost=("one",), doubled=(Doubled(1.0, "two two", 2),), not_understood=0.5)
    report = KillReport(verdicts=[verdict, verdict], problems=["The index is torn."])
    found = values(FaultReports(desktops=report))
    assert [found[key] for key in ("words_lost", "words_twice", "not_understood_percent")] == [2, 4, 50]
    assert found["library_problems"] == 1


def a_trouble_report(*stretches: LostStretch) -> FaultReports:
    names = (FROZEN, STOPPED, UNPLUGGED, OTHER_RATE, SUSPENDED)
    troubles = [Trouble(name, (10 + 20 * at) * S, (15 + 20 * at) * S) for at, name in enumerate(names)]
    return FaultReports(troubles=TroubleReport(a_verdict(*stretches), (), troubles))


def test_each_trouble_has_what_was_lost_in_its_own_time():
    reports = a_trouble_report(
        lost(50 * S, 56 * S, GapReason.SOURCE_LOST),
        lost(70 * S, 70 * S + 1600, gap=0),
        lost(90 * S, 95 * S, GapReason.SLEPT),
    )
    found = values(reports)
    assert (found["frozen_lost_s"], found["unplugged_s"], found["unplugged_back_s"]) == (0, 0, 1)
    assert (found["other_rate_s"], found["suspended_s"], found["suspended_untold"]) == (0.1, 0, 0)
    assert unmet(reports) == []


def test_sound_lost_while_the_window_is_frozen_and_a_sleep_that_is_not_told_miss_their_goals():
    reports = a_trouble_report(lost(12 * S, 13 * S, GapReason.SOURCE_LOST), lost(90 * S, 95 * S, GapReason.SOURCE_LOST))
    assert unmet(reports) == ["frozen_lost_s", "suspended_untold"]


def test_what_was_not_run_has_no_figure_and_what_broke_down_misses_its_goal():
    reports = FaultReports(not_run=("The full disk was not run.",), broke_down=("Troubles: it ended.",))
    assert [each.key for each in fault_figures(reports)] == ["broke_down"]
    assert unmet(reports) == ["broke_down"]


def test_a_gap_of_the_sound_server_is_compared_with_the_time_it_was_away():
    report = ServerReport(back_after_s=1.0, gap_s=6.1, away_s=5.0, skew_s=0.01, problems=())
    assert values(FaultReports(server=report))["server_gap_s"] == pytest.approx(0.1)
    assert unmet(FaultReports(server=dataclasses.replace(report, gap_s=2.0))) == ["server_gap_s"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_one_kill_of_each_process_and_one_of_each_trouble_end_to_end(tmp_path: Path, speech_models: Path):
    """Cases 1, 5, 12, 14."""
    names = ("2033-164914-0003.flac", "61-70968-0000.flac", "1998-15444-0001.flac", "3005-163389-0004.flac")
    at, segments = 0, list[SaidSegment]()
    for name in names:
        segments.append(SaidSegment(at / S, tuple(plain_words(transcript_of(name)))))
        at += len(clip(name))
    sound = np.concatenate([clip(name) for name in names])
    speech = Speech(np.rint(sound * 32767).astype(np.int16), tuple(segments))

    def build(name: str) -> Scene:
        return build_scene(tmp_path / name, speech, models=speech_models, model="tiny.en", seed=7, tell=lambda _: None)

    lengths = Lengths(2.0, 3.0, 4.0, 5.0, 6.0, 2.0, apart_s=3.0)
    reports = run_faults(build, kills=1, lengths=lengths)
    found = values(reports)
    assert reports.broke_down == ()
    assert found["recorder_missing_s"] < 1
    nothing = (
        "engine_missing_s",
        "desktop_missing_s",
        "left_behind",
        "words_lost",
        "library_problems",
        "frozen_lost_s",
    )
    assert [found[key] for key in nothing] == [0] * 6
    assert found["suspended_untold"] == 0
    assert found["not_understood_percent"] == 0

"""A meeting understood live by a worker that is killed, frozen and cut off: real processes, real TLS, known words."""

from pathlib import Path

import pytest

from tests.builders.lost_worker import LostWorkerStage
from tests.builders.recited_recording import recited_recording
from tests.fakes.reciting_engine_process import WORD

pytestmark = pytest.mark.slow


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LostWorkerStage:
    return LostWorkerStage(tmp_path, recited_recording(tmp_path, monkeypatch, seconds=120.0))


def test_a_worker_that_is_killed_frozen_and_cut_off_costs_no_word_and_doubles_none(stage: LostWorkerStage):
    """Case 85."""
    with stage:
        desktop = stage.desktop
        stage.begin()
        stage.listen(until=lambda: desktop.worker == "Big computer" and bool(desktop.lines))
        stage.worker.kill()
        stage.listen(until=lambda: desktop.worker == "")
        assert desktop.places[-1].missed_worker == "Big computer"
        assert "does not answer" in desktop.places[-1].refused[-1]
        stage.worker.start()
        stage.listen(until=lambda: desktop.worker == "Big computer")
        stage.worker.freeze()
        stage.listen(until=lambda: desktop.worker == "")
        stage.worker.thaw()
        stage.listen(until=lambda: desktop.worker == "Big computer")
        stage.line.freeze()
        stage.listen(until=lambda: desktop.worker == "")
        stage.line.thaw()
        stage.speak_on()
        recorded = stage.end()
        stage.listen(until=lambda: desktop.is_over)
        words = desktop.words()
    assert not [number for number, count in words.items() if count > 1]
    said = {number for number in stage.recording.voiced if (number + 1) * WORD < recorded}
    assert len(said) >= 18
    assert not [number for number in said if not words[number]]
    assert desktop.open_gaps == 0


def test_a_meeting_that_moves_from_worker_to_worker_and_back_here_loses_no_word_and_doubles_none(
    stage: LostWorkerStage,
):
    """Case 85."""
    with stage:
        desktop = stage.desktop
        stage.add_worker("Small computer")
        stage.begin()
        stage.listen(until=lambda: bool(desktop.worker) and bool(desktop.lines))
        first = desktop.worker
        (second,) = set(stage.workers) - {first}
        stage.workers[first].kill()
        stage.listen(until=lambda: desktop.worker == second)
        stage.speak_on()
        stage.workers[second].kill()
        stage.listen(until=lambda: desktop.worker == "")
        stage.speak_on()
        stage.workers[first].start()
        stage.listen(until=lambda: desktop.worker == first)
        stage.speak_on()
        recorded = stage.end()
        stage.listen(until=lambda: desktop.is_over)
        words = desktop.words()
    assert not [number for number, count in words.items() if count > 1]
    said = {number for number in stage.recording.voiced if (number + 1) * WORD < recorded}
    assert len(said) >= 18
    assert not [number for number in said if not words[number]]
    assert desktop.open_gaps == 0


def test_a_live_job_on_a_worker_that_says_nothing_is_cancelled_at_once(stage: LostWorkerStage):
    """Case 64."""
    with stage:
        stage.begin()
        stage.listen(until=lambda: stage.desktop.worker == "Big computer" and bool(stage.desktop.lines))
        stage.worker.freeze()
        stage.cancel()
        stage.listen(until=lambda: stage.desktop.is_over)
    assert type(stage.desktop.last).__name__ == "JobCancelled"

"""Imports whose engine process dies, hangs or cannot be started: begun again from the mark, given up in the end."""

import os
from pathlib import Path

import pytest

from app.announcements import JobEnded
from app.importing.engine_patience import Patience
from app.importing.job_run import CARD_FAILED
from app.meetings.job import JobState
from engine.pipeline.engine_client import EngineClient
from tests.builders.import_stage import ImportStage
from tests.builders.new_processes import NewProcesses
from tests.builders.waiting import wait_until


def test_an_engine_that_dies_is_started_again_and_goes_on_from_the_mark(tmp_path: Path):
    """Case 91: the process aborts in the middle; nothing is lost and nothing comes twice."""
    with ImportStage(tmp_path, length_s=5, die_at=[2, 4, None]) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.state is JobState.DONE
        assert stage.texts(job.id) == [f"line {second}" for second in range(5)]
        assert stage.starts == 3


def test_an_engine_that_dies_three_times_at_the_same_place_is_a_failure(tmp_path: Path):
    with ImportStage(tmp_path, length_s=5, exit_at=2) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.state is JobState.FAILED
        assert job.error is not None
        assert (job.error.name, job.error.data) == ("EngineDied", {"exit_code": 7})
        assert stage.texts(job.id) == ["line 0", "line 1"], "what it had is kept"
        assert stage.starts == 3


def test_an_engine_that_dies_now_and_then_is_no_failure(tmp_path: Path):
    with ImportStage(tmp_path, length_s=6, exit_at=[1, 2, 3, 4, 5, None]) as stage:
        stage.queue.start()
        assert stage.wait(stage.add()).state is JobState.DONE


def test_after_a_failure_the_next_job_begins(tmp_path: Path):
    with ImportStage(tmp_path, length_s=3, exit_at=[1, 1, 1, None]) as stage:
        stage.queue.start()
        first, second = stage.add("1.mp3"), stage.add("2.mp3")
        assert stage.wait(first).state is JobState.FAILED
        assert stage.wait(second).state is JobState.DONE


def test_a_graphics_card_that_fails_at_work_is_noted_and_the_person_told(tmp_path: Path):
    """Case 92: the next start of the engine steps down, from the segment that failed."""
    with ImportStage(tmp_path, length_s=4, die_at=[1, 1, 1, None], device=["cuda", "cuda", "cuda", "cpu"]) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.state is JobState.DONE
        assert [device.device for device in stage.failed_devices] == ["cuda"] * 3
        assert CARD_FAILED in stage.library.meeting(job.meeting_id).notes
        assert stage.texts(job.id) == ["line 0", "line 1", "line 2", "line 3"]


def test_an_engine_that_hangs_is_ended_and_goes_on_from_the_mark(tmp_path: Path):
    """Cases 91 and 92: a driver that never answers again."""
    with ImportStage(tmp_path, length_s=4, hang_at=[2, None]) as stage:
        stage.queue = stage.make_queue(patience=Patience(going_s=1.0))
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.state is JobState.DONE
        assert stage.texts(job.id) == ["line 0", "line 1", "line 2", "line 3"]
        assert stage.starts >= 2


def test_an_engine_that_always_hangs_is_a_failure(tmp_path: Path):
    with ImportStage(tmp_path, length_s=4, hang_at=0) as stage:
        stage.queue = stage.make_queue(patience=Patience(first_s=0.5))
        stage.queue.start()
        job = stage.wait(stage.add())
        assert (job.state, job.error and job.error.name) == (JobState.FAILED, "EngineDied")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_engine_that_is_stopped_is_noticed(tmp_path: Path):
    new = NewProcesses()
    with ImportStage(tmp_path, length_s=400, pause_s=0.05) as stage:
        stage.queue = stage.make_queue(patience=Patience(going_s=1.0))
        stage.queue.start()
        job_id = stage.add()
        stage.wait_for_mark(job_id)
        for child in new.find():
            child.suspend()
        wait_until(lambda: stage.starts >= 2, "the engine was started again")
        stage.queue.cancel(job_id)


def test_rubbish_on_the_engines_output_is_passed_over(tmp_path: Path):
    """Case 81: a native library prints bytes of another code page where the events come from."""
    with ImportStage(tmp_path, length_s=3, garbage_at=1) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.state is JobState.DONE
        assert len(stage.texts(job.id)) == 3


def test_a_known_trouble_fails_the_job_with_its_reason(tmp_path: Path):
    with ImportStage(tmp_path, fail="no_audio") as stage:
        stage.queue.start()
        job = stage.wait(stage.add("picture.png"))
        assert job.error is not None
        assert job.error.name == "NoAudioFound"
        assert stage.library.summary(job.meeting_id).error.startswith("No audio was found in “picture.png”")
        ended = stage.heard.of(JobEnded)[0]
        assert (ended.state, ended.error) == (JobState.FAILED, job.error.sentence)


def test_an_engine_that_cannot_be_started_is_a_failure_with_a_sentence(tmp_path: Path):
    engine = EngineClient(command=[str(tmp_path / "no-such-program")], log_file=tmp_path / "engine.log")
    with ImportStage(tmp_path, engine=engine) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.error is not None
        assert job.error.name == "EngineDied"

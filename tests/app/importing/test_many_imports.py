import gc
import tracemalloc
from pathlib import Path

from app.meetings.job import JobState
from tests.builders.import_stage import ImportStage

FILES = 200


def test_two_hundred_files_in_line_are_understood_by_one_engine_that_is_started_once(tmp_path: Path):
    """Case 63: no speech model for each of them, and nothing is kept of what is done."""
    held: list[int] = []
    with ImportStage(tmp_path, length_s=1) as stage:
        jobs = [stage.add(f"{number}.mp3") for number in range(FILES)]
        stage.queue.start()
        tracemalloc.start()
        try:
            for number, job_id in enumerate(jobs, 1):
                assert stage.wait(job_id).state is JobState.DONE
                if number % 50 == 0:
                    stage.heard.all.clear()
                    stage.fingerprinted.clear()
                    gc.collect()
                    held.append(tracemalloc.get_traced_memory()[0])
        finally:
            tracemalloc.stop()
        assert stage.starts == 1
        assert len(stage.library.meetings()) == FILES
    assert held[-1] - held[0] < 400_000, held

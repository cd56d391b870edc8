"""The line of imports beside recordings: it stands still meanwhile, and takes their better pass."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.messages import TranscribeFile
from engine.contract.options import RecognitionOptions
from engine.contract.places import FAR_WORDS
from tests.builders.import_stage import ImportStage
from tests.builders.library import a_job, a_meeting, a_segment
from tests.builders.waiting import wait_until
from tests.fakes.fake_live_engine import FakeLiveEngine


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[ImportStage]:
    with ImportStage(tmp_path, length_s=400, pause_s=0.02) as stage:
        yield stage


def recorded(library: Library, *, is_done: bool = True) -> tuple[Meeting, Job]:
    """A meeting of two tracks that was recorded here, with a line."""
    tracks = (TrackInfo(0, TrackKind.MICROPHONE), TrackInfo(1, TrackKind.COMPUTER))
    meeting = a_meeting(source_path="", source_fingerprint="", tracks=tracks)
    job = a_job(meeting, is_live=True, options=RecognitionOptions(model="tiny"))
    library.add_recording(meeting, job).result()
    library.grow_line(job.id, a_segment("live words"), settled_to=SampleIndex(16_000)).result()
    library.set_recorded(meeting.id, {0: 4000, 1: 4000}).result()
    library.finish_recording(meeting.id, duration_ms=4000, is_recovered=False, notes=()).result()
    if is_done:
        library.set_job_state(job.id, JobState.DONE).result()
    return meeting, job


def test_a_held_line_lets_its_engine_go_and_its_job_waits(stage: ImportStage):
    stage.queue.start()
    job_id = stage.add()
    stage.wait_for_mark(job_id)
    stage.queue.hold()
    stage.wait_for_state(job_id, JobState.WAITING)
    wait_until(lambda: not stage.engine.is_running, "the engine was let go")
    mark = stage.library.job(job_id).finished_to
    other = stage.add("Lecture 8.mp3")
    assert stage.library.job(other).state is JobState.WAITING
    stage.queue.go_on()
    wait_until(lambda: stage.library.job(job_id).finished_to > mark, "it went on from its mark")
    texts = stage.texts(job_id)
    assert texts == [f"line {n}" for n in range(len(texts))]
    assert stage.library.job(other).state is JobState.WAITING, "the order is what it was"


def test_a_job_that_waits_behind_a_recording_can_be_cancelled(stage: ImportStage):
    stage.queue.start()
    job_id = stage.add()
    stage.wait_for_mark(job_id)
    stage.queue.hold()
    stage.queue.cancel(job_id)
    stage.queue.go_on()
    assert stage.wait(job_id).state is JobState.CANCELLED


def test_a_line_that_is_held_before_it_starts_starts_nothing(stage: ImportStage):
    stage.queue.hold()
    stage.queue.start()
    job_id = stage.add()
    stage.queue.hold()
    assert stage.starts == 0
    stage.queue.go_on()
    stage.wait_for_mark(job_id)


def test_closing_a_held_line_leaves_its_jobs_for_the_next_start(stage: ImportStage):
    stage.queue.start()
    job_id = stage.add()
    stage.wait_for_mark(job_id)
    stage.queue.hold()
    stage.queue.close()
    assert stage.library.job(job_id).state is JobState.WAITING


def test_the_better_pass_asks_for_all_tracks_and_replaces_the_live_text_at_its_end(tmp_path: Path):
    with ImportStage(tmp_path, length_s=8) as stage:
        meeting, live = recorded(stage.library)
        job_id = stage.queue.improve(meeting.id)
        assert stage.library.job(job_id).length == 8 * 16_000
        assert stage.library.job(job_id).options == live.options
        assert [line.text for line in stage.lines(meeting.id)] == ["live words"]
        stage.queue.start()
        assert stage.wait(job_id).state is JobState.DONE
        again = stage.library.meeting(meeting.id)
        assert (again.duration_ms, again.status) == (4000, MeetingStatus.READY)
        assert next(line.text for line in stage.lines(meeting.id)) == "line 0"


def test_a_cancelled_better_pass_leaves_no_words_beside_the_sound_and_begins_anew(stage: ImportStage):
    meeting, _ = recorded(stage.library)
    folder = stage.library.meeting_folder(meeting.id)
    folder.mkdir(parents=True, exist_ok=True)
    job_id = stage.queue.improve(meeting.id)
    stage.queue.start()
    stage.wait_for_mark(job_id)
    (folder / FAR_WORDS).write_text('[0, 16000, "said"]\n', "utf-8")
    stage.queue.cancel(job_id)
    wait_until(lambda: not (folder / FAR_WORDS).exists(), "the words are gone")
    assert stage.library.job(stage.queue.retry(meeting.id)).finished_to == 0, (
        "without them echo would be taken for talk"
    )


def test_a_better_pass_cancelled_in_line_leaves_no_words_beside_the_sound(stage: ImportStage):
    meeting, _ = recorded(stage.library)
    folder = stage.library.meeting_folder(meeting.id)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FAR_WORDS).write_text('[0, 16000, "said"]\n', "utf-8")
    stage.queue.cancel(stage.queue.improve(meeting.id))
    assert not (folder / FAR_WORDS).exists()


def test_the_better_pass_stands_in_line_once(stage: ImportStage):
    meeting, _ = recorded(stage.library)
    assert stage.queue.improve(meeting.id) == stage.queue.improve(meeting.id)
    with pytest.raises(MeetingNotFound):
        stage.queue.improve(MeetingId("0" * 32))


def test_a_live_job_is_no_job_of_the_line(stage: ImportStage):
    _, live = recorded(stage.library, is_done=False)
    stage.queue.start()
    job_id = stage.add()
    stage.wait_for_mark(job_id)
    assert stage.library.job(live.id).state is JobState.RUNNING


def test_trying_again_before_the_live_job_is_over_leaves_that_job_out_of_the_line(stage: ImportStage):
    meeting, live = recorded(stage.library, is_done=False)
    job_id = stage.queue.retry(meeting.id)
    assert job_id != live.id
    assert [job.id for job in stage.library.jobs(unfinished=True)] == [job_id]
    assert not stage.library.job(job_id).is_live
    assert stage.library.job(live.id).state is JobState.RUNNING
    assert stage.queue.retry(meeting.id) == job_id, "asked for twice, it stands in line once"


def test_trying_again_what_was_not_understood_live_understands_all_of_it(stage: ImportStage):
    """Case 20."""
    meeting, live = recorded(stage.library, is_done=False)
    stage.library.set_job_state(live.id, JobState.FAILED).result()
    job = stage.library.job(stage.queue.retry(meeting.id))
    assert (job.finished_to, job.is_live, job.length) == (0, False, 128_000)


def test_the_engine_is_told_how_many_tracks_there_are(tmp_path: Path):
    engine = FakeLiveEngine()
    with ImportStage(tmp_path, engine=engine) as stage:
        meeting, _ = recorded(stage.library)
        stage.queue.improve(meeting.id)
        stage.queue.start()
        asked = engine.wait_for(TranscribeFile)
        assert (asked.tracks, asked.source) == (2, "")
        assert asked.sound_folder == str(stage.library.meeting_folder(meeting.id))

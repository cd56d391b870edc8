"""Imports that are tried again: from their mark, or anew, and what was there stays until then."""

from pathlib import Path

import pytest

from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from tests.builders.import_stage import ImportStage
from tests.builders.waiting import wait_until


def test_a_cancelled_job_goes_on_from_its_mark(tmp_path: Path):
    with ImportStage(tmp_path, length_s=4, hang_at=[2, None]) as stage:
        stage.queue = stage.make_queue(cancel_s=0.05)
        stage.queue.start()
        first = stage.add()
        wait_until(lambda: stage.library.job(first).finished_to == 2 * SAMPLE_RATE_HZ, "two lines were there")
        stage.queue.cancel(first)
        meeting_id = stage.library.job(first).meeting_id
        second = stage.queue.retry(meeting_id)
        assert stage.wait(second).state is JobState.DONE
        assert stage.texts(second) == ["line 0", "line 1", "line 2", "line 3"]
        assert stage.library.transcript(meeting_id).gaps == ()
        assert stage.library.meeting(meeting_id).status is MeetingStatus.READY


def test_a_finished_meeting_is_recognised_anew_and_keeps_its_transcript_until_then(stage: ImportStage):
    stage.queue.start()
    first = stage.wait(stage.add())
    before = {line.id for line in stage.lines(first.meeting_id)}
    second = stage.queue.retry(first.meeting_id)
    assert stage.wait(second).state is JobState.DONE
    after = {line.id for line in stage.lines(first.meeting_id)}
    assert len(after) == 5
    assert not before & after


def test_a_re_run_that_fails_leaves_the_old_transcript(tmp_path: Path):
    with ImportStage(tmp_path, length_s=3, exit_at=[None, 1, 1, 1]) as stage:
        stage.queue = stage.make_queue(idle_s=0.01)
        stage.queue.start()
        first = stage.wait(stage.add())
        wait_until(lambda: not stage.engine.is_running, "the engine was let go")
        before = stage.lines(first.meeting_id)
        second = stage.wait(stage.queue.retry(first.meeting_id, options=RecognitionOptions(beam_size=1)))
        assert second.state is JobState.FAILED
        assert stage.lines(first.meeting_id) == before
        assert stage.library.meeting(first.meeting_id).status is MeetingStatus.READY


def test_a_re_run_that_is_interrupted_knows_its_own_words(tmp_path: Path):
    """Lines of the transcript before it are not its own: speech without a word is a failure all the same."""
    with ImportStage(tmp_path, length_s=9) as stage:
        stage.queue.start()
        first = stage.wait(stage.add())
        stage.library.set_language(first.meeting_id, "de", 0.8).result()
    with ImportStage(tmp_path, length_s=9, text=False, hang_at=7) as stage:
        stage.queue.start()
        second = stage.queue.retry(first.meeting_id)
        wait_until(lambda: stage.library.job(second).finished_to == 7 * SAMPLE_RATE_HZ, "seven seconds were heard")
        assert stage.library.meeting(first.meeting_id).language == "de", "until it is done, nothing changes"
    with ImportStage(tmp_path, length_s=9, text=False) as stage:
        stage.queue.start()
        job = stage.wait(second)
        assert (job.state, job.error and job.error.name) == (JobState.FAILED, "NoWordsFound")
        assert len(stage.lines(first.meeting_id)) == 9
        assert stage.library.meeting(first.meeting_id).language == "de"


def test_a_re_run_changes_the_language_when_it_is_done(stage: ImportStage):
    stage.queue.start()
    first = stage.wait(stage.add())
    stage.library.set_language(first.meeting_id, "de", 0.8).result()
    stage.wait(stage.queue.retry(first.meeting_id))
    assert stage.library.meeting(first.meeting_id).language == "en"


def test_other_options_begin_anew(tmp_path: Path):
    with ImportStage(tmp_path, length_s=3, exit_at=[1, 1, 1, None]) as stage:
        stage.queue.start()
        first = stage.wait(stage.add())
        assert first.state is JobState.FAILED
        second = stage.queue.retry(first.meeting_id, options=RecognitionOptions(languages=("de",)))
        assert stage.library.job(second).finished_to == 0
        assert stage.wait(second).state is JobState.DONE
        assert stage.texts(second) == ["line 0", "line 1", "line 2"]


def test_another_number_of_threads_is_no_other_option(tmp_path: Path):
    with ImportStage(tmp_path, length_s=3, exit_at=[1, 1, 1, None]) as stage:
        stage.queue.start()
        first = stage.wait(stage.add())
        second = stage.queue.retry(first.meeting_id, options=RecognitionOptions(threads=3))
        assert stage.library.job(second).finished_to == SAMPLE_RATE_HZ
        assert stage.wait(second).state is JobState.DONE


def test_how_many_people_speak_travels_with_the_job(tmp_path: Path):
    with ImportStage(tmp_path) as stage:
        job_id = stage.queue.add(stage.a_file(), options=RecognitionOptions(), speakers=SpeakerCount(2, 4))
    with ImportStage(tmp_path) as stage:
        job = stage.library.job(job_id)
        assert job.speakers == SpeakerCount(2, 4), "also after a restart"
        assert stage.library.speakers_said(job.meeting_id) == SpeakerCount(2, 4)
        assert stage.queue.retry(job.meeting_id) == job_id


def test_another_number_of_people_goes_on_with_the_same_text(tmp_path: Path):
    with ImportStage(tmp_path, length_s=3, exit_at=[1, 1, 1, None]) as stage:
        stage.queue.start()
        first = stage.wait(stage.queue.add(stage.a_file(), options=RecognitionOptions(), speakers=SpeakerCount(2, 2)))
        assert first.state is JobState.FAILED
        second = stage.library.job(stage.queue.retry(first.meeting_id, speakers=SpeakerCount(3, 3)))
        assert (second.finished_to, second.speakers) == (SAMPLE_RATE_HZ, SpeakerCount(3, 3))
        assert stage.wait(second.id).state is JobState.DONE
        assert stage.library.speakers_said(first.meeting_id) == ANY_COUNT, "from now on the look for them knows"


def test_what_is_tried_again_keeps_the_number_of_people(tmp_path: Path):
    with ImportStage(tmp_path, length_s=3, exit_at=[1, 1, 1, None]) as stage:
        stage.queue.start()
        asked = stage.queue.add(stage.a_file(), options=RecognitionOptions(), speakers=SpeakerCount(2, 2))
        again = stage.queue.retry(stage.wait(asked).meeting_id, options=RecognitionOptions(languages=("de",)))
        assert stage.library.job(again).speakers == SpeakerCount(2, 2)
        stage.wait(again)


def test_a_job_without_words_is_not_continued_from_its_end(tmp_path: Path):
    with ImportStage(tmp_path, length_s=9, text=False) as stage:
        stage.queue.start()
        first = stage.wait(stage.add())
        assert stage.library.job(stage.queue.retry(first.meeting_id)).finished_to == 0


def test_trying_again_what_is_in_line_gives_the_same_job(stage: ImportStage):
    waiting = stage.add()
    assert stage.queue.retry(stage.library.job(waiting).meeting_id) == waiting
    stage.queue.start()
    stage.wait(waiting)
    assert len(stage.library.jobs()) == 1


def test_trying_again_without_a_meeting_says_so(stage: ImportStage):
    with pytest.raises(MeetingNotFound):
        stage.queue.retry(MeetingId("nothing"))

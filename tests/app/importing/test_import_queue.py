import os
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from app.announcements import JobEnded, JobProgressAnnounced
from app.importing.engine_patience import Patience
from app.importing.job_run import ALL_SET_ASIDE, CARD_FAILED, NO_SPEECH
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.errors import MeetingNotFound
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, JobId, MeetingId
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.errors import DiskFull, MediaNotFound
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import GapReason
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from engine.pipeline.engine_client import EngineClient
from tests.builders.import_stage import ImportStage
from tests.builders.new_processes import NewProcesses
from tests.builders.waiting import wait_until


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[ImportStage]:
    """An engine that hears five lines."""
    with ImportStage(tmp_path, length_s=5) as stage:
        yield stage


def slow_stage(tmp_path: Path) -> ImportStage:
    """An engine that takes its time, so that there is something to interrupt."""
    return ImportStage(tmp_path, length_s=400, pause_s=0.05)


def test_a_file_becomes_a_meeting_with_its_transcript(stage: ImportStage):
    stage.queue.start()
    job = stage.wait(stage.add("Lecture 7.mp3"))
    meeting = stage.library.meeting(job.meeting_id)
    assert job.state is JobState.DONE
    assert (meeting.title, meeting.status, meeting.duration_ms) == ("Lecture 7", MeetingStatus.READY, 5000)
    assert (meeting.language, meeting.model, meeting.notes) == ("en", "base", ("read by the fake",))
    assert meeting.source_fingerprint == "f" * 64
    lines = stage.lines(job.meeting_id)
    assert [(line.start_ms, line.end_ms, line.text) for line in lines] == [
        (second * 1000, second * 1000 + 1000, f"line {second}") for second in range(5)
    ]


def test_a_recording_of_a_course_is_recognised_with_its_terms_also_when_it_is_done_again(stage: ImportStage):
    course = Course(CourseId("c" * 32), "Algebra", ("de",), (GlossaryEntry("Hilbert"),))
    stage.library.add_course(course).result()
    job_id = stage.queue.add(stage.a_file(), options=RecognitionOptions(), course_id=course.id)
    wanted = RecognitionOptions(languages=("de",), glossary=(GlossaryTerm("Hilbert"),))
    assert stage.library.job(job_id).options == wanted
    meeting_id = stage.library.job(job_id).meeting_id
    stage.library.add_entries(course.id, [GlossaryEntry("qubit")]).result()
    again = stage.queue.retry(meeting_id, options=RecognitionOptions(beam_size=1))
    assert [term.text for term in stage.library.job(again).options.glossary] == ["Hilbert", "qubit"]


def test_adding_returns_before_anything_is_done(stage: ImportStage):
    """The fingerprint of a large file takes a while; it is taken on the queue's thread."""
    job_id = stage.add()
    assert stage.library.job(job_id).state is JobState.WAITING
    assert stage.fingerprinted == []


def test_a_file_that_is_not_there_is_refused_at_once(stage: ImportStage, tmp_path: Path):
    with pytest.raises(MediaNotFound):
        stage.queue.add(tmp_path / "nothing.mp3", options=RecognitionOptions())
    assert stage.library.meetings() == []


def test_jobs_are_done_in_the_order_they_were_asked_for(stage: ImportStage):
    stage.queue.start()
    asked = [stage.add(f"{number}.mp3") for number in range(3)]
    for job_id in asked:
        stage.wait(job_id)
    assert [said.job_id for said in stage.heard.of(JobEnded)] == asked
    assert stage.starts == 1, "one engine process does them all"


def test_progress_never_goes_back_and_ends_at_the_end(stage: ImportStage):
    stage.queue.start()
    job_id = stage.add()
    stage.wait(job_id)
    fractions = [said.fraction for said in stage.heard.of(JobProgressAnnounced) if said.job_id == job_id]
    assert fractions == sorted(fractions)
    assert fractions[0] == 0.0
    assert all(0.0 <= fraction <= 1.0 for fraction in fractions)


def test_what_was_in_line_is_done_after_the_next_start(tmp_path: Path):
    with ImportStage(tmp_path, length_s=2) as stage:
        waiting = stage.add()
    with ImportStage(tmp_path, length_s=2) as stage:
        stage.queue.start()
        assert stage.wait(waiting).state is JobState.DONE


def test_a_start_that_does_not_pick_up_leaves_the_line_alone(tmp_path: Path):
    """A command transcribes what it was asked to, not what a window left over."""
    with ImportStage(tmp_path, length_s=2) as stage:
        waiting = stage.add("before.mp3")
    with ImportStage(tmp_path, length_s=2) as stage:
        stage.queue.start(pick_up=False)
        assert stage.wait(stage.add("now.mp3")).state is JobState.DONE
        assert stage.library.job(waiting).state is JobState.WAITING


# The engine process dies


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


# How a job ends


def test_speech_without_a_word_is_a_failure(tmp_path: Path):
    """users.md row 6: completed but empty is the worst of all."""
    with ImportStage(tmp_path, length_s=9, text=False) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.state is JobState.FAILED
        assert job.error is not None
        assert (job.error.name, job.error.data) == ("NoWordsFound", {"speech_s": 9.0})


def test_silence_is_done_and_says_so(tmp_path: Path):
    """Case 46."""
    with ImportStage(tmp_path, length_s=9, text=False, speech=False) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.state is JobState.DONE
        assert NO_SPEECH in stage.library.meeting(job.meeting_id).notes
        assert stage.texts(job.id) == []


def test_when_all_is_set_aside_the_person_is_told(tmp_path: Path):
    with ImportStage(tmp_path, length_s=9, quarantine=True) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert job.state is JobState.DONE
        assert ALL_SET_ASIDE in stage.library.meeting(job.meeting_id).notes


class FullLibrary(Library):
    """A library on a disk that is full after two lines."""

    def commit_segments(self, job_id: JobId, *words: Any, **others: Any) -> "Future[None]":
        if self.job(job_id).finished_to < 2 * SAMPLE_RATE_HZ:
            return super().commit_segments(job_id, *words, **others)
        return self.refuse()

    def refuse(self) -> "Future[None]":
        future: Future[None] = Future()
        future.set_exception(DiskFull(str(self.folder)))
        return future


class VeryFullLibrary(FullLibrary):
    """Not even the end of a job can be written down any more."""

    def set_job_state(self, job_id: JobId, state: JobState, **others: Any) -> "Future[None]":
        return self.refuse() if state is JobState.FAILED else super().set_job_state(job_id, state, **others)


def test_a_full_disk_fails_the_job_and_keeps_the_mark(tmp_path: Path):
    with ImportStage(tmp_path, library=FullLibrary, length_s=400, pause_s=0.01) as stage:
        stage.queue.start()
        job = stage.wait(stage.add())
        assert (job.state, job.finished_to) == (JobState.FAILED, 2 * SAMPLE_RATE_HZ)
        assert job.error is not None
        assert job.error.name == "DiskFull"
        assert stage.texts(job.id) == ["line 0", "line 1"]
        after = stage.add("next.mp3")
        stage.wait_for_mark(after)
        assert stage.starts == 1, "the engine was told to let go"


def test_a_disk_so_full_that_the_failure_cannot_be_written_is_still_told(tmp_path: Path):
    with ImportStage(tmp_path, library=VeryFullLibrary, length_s=4) as stage:
        stage.queue.start()
        job_id = stage.add()
        wait_until(lambda: bool(stage.heard.of(JobEnded)), "the end was told")
        ended = stage.heard.of(JobEnded)[0]
        assert (ended.job_id, ended.state) == (job_id, JobState.FAILED)
        assert ended.error.startswith("The disk is full")


# Cancelling


def test_a_cancelled_job_stops_at_once_and_keeps_what_it_has(tmp_path: Path):
    """Case 64."""
    with slow_stage(tmp_path) as stage:
        stage.queue.start()
        job_id = stage.add()
        stage.wait_for_mark(job_id)
        stage.queue.cancel(job_id)
        job = stage.library.job(job_id)
        assert job.state is JobState.CANCELLED, "the library knows when cancel returns"
        assert stage.library.meeting(job.meeting_id).status is MeetingStatus.PARTIAL
        kept = stage.texts(job_id)
        assert kept == [f"line {second}" for second in range(len(kept))]
        gaps = stage.library.transcript(job.meeting_id).gaps
        assert [(gap.start_ms, gap.end_ms, gap.reason) for gap in gaps] == [
            (len(kept) * 1000, 400_000, GapReason.CANCELLED)
        ]
        stage.queue.cancel(job_id)
        assert [said.state for said in stage.heard.of(JobEnded)] == [JobState.CANCELLED], "twice is harmless"
        after = stage.add("next.mp3")
        stage.wait_for_mark(after)
        assert stage.texts(job_id) == kept, "what a cancelled job still says is not heard"
        assert stage.starts == 1, "an engine that obeys keeps its speech model for the next job"


def test_an_engine_that_does_not_obey_is_killed_and_the_next_job_begins(tmp_path: Path):
    """Case 64: a decode that cannot be interrupted."""
    with ImportStage(tmp_path, length_s=3, hang_at=[1, None]) as stage:
        stage.queue = stage.make_queue(cancel_s=0.1)
        stage.queue.start()
        job_id = stage.add("hangs.mp3")
        stage.wait_for_mark(job_id)
        stage.queue.cancel(job_id)
        assert stage.wait(stage.add("next.mp3")).state is JobState.DONE
        assert stage.starts == 2
        assert stage.texts(job_id) == ["line 0"]


def test_a_job_in_line_can_be_cancelled(tmp_path: Path):
    with slow_stage(tmp_path) as stage:
        stage.queue.start()
        running, waiting = stage.add("1.mp3"), stage.add("2.mp3")
        stage.queue.cancel(waiting)
        assert stage.library.job(waiting).state is JobState.CANCELLED
        stage.queue.cancel(running)
        assert [said.job_id for said in stage.heard.of(JobEnded)] == [waiting, running]


def test_cancelling_what_is_over_or_was_never_there_does_nothing(stage: ImportStage):
    stage.queue.start()
    job = stage.wait(stage.add())
    stage.queue.cancel(job.id)
    stage.queue.cancel(JobId("never"))
    assert stage.library.job(job.id).state is JobState.DONE


def test_deleting_the_meeting_of_a_running_job_stops_the_job(tmp_path: Path):
    with slow_stage(tmp_path) as stage:
        stage.queue.start()
        job_id = stage.add("1.mp3")
        stage.wait_for_mark(job_id)
        stage.library.delete_meeting(stage.library.job(job_id).meeting_id).result()
        after = stage.add("2.mp3")
        stage.wait_for_mark(after)
        assert stage.heard.of(JobEnded) == []


def test_a_meeting_that_is_deleted_while_it_waits_is_passed_over(stage: ImportStage):
    first, second = stage.add("1.mp3"), stage.add("2.mp3")
    stage.library.delete_meeting(stage.library.job(first).meeting_id).result()
    stage.queue.start()
    assert stage.wait(second).state is JobState.DONE


# Closing


def test_closing_puts_the_running_job_back_in_line(tmp_path: Path):
    """users.md row 3: the next start goes on where this one stopped."""
    stage = slow_stage(tmp_path)
    stage.queue.start()
    job_id = stage.add()
    stage.wait_for_mark(job_id)
    stage.queue.close()
    assert stage.library.job(job_id).state is JobState.WAITING
    assert stage.heard.of(JobEnded) == []
    kept = stage.texts(job_id)
    stage.close()
    with ImportStage(tmp_path, length_s=len(kept) + 2) as again:
        again.queue.start()
        assert again.wait(job_id).state is JobState.DONE
        assert again.texts(job_id) == [f"line {second}" for second in range(len(kept) + 2)]


def test_closing_leaves_no_process_behind(tmp_path: Path):
    """Case 64: also one that does not listen."""
    new = NewProcesses()
    stage = ImportStage(tmp_path, length_s=3, hang_at=1, deaf=True)
    stage.queue.start()
    stage.wait_for_mark(stage.add())
    children = new.find()
    assert children
    stage.close()
    assert not any(child.is_running() for child in children)


def test_closing_twice_or_without_a_start_is_harmless(tmp_path: Path):
    with ImportStage(tmp_path) as stage:
        stage.queue.close()
        stage.queue.close()
        stage.queue.start()
        stage.add()


def test_an_idle_engine_is_let_go(tmp_path: Path):
    with ImportStage(tmp_path, length_s=2) as stage:
        stage.queue = stage.make_queue(idle_s=0.05)
        stage.queue.start()
        stage.wait(stage.add("1.mp3"))
        wait_until(lambda: not stage.engine.is_running, "the engine was let go")
        assert stage.wait(stage.add("2.mp3")).state is JobState.DONE
        assert stage.starts == 2


# Trying again


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


# The unusual


@pytest.mark.skipif(os.name != "posix", reason="only there are file names bytes")
def test_a_file_name_that_is_no_text_is_imported(stage: ImportStage, tmp_path: Path):
    """Case 81."""
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9 \xff.mp3"))
    path.write_bytes(b"sound")
    stage.queue.start()
    job = stage.wait(stage.queue.add(path, options=RecognitionOptions()))
    assert job.state is JobState.DONE
    meeting = stage.library.meeting(job.meeting_id)
    assert os.fsencode(meeting.source_path) == os.fsencode(path)
    assert meeting.title == "caf� �"


def test_a_bug_in_one_job_does_not_stop_the_others(tmp_path: Path):
    bugs: list[object] = []
    with ImportStage(tmp_path, length_s=2) as stage:

        def fingerprint(path: Path) -> str:
            if path.stem == "bad":
                raise ZeroDivisionError
            return "f"

        stage.fingerprint = fingerprint
        stage.queue = stage.make_queue(report_bug=bugs.append)
        stage.queue.start()
        bad, good = stage.add("bad.mp3"), stage.add("good.mp3")
        assert stage.wait(bad).state is JobState.FAILED
        assert stage.wait(good).state is JobState.DONE
    assert len(bugs) == 1


def test_nothing_that_was_said_is_in_the_log(tmp_path: Path):
    """Case 98."""
    with ImportStage(tmp_path, length_s=3, garbage_at=1, die_at=[2, None]) as stage:
        stage.queue.start()
        stage.wait(stage.add("CANARY789.mp3"))
        said = (tmp_path / "engine" / "engine.log").read_text("utf-8")
    assert "line 0" not in said
    assert "CANARY789" not in said

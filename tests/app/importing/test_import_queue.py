"""The queue of imports: in order, stopped and closed at any moment, and each job comes to an end that is told."""

import os
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from app.announcements import JobEnded, JobProgressAnnounced
from app.importing.job_run import ALL_SET_ASIDE, NO_SPEECH
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, JobId
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.errors import DiskFull, MediaNotFound
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import GapReason
from tests.builders.import_stage import ImportStage
from tests.builders.new_processes import NewProcesses
from tests.builders.waiting import wait_until


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

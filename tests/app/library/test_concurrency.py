"""Many at once: segments come in, titles change, readers read, another program holds the file, and nothing is lost."""

import sqlite3
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest

from app.announcements import Announcements
from app.library.library import Library
from app.meetings.job import JobState
from app.meetings.transcript import Transcript
from engine.contract.audio import SampleIndex
from engine.contract.segments import QuarantineReason
from tests.builders.library import MINUTE, a_job, a_meeting, a_segment, import_meeting, open_library
from tests.builders.recordings import a_growing_line, begin_recording, grow


def test_nothing_is_lost_while_everybody_works_and_somebody_holds_the_file(tmp_path: Path):
    """Case 21: for three seconds, and whoever wants something written goes on meanwhile."""
    library = Library.open(tmp_path, announcements=Announcements())
    meeting = a_meeting()
    job = import_meeting(library, meeting, state=JobState.RUNNING)
    stop = threading.Event()
    seen: list[int] = []

    def read() -> None:
        while not stop.is_set():
            transcript: Transcript = library.transcript(meeting.id)
            assert [line.start_ms for line in transcript.segments] == [
                n * 1000 for n in range(len(transcript.segments))
            ]
            library.meetings()
            library.search("line")
            seen.append(len(transcript.segments))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    other = sqlite3.connect(tmp_path / "library.db", isolation_level=None)
    futures: list[Future[None]] = []
    for n in range(60):
        if n == 20:
            other.execute("BEGIN IMMEDIATE")
        if n == 40:
            before = len(seen)
            threading.Event().wait(3.0)
            assert not futures[-1].done()
            assert len(seen) > before + 3, "readers are kept by nobody"
            other.execute("COMMIT")
        line = a_segment(f"line {n}", n * 1000, n * 1000 + 1000)
        mark = SampleIndex((n + 1) * 16_000)
        futures.append(library.commit_segments(job.id, [line], [], finished_to=mark, speech=16_000))
        futures.append(library.rename_meeting(meeting.id, f"title {n}"))
    for future in futures:
        future.result()
    stop.set()
    for reader in readers:
        reader.join()
    other.close()

    assert len(library.transcript(meeting.id).segments) == 60
    assert library.meeting(meeting.id).title == "title 59"
    assert library.job(job.id).finished_to == MINUTE
    assert seen
    library.close()


def test_live_lines_grow_while_others_work_and_somebody_holds_the_file(tmp_path: Path):
    """Case 21."""
    library = Library.open(tmp_path, announcements=Announcements())
    job = begin_recording(library)
    aside = a_growing_line("hm", name="aside", start_ms=60_000, quarantine=QuarantineReason.LOW_EVIDENCE)
    grow(library, job, aside)
    stop = threading.Event()
    seen: list[int] = []

    def read() -> None:
        while not stop.is_set():
            words = [word for line in library.transcript(job.meeting_id).segments for word in line.text.split()]
            said = [word for word in words if word != "hm"]
            assert said == [f"w{n}" for n in range(len(said))]
            assert library.track_marks(job.meeting_id)[0].settled_to >= len(said) * 8000
            library.search("w1")
            seen.append(len(said))

    reader = threading.Thread(target=read)
    reader.start()
    other = sqlite3.connect(tmp_path / "library.db", isolation_level=None)
    futures: list[Future[None]] = []
    for n in range(60):
        if n == 20:
            other.execute("BEGIN IMMEDIATE")
        if n == 40:
            other.execute("COMMIT")
        first = n // 6 * 6
        line = a_growing_line(" ".join(f"w{m}" for m in range(first, n + 1)), name=f"l{first}", start_ms=first * 500)
        futures.append(library.grow_line(job.id, line, settled_to=SampleIndex((n + 1) * 8000)))
        futures.append(library.accept_segment(aside.id, n % 2 == 0))
    for future in futures:
        future.result()
    stop.set()
    reader.join()
    other.close()

    assert library.summary(job.meeting_id).words == 61
    assert library.summary(job.meeting_id).quarantined == 1
    assert seen
    assert library.check().is_good
    library.close()


def test_an_error_never_carries_what_was_said(tmp_path: Path):
    """Case 98."""
    library = open_library(tmp_path)
    job = import_meeting(library, a_meeting(), state=JobState.RUNNING)
    line = a_segment("CANARY789")
    library.commit_segments(job.id, [line], [], finished_to=SampleIndex(16_000), speech=0).result()
    with pytest.raises(Exception) as caught:
        library.commit_segments(job.id, [line], [], finished_to=SampleIndex(32_000), speech=0).result()
    library.close()

    error: BaseException | None = caught.value
    while error is not None:
        assert "CANARY789" not in str(error) + repr(error)
        error = error.__cause__ or error.__context__


def test_a_job_that_does_not_go_on_where_the_last_one_stopped_writes_elsewhere(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = a_meeting()
    import_meeting(library, meeting, "one", "two", state=JobState.CANCELLED)

    anew = a_job(meeting, length=MINUTE)
    library.start_job(anew).result()
    library.commit_segments(anew.id, [a_segment("again")], [], finished_to=MINUTE, speech=0).result()
    assert [line.text for line in library.transcript(meeting.id).segments] == ["one", "two"]

    library.set_job_state(anew.id, JobState.DONE).result()
    assert [line.text for line in library.transcript(meeting.id).segments] == ["again"]
    library.close()

"""Lines that grow: found while they grow, counted right, never twice, and never over what a person made of them."""

import dataclasses
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event
from sqlalchemy.engine import Engine

from app.announcements import MeetingUpdated, TranscriptChanged
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import SegmentId, new_id
from app.meetings.job import Job, JobState
from app.meetings.transcript import Segment
from engine.contract.audio import SampleIndex
from engine.contract.segments import QuarantineReason
from tests.builders.library import Heard, import_meeting
from tests.builders.library import a_meeting as an_import
from tests.builders.recordings import a_growing_line, a_recorded_meeting, begin_recording, end_recording, grow


@pytest.fixture
def job(library: Library) -> Job:
    return begin_recording(library)


def lines(library: Library, job: Job) -> list[str]:
    return [line.text for line in library.transcript(job.meeting_id).segments]


def problems(library: Library) -> list[str]:
    return [each for each in library.check().problems if "sound" not in each]


def edit(library: Library, segment_id: SegmentId, text: str) -> None:
    """What the editor will do: another text, and the mark of a person."""
    bare = sqlite3.connect(library.folder / "library.db")
    with bare:
        bare.execute("UPDATE segments SET text = ?, words = '', origin = 'edited' WHERE id = ?", (text, segment_id))
    bare.close()


def test_a_line_is_found_while_it_grows(library: Library, job: Job, heard: Heard):
    heard.all.clear()
    grow(library, job, a_growing_line("alpha", name="a"))
    grow(library, job, a_growing_line("alpha beta", name="a"))
    grow(library, job, a_growing_line("alpha beta gamma", name="a"))

    assert lines(library, job) == ["alpha beta gamma"]
    assert [hit.text for hit in library.search("gamma")] == ["alpha beta gamma"]
    assert len(library.search("alpha")) == 1
    summary = library.summary(job.meeting_id)
    assert (summary.segments, summary.words) == (1, 3)
    changes = [each.change for each in heard.of(TranscriptChanged)]
    assert [(len(each.added), len(each.updated)) for each in changes] == [(1, 0), (0, 1), (0, 1)]
    assert changes[2].updated[0] == library.transcript(job.meeting_id).segments[0]
    assert len(heard.of(MeetingUpdated)) == 1  # the list is not read again for every word
    assert problems(library) == []


def test_told_again_it_changes_nothing(library: Library, job: Job, heard: Heard):
    """Case 54. An engine that was started again may tell once more what it had told."""
    states = [a_growing_line(n, name="a") for n in (1, 2, 3)]
    for state in states:
        grow(library, job, state)
    before = library.transcript(job.meeting_id)
    heard.all.clear()
    for state in states:
        grow(library, job, state)

    assert library.transcript(job.meeting_id) == before
    assert heard.all == []
    assert library.track_marks(job.meeting_id)[0].settled_to == 24_000
    assert problems(library) == []


def test_the_mark_moves_with_the_line_and_never_back(library: Library, job: Job):
    grow(library, job, a_growing_line(2), settled_to=9000)
    library.settle_track(job.id, 0, SampleIndex(20_000)).result()
    library.settle_track(job.id, 0, SampleIndex(12_000)).result()
    grow(library, job, a_growing_line(1, start_ms=1000), settled_to=15_000)
    grow(library, job, a_growing_line(1, track=1), settled_to=500)
    assert [mark.settled_to for mark in library.track_marks(job.meeting_id)] == [20_000, 500]


def test_a_line_that_is_set_aside_leaves_the_index_and_may_come_back(library: Library, job: Job):
    grow(library, job, a_growing_line("thanks for watching", name="a"))
    aside = a_growing_line("thanks for watching", name="a", quarantine=QuarantineReason.STOCK_PHRASE)
    grow(library, job, aside)
    assert library.search("watching") == []
    assert library.summary(job.meeting_id).quarantined == 1
    assert problems(library) == []

    grow(library, job, a_growing_line("thanks for watching the demo", name="a"))
    assert len(library.search("watching")) == 1
    assert library.summary(job.meeting_id).quarantined == 0
    assert problems(library) == []


def test_a_line_that_a_person_edited_keeps_their_text_and_new_words_come_behind_it(library: Library, job: Job):
    grow(library, job, a_growing_line("we meet in kolon", name="a"))
    edit(library, SegmentId("a"), "We meet in Cologne")
    grow(library, job, a_growing_line("we meet in kolon at nine", name="a"))
    grow(library, job, a_growing_line("we meet in kolon at nine sharp", name="a"))
    grow(library, job, a_growing_line("we meet in kolon at nine sharp", name="a"))

    assert lines(library, job) == ["We meet in Cologne", "at nine sharp"]
    rest = library.transcript(job.meeting_id).segments[1]
    assert (rest.start_ms, rest.end_ms, len(rest.words)) == (2000, 3500, 3)
    assert len(library.search("nine sharp")) == 1

    edit(library, rest.id, "at 9 sharp")
    grow(library, job, a_growing_line("we meet in kolon at nine sharp tomorrow", name="a"))
    assert lines(library, job) == ["We meet in Cologne", "at 9 sharp", "tomorrow"]


def test_an_edit_that_was_taken_back_does_not_bring_words_twice(library: Library, job: Job):
    grow(library, job, a_growing_line("one two", name="a"))
    edit(library, SegmentId("a"), "ONE TWO")
    grow(library, job, a_growing_line("one two three", name="a"))
    bare = sqlite3.connect(library.folder / "library.db")
    with bare:
        bare.execute("UPDATE segments SET text = 'one two', origin = 'recognised' WHERE id = 'a'")
    bare.close()
    grow(library, job, a_growing_line("one two three four", name="a"))
    assert lines(library, job) == ["one two", "three four"]


def test_a_line_that_a_person_accepted_stays_accepted(library: Library, job: Job):
    aside = a_growing_line("thank you", name="a", quarantine=QuarantineReason.LOW_EVIDENCE)
    grow(library, job, aside)
    library.accept_segment(SegmentId("a"), True).result()
    grow(library, job, aside)
    grow(library, job, a_growing_line("thank you all", name="a", quarantine=QuarantineReason.LOW_EVIDENCE))

    kept, rest = library.transcript(job.meeting_id).segments
    assert (kept.text, kept.quarantine) == ("thank you", None)
    assert (rest.text, rest.quarantine) == ("all", QuarantineReason.LOW_EVIDENCE)
    assert library.summary(job.meeting_id).quarantined == 1
    assert problems(library) == []


def test_what_is_heard_after_the_end_is_brought_inside(library: Library, job: Job):
    end_recording(library, job.meeting_id, 2000)
    grow(library, job, a_growing_line(5, name="a"))
    line = library.transcript(job.meeting_id).segments[0]
    assert (line.end_ms, line.repaired, len(line.words)) == (2000, True, 5)


def test_a_line_of_a_deleted_meeting_is_refused(library: Library, job: Job):
    library.delete_meeting(job.meeting_id).result()
    with pytest.raises(MeetingNotFound):
        grow(library, job, a_growing_line(1))
    with pytest.raises(MeetingNotFound):
        library.settle_track(job.id, 0, SampleIndex(1)).result()


def test_a_search_within_a_meeting_is_not_crowded_out_by_others(library: Library):
    """Its lines and those of another meeting were written in turn."""
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    grow(library, job, a_growing_line("budget first"))
    import_meeting(library, an_import(), *["budget"] * 20)
    grow(library, job, a_growing_line("budget last", start_ms=5000))
    hits = library.search("budget", limit=5, meeting_id=meeting.id)
    assert [hit.text for hit in hits] == ["budget first", "budget last"]


def test_the_twelve_thousandth_line_costs_no_more_than_the_first(library: Library):
    counted: list[str] = []

    def count(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        counted.append(statement)

    job = begin_recording(library)
    grow(library, job, a_growing_line("one", name="a"))
    event.listen(Engine, "before_cursor_execute", count)
    try:
        grow(library, job, a_growing_line("one two", name="a"))
        few = len(counted)
        first = list(counted)
        counted.clear()
        many = [a_growing_line("x y", start_ms=n * 1000) for n in range(1, 12_000)]
        library.commit_segments(job.id, many, [], finished_to=SampleIndex(0), speech=0).result()
        counted.clear()
        grow(library, job, a_growing_line("one two three", name="a"))
    finally:
        event.remove(Engine, "before_cursor_execute", count)
    assert counted == first
    assert few <= 8
    with sqlite3.connect(library.folder / "library.db") as bare:
        for statement in {each for each in counted if each.lstrip().startswith(("SELECT", "UPDATE"))}:
            plan = " ".join(
                row[3] for row in bare.execute(f"EXPLAIN QUERY PLAN {statement}", [1] * statement.count("?"))
            )
            assert "SCAN" not in plan, plan
    bare.close()


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, int]]:
    """What happens to three lines: each grows, is edited, or is told once more as it was some time ago."""
    known = dict.fromkeys("abc", 0)
    steps: list[tuple[str, int]] = []
    for _ in range(draw(st.integers(1, 12))):
        name = draw(st.sampled_from("abc"))
        what = draw(st.sampled_from(["grow", "grow", "edit", "repeat"]))
        if what == "grow":
            known[name] += draw(st.integers(1, 3))
            steps.append((name, known[name]))
        elif known[name]:
            steps.append((name, 0 if what == "edit" else draw(st.integers(1, known[name]))))
    return steps


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(histories())
def test_whatever_happens_every_word_is_there_once(library: Library, steps: list[tuple[str, int]]):
    """Case 54."""
    job = begin_recording(library)
    said = {name: new_id() for name in "abc"}
    most = {name: max([count for each, count in steps if each == name], default=0) for name in "abc"}
    for name, count in steps:
        if count:
            grow(library, job, spoken(said[name], name, count))
        else:
            edited(library, said[name])
    found = [word for line in library.transcript(job.meeting_id).segments for word in line.text.split()]
    assert sorted(found) == sorted(f"{name}{n}" for name in "abc" for n in range(most[name]))
    assert problems(library) == []
    library.set_job_state(job.id, JobState.DONE).result()
    library.delete_meeting(job.meeting_id).result()


def spoken(segment_id: str, name: str, count: int) -> Segment:
    words = " ".join(f"{name}{n}" for n in range(count))
    return dataclasses.replace(a_growing_line(words, start_ms="abc".index(name) * 60_000), id=SegmentId(segment_id))


def edited(library: Library, segment_id: str) -> None:
    """A person touches every row of a line without changing its words."""
    bare = sqlite3.connect(library.folder / "library.db")
    with bare:
        bare.execute("UPDATE segments SET origin = 'edited' WHERE id = ? OR id LIKE ?", (segment_id, f"{segment_id}-%"))
    bare.close()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a small file system of its own")
def test_words_that_found_no_room_are_there_once_when_there_is_room(tmp_path: Path):
    """Case 17. The mark did not move without its words, and what goes on begins at the mark."""
    script = f"""
import pathlib, subprocess
small = pathlib.Path({str(tmp_path)!r}) / "small"
small.mkdir()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(small)], check=True)
from engine.contract.errors import DiskFull
from tests.builders.library import *
from tests.builders.recordings import *
library = open_library(small / "library")
job = begin_recording(library)
filler = small / "filler"
with filler.open("wb", buffering=0) as file:
    try:
        while True: file.write(bytes(4096))
    except OSError: pass
refused = spoken = first = 0
while refused < 3 or spoken < 40:
    if refused == 3: filler.unlink(missing_ok=True)
    if spoken - first == 10: first = spoken
    words = " ".join(f"w{{n}}" for n in range(first, spoken + 1))
    try:
        grow(library, job, a_growing_line(words, name=f"l{{first}}-{{refused}}", start_ms=first * 500))
    except DiskFull:
        refused += 1
        first = library.track_marks(job.meeting_id)[0].settled_to // 8000
        assert first == spoken, (first, spoken)
    else:
        spoken += 1
found = [word for line in library.transcript(job.meeting_id).segments for word in line.text.split()]
print(found == [f"w{{n}}" for n in range(spoken)], library.check().is_good)
library.close()
"""
    command = ["unshare", "-rm", sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3])
    if done.returncode and ("unshare" in done.stderr or "mount" in done.stderr):
        pytest.skip("this system lets nobody mount a file system of their own")
    assert done.stdout.splitlines() == ["True True"], done.stderr

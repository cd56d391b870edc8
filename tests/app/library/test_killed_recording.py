"""The desktop is killed again and again while it writes a recording: what was committed is there, once."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.library.library import Library
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import GapState
from tests.builders.library import open_library
from tests.builders.recordings import end_recording

KILLS = 20


def run_and_kill(folder: Path, chance: random.Random) -> list[str]:
    """Let it write for a random while, kill it, and give what it said was on disk."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.live_writer", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    said: list[str] = []
    try:
        for _ in range(chance.randint(1, 60)):
            said.append(child.stdout.readline().strip())
        time.sleep(chance.random() * 0.02)
    finally:
        child.send_signal(signal.SIGKILL)
        said += [line.strip() for line in child.stdout if line.endswith("\n")]
        child.wait()
        child.stdout.close()
    return said


def look(library: Library, said: list[str]) -> int:
    """Compare a library with what was said to be in it; gives the number of words."""
    (meeting,) = library.recordings_to_recover()
    transcript = library.transcript(meeting.id)
    words = [word for line in transcript.segments for word in line.text.split()]
    assert words == [f"w{n}" for n in range(len(words))]
    assert words == [word.text.strip() for line in transcript.segments for word in line.words]
    committed = {what: [int(each.split()[1]) for each in said if each.startswith(f"{what} ")] for what in KINDS}
    assert len(words) > max(committed["word"], default=-1)
    assert library.track_marks(meeting.id)[0].settled_to == len(words) * 8000
    open_from = {gap.start_ms - 200 for gap in transcript.gaps if gap.state is GapState.OPEN}
    repaired = {gap.start_ms for gap in transcript.gaps if gap.state is GapState.REPAIRED}
    assert {number * 500 for number in committed["repaired"]} <= repaired & open_from
    noted = {gap.start_ms for gap in transcript.gaps}
    assert {number * 500 for number in committed["gap"]} <= noted
    assert {f"n{number}" for number in committed["moment"]} <= {each.text for each in library.moments(meeting.id)}
    if words:
        assert len(library.search(words[-1], meeting_id=meeting.id)) >= 1
    assert library.check().problems == (
        f"The recording of “{meeting.title}” was interrupted and has not been recovered yet.",
    )
    return len(words)


KINDS = ("word", "gap", "repaired", "moment")


@pytest.mark.slow
def test_every_committed_word_is_there_once_however_often_the_desktop_is_killed(tmp_path: Path):
    """Case 14."""
    chance = random.Random(20261130)
    said: list[str] = []
    counts: list[int] = []
    for _ in range(KILLS):
        said += run_and_kill(tmp_path, chance)
        library = open_library(tmp_path)
        counts.append(look(library, said))
        library.close()
    assert counts == sorted(counts)
    assert counts[-1] > KILLS

    library = open_library(tmp_path)
    (meeting,) = library.recordings_to_recover()
    length_ms = (counts[-1] + 10) * 500
    end_recording(library, meeting.id, length_ms, is_recovered=True)
    job = library.live_job(meeting.id)
    assert job is not None
    assert job.state is JobState.WAITING
    library.set_job_state(job.id, JobState.DONE).result()
    assert library.meeting(meeting.id).status is MeetingStatus.READY
    assert library.check().is_good
    library.close()

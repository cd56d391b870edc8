"""A desktop that is killed while somebody types: at most the last second of typing is gone."""

import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from app.meetings.identifiers import MeetingId
from tests.builders.edits import an_edited_meeting
from tests.builders.library import open_library

KILLS = 8
ALLOWED_S = 1.0
"""The promise: what was typed longer ago than this is there."""


def type_and_kill(folder: Path, meeting_id: MeetingId, seed: int, after_s: float) -> list[tuple[float, int]]:
    """Gives each moment before the kill, in seconds before it, with the letters typed by then."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.edit_writer", str(folder), meeting_id, str(seed)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    timer = threading.Timer(after_s, process.kill)
    timer.start()
    said = [first, *process.stdout]
    killed_at = time.monotonic()  # both clocks count from the start of the machine
    process.wait()
    timer.join()
    process.stdout.close()
    found: list[tuple[float, int]] = []
    for line in said:
        parts = line.split()
        if len(parts) == 3 and line.endswith("\n"):
            found.append((killed_at - float(parts[1]), int(parts[2])))
    return found


@pytest.mark.slow
def test_at_most_the_last_second_of_typing_is_gone_after_a_kill(tmp_path: Path):
    library = open_library(tmp_path)
    meeting, _ = an_edited_meeting(library)
    library.close()
    chance = random.Random(20261130)
    letters = 0
    for number in range(KILLS):
        typed = type_and_kill(tmp_path, meeting.id, number, chance.uniform(0.2, 3.0))
        library = open_library(tmp_path)
        text = "".join(line.text for line in library.transcript(meeting.id).segments)
        now = text.count("ǃ")
        safe = max((count for ago, count in typed if ago > ALLOWED_S), default=0)
        assert now - letters >= safe
        letters = now
        assert [each for each in library.check().problems if "sound" not in each] == []
        assert all(library.edit(past.id) is not None for past in library.history(meeting.id))
        library.close()
    assert letters > 0

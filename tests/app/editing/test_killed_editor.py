"""A desktop that is killed while somebody types: all is there that was said to be on disk.

That typing is handed over within half a second, pause or not, is tested in ``test_refused_edits.py``.
"""

import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.meetings.identifiers import MeetingId
from tests.builders.edits import an_edited_meeting
from tests.builders.library import open_library

KILLS = 8


def type_and_kill(folder: Path, meeting_id: MeetingId, seed: int, after_s: float) -> int:
    """Gives how many letters were on disk, as the last that it said before the kill."""
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
    process.wait()
    timer.join()
    process.stdout.close()
    whole = [line for line in said if line.endswith("\n")]
    return int(whole[-1].removeprefix("saved ")) if whole else 0


@pytest.mark.slow
def test_what_was_on_disk_is_there_after_a_kill_however_it_falls(tmp_path: Path):
    library = open_library(tmp_path)
    meeting, _ = an_edited_meeting(library)
    library.close()
    chance = random.Random(20261130)
    letters = promised = 0
    for number in range(KILLS):
        safe = type_and_kill(tmp_path, meeting.id, number, chance.uniform(0.2, 3.0))
        library = open_library(tmp_path)
        text = "".join(line.text for line in library.transcript(meeting.id).segments)
        now = text.count("ǃ")
        assert now - letters >= safe
        letters, promised = now, promised + safe
        assert [each for each in library.check().problems if "sound" not in each] == []
        assert all(library.edit(past.id) is not None for past in library.history(meeting.id))
        library.close()
    assert promised > 0  # typing is written while it goes on

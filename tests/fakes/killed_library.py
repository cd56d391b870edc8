"""Kills a desktop after each step of an operation that touches sound, words, index and caches, in real processes.

Started by tests as ``python -m tests.fakes.killed_library FOLDER OPERATION``. FOLDER/library is a library that is
closed, FOLDER/cache what was recognised in it. For each step a copy is made; a child of its own opens it, does the
operation, and is killed by the system at that step. A step is whatever the system is asked to do in the folder of the
meetings, and each turn of a transaction that the library is asked for. Prints a line for each: the step, and the copy.
"""

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from app.assembling import merge_meetings, split_meeting
from app.cached_speech import CachedSpeech
from app.library.library import Library
from app.library.opening import Circumstances
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import JobState
from app.meetings.transcript import VersionKind
from engine.contract.audio import SampleIndex
from tests.builders.library import Heard, a_job, a_segment

EVENTS = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "shutil.rmtree"}
MOST = 80


class Killer:
    """Counts steps, and kills this process at one of them."""

    def __init__(self, folder: Path, at: int) -> None:
        self._folder = str(folder)
        self._at = at
        self._steps = 0
        self._is_watching = False

    def watch(self) -> None:
        """From now on."""
        self._is_watching = True
        sys.addaudithook(self._on_event)

    def step(self) -> None:
        """One more."""
        if self._is_watching:
            self._steps += 1
            if self._steps == self._at:
                os.kill(os.getpid(), signal.SIGKILL)

    def _on_event(self, event: str, args: tuple[object, ...]) -> None:
        if event in EVENTS and f"{self._folder}{os.sep}meetings" in str(args[0]):
            self.step()


def open_killed(folder: Path, killer: Killer) -> Library:
    """The library, with a step at each end of what is forgotten."""
    cached = CachedSpeech(folder.parent / "cache")

    def forget(meeting: str) -> None:
        killer.step()
        cached.forget(meeting)
        killer.step()

    return Library.open(folder, announcements=Heard().announcements, circumstances=Circumstances(forget_speech=forget))


def delete(library: Library, killer: Killer) -> None:
    """Delete the first meeting for good."""
    library.delete_meeting(_first(library)).result()
    killer.step()


def merge(library: Library, killer: Killer) -> None:
    """Make one meeting of two."""
    rows = sorted(library.meetings(), key=lambda row: row.meeting.title)
    merge_meetings(library, rows[0].meeting.id, rows[1].meeting.id)
    killer.step()


def split(library: Library, killer: Killer) -> None:
    """Make two meetings of the first."""
    split_meeting(library, _first(library), 1400)
    killer.step()


def rerun(library: Library, killer: Killer) -> None:
    """Recognise the first meeting once more; the new text replaces the old one when it is whole."""
    job = a_job(library.meeting(_first(library)), id=JobId("again"))
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    killer.step()
    library.set_job_state(job.id, JobState.RUNNING).result()
    for number, text in enumerate(("quite another", "text than before")):
        killer.step()
        line = a_segment(text, 200 + number * 1000, 1000 + number * 1000)
        mark = SampleIndex((number + 1) * 16_000)
        library.commit_segments(job.id, [line], [], finished_to=mark, speech=16_000).result()
    killer.step()
    library.set_job_state(job.id, JobState.DONE).result()
    killer.step()


OPERATIONS: dict[str, Callable[[Library, Killer], None]] = {
    "delete": delete,
    "merge": merge,
    "split": split,
    "rerun": rerun,
}


def _first(library: Library) -> MeetingId:
    return min(library.meetings(), key=lambda row: row.meeting.title).meeting.id


def main(folder: Path, operation: str) -> None:
    """Kill one child after the other until one comes to its end."""
    for at in range(1, MOST):
        copy = folder / f"{operation}-{at}"
        shutil.copytree(folder / "library", copy / "library")
        shutil.copytree(folder / "cache", copy / "cache")
        child = os.fork()
        if child == 0:
            killer = Killer(copy / "library", at)
            library = open_killed(copy / "library", killer)
            killer.watch()
            OPERATIONS[operation](library, killer)
            library.close()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{at} {copy}\n")
        if not os.WIFSIGNALED(status):
            sys.exit(os.waitstatus_to_exitcode(status))
    sys.exit("so many steps were not expected")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

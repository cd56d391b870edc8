"""A desktop that writes a recording into a library until it is killed, and says what is on disk.

Started by tests as ``python -m tests.fakes.live_writer FOLDER``. Word number n is said at n half seconds; a line has
five. As an engine that is started again does, it goes on behind the mark of the library, in a line of a new name, and
tells its first event twice. After each Future that is done it prints ``word N``, ``gap N``, ``repaired N`` or
``moment N``.
"""

import sys
from pathlib import Path

from app.announcements import Announcements
from app.library.library import Library
from app.meetings.identifiers import MeetingId, MomentId, SegmentId, new_id
from app.meetings.meeting import Meeting
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.segments import GapReason
from tests.builders.recordings import WORD_MS, a_growing_line, a_recorded_meeting, begin_recording

LINE = 5
SAMPLES = WORD_MS * 16


def say(what: str, number: int) -> None:
    """Tell the test that it is on disk."""
    sys.stdout.write(f"{what} {number}\n")
    sys.stdout.flush()


def meeting_in(library: Library) -> Meeting:
    """The recording that was interrupted, or a new one with some sound."""
    found = library.recordings_to_recover()
    if found:
        return found[0]
    meeting = a_recorded_meeting()
    begin_recording(library, meeting)
    (library.meeting_folder(meeting.id) / "track0.flac").write_bytes(b"sound")
    return meeting


def write(library: Library, meeting_id: MeetingId) -> None:
    """Grow lines for ever."""
    job = library.live_job(meeting_id)
    assert job is not None
    number = library.track_marks(meeting_id)[0].settled_to // SAMPLES
    is_first = True
    while True:
        name, first = SegmentId(new_id()), number
        while number < first + LINE:
            number += 1
            words = " ".join(f"w{n}" for n in range(first, number))
            line = a_growing_line(words, name=name, start_ms=first * WORD_MS)
            for _ in range(2 if is_first else 1):
                library.grow_line(job.id, line, settled_to=SampleIndex(number * SAMPLES)).result()
            is_first = False
            say("word", number - 1)
        start = Milliseconds(number * WORD_MS)
        gap = Gap(1, start, Milliseconds(start + 400), GapReason.NOT_RECOGNISED)
        library.note_gap(job.id, gap).result()
        say("gap", number)
        library.repair_gap(job.id, 1, start, start + 200).result()
        say("repaired", number)
        library.add_moment(Moment(MomentId(new_id()), meeting_id, MomentKind.NOTE, start, start, f"n{number}")).result()
        say("moment", number)


if __name__ == "__main__":
    opened = Library.open(Path(sys.argv[1]), announcements=Announcements())
    write(opened, meeting_in(opened).id)

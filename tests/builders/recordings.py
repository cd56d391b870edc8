"""A meeting that is being recorded, with lines that grow, for tests of the library."""

import dataclasses
from typing import Any

from app.library.library import Library
from app.meetings.identifiers import MeetingId, SegmentId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from tests.builders.library import a_job, a_meeting

TWO_TRACKS = (TrackInfo(0, TrackKind.MICROPHONE), TrackInfo(1, TrackKind.COMPUTER))
WORD_MS = 500


def a_recorded_meeting(title: str = "Stand-up", **changes: Any) -> Meeting:
    """A meeting as the recording makes it."""
    return a_meeting(
        title,
        **{"status": MeetingStatus.RECORDING, "source_path": "", "source_fingerprint": "", "tracks": TWO_TRACKS}
        | changes,
    )


def begin_recording(library: Library, meeting: Meeting | None = None) -> Job:
    """A meeting that is being recorded in a library; gives its live job as it stands there."""
    meeting = meeting or a_recorded_meeting()
    job = a_job(meeting, state=JobState.RUNNING)
    library.add_recording(meeting, job).result()
    return library.job(job.id)


def end_recording(library: Library, meeting_id: MeetingId, length_ms: int, **changes: Any) -> None:
    """Stop it: both tracks are that long."""
    library.set_recorded(meeting_id, {0: length_ms, 1: length_ms}).result()
    wishes: dict[str, Any] = {"duration_ms": length_ms, "is_recovered": False, "notes": ()}
    library.finish_recording(meeting_id, **(wishes | changes)).result()


def a_growing_line(words: int | str, *, name: str = "", start_ms: int = 0, track: int = 0, **changes: Any) -> Segment:
    """A line of these words, or of so many, half a second each."""
    texts = words.split() if isinstance(words, str) else [f"word{n}" for n in range(words)]
    spoken = tuple(
        Word(Milliseconds(start_ms + n * WORD_MS), Milliseconds(start_ms + (n + 1) * WORD_MS), f" {each}", 0.5)
        for n, each in enumerate(texts)
    )
    line = Segment(
        SegmentId(name or new_id()),
        track,
        Milliseconds(start_ms),
        Milliseconds(start_ms + len(texts) * WORD_MS),
        " ".join(texts),
        "en",
        0.5,
        spoken,
    )
    return dataclasses.replace(line, **changes)


def grow(library: Library, job: Job, line: Segment, settled_to: int | None = None) -> None:
    """Commit a line, by default with the mark at its end."""
    mark = line.end_ms * 16 if settled_to is None else settled_to
    library.grow_line(job.id, line, settled_to=SampleIndex(mark)).result()

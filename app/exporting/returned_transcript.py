"""A transcript that comes back as a file: read and looked at first, then taken into the library.

SRT and WebVTT have no sound of their own and become a new version of the transcript of a meeting that is here; our own
JSON does that too, or is a new meeting. What was shown before stays among the versions. Called by ``vivavoce library
import`` on its thread, by the window on background threads. Nothing is written before ``take_returned``.
"""

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from app.exporting.json_format import check_for_library, read_moments_json, read_transcript_json
from app.exporting.subtitle_file import Decoded, fit_recording, read_subtitles
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.moment import Moment
from app.meetings.transcript import Gap, Segment, Speaker

if TYPE_CHECKING:
    from app.library.library import Library

SUBTITLES = (".srt", ".vtt")
ENDINGS = (*SUBTITLES, ".json")
"""How the names of such files end."""


@dataclass(frozen=True, slots=True)
class ReturnedTranscript:
    """What is in a file, and where it would go."""

    meeting: Meeting
    """The one that is here, or the one that the file brings along."""
    is_here: bool
    lines: tuple[Segment, ...]
    speakers: tuple[Speaker, ...]
    gaps: tuple[Gap, ...] = ()
    moments: tuple[Moment, ...] = ()
    """Of a meeting that is new here."""
    decoded: Decoded | None = None
    """How a text file was understood; ``None`` where there is nothing to understand."""


def are_subtitles(name: str) -> bool:
    """Whether a file of this name holds subtitles."""
    return PurePath(name).suffix.casefold() in SUBTITLES


def is_transcript(name: str) -> bool:
    """Whether a file of this name may hold a transcript."""
    return PurePath(name).suffix.casefold() in ENDINGS


def read_returned_subtitles(
    library: "Library", data: bytes, *, name: str, onto: Meeting, encoding: str = ""
) -> ReturnedTranscript:
    """Read SRT or WebVTT for a meeting that is here; ``encoding`` is the person's choice.

    Raises:
        NotATranscript: it is neither, or of another recording.
    """
    speakers = library.transcript(onto.id).speakers
    found = read_subtitles(data, name=name, encoding=encoding, speakers=speakers, language=onto.language)
    lines = fit_recording(found.lines, duration_ms=onto.duration_ms, name=name)
    return ReturnedTranscript(onto, True, tuple(lines), tuple(found.speakers), decoded=found.decoded)


def read_returned_json(
    library: "Library", data: bytes, *, name: str, onto: Meeting | None = None
) -> ReturnedTranscript:
    """Read our own JSON, for the meeting that is named, else for its own where that is here, else as a new one.

    Raises:
        NotATranscript: it is none, or contradicts itself or the recording.
    """
    meeting, transcript = read_transcript_json(data, name=name)
    here = onto or next((row.meeting for row in library.meetings() if row.meeting.id == meeting.id), None)
    # The recording is as long as it was decoded, whatever a file says about it.
    length_ms = meeting.duration_ms if here is None else here.duration_ms
    check_for_library(replace(meeting, duration_ms=length_ms), transcript, name=name)
    lines, speakers, gaps = tuple(transcript.segments), tuple(transcript.speakers), tuple(transcript.gaps)
    if here is not None:  # bookmarks and notes of a meeting that is here are the person's, whatever a file says
        return ReturnedTranscript(here, True, lines, speakers, gaps)
    is_done = meeting.status in (MeetingStatus.READY, MeetingStatus.PARTIAL)
    courses = {course.id for course in library.courses()}
    new = replace(
        meeting,
        # Nobody works on it here, whatever it was when it was written.
        status=meeting.status if is_done else MeetingStatus.PARTIAL,
        course_id=meeting.course_id if meeting.course_id in courses else None,
    )
    moments = [each for each in read_moments_json(data, name=name) if each.end_ms <= (new.duration_ms or each.end_ms)]
    return ReturnedTranscript(new, False, lines, speakers, gaps, tuple(moments))


def take_returned(library: "Library", returned: ReturnedTranscript) -> None:
    """Bring it into the library. Raises the ``LibraryError`` tree."""
    library.add_transcript(returned.meeting, returned.lines, returned.speakers, returned.gaps).result()
    for moment in returned.moments:
        library.add_moment(moment).result()

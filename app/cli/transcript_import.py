"""How ``vivavoce library import`` reads a transcript back. On the main thread of the command; its only caller."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.cli.answering import WRONG_USE
from app.exporting.clean_text import clean_line
from app.meetings.meeting import Meeting, MeetingStatus
from engine.contract.errors import VivavoceError

# The exporters load when they are needed: wrong use answers at once.
if TYPE_CHECKING:
    from app.library.library import Library


@dataclass(eq=False)
class FileNotRead(VivavoceError):
    """The system does not give the file."""

    name: str
    reason: str

    @property
    def sentence(self) -> str:
        """What happened."""
        return f"“{self.name}” could not be read: {self.reason}."


def read_file(file: Path) -> bytes:
    """What is in it. Raises ``FileNotRead``."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise FileNotRead(file.name, error.strerror or str(error)) from error


def import_json(opened: "Library", file: Path, data: bytes, *, onto: Meeting | None) -> None:
    """Our own JSON: as a new meeting, or as a new version of one that is here."""
    from app.exporting.json_format import (  # noqa: PLC0415  see above
        check_for_library,
        read_moments_json,
        read_transcript_json,
    )

    meeting, transcript = read_transcript_json(data, name=file.name)
    here = onto or next((row.meeting for row in opened.meetings() if row.meeting.id == meeting.id), None)
    # The recording is as long as it was decoded, whatever a file says about it.
    length_ms = meeting.duration_ms if here is None else here.duration_ms
    check_for_library(replace(meeting, duration_ms=length_ms), transcript, name=file.name)
    if here is None:
        courses = {course.id for course in opened.courses()}
        meeting = replace(
            meeting,
            # Nobody works on it here, whatever it was when it was written.
            status=meeting.status
            if meeting.status in (MeetingStatus.READY, MeetingStatus.PARTIAL)
            else MeetingStatus.PARTIAL,
            course_id=meeting.course_id if meeting.course_id in courses else None,
        )
    opened.add_transcript(here or meeting, transcript.segments, transcript.speakers, transcript.gaps).result()
    if here is None:  # those of a meeting that is here are the person's, whatever a file says
        for moment in read_moments_json(data, name=file.name):
            if moment.end_ms <= (meeting.duration_ms or moment.end_ms):
                opened.add_moment(moment).result()
    _tell_imported(meeting if here is None else here, is_here=here is not None)


def import_subtitles(opened: "Library", file: Path, data: bytes, *, onto: Meeting | None, encoding: str) -> None:
    """SRT or VTT, which have no sound of their own: as a new version of a meeting that is here."""
    from app.exporting.subtitle_file import fit_recording, read_subtitles  # noqa: PLC0415  see above

    if onto is None:
        typer.echo(f"“{file.name}” has no sound of its own. Say with --onto which meeting it belongs to.", err=True)
        raise typer.Exit(WRONG_USE)
    speakers = opened.transcript(onto.id).speakers
    found = read_subtitles(data, name=file.name, encoding=encoding, speakers=speakers, language=onto.language)
    lines = fit_recording(found.lines, duration_ms=onto.duration_ms, name=file.name)
    if found.decoded.choices:
        first = clean_line(lines[0].text)
        others = ", ".join(found.decoded.choices[:4])
        typer.echo(f"Read as {found.decoded.encoding}: “{first}”. If that is wrong, try --encoding {others}.", err=True)
    opened.add_transcript(onto, lines, found.speakers, ()).result()
    _tell_imported(onto, is_here=True)


def _tell_imported(meeting: Meeting, *, is_here: bool) -> None:
    typer.echo(meeting.id)
    if is_here:
        typer.echo(f"“{meeting.title}” is in the library; it has a new version of its transcript.", err=True)

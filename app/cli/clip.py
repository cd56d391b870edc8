"""``vivavoce clip``: sound and text of a stretch of a meeting, as files of their own.

Runs on the main thread of a command. Paths go to standard output, everything else to standard error; the exit code is 0
when they were written, 1 when not (then nothing is there), 2 on wrong use.
"""

from pathlib import Path
from typing import Annotated

import typer

from app.cli.answering import told_troubles
from app.cli.export_choice import asked_formats, asked_profile
from app.cli.meeting_name import meeting_called
from app.cli.opened_library import open_library
from app.cli.time_wish import read_moment

_NONE = "none"

clip = typer.Typer(name="clip", add_completion=False)


@clip.command()
def clip_meeting(
    name: Annotated[str, typer.Argument(metavar="MEETING", help="Id, beginning of the id, or title.")],
    *,
    begin: Annotated[str, typer.Option("--from", metavar="TIME", help="Where it begins: 1:02:03.250, 2:03 or 12.5.")],
    end: Annotated[str, typer.Option("--to", metavar="TIME", help="Where it ends.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the files.")] = Path(),
    sound: Annotated[str, typer.Option(metavar="FORMAT", help="wav, flac, mp3, m4a or none.")] = "wav",
    text: Annotated[str, typer.Option(metavar="FORMATS", help="srt, vtt, txt, md, docx, json or none.")] = "srt",
) -> None:
    """Write sound and text of a stretch as files whose times begin at 0, and print their paths."""
    from app.exporting.clip import ClipWish, export_clip  # noqa: PLC0415 - loads when it is needed
    from app.exporting.clip_sound import SOUND_FORMATS  # noqa: PLC0415 - loads when it is needed
    from app.exporting.document import ExportDocument  # noqa: PLC0415 - loads when it is needed

    start_ms, end_ms = read_moment(begin, option="--from"), read_moment(end, option="--to")
    if end_ms <= start_ms:
        raise typer.BadParameter("A clip has to end after it begins.", param_hint="--to")
    wanted = sound.strip().casefold().lstrip(".")
    if wanted not in (*SOUND_FORMATS, _NONE):
        raise typer.BadParameter(f"“{sound}” is none of {', '.join(SOUND_FORMATS)}, {_NONE}.", param_hint="--sound")
    texts = () if text.strip().casefold() == _NONE else asked_formats(text, option="--text")
    if wanted == _NONE and not texts:
        raise typer.BadParameter("With neither sound nor text there is nothing to write.", param_hint="--sound")
    with told_troubles(), open_library() as opened:
        meeting = meeting_called(opened, name).meeting
        course = next((each for each in opened.courses() if each.id == meeting.course_id), None)
        profile = asked_profile().for_course(course)
        if 0 < meeting.duration_ms <= start_ms:
            raise typer.BadParameter("The recording ends before that.", param_hint="--from")
        end_ms = min(end_ms, meeting.duration_ms) if meeting.duration_ms else end_ms
        paths = export_clip(
            ExportDocument(meeting, opened.transcript(meeting.id), tuple(opened.moments(meeting.id))),
            profile,
            ClipWish(start_ms, end_ms, "" if wanted == _NONE else wanted, texts),
            sound_folder=opened.meeting_folder(meeting.id),
            folder=out,
        )
    for path in paths:
        typer.echo(str(path))

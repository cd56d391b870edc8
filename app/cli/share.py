"""``vivavoce share``: a copy of a meeting that can be given away, without chosen speakers.

Runs on the main thread of a command. Paths go to standard output, everything else to standard error; the exit code is 0
when it was written and proven, 1 when not (then nothing is there), 2 on wrong use.
"""

from pathlib import Path
from typing import Annotated

import typer

from app.cli.answering import told_troubles
from app.cli.export_choice import asked_profile
from app.cli.meeting_name import meeting_called
from app.cli.opened_library import open_library
from app.cli.speaker_name import find_speaker
from app.meetings.counted import counted
from engine.contract.cancellation import Cancellation

share = typer.Typer(name="share", add_completion=False)


@share.command()
def share_meeting(
    name: Annotated[str, typer.Argument(metavar="MEETING", help="Id, beginning of the id, or title.")],
    *,
    hide: Annotated[
        list[str], typer.Option("--hide", metavar="SPEAKER", help="Neither named nor heard; as often as needed.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the files.")] = Path(),
    to: Annotated[str, typer.Option(metavar="FORMATS", help="srt, vtt, txt, md, docx, json.")] = "",
    label: Annotated[str, typer.Option(metavar="TEXT", help="What stands for a name.")] = "Student {number}",
    sound: Annotated[bool, typer.Option("--sound/--no-sound", help="Write the sound as well.")] = True,
) -> None:
    """Write a meeting without chosen speakers: names replaced, sound silenced, both read back and checked."""
    from app.exporting.document import ExportDocument  # noqa: PLC0415 - loads when it is needed
    from app.exporting.safe_files import share_safely  # noqa: PLC0415 - loads when it is needed
    from app.meeting_sound import StoredSound  # noqa: PLC0415 - loads when it is needed

    if "{number}" not in label:
        raise typer.BadParameter("The label needs “{number}” in it.", param_hint="--label")
    with told_troubles(), open_library() as opened:
        row = meeting_called(opened, name)
        meeting = row.meeting
        transcript = opened.transcript(meeting.id)
        hidden = [find_speaker(transcript, each).id for each in hide]
        course = next((each for each in opened.courses() if each.id == meeting.course_id), None)
        source = StoredSound(opened.meeting_folder(meeting.id)).playback_path() if sound else None
        if sound and source is None:
            typer.echo("There is no sound to write: its copy for listening was not made yet.", err=True)
            raise typer.Exit(1)
        written = share_safely(
            ExportDocument(meeting, transcript, tuple(opened.moments(meeting.id))),
            hidden,
            asked_profile(to=to).for_course(course),
            out,
            sound=source,
            label=label,
            cancellation=Cancellation(),
        )
    for path in written.paths:
        typer.echo(str(path))
    if sound:
        silent = f"{counted(written.stretches, 'stretch', 'stretches')}, {written.silenced_ms / 1000:.1f} s"
        verb = "is" if written.stretches == 1 else "are"
        typer.echo(f"{silent}, {verb} silent; everything else is as it was.", err=True)
    typer.echo("Read back: no name of theirs is in the files.", err=True)

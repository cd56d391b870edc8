"""``vivavoce shelf``: the bin, tags and favourites; recordings that become one or two.

Runs on the main thread of a command. Results go to standard output, everything else to standard error; the exit code
is 0 when done, 1 when something failed (it is named, the rest is done), 2 on wrong use.
"""

import re
import sys
from typing import Annotated

import typer

from app.cli.answering import WRONG_USE, AsJson, Failures, print_json, told_troubles
from app.cli.meeting_name import MeetingName, MeetingNames, find_meeting, meeting_called
from app.cli.opened_library import open_library
from app.cli.time_wish import read_moment
from app.exporting.clean_text import clean_line
from app.exporting.timestamps import clock_time
from app.meetings.counted import counted

shelf = typer.Typer(name="shelf", help="Keep order: bin, tags, favourites, merge, split.", no_args_is_help=True)


@shelf.command("bin")
def list_bin(*, as_json: AsJson = False) -> None:
    """Show what lies in the bin: id, day it was moved there, length, title."""
    with told_troubles(), open_library() as opened:
        rows = opened.binned_meetings()
    if as_json:
        print_json({"meetings": [{"id": row.meeting.id, "title": row.meeting.title} for row in rows]})
        return
    for row in rows:
        meeting = row.meeting
        day = meeting.binned_at.astimezone().strftime("%Y-%m-%d") if meeting.binned_at is not None else ""
        typer.echo(f"{meeting.id}  {day}  {clock_time(meeting.duration_ms):>9}  {clean_line(meeting.title)}")
    if not rows:
        typer.echo("The bin is empty.", err=True)


@shelf.command("restore")
def restore_meetings(names: MeetingNames) -> None:
    """Take meetings out of the bin."""
    failures = Failures()
    with told_troubles(), open_library() as opened:
        for name in names:
            with failures.told():
                meeting = find_meeting(opened.binned_meetings(), name).meeting
                opened.restore_meeting(meeting.id).result()
                typer.echo(meeting.id)
    failures.end()


@shelf.command("empty")
def empty_bin(
    *,
    days: Annotated[int, typer.Option("--days", min=0, help="Only what lies there for so many days.")] = 0,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete what lies in the bin for good, and say where copies may be left."""
    from app.library.erasing import TRACE_SENTENCES, traces_left  # noqa: PLC0415  the database loads when it is needed

    with told_troubles(), open_library() as opened:
        count = len(opened.binned_meetings())
        if count and not yes:
            if not sys.stdin.isatty():
                typer.echo("Emptying cannot be undone. Say --yes to do it without being asked.", err=True)
                raise typer.Exit(WRONG_USE)
            if not typer.confirm(f"Delete {counted(count, 'meeting')} with the sound for good?", err=True):
                return
        typer.echo(opened.empty_bin(older_than_days=days).result())
        for trace in traces_left(opened.file_system):
            typer.echo(TRACE_SENTENCES[trace], err=True)


@shelf.command("tag")
def tag_meeting(
    name: MeetingName,
    tags: Annotated[
        list[str] | None, typer.Argument(metavar="[TAG...]", help="Also with commas; none: no tags.")
    ] = None,
) -> None:
    """Give a meeting these tags and no others."""
    with told_troubles(), open_library() as opened:
        meeting = meeting_called(opened, name).meeting
        wanted = [piece for tag in tags or [] for piece in re.split("[,，、]", tag) if piece.strip()]
        opened.set_tags(meeting.id, wanted).result()
        typer.echo(", ".join(opened.meeting(meeting.id).tags))


@shelf.command("favourite")
def favourite_meeting(
    name: MeetingName, *, off: Annotated[bool, typer.Option("--off", help="No more.")] = False
) -> None:
    """Mark a meeting as a favourite."""
    with told_troubles(), open_library() as opened:
        meeting = meeting_called(opened, name).meeting
        opened.set_favourite(meeting.id, not off).result()
        typer.echo(meeting.id)


@shelf.command("merge")
def merge(first: MeetingName, second: MeetingName) -> None:
    """Make one meeting of two, the second behind the first, and print its id. Both go to the bin."""
    from app.assembling import merge_meetings  # noqa: PLC0415  loads FFmpeg

    with told_troubles(), open_library() as opened:
        one, two = (meeting_called(opened, each).meeting.id for each in (first, second))
        if one == two:
            raise typer.BadParameter("These are the same meeting.")
        done = merge_meetings(opened, one, two)
        typer.echo(done.made[0])


@shelf.command("split")
def split(
    name: MeetingName, *, at: Annotated[str, typer.Option("--at", metavar="TIME", help="Such as 0:41:10.")]
) -> None:
    """Make two meetings of one, cut in the pause nearest to a time, and print their ids. The whole goes to the bin."""
    from app.assembling import split_meeting  # noqa: PLC0415  loads FFmpeg

    at_ms = read_moment(at, option="--at")
    with told_troubles(), open_library() as opened:
        meeting = meeting_called(opened, name).meeting
        for made in split_meeting(opened, meeting.id, at_ms).made:
            typer.echo(made)


@shelf.command("chapters")
def propose(name: MeetingName, *, accept: Annotated[bool, typer.Option("--accept", help="Keep them.")] = False) -> None:
    """Propose chapters from pauses and changes of topic: time and title."""
    from app.meetings.chapters import as_moments, propose_chapters  # noqa: PLC0415  see above

    with told_troubles(), open_library() as opened:
        meeting = meeting_called(opened, name).meeting
        found = propose_chapters(opened.transcript(meeting.id).segments)
        for chapter in found:
            typer.echo(f"{clock_time(chapter.start_ms):>8}  {clean_line(chapter.title)}")
        if accept:
            for moment in as_moments(found, meeting.id):
                opened.add_moment(moment).result()
        if not found:
            typer.echo("No change of topic was found.", err=True)

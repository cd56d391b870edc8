"""``vivavoce library``: the library without a window.

Runs on the main thread of a command. Results go to standard output, everything else to standard error; the
exit code is 0 when done, 1 when something failed (it is named, the rest is done), 2 on wrong use.
A meeting is named by its id, the beginning of its id, or its title.
"""

import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.answering import FAILED, WRONG_USE, AsJson, Failures, print_json, told_troubles
from app.cli.course_name import find_course
from app.cli.meeting_name import MeetingName, MeetingNames, find_meeting, meeting_called
from app.cli.opened_library import open_library
from app.cli.transcript_import import import_json, import_subtitles, read_file
from app.exporting.clean_text import clean_line
from app.exporting.timestamps import clock_time
from app.folders import find_folders
from app.meetings.counted import counted
from app.meetings.identifiers import SegmentId
from app.meetings.meeting import Meeting, MeetingSummary
from app.meetings.search import HitKind, SearchHit
from engine.contract.audio import Milliseconds

# The database, the exporters and the settings load when a command needs them: help and wrong use answer at once.
if TYPE_CHECKING:
    from app.exporting.profile import ExportProfile

library = typer.Typer(name="library", help="Meetings: list, read, search, export, keep safe.", no_args_is_help=True)


@library.command("list")
def list_meetings(*, as_json: AsJson = False) -> None:
    """Show all meetings, newest first: id, date, length, words, state, title."""
    with told_troubles(), open_library() as opened:
        rows = opened.meetings()
        if as_json:
            print_json({"folder": str(opened.folder), "meetings": [_row(row) for row in rows]})
            return
        for row in rows:
            meeting = row.meeting
            date = meeting.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
            counts = f"{clock_time(meeting.duration_ms):>9}  {row.words:>7}  {meeting.status.value:<7}"
            typer.echo(f"{meeting.id}  {date}  {counts}  {clean_line(meeting.title)}")
        if not rows:
            typer.echo("The library is empty. “vivavoce transcribe FILE” adds a recording.", err=True)


@library.command("show")
def show_meeting(name: MeetingName, *, as_json: AsJson = False) -> None:
    """Print a transcript, as text or as JSON with every word and its time."""
    from app.exporting.document import ExportDocument  # noqa: PLC0415  see above
    from app.exporting.formats import EXPORTERS  # noqa: PLC0415  see above

    with told_troubles(), open_library() as opened:
        row = meeting_called(opened, name)
        document = ExportDocument(row.meeting, opened.transcript(row.meeting.id), tuple(opened.moments(row.meeting.id)))
        written = EXPORTERS["json" if as_json else "txt"].write(document, replace(_chosen_profile(), bom=False))
        if not as_json:
            _tell_about(row)
        typer.echo(written.decode("utf-8"), nl=False)


@library.command("search")
def search_library(
    words: Annotated[list[str], typer.Argument(metavar="WORDS...", help="A line must hold all of them.")],
    *,
    meeting: Annotated[str | None, typer.Option(metavar="MEETING", help="Search in this meeting only.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Most lines to show.")] = 200,
    as_json: AsJson = False,
) -> None:
    """Find lines, titles, tags, names and notes: meeting id, time, speaker, line. Without words all meetings."""
    with told_troubles(), open_library() as opened:
        within = meeting_called(opened, meeting).meeting.id if meeting is not None else None
        typed = " ".join(words)
        if typed.strip():
            hits = opened.search(typed, limit=limit, meeting_id=within)
        else:  # nothing asked for is everything there is
            hits = [_as_hit(row.meeting) for row in opened.meetings()[:limit]]
        if as_json:
            print_json({"hits": [asdict(hit) | {"start": hit.start_ms / 1000} for hit in hits]})
        else:
            for hit in hits:
                speaker = f"{clean_line(hit.speaker)}: " if hit.speaker else ""
                typer.echo(f"{hit.meeting_id}  {clock_time(hit.start_ms):>8}  {speaker}{clean_line(hit.text)}")
        if not hits:
            typer.echo("Nothing was found.", err=True)


@library.command("export")
def export_meetings(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[MEETING]...", help="Ids, beginnings of ids, or titles.")
    ] = None,
    *,
    course: Annotated[str | None, typer.Option(metavar="COURSE", help="All meetings of this course.")] = None,
    to: Annotated[
        str, typer.Option(metavar="FORMATS", help="srt, vtt, txt, md, docx, csv, json, rttm; several with commas.")
    ] = "",
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the files.")] = Path(),
    speakers: Annotated[bool | None, typer.Option("--speakers/--no-speakers", help="Say who speaks.")] = None,
    times: Annotated[bool | None, typer.Option("--times/--no-times", help="Say when, in documents.")] = None,
    table: Annotated[bool | None, typer.Option("--table/--paragraphs", help="Layout of documents.")] = None,
    chinese: Annotated[
        str | None, typer.Option(metavar="SCRIPT", help="as_spoken, simplified, traditional_tw, traditional_hk.")
    ] = None,
    bom: Annotated[bool | None, typer.Option("--bom/--no-bom", help="Byte order mark in text files.")] = None,
    replace_files: Annotated[bool, typer.Option("--replace", help="Take the place of files of the same name.")] = False,
) -> None:
    """Write meetings as files and print their paths. What is not said is as their course has it, else the settings."""
    from app.cli.export_choice import asked_profile  # noqa: PLC0415  see above
    from app.exporting.destination import export_files  # noqa: PLC0415  see above
    from app.exporting.document import ExportDocument  # noqa: PLC0415  see above

    profile = asked_profile(to=to, chinese=chinese, speakers=speakers, times=times, table=table, bom=bom)
    failures = Failures()
    with told_troubles(), open_library() as opened:
        courses = {each.id: each for each in opened.courses()}
        wanted = list(names or ())
        if course is not None:
            whole = find_course(list(courses.values()), course)
            wanted += [each.meeting.id for each in reversed(opened.meetings(course_id=whole.id))]
        if not wanted and course is None:
            raise typer.BadParameter("Name a meeting, or a course with --course.")
        for name in dict.fromkeys(wanted):
            with failures.told():
                row = meeting_called(opened, name)
                document = ExportDocument(
                    row.meeting, opened.transcript(row.meeting.id), tuple(opened.moments(row.meeting.id))
                )
                there = courses.get(row.meeting.course_id) if row.meeting.course_id is not None else None
                for path in export_files(document, profile.for_course(there), out, replace=replace_files):
                    typer.echo(str(path))
                _tell_left_out(row, document)
    failures.end()


@library.command("import")
def import_transcripts(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="JSON that Vivavoce exported; with --onto also SRT or VTT.")
    ],
    *,
    onto: Annotated[
        str | None, typer.Option(metavar="MEETING", help="Make it a new version of this meeting's transcript.")
    ] = None,
    encoding: Annotated[
        str, typer.Option(metavar="NAME", help="How old subtitles are written, where the guess is wrong: cp1251, big5…")
    ] = "",
) -> None:
    """Read a transcript back: as a new meeting, or as a new version of the transcript of one that is here."""
    failures = Failures()
    with told_troubles(), open_library() as opened:
        there = meeting_called(opened, onto).meeting if onto is not None else None
        for file in files:
            with failures.told():
                data = read_file(file)
                if file.suffix.casefold() in (".srt", ".vtt"):
                    import_subtitles(opened, file, data, onto=there, encoding=encoding)
                else:
                    import_json(opened, file, data, onto=there)
    failures.end()


@library.command("rename")
def rename_meeting(
    name: MeetingName, title: Annotated[str, typer.Argument(metavar="TITLE", help="The new title.")]
) -> None:
    """Give a meeting another title."""
    if not title.strip():
        raise typer.BadParameter("A title needs at least one visible character.")
    with told_troubles(), open_library() as opened:
        meeting = meeting_called(opened, name).meeting
        opened.rename_meeting(meeting.id, title).result()
        typer.echo(f"{meeting.id}  {title}")


@library.command("delete")
def delete_meetings(
    names: MeetingNames,
    *,
    for_good: Annotated[bool, typer.Option("--for-good", help="Not to the bin: delete them with their sound.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Move meetings to the bin with their sound; “vivavoce shelf” brings them back or empties it."""
    failures = Failures()
    with told_troubles(), open_library() as opened:
        for name in names:
            with failures.told():
                here = [*opened.meetings(), *(opened.binned_meetings() if for_good else ())]
                meeting = find_meeting(here, name).meeting
                if not yes and not _is_sure(meeting.title, for_good=for_good):
                    continue
                (opened.delete_meeting if for_good else opened.bin_meeting)(meeting.id).result()
                typer.echo(meeting.id)
    failures.end()


@library.command("check")
def check_library(*, as_json: AsJson = False) -> None:
    """Look the whole library over. Exit code 1 when something is wrong."""
    with told_troubles(), open_library() as opened:
        report = opened.check()
        if as_json:
            print_json(asdict(report) | {"is_good": report.is_good})
        else:
            typer.echo(f"Meetings: {report.meetings}, lines: {report.segments}, words: {report.words}")
            for problem in report.problems or ("All is well.",):
                typer.echo(problem)
    if not report.is_good:
        raise typer.Exit(FAILED)


@library.command("backup")
def back_up_library(
    to: Annotated[Path, typer.Argument(metavar="PATH", help="File to write, or a folder to put it in.")],
) -> None:
    """Write all transcripts into one file (the sound is not in it), and print where it is."""
    with told_troubles(), open_library() as opened:
        try:
            typer.echo(str(opened.backup(to)))
        except FileExistsError:
            typer.echo(f"“{to.name}” is there already. Choose another name.", err=True)
            raise typer.Exit(FAILED) from None
        except FileNotFoundError:
            typer.echo(f"“{to.name}” cannot be written into “{to.parent}”: no such folder.", err=True)
            raise typer.Exit(FAILED) from None


@library.command("restore")
def restore_library(
    archive: Annotated[Path, typer.Argument(metavar="FILE", help="A backup that Vivavoce wrote.")],
) -> None:
    """Put a backup in the place of the library, which is kept aside."""
    from app.library.library import Library  # noqa: PLC0415  see above

    with told_troubles():
        report = Library.restore(archive, find_folders().library)
        typer.echo(f"Meetings: {report.meetings}, lines: {report.segments}")
        if report.kept_aside is not None:
            typer.echo(f"What was there before is kept in {report.kept_aside}.", err=True)


def _chosen_profile() -> "ExportProfile":
    from app.cli.export_choice import chosen_profile  # noqa: PLC0415  see above
    from app.settings.settings_store import SettingsStore  # noqa: PLC0415  see above

    return chosen_profile(SettingsStore(find_folders().settings).current)


def _tell_about(row: MeetingSummary) -> None:
    meeting = row.meeting
    told = [clean_line(meeting.title), meeting.created_at.astimezone().strftime("%Y-%m-%d %H:%M")]
    told += [clock_time(meeting.duration_ms), meeting.status.value]
    typer.echo("  ".join(told), err=True)
    if row.error:
        typer.echo(row.error, err=True)
    _tell_set_aside(row)


def _tell_left_out(row: MeetingSummary, document: Any) -> None:
    from app.exporting.clean_text import count_unprintable  # noqa: PLC0415  see above

    _tell_set_aside(row)
    count = count_unprintable(document)
    if count:
        typer.echo(f"{counted(count, 'unprintable character was', 'unprintable characters were')} left out.", err=True)


def _tell_set_aside(row: MeetingSummary) -> None:
    if row.quarantined:
        what = counted(row.quarantined, "line was", "lines were")
        typer.echo(f"{what} set aside as doubtful and stayed out.", err=True)


def _is_sure(title: str, *, for_good: bool) -> bool:
    if not sys.stdin.isatty():
        typer.echo("Say --yes to delete without being asked.", err=True)
        raise typer.Exit(WRONG_USE)
    words = "and its sound for good" if for_good else "(it goes to the bin)"
    return typer.confirm(f"Delete “{clean_line(title)}” {words}?", err=True)


def _as_hit(meeting: Meeting) -> SearchHit:
    start = Milliseconds(0)
    return SearchHit(meeting.id, meeting.title, SegmentId(""), start, meeting.title, (), kind=HitKind.TITLE)


def _row(row: MeetingSummary) -> dict[str, Any]:
    meeting = row.meeting
    return {
        "id": meeting.id,
        "title": meeting.title,
        "created_at": meeting.created_at.isoformat(),
        "status": meeting.status.value,
        "course": row.course_title or None,
        "tags": list(meeting.tags),
        "favourite": meeting.is_favourite,
        "duration_s": meeting.duration_ms / 1000,
        "language": meeting.language,
        "segments": row.segments,
        "words": row.words,
        "quarantined": row.quarantined,
        "gaps": row.gaps,
        "gap_s": row.gap_ms / 1000,
        "speakers": list(row.speakers),
        "error": row.error or None,
    }

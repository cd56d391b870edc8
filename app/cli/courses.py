"""``vivavoce courses``: courses with what they share: glossary, languages, export profile.

Runs on the main thread of a command. Results go to standard output, everything else to standard error; the exit code
is 0 when done, 1 when something failed (it is named, the rest is done), 2 on wrong use. A course is named by its title,
its id or the beginning of it.
"""

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from app.cli.answering import FAILED, AsJson, told_troubles
from app.cli.course_name import find_course
from app.cli.export_choice import asked_profile
from app.cli.opened_library import open_library
from app.exporting.clean_text import clean_line
from app.meetings.counted import counted
from app.meetings.course import Course
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, new_id
from engine.contract.languages import language_code

courses = typer.Typer(
    name="courses", help="Courses: glossary, languages, export, what was corrected twice.", no_args_is_help=True
)
glossary = typer.Typer(name="glossary", help="The terms of a course.", no_args_is_help=True)
courses.add_typer(glossary)

CourseName = Annotated[str, typer.Argument(metavar="COURSE", help="Title, id, or beginning of the id.")]


@courses.command("list")
def list_courses(*, as_json: AsJson = False) -> None:
    """Show all courses: id, meetings, terms, languages, title."""
    with told_troubles(), open_library() as opened:
        found = opened.courses()
    if as_json:
        typer.echo(json.dumps({"courses": [_row(course) for course in found]}, ensure_ascii=False))
        return
    for course in found:
        languages = ",".join(course.languages) or "any"
        counts = f"{course.meetings:>4}  {len(course.glossary):>4}  {languages:<8}"
        typer.echo(f"{course.id}  {counts}  {clean_line(course.title)}")
    if not found:
        typer.echo("There are no courses. “vivavoce courses create TITLE” makes one.", err=True)


@courses.command("create")
def create_course(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="Title of the new course.")],
    *,
    languages: Annotated[str, typer.Option(metavar="LIST", help="Allowed languages, such as en,zh.")] = "",
) -> None:
    """Make a course and print its id."""
    if not title.strip():
        raise typer.BadParameter("A title needs at least one visible character.")
    course = Course(CourseId(new_id()), title.strip(), languages=_languages(languages))
    with told_troubles(), open_library() as opened:
        wanted = course.title.casefold()
        if any(each.title.strip().casefold() == wanted for each in opened.courses()):
            raise typer.BadParameter(f"There is a course called “{course.title}” already.")
        opened.add_course(course).result()
    typer.echo(course.id)


@courses.command("set")
def set_course(
    name: CourseName,
    *,
    title: Annotated[str | None, typer.Option(metavar="TITLE", help="Another title.")] = None,
    languages: Annotated[
        str | None, typer.Option(metavar="LIST", help="Allowed languages, such as en,zh; “any” for all.")
    ] = None,
    to: Annotated[str, typer.Option(metavar="FORMATS", help="Kinds of files its meetings are exported as.")] = "",
    table: Annotated[bool | None, typer.Option("--table/--paragraphs", help="Layout of documents.")] = None,
    speakers: Annotated[bool | None, typer.Option("--speakers/--no-speakers", help="Say who speaks.")] = None,
    times: Annotated[bool | None, typer.Option("--times/--no-times", help="Say when, in documents.")] = None,
) -> None:
    """Change what a course says; what is not named stays."""
    from app.exporting.course_profile import from_text, to_text  # noqa: PLC0415 - loads when it is needed

    with told_troubles(), open_library() as opened:
        course = find_course(opened.courses(), name)
        if title is not None and title.strip():
            opened.rename_course(course.id, title.strip()).result()
        if languages is not None:
            opened.set_languages(course.id, () if languages == "any" else _languages(languages)).result()
        if to or table is not None or speakers is not None or times is not None:
            profile = asked_profile(to=to, table=table, speakers=speakers, times=times)
            now = from_text(course.export_profile, profile.usual)
            opened.set_export_profile(course.id, to_text(replace(now, **profile.changes))).result()


@courses.command("delete")
def delete_course(name: CourseName) -> None:
    """Remove a course with its glossary; its meetings stay."""
    with told_troubles(), open_library() as opened:
        opened.delete_course(find_course(opened.courses(), name).id).result()


@courses.command("move")
def move_meetings(
    name: CourseName,
    meetings: Annotated[list[str], typer.Argument(metavar="MEETING...", help="Ids, beginnings of ids, or titles.")],
) -> None:
    """Put meetings into a course."""
    from app.cli.meeting_name import meeting_called  # noqa: PLC0415 - loads when it is needed

    with told_troubles(), open_library() as opened:
        course = find_course(opened.courses(), name)
        for each in meetings:
            opened.move_meeting(meeting_called(opened, each).meeting.id, course.id).result()


@glossary.command("show")
def show_glossary(name: CourseName, *, as_json: AsJson = False) -> None:
    """Print the terms of a course."""
    with told_troubles(), open_library() as opened:
        course = find_course(opened.courses(), name)
    if as_json:
        typer.echo(json.dumps({"glossary": [asdict(entry) for entry in course.glossary]}, ensure_ascii=False))
        return
    for entry in course.glossary:
        written = f" → {entry.replacement}" if entry.replacement else ""
        heard = f"  (heard as {', '.join(entry.spoken)})" if entry.spoken else ""
        note = f"  {entry.note}" if entry.note else ""
        typer.echo(clean_line(f"{entry.text}{written}{heard}{note}"))
    if not course.glossary:
        typer.echo("It has no terms yet.", err=True)


@glossary.command("add")
def add_term(
    name: CourseName,
    term: Annotated[str, typer.Argument(metavar="TERM", help="As it is said.")],
    *,
    heard: Annotated[list[str] | None, typer.Option("--heard", metavar="TEXT", help="What it is taken for.")] = None,
    written: Annotated[str, typer.Option("--written", metavar="TEXT", help="What to write instead.")] = "",
    note: Annotated[str, typer.Option(metavar="TEXT", help="For people.")] = "",
) -> None:
    """Add a term."""
    if not any(map(str.isalnum, term)):
        raise typer.BadParameter("A term needs at least one letter.")
    with told_troubles(), open_library() as opened:
        course = find_course(opened.courses(), name)
        opened.add_entries(course.id, [GlossaryEntry(term.strip(), tuple(heard or ()), written, note)]).result()


@glossary.command("remove")
def remove_terms(
    name: CourseName, terms: Annotated[list[str], typer.Argument(metavar="TERM...", help="As they are said.")]
) -> None:
    """Remove terms."""
    unwanted = {term.strip().casefold() for term in terms}
    with told_troubles(), open_library() as opened:
        course = find_course(opened.courses(), name)
        kept = [entry for entry in course.glossary if entry.text.casefold() not in unwanted]
        unknown = unwanted - {entry.text.casefold() for entry in course.glossary}
        opened.set_glossary(course.id, kept).result()
    for term in sorted(unknown):
        typer.echo(f"“{term}” is not in the glossary.", err=True)
    if unknown:
        raise typer.Exit(FAILED)


@glossary.command("import")
def import_glossary(
    name: CourseName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV: term, spoken forms, replacement, note.")],
    *,
    replace_all: Annotated[bool, typer.Option("--replace", help="Take the place of the terms that are there.")] = False,
) -> None:
    """Read terms from a CSV file; they are added to those that are there. Bad lines are named and left out."""
    from app.courses.glossary_file import read_glossary  # noqa: PLC0415 - loads when it is needed

    with told_troubles(), open_library() as opened:
        course = find_course(opened.courses(), name)
        try:
            found = read_glossary(file.read_bytes(), name=file.name)
        except OSError as error:
            typer.echo(f"“{file.name}” could not be read: {error.strerror or error}.", err=True)
            raise typer.Exit(FAILED) from None
        change = opened.set_glossary if replace_all else opened.add_entries
        change(course.id, found.entries).result()
        typer.echo(f"{counted(len(found.entries), 'term was', 'terms were')} read.", err=True)
    for bad in found.bad:
        typer.echo(f"Line {bad.number} was left out: {bad.reason.value} {clean_line(bad.text)}", err=True)
    if found.bad:
        raise typer.Exit(FAILED)


@glossary.command("export")
def export_glossary(
    name: CourseName,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Where to; without it, standard output.")] = None,
) -> None:
    """Write the terms of a course as CSV."""
    from app.courses.glossary_file import write_glossary  # noqa: PLC0415 - loads when it is needed

    with told_troubles(), open_library() as opened:
        course = find_course(opened.courses(), name)
    if file is None:
        sys.stdout.write(write_glossary(course.glossary, bom=False).decode("utf-8").replace("\r\n", "\n"))
        return
    try:
        file.write_bytes(write_glossary(course.glossary))
    except OSError as error:
        typer.echo(f"“{file.name}” could not be written: {error.strerror or error}.", err=True)
        raise typer.Exit(FAILED) from None
    typer.echo(str(file))


@courses.command("offers")
def show_offers(
    name: CourseName,
    *,
    accept: Annotated[int | None, typer.Option(metavar="NUMBER", help="Take this one into the glossary.")] = None,
    dismiss: Annotated[int | None, typer.Option(metavar="NUMBER", help="Never offer this one again.")] = None,
    places: Annotated[bool, typer.Option("--places", help="Show where each would apply.")] = False,
    as_json: AsJson = False,
) -> None:
    """What was corrected twice and could become a term."""
    from app.courses.offers import offers  # noqa: PLC0415 - loads when it is needed
    from app.editing.corrections import corrections_in  # noqa: PLC0415 - loads when it is needed
    from app.editing.course_places import places_in_course  # noqa: PLC0415 - loads when it is needed

    with told_troubles(), open_library() as opened:
        course = find_course(opened.courses(), name)
        found = offers(
            corrections_in(opened.course_edits(course.id)),
            glossary=course.glossary,
            dismissed=opened.dismissed_terms(course.id),
        )
        for number, answer in ((accept, "accept"), (dismiss, "dismiss")):
            if number is None:
                continue
            if not 1 <= number <= len(found):
                raise typer.BadParameter(f"There is no offer {number}.")
            offer = found[number - 1]
            if answer == "accept":
                opened.add_entries(course.id, [offer.entry]).result()
            else:
                opened.dismiss_term(course.id, offer.heard, offer.written).result()
            return
        stands = [list(places_in_course(opened, offer.heard, course.id)) for offer in found]
    if as_json:
        rows = [
            {"heard": offer.heard, "written": offer.written, "times": offer.times}
            | {"places": [{"meeting": each.meeting.id, "places": len(each.places)} for each in there]}
            for offer, there in zip(found, stands, strict=True)
        ]
        typer.echo(json.dumps({"offers": rows}, ensure_ascii=False))
        return
    for number, (offer, there) in enumerate(zip(found, stands, strict=True), 1):
        count = sum(len(each.places) for each in there)
        often = f"{counted(offer.times, 'time')}; {counted(count, 'more place')}"
        typer.echo(clean_line(f"{number}  {offer.heard} → {offer.written}  ({often})"))
        for each in there if places else ():
            typer.echo(clean_line(f"     {each.meeting.id}  {len(each.places)}  {each.meeting.title}"))
    if not found:
        typer.echo("Nothing was corrected twice.", err=True)


def _languages(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for each in text.split(","):
        if not each.strip():
            continue
        code = language_code(each.strip())
        if code is None:
            raise typer.BadParameter(f"“{each.strip()}” is no language.", param_hint="--languages")
        found.append(code)
    return tuple(dict.fromkeys(found))


def _row(course: Course) -> dict[str, object]:
    return {
        "id": course.id,
        "title": course.title,
        "meetings": course.meetings,
        "languages": list(course.languages),
        "terms": len(course.glossary),
        "export_profile": json.loads(course.export_profile) if course.export_profile else None,
    }

"""``vivavoce speakers``: who speaks in a meeting, and the voices that are remembered.

Runs on the main thread of a command. Results go to standard output, everything else to standard error. A meeting is
named by its id, the beginning of its id, or its title; a speaker by number or name. Renaming and merging are edits like
those of the window, with their way back there.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.answering import FAILED, STOPPED, AsJson, told_troubles
from app.cli.meeting_name import MeetingName, meeting_called
from app.cli.opened_library import open_library
from app.cli.speaker_name import SpeakerName, SpeakerNotFound, find_speaker
from app.exporting.clean_text import clean_line
from app.exporting.timestamps import clock_time
from app.folders import find_folders
from app.meetings.speaking_facts import MeetingFacts, facts_of
from app.meetings.transcript import Transcript
from engine.contract.errors import VivavoceError

if TYPE_CHECKING:
    from app.editing.command import Command
    from app.library.library import Library
    from app.meetings.identifiers import MeetingId

speakers = typer.Typer(name="speakers", help="Who speaks: list, name, merge, find, forget.", no_args_is_help=True)


@dataclass(eq=False)
class VoiceNotFound(VivavoceError):
    """No voice of that name is remembered."""

    name: str

    @property
    def sentence(self) -> str:
        """What happened."""
        return f"No voice is remembered as “{self.name}”. “vivavoce speakers voices” shows them all."


@speakers.command("list")
def list_speakers(name: MeetingName, *, as_json: AsJson = False) -> None:
    """Show who speaks in a meeting: number, talk time, share, turns, longest turn, questions, name."""
    with told_troubles(), open_library() as opened:
        meeting = meeting_called(opened, name).meeting
        transcript = opened.transcript(meeting.id)
        facts = facts_of(transcript, duration_ms=meeting.duration_ms)
        if as_json:
            typer.echo(json.dumps(_facts_json(transcript, facts), ensure_ascii=False, indent=2))
            return
        named = {speaker.id: speaker for speaker in transcript.speakers}
        for each in facts.speakers:
            speaker = named[each.speaker_id]
            turns, questions = _column(each.turns, "turn"), _column(each.questions, "question")
            typer.echo(
                f"{speaker.number:>3}  {clock_time(each.talk_ms):>8}  {each.share:>4.0%}  {turns}  "
                f"{clock_time(each.longest_ms):>8} longest  {questions}  {clean_line(speaker.name)}"
            )
        if not facts.speakers:
            typer.echo(SpeakerNotFound("", ()).sentence, err=True)
        run = opened.speaker_run(meeting.id)
        if run is not None and run.error is not None:
            typer.echo(run.error.sentence, err=True)


@speakers.command("rename")
def rename_speaker(
    name: MeetingName, speaker: SpeakerName, to: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")]
) -> None:
    """Give a speaker another name, in all their lines."""
    from app.editing.speaking import NameSpeaker  # noqa: PLC0415 - help answers without it

    with told_troubles(), open_library() as opened:
        meeting_id = meeting_called(opened, name).meeting.id
        found = find_speaker(opened.transcript(meeting_id), speaker)
        _apply(opened, meeting_id, NameSpeaker(found.id, to))


@speakers.command("merge")
def merge_speakers(
    name: MeetingName,
    speaker: SpeakerName,
    into: Annotated[str, typer.Argument(metavar="INTO", help="Number or name of who stays.")],
) -> None:
    """Two speakers are one person: all lines of the first become the other's."""
    from app.editing.speaking import MergeSpeakers  # noqa: PLC0415 - likewise

    with told_troubles(), open_library() as opened:
        meeting_id = meeting_called(opened, name).meeting.id
        transcript = opened.transcript(meeting_id)
        _apply(
            opened, meeting_id, MergeSpeakers(find_speaker(transcript, speaker).id, find_speaker(transcript, into).id)
        )


@speakers.command("find")
def find_again(
    context: typer.Context,
    name: MeetingName,
    *,
    count: Annotated[
        str, typer.Option("--speakers", metavar="auto|N|MIN-MAX", help="How many people there are.")
    ] = "auto",
) -> None:
    """Look for the speakers of a meeting. The text stays, and so does what a person named, gave or merged."""
    from app.cli.progress_lines import progress_lines  # noqa: PLC0415 - likewise
    from app.cli.speaker_wish import find_speakers, read_speakers  # noqa: PLC0415 - likewise
    from app.composition import compose_services  # noqa: PLC0415 - likewise

    wanted = read_speakers(count)
    if wanted is None:
        raise typer.BadParameter("“off” finds nobody. Use auto, a number or a range.", param_hint="--speakers")
    lines = progress_lines(as_json=False)
    with told_troubles():
        services = (context.obj or compose_services)(find_folders())
        try:
            meeting = meeting_called(services.library, name).meeting
            trouble = find_speakers(
                meeting.id,
                wanted,
                library=services.library,
                queue=services.speakers,
                tell=lambda progress: lines.tell(meeting.title, progress),
                is_interrupted=lambda: False,
            )
            lines.end(meeting.title, "done", trouble, [])
            found = services.library.transcript(meeting.id).speakers
        except KeyboardInterrupt:
            raise typer.Exit(STOPPED) from None
        finally:
            services.close()
    if trouble:
        raise typer.Exit(FAILED)
    for speaker in found:
        typer.echo(f"{speaker.number:>3}  {clean_line(speaker.name)}")


@speakers.command("voices")
def list_voices() -> None:
    """Show the voices that are remembered: course, how much speech each was made of, name."""
    with told_troubles(), open_library() as opened:
        titles = {course.id: course.title for course in opened.courses()}
        voices = opened.voices()
        for voice in voices:
            course = clean_line(titles.get(voice.course_id, "")) if voice.course_id is not None else "-"
            typer.echo(f"{clock_time(voice.speech_ms):>8}  {course}  {clean_line(voice.name)}")
        if not voices:
            typer.echo("No voice is remembered.", err=True)


@speakers.command("forget")
def forget_voice(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose voice.")] = "",
    *,
    every: Annotated[bool, typer.Option("--all", help="Every voice, and every permission to remember.")] = False,
) -> None:
    """Remove a remembered voice for good, from the backups that Vivavoce keeps as well. Names in meetings stay."""
    if bool(name) == every:
        raise typer.BadParameter("Say whose voice, or --all.")
    with told_troubles(), open_library() as opened:
        if every:
            opened.forget_all_voices().result()
            return
        found = [voice for voice in opened.voices() if voice.name.casefold() == name.strip().casefold()]
        if not found:
            raise VoiceNotFound(name)
        for voice in found:
            opened.forget_voice(voice.id).result()


def _apply(library: "Library", meeting_id: "MeetingId", command: "Command") -> None:
    from app.editing.document import Document  # noqa: PLC0415 - likewise

    edit = command.apply(Document(library.transcript(meeting_id)))
    if edit is None:
        typer.echo("There is nothing to change.", err=True)
        return
    library.apply_edit(meeting_id, edit).result()


def _column(number: int, noun: str) -> str:
    return f"{number:>4} {noun if number == 1 else f'{noun}s':<{len(noun) + 1}}"


def _facts_json(transcript: Transcript, facts: MeetingFacts) -> dict[str, Any]:
    named = {speaker.id: speaker for speaker in transcript.speakers}
    return {
        "duration_s": facts.duration_ms / 1000,
        "silence_s": facts.silence_ms / 1000,
        "speakers": [
            {
                "number": named[each.speaker_id].number,
                "name": named[each.speaker_id].name,
                "talk_s": each.talk_ms / 1000,
                "share": round(each.share, 4),
                "turns": each.turns,
                "longest_turn_s": each.longest_ms / 1000,
                "questions": each.questions,
            }
            for each in facts.speakers
        ],
    }

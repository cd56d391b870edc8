"""``vivavoce transcribe``: recordings in, transcripts out, and into the library on the way.

Runs on the main thread of a command; the work is done by the import queue and its engine process. Results go to
standard output, progress and troubles to standard error.
"""

from pathlib import Path
from typing import Annotated

import typer

from engine.contract.channel import Channel

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Recordings: any audio, or video with sound.")]


def transcribe(
    context: typer.Context,
    files: Files,
    *,
    to: Annotated[
        str, typer.Option(metavar="FORMATS", help="srt, vtt, txt, md, docx, csv, json, rttm; several with commas.")
    ] = "txt",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the files; made if needed.")] = None,
    language: Annotated[
        str | None, typer.Option(metavar="auto|CODE[,CODE]", help="Language, or several to choose from.")
    ] = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help="Speech model; “models list” shows them.")] = None,
    json_progress: Annotated[bool, typer.Option("--json-progress", help="Progress as lines of JSON.")] = False,
    audio_stream: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Audio stream of a file that has several.")
    ] = None,
    channel: Annotated[
        Channel,
        typer.Option(
            help="What of a file with two different channels; “apart” also of several audio streams, each a track.",
            case_sensitive=False,
        ),
    ] = Channel.MIX,
    course: Annotated[str | None, typer.Option(metavar="TITLE", help="Course in the library to put them in.")] = None,
    speakers: Annotated[
        str, typer.Option(metavar="auto|off|N|MIN-MAX", help="Find out who speaks: how many people there are.")
    ] = "auto",
    no_library: Annotated[bool, typer.Option("--no-library", help="Keep nothing in the library.")] = False,
) -> None:
    """Turn recordings into transcripts: on standard output for one file and one text format, else as files.

    What was transcribed before in the same way is not done again, and what was cut off is continued. Nothing is
    ever overwritten: a name that is taken gets a number.
    """
    from app.cli.transcription import Transcription  # noqa: PLC0415 - help answers without it
    from app.cli.transcription_wish import TranscriptionWish  # noqa: PLC0415 - likewise
    from app.composition import compose_services  # noqa: PLC0415 - likewise

    wish = TranscriptionWish.read(
        to=to,
        out=out,
        language=language,
        model=model,
        audio_stream=audio_stream,
        channel=channel,
        course=course,
        speakers=speakers,
        files=len(files),
    )
    compose = context.obj or compose_services  # a test brings an engine of its own
    with Transcription.opened(wish, compose=compose, keeps=not no_library, as_json=json_progress) as transcription:
        code = transcription.run(files)
    if code:
        raise typer.Exit(code)

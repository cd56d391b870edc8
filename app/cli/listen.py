"""``vivavoce listen``: what is said now, as lines of JSON on standard output, while it is said.

For programs, and for measuring how late the words come. Runs on the main thread of a command.
"""

from typing import Annotated

import typer


def listen(
    context: typer.Context,
    *,
    source: Annotated[
        str, typer.Option(metavar="mic|computer|both|file:PATH", help="What to listen to; a file is played to us.")
    ] = "mic",
    pace: Annotated[str, typer.Option(metavar="realtime|fast", help="For a file: how fast it is played.")] = "realtime",
    seconds: Annotated[float | None, typer.Option(metavar="N", min=0.0, help="Stop after so much sound.")] = None,
    language: Annotated[
        str | None, typer.Option(metavar="auto|CODE[,CODE]", help="Language, or several to choose from.")
    ] = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help="Speech model; “models list” shows them.")] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="Title in the library; else the date and the time.")] = "",
    no_library: Annotated[bool, typer.Option("--no-library", help="Keep nothing in the library.")] = False,
    stages: Annotated[bool, typer.Option("--stages", help="End with a line that says where the time went.")] = False,
) -> None:
    """Write down what is said, as it is said: one JSON object a line, until Ctrl-C or the end of the file.

    Kinds: tentative (may still change), segment (will not), gap, level, status. Times are seconds of the recording;
    at_s is when the line was written, on the same clock. Sound and words are kept in the library as a meeting.
    """
    from app.cli.listening import Listening, ListeningWish  # noqa: PLC0415 - help answers without it
    from app.composition import compose_services  # noqa: PLC0415 - likewise

    wish = ListeningWish.read(
        source=source,
        pace=pace,
        seconds=seconds,
        language=language,
        model=model,
        title=title,
        keeps=not no_library,
        has_stages=stages,
    )
    code = Listening(wish, compose=context.obj or compose_services).run()  # a test brings processes of its own
    if code:
        raise typer.Exit(code)

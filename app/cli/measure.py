"""``vivavoce measure``: figures of this machine, ours beside another program's.

Runs on the main thread of a command. Figures go to standard output, how far it is and troubles to standard error;
the exit code is 0 when it was measured (also when a goal is missed), 1 when it could not be, 2 on wrong use.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from app.cli.answering import FAILED
from app.folders import find_folders
from app.measuring.accuracy import measure_accuracy
from app.measuring.cache import PARTS as CACHE_PARTS
from app.measuring.cache import measure_cache
from app.measuring.faults import KILLS, QUICK_KILLS, measure_faults
from app.measuring.glossary import measure_glossary
from app.measuring.knee import measure_knee
from app.measuring.live import measure_live
from app.measuring.review import measure_review
from app.measuring.screens import photograph_screens
from app.measuring.search import measure_search
from app.measuring.soak import MINUTES, PACE, QUICK_MINUTES, measure_soak
from app.measuring.speakers import PARTS as SPEAKER_PARTS
from app.measuring.speakers import measure_speakers
from app.measuring.speed import measure_speed
from app.measuring.stages import measure_stages
from app.measuring.ui import ROUNDS, measure_ui
from app.measuring.workbench import Workbench
from app.measuring.worker import PARTS, measure_worker
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Measurement
from engine.bench.machine import describe_machine
from engine.bench.side import run_side
from engine.bench.speech_data import find_speech_data
from engine.contract.errors import VivavoceError
from engine.contract.options import DEFAULT_MODEL
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore

measure = typer.Typer(
    name="measure", help="Measure: how fast, how many wrong words, how late live, what is lost.", no_args_is_help=True
)


AsJson = Annotated[bool, typer.Option("--json", help="End with one line of JSON.")]
Quick = Annotated[bool, typer.Option("--quick", help="Less sound and one round: minutes, and less certain.")]
ModelName = Annotated[str, typer.Option("--model", metavar="NAME", help="Speech model for all sides.")]
Threads = Annotated[int, typer.Option("--threads", min=1, help="Processor threads for each side.")]


@measure.command("speed")
def measure_speed_command(
    context: typer.Context,
    *,
    rounds: Annotated[int, typer.Option("--repeat", min=1, help="Rounds; the median counts.")] = 3,
    model: ModelName = DEFAULT_MODEL,
    threads: Threads = 2,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """Time, wrong words and memory on meetings, beside faster-whisper in three ways."""
    _measured(
        context,
        lambda workbench: measure_speed(
            workbench, model=model, threads=threads, rounds=1 if quick else rounds, quick=quick
        ),
        as_json=as_json,
    )


@measure.command("glossary")
def measure_glossary_command(
    context: typer.Context,
    *,
    model: ModelName = DEFAULT_MODEL,
    threads: Threads = 2,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """Rare words of a course with its glossary and without, and what that costs all other words."""
    _measured(
        context,
        lambda workbench: measure_glossary(workbench, model=model, threads=threads, quick=quick),
        as_json=as_json,
    )


@measure.command("accuracy")
def measure_accuracy_command(
    context: typer.Context,
    *,
    sets: Annotated[str, typer.Option("--sets", metavar="SET[,SET]", help="Only these sets of the data.")] = "",
    keep: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep what both sides wrote down, as JSON lines.")
    ] = None,
    model: ModelName = DEFAULT_MODEL,
    threads: Threads = 2,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """Wrong words by set of recordings, beside plain faster-whisper and its table."""
    chosen = tuple(name.strip() for name in sets.split(",") if name.strip())
    _measured(
        context,
        lambda workbench: measure_accuracy(
            workbench, model=model, threads=threads, sets=chosen, quick=quick, keep=keep
        ),
        as_json=as_json,
    )


@measure.command("live")
def measure_live_command(
    context: typer.Context,
    *,
    model: ModelName = DEFAULT_MODEL,
    quick: Annotated[
        bool, typer.Option("--quick", help="The first two minutes alone, and nothing beside it: less certain.")
    ] = False,
    simulated: Annotated[
        bool, typer.Option("--simulated", help="On a clock of its own: for a machine that others work on.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """How late words come and how right they are, live; beside other programs and beside the 30 s window."""
    _measured(
        context,
        lambda workbench: measure_live(workbench, model=model, quick=quick, simulated=simulated),
        as_json=as_json,
    )


@measure.command("stages")
def measure_stages_command(
    context: typer.Context,
    *,
    model: ModelName = DEFAULT_MODEL,
    quick: Annotated[bool, typer.Option("--quick", help="One minute of the sample lecture: less certain.")] = False,
    as_json: AsJson = False,
) -> None:
    """Where the time of a live word goes, what finding that out costs, and that the ring makes no copies."""
    _measured(context, lambda workbench: measure_stages(workbench, model=model, quick=quick), as_json=as_json)


@measure.command("knee")
def measure_knee_command(
    context: typer.Context,
    *,
    threads: Threads = 2,
    quick: Annotated[bool, typer.Option("--quick", help="A quarter of the sample, fewer settings.")] = False,
    as_json: AsJson = False,
) -> None:
    """Which installed speech model, beam and window suit this computer best, and which precisions may be used."""
    store = SpeechModelStore(find_folders().models, read_catalogue())
    _measured(
        context,
        lambda workbench: measure_knee(
            workbench, [(each.name, each.place) for each in store.installed()], threads=threads, quick=quick
        ),
        as_json=as_json,
    )


@measure.command("cache")
def measure_cache_command(
    context: typer.Context,
    *,
    parts: Annotated[
        list[str] | None, typer.Option("--part", metavar="PART", help=f"Only {', '.join(CACHE_PARTS)}.")
    ] = None,
    model: ModelName = DEFAULT_MODEL,
    threads: Threads = 2,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """A lecture in another container, near misses, who is driven out, and what looking up costs."""
    _measured(
        context,
        lambda workbench: measure_cache(workbench, model=model, threads=threads, quick=quick, parts=tuple(parts or ())),
        as_json=as_json,
    )


@measure.command("review")
def measure_review_command(
    context: typer.Context,
    *,
    model: ModelName = DEFAULT_MODEL,
    threads: Threads = 2,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """How many wrong words a look at the first fifth of the review queue finds."""
    _measured(
        context,
        lambda workbench: measure_review(workbench, model=model, threads=threads, quick=quick),
        as_json=as_json,
    )


@measure.command("speakers")
def measure_speakers_command(
    context: typer.Context,
    *,
    parts: Annotated[
        list[str] | None, typer.Option("--part", metavar="PART", help=f"Only {', '.join(SPEAKER_PARTS)}.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep our turns, and the curve of the voice memory.")
    ] = None,
    model: ModelName = DEFAULT_MODEL,
    threads: Threads = 2,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """Who speaks when, in real and built meetings; whose words are whose; voices known again; what it costs."""
    _measured(
        context,
        lambda workbench: measure_speakers(
            workbench, model=model, threads=threads, quick=quick, parts=tuple(parts or ()), keep=keep
        ),
        as_json=as_json,
    )


@measure.command("faults")
def measure_faults_command(
    context: typer.Context,
    *,
    kills: Annotated[int | None, typer.Option("--kills", min=1, help="Of each process; 200, with --quick 12.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Makes the same moments again; 0 takes new ones.")] = 0,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer kills, shorter troubles: some minutes.")] = False,
    keep: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep everything that was recorded.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What is lost when processes are killed, devices fail, the disk is full or the computer sleeps."""
    times = kills or (QUICK_KILLS if quick else KILLS)
    _measured(
        context,
        lambda workbench: measure_faults(workbench, kills=times, seed=seed, quick=quick, keep=keep),
        as_json=as_json,
    )


@measure.command("search")
def measure_search_command(context: typer.Context, *, quick: Quick = False, as_json: AsJson = False) -> None:
    """How soon a library of a thousand hours answers, and how soon a hit plays."""
    _measured(context, lambda workbench: measure_search(workbench, quick=quick), as_json=as_json)


@measure.command("soak")
def measure_soak_command(
    context: typer.Context,
    *,
    minutes: Annotated[float | None, typer.Option("--minutes", min=1, help="Of speech; 480, with --quick 40.")] = None,
    pace: Annotated[float, typer.Option("--pace", min=1, help="Times real speed.")] = PACE,
    quick: Annotated[bool, typer.Option("--quick", help="40 minutes of speech instead of 8 hours.")] = False,
    keep: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep everything that was recorded.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Hours of speech through the whole application: whether its memory grows and its clocks keep together."""
    wanted = minutes or (QUICK_MINUTES if quick else MINUTES)
    _measured(
        context,
        lambda workbench: measure_soak(workbench, minutes=wanted, pace=pace, keep=keep),
        as_json=as_json,
    )


@measure.command("ui")
def measure_ui_command(
    context: typer.Context,
    *,
    rounds: Annotated[int, typer.Option("--repeat", min=1, help="Rounds; the median counts.")] = ROUNDS,
    quick: Annotated[bool, typer.Option("--quick", help="One round, a tenth of the meetings: less certain.")] = False,
    as_json: AsJson = False,
) -> None:
    """Whether the window keeps up with a meeting of ten hours, and how fast it starts with 1,000."""
    _measured(context, lambda workbench: measure_ui(workbench, rounds=rounds, quick=quick), as_json=as_json)


@measure.command("worker")
def measure_worker_command(
    context: typer.Context,
    *,
    parts: Annotated[list[str] | None, typer.Option("--part", metavar="PART", help=f"Only {', '.join(PARTS)}.")] = None,
    quick: Quick = False,
    repeat: Annotated[int, typer.Option("--repeat", min=0, help="Runs of each fault; 100, with --quick 1.")] = 0,
    keep: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep the runs of faults, and go on from those there.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """A worker on the network: what it adds, how many live streams it holds, what goes wrong and is not lost."""
    chosen = tuple(parts or ())
    _measured(
        context,
        lambda workbench: measure_worker(workbench, parts=chosen, quick=quick, repeat=repeat, keep=keep),
        as_json=as_json,
    )


@measure.command("screens")
def measure_screens_command(
    *,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the pictures go.")],
    scale: Annotated[int, typer.Option("--scale", min=50, max=400, help="Text size in percent.")] = 100,
) -> None:
    """A picture of every screen, in both themes and both languages, made with samples."""
    with _told_troubles():
        made = photograph_screens(out, scale_percent=scale, tell=lambda line: typer.echo(line, err=True))
        typer.echo(f"{len(made)} pictures in {out}")


def _measured(context: typer.Context, work: Callable[[Workbench], Measurement], *, as_json: bool) -> None:
    with _told_troubles():
        found = work(_workbench_of(context))
        typer.echo("\n".join(found.as_lines()))
        if as_json:
            typer.echo(found.as_json_line())


def _workbench_of(context: typer.Context) -> Workbench:
    """The workbench that the caller of the command line gave, or the one of this computer."""
    if isinstance(context.obj, Workbench):
        return context.obj
    return Workbench(
        data=find_speech_data(),
        machine=describe_machine(),
        model_folder=SpeechModelStore(find_folders().models, read_catalogue()).path_of,
        run_side=run_side,
        tell=lambda line: typer.echo(line, err=True),
    )


@contextmanager
def _told_troubles() -> Generator[None]:
    try:
        yield
    except (CannotMeasure, VivavoceError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(FAILED) from None
    except OSError as error:
        typer.echo(f"Measuring stopped: {error.strerror or error}.", err=True)
        raise typer.Exit(FAILED) from None
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(FAILED) from None

"""``vivavoce worker``: this machine understands speech for others on the local network.

``serve`` runs the worker's event loop on the main thread until SIGTERM or Ctrl-C. It needs neither Qt nor the library's
SQL: a worker installs without them. Whom it lets in is in ``worker_pairing.py``.

To add a command: here, or as ``add_…(worker)`` in a file of its own.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.answering import FAILED, told_troubles
from app.cli.canary_wish import read_canaries
from app.cli.figures_wish import FiguresPort, open_figures, said_of_figures
from app.cli.site_wish import Redis, site_of
from app.cli.worker_group import add_group
from app.cli.worker_pairing import State, add_pairing
from app.cli.worker_wish import PORT, check_device, first_model, wanted_device
from app.folders import find_folders, find_worker_state
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore

if TYPE_CHECKING:
    from engine.contract.engine import DeviceReport
    from engine.worker.model_shelf import Canary
    from engine.worker.serving import Listening
    from engine.worker.site import Site
    from engine.worker.watching import Watching

_MORE = ("prometheus_client", "opentelemetry", "redis")
"""Packages of the extra ``worker`` that these options need."""

worker = typer.Typer(
    name="worker", help="Let this machine understand speech for others on the network.", no_args_is_help=True
)
add_pairing(worker)
add_group(worker)


@worker.callback()
def _whole() -> None:
    """Keeps ``serve`` a word of its own while it is the only one."""


@worker.command("serve")
def serve(
    *,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen at; 0 takes any that is free.")] = PORT,
    host: Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 is every network of this machine.")] = "",
    models: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder of speech models; default: this person's.")
    ] = None,
    state: State = None,
    name: Annotated[str, typer.Option(help="What other computers show; default: this machine's name.")] = "",
    threads: Annotated[int, typer.Option(min=0, help="Processor threads to use; 0 for all.")] = 0,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    canary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WANTED=INSTEAD:PERCENT",
            help="Try another speech model with so many of the sessions, as base=small:10; may be said again.",
        ),
    ] = None,
    metrics: FiguresPort = None,
    otlp: Annotated[
        str, typer.Option(metavar="URL", help="Send OpenTelemetry traces there, as http://HOST:4317.")
    ] = "",
    redis: Redis = "",
    loopback: Annotated[
        bool, typer.Option("--loopback", help="Without TLS and pairing, for programs on this machine alone.")
    ] = False,
    announce: Annotated[
        bool, typer.Option(help="Say on the network that this worker is there, for whoever wants to pair with one.")
    ] = True,
) -> None:
    """Understand speech for paired desktops until stopped; what was taken on is answered before it ends."""
    from engine.worker.server import CannotServe  # noqa: PLC0415 - help answers without gRPC

    check_device(device)
    store = SpeechModelStore(models or find_folders().models, read_catalogue())
    with told_troubles():
        try:
            asyncio.run(
                _serve(
                    store=store,
                    state=state or find_worker_state(),
                    host=host or ("127.0.0.1" if loopback else "0.0.0.0"),
                    port=port,
                    name=name or socket.gethostname(),
                    threads=threads,
                    device=wanted_device(device),
                    canaries=read_canaries(canary or (), store),
                    metrics_port=metrics,
                    otlp=otlp,
                    site=site_of(redis),
                    is_plain=loopback,
                    is_announced=announce,
                )
            )
        except CannotServe as trouble:
            typer.echo(str(trouble), err=True)
            raise typer.Exit(FAILED) from None
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] not in _MORE:
                raise
            typer.echo("--metrics, --otlp and --redis need more packages: pip install “vivavoce[worker]”.", err=True)
            raise typer.Exit(FAILED) from None
    typer.echo("Stopped.")


async def _serve(
    *,
    store: SpeechModelStore,
    state: Path,
    host: str,
    port: int,
    name: str,
    threads: int,
    device: "DeviceReport | None",
    canaries: "Sequence[Canary]",
    metrics_port: int | None,
    otlp: str,
    site: "Site | None",
    is_plain: bool,
    is_announced: bool,
) -> None:
    # Imported here: the command line answers a wrong word and a wish for help without them.
    from engine.worker.door import ServingWish  # noqa: PLC0415
    from engine.worker.local_desk import make_desk  # noqa: PLC0415
    from engine.worker.serving import Serving  # noqa: PLC0415
    from engine.worker.watching import Watchers  # noqa: PLC0415

    model = first_model(store)
    typer.echo(f"Getting ready with the speech model {model}. The first time this takes a minute.")
    watchers: list[Watching] = []
    closing: list[Callable[[], None]] = []
    loads: list[Callable[[str, float], None]] = []

    def on_loaded(model: str, seconds: float) -> None:
        for tell in loads:
            tell(model, seconds)

    desk = make_desk(
        store=store,
        state=state,
        default_model=model,
        threads=threads,
        canaries=canaries,
        device=device,
        on_loaded=on_loaded,
        meetings=None if site is None else site.meetings,
        site=None if site is None else site.lines,
    )
    if site is not None:
        closing.append(site.close)
        typer.echo(await asyncio.to_thread(site.look))
    for each in canaries:
        typer.echo(f"Of the sessions that want {each.wanted}, {each.percent:g} % get {each.instead}.")
    try:
        if metrics_port is not None:
            counted, server = open_figures(metrics_port, standing=desk.standing, layers=lambda: desk.layers)
            watchers.append(counted)
            loads.append(counted.model_loaded)
            closing.append(server.close)
            typer.echo(said_of_figures(server))
        if otlp:
            from engine.worker.traces import Traces, send_to  # noqa: PLC0415 - only when asked

            traces = Traces(send_to(otlp), name=name)
            watchers.append(traces)
            closing.append(traces.close)
        wish = ServingWish(name=name, state=state, host=host, port=port, is_plain=is_plain, is_announced=is_announced)
        serving = Serving(
            wish=wish,
            answering=desk,
            watching=Watchers(watchers),
            on_listening=lambda listening: typer.echo(said_of(listening)),
        )
        await serving.run()
    finally:
        for close in reversed(closing):
            await asyncio.to_thread(close)


def said_of(listening: "Listening") -> str:
    """Where it listens, on what, and what to do next: lines for whoever started it."""
    standing, device = listening.standing, listening.standing.device
    where = f"{listening.host}:{listening.port}"
    if listening.trouble:
        lines = [f"This machine does not decode now: {listening.trouble}", "It listens all the same, and tries again."]
    else:
        pace = f", {standing.capacity:.1f} s of live speech a second" if standing.capacity else ""
        lines = [f"Device: {device.name} ({device.device}, {device.compute_type}){pace}"]
    lines.append(f"Speech models: {', '.join(standing.models)}")
    if listening.is_plain:
        lines.append(f"Listening at {where}, without TLS, for programs on this machine alone.")
    elif not listening.desktops:
        lines += [
            f"Listening at {where}, for this machine alone: no desktop is paired yet.",
            "Next: run “vivavoce worker pair” here, and type its digits in Vivavoce on the other computer.",
        ]
    else:
        count = "1 paired desktop" if listening.desktops == 1 else f"{listening.desktops} paired desktops"
        lines.append(f"Listening at {where}, for {count}. “vivavoce worker pair” pairs another.")
    lines.append("Ctrl-C stops it; what it has taken on is answered first.")
    return "\n".join(lines)

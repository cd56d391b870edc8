"""``vivavoce worker group``: several workers behind one door. Added to the group of commands by ``worker.py``.

Runs on the main thread of a command until SIGTERM or Ctrl-C. Without ``--role`` it starts everything on this machine;
with it, one front or one worker that joins a group which meets elsewhere.
"""

import asyncio
import json
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.answering import FAILED, told_troubles
from app.cli.figures_wish import FiguresPort, ports_from
from app.cli.group_member import Member, MemberWish, be_front, be_worker, own_name, place_of, role_of
from app.cli.site_wish import VARIABLE, Redis, site_of
from app.cli.worker_pairing import State
from app.cli.worker_wish import PORT, check_device
from app.folders import find_folders, find_worker_state
from engine.contract.child_environment import child_environment
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore

if TYPE_CHECKING:
    from engine.worker.group.nats_server import ServerTls

FRONTS_APART = 10
"""Ports from one front to the next: pairing has one of its own beside the first."""


Models = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Folder of speech models; default: this person's.")]
Tls = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Certificates of the group, from “vivavoce worker certificates”."),
]


def add_group(group: typer.Typer) -> None:
    """Put the commands into ``vivavoce worker``."""
    group.command("group")(serve_group)
    group.command("certificates")(make_group_certificates)


def serve_group(
    *,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Workers to start on this machine.")] = 2,
    fronts: Annotated[int, typer.Option(min=1, max=8, help="Doors to start, at ports 10 apart.")] = 1,
    role: Annotated[Member | None, typer.Option(help="Be one of a group that meets at --nats.")] = None,
    member: Annotated[str, typer.Option(help="Name in the group, with --role; default: made from the machine's.")] = "",
    nats: Annotated[str, typer.Option(metavar="URL", help="A NATS server with JetStream; default: start one.")] = "",
    nats_host: Annotated[str, typer.Option(help="Where the server that is started listens.")] = "127.0.0.1",
    nats_port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")] = 0,
    copies: Annotated[
        int, typer.Option(min=1, max=5, help="Servers of a NATS cluster that keep everything, with --role.")
    ] = 1,
    tls: Tls = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the first door.")] = PORT,
    host: Annotated[str, typer.Option(help="Address of the doors; 0.0.0.0 is every network of this machine.")] = "",
    loopback: Annotated[
        bool, typer.Option("--loopback", help="Without TLS and pairing, for programs on this machine alone.")
    ] = False,
    models: Models = None,
    state: State = None,
    name: Annotated[str, typer.Option(help="What other computers show; default: this machine's name.")] = "",
    threads: Annotated[int, typer.Option(min=0, help="Processor threads of a worker; 0 shares what there is.")] = 0,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    metrics: FiguresPort = None,
    redis: Redis = "",
) -> None:
    """Understand speech by several workers until stopped; any of them may die, and nothing is lost.

    With --metrics each worker tells its figures at a port of its own, from PORT on, and then each front.
    """
    check_device(device)
    if role is not None and not nats:
        raise typer.BadParameter("--role needs --nats, where its group meets.")
    from engine.worker.server import CannotServe  # noqa: PLC0415 - help answers without gRPC

    state = state or find_worker_state()
    store = SpeechModelStore(models or find_folders().models, read_catalogue())
    with told_troubles():
        try:
            if role is not None:
                called = member or own_name(role)
                place = place_of(nats, tls, called)
                wish = MemberWish(called, place, copies, state, metrics, site_of(redis))
                if role is Member.FRONT:
                    host = host or ("127.0.0.1" if loopback else "0.0.0.0")
                    shown = name or socket.gethostname()
                    asyncio.run(be_front(wish, shown=shown, host=host, port=port, is_plain=loopback))
                else:
                    asyncio.run(be_worker(wish, store=store, threads=threads, device=device))
            else:
                site_of(redis)
                shared = ["--state", str(state), "--models", str(store.folder), "--device", device]
                shared += ["--name", name or socket.gethostname()]
                if tls is not None:
                    shared += ["--tls", str(tls)]
                door = ["--host", host] if host else []
                door += ["--loopback"] if loopback else []
                _keep_house(
                    workers=workers,
                    fronts=fronts,
                    port=port,
                    threads=threads or _threads_each(workers),
                    shared=shared,
                    door=door,
                    server=nats or None,
                    nats_host=nats_host,
                    nats_port=nats_port,
                    state=state,
                    tls=tls,
                    redis=redis,
                    figures=ports_from(metrics, workers + fronts),
                )
        except CannotServe as trouble:
            typer.echo(str(trouble), err=True)
            raise typer.Exit(FAILED) from None
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] not in ("nats", "redis", "prometheus_client"):
                raise
            typer.echo("A group needs more packages: pip install “vivavoce[worker]”.", err=True)
            raise typer.Exit(FAILED) from None
    if role is None:
        typer.echo("Stopped.")


def make_group_certificates(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write them.")],
    members: Annotated[list[str], typer.Argument(metavar="MEMBER...", help="As front-1 worker-1 worker-2.")],
    *,
    server: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="Name or number of the NATS server; may be repeated.")
    ] = None,
) -> None:
    """Make certificates for a group on several machines: an authority, the server's, and one for each member."""
    from engine.worker.group.certificates import make_certificates  # noqa: PLC0415
    from engine.worker.group.nats_server import authorization  # noqa: PLC0415
    from engine.worker.group.permissions import Role, permissions_of  # noqa: PLC0415

    permitted = [permissions_of(each, Role(role_of(each).value)) for each in members]
    if any(folder.glob("*.pem")):
        typer.echo(f"There are certificates in {folder} already; choose an empty folder.", err=True)
        raise typer.Exit(FAILED)
    made = make_certificates(folder, members=members, server_addresses=tuple(server or ("127.0.0.1",)))
    told = json.dumps({"authorization": authorization(permitted)}, indent=2)
    (folder / "members.conf").write_text(told, "utf-8")
    typer.echo(f"Certificates for {', '.join(made)} are in {folder}.")
    typer.echo("Give each member authority.pem and its own two files, and nobody authority.key.")
    typer.echo("members.conf says what each may do, for a NATS server of your own to include.")


def _keep_house(
    *,
    workers: int,
    fronts: int,
    port: int,
    threads: int,
    shared: Sequence[str],
    door: Sequence[str],
    server: str | None,
    nats_host: str,
    nats_port: int,
    state: Path,
    tls: Path | None,
    redis: str,
    figures: Sequence[int | None],
) -> None:
    from engine.worker.group.household import Household, Wanted  # noqa: PLC0415
    from engine.worker.group.nats_server import NatsServer  # noqa: PLC0415

    own = None if server else NatsServer(state / "group", host=nats_host, port=nats_port, tls=_server_tls(tls))
    address = own.start() if own is not None else server
    common = [sys.executable, "-m", "app.cli.main", "worker", "group", "--nats", str(address), *shared]
    # Fronts end first: they answer what they took on, for which they need the workers.
    wanted = [
        Wanted(
            f"front-{number + 1}",
            [
                *(*common, "--role", "front", "--member", f"front-{number + 1}", *door),
                *("--port", str(port + number * FRONTS_APART if port else 0)),
                *_figures_at(figures[workers + number]),
            ],
        )
        for number in range(fronts)
    ]
    wanted += [
        Wanted(
            f"worker-{number + 1}",
            [
                *(*common, "--role", "worker", "--member", f"worker-{number + 1}", "--threads", str(threads)),
                *_figures_at(figures[number]),
            ],
        )
        for number in range(workers)
    ]
    environment = child_environment() | ({VARIABLE: redis} if redis else {})
    household = Household(wanted, environment=environment, tell=typer.echo)

    def on_stop(_number: int, _frame: FrameType | None) -> None:
        household.stop()

    before = {number: signal.signal(number, on_stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        typer.echo(f"The group meets at {address}: {_counted(fronts, 'front')} and {_counted(workers, 'worker')}.")
        is_whole = household.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if own is not None:
            own.stop()
    if not is_whole:
        raise typer.Exit(FAILED)


def _server_tls(folder: Path | None) -> "ServerTls | None":
    """The server's own certificate, and what each certificate in the folder may do."""
    if folder is None:
        return None
    from engine.worker.group.certificates import AUTHORITY, SERVER  # noqa: PLC0415
    from engine.worker.group.membership import GroupTls  # noqa: PLC0415
    from engine.worker.group.nats_server import ServerTls  # noqa: PLC0415
    from engine.worker.group.permissions import Role, permissions_of  # noqa: PLC0415

    members = [path.stem for path in sorted(folder.glob("*.pem")) if path.stem not in (AUTHORITY, SERVER)]
    own = GroupTls(folder / f"{AUTHORITY}.pem", folder / f"{SERVER}.pem", folder / f"{SERVER}.key")
    return ServerTls(own, [permissions_of(each, Role(role_of(each).value)) for each in members])


def _figures_at(port: int | None) -> tuple[str, ...]:
    return () if port is None else ("--metrics", str(port))


def _threads_each(workers: int) -> int:
    from engine.worker.local_desk import usable_processors  # noqa: PLC0415

    return max(1, usable_processors() // workers)


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"

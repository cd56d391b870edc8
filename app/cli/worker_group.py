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
from enum import StrEnum
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.answering import FAILED, told_troubles
from app.cli.site_wish import VARIABLE, Redis, site_of
from app.cli.worker_pairing import State
from app.folders import find_folders, find_worker_state
from engine.contract.child_environment import child_environment
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore

if TYPE_CHECKING:
    from engine.contract.engine import DeviceReport
    from engine.remote.standing import Standing
    from engine.worker.group.membership import GroupPlace
    from engine.worker.group.nats_server import ServerTls
    from engine.worker.serving import Listening
    from engine.worker.site import Site

PORT = 50777
FRONTS_APART = 10
"""Ports from one front to the next: pairing has one of its own beside the first."""


class Member(StrEnum):
    """What a process is in a group."""

    FRONT = "front"
    WORKER = "worker"


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
    redis: Redis = "",
) -> None:
    """Understand speech by several workers until stopped; any of them may die, and nothing is lost."""
    if device not in ("auto", "cpu", "cuda"):
        raise typer.BadParameter("--device is auto, cpu or cuda.")
    if role is not None and not nats:
        raise typer.BadParameter("--role needs --nats, where its group meets.")
    from engine.worker.server import CannotServe  # noqa: PLC0415 - help answers without gRPC

    state = state or find_worker_state()
    store = SpeechModelStore(models or find_folders().models, read_catalogue())
    with told_troubles():
        try:
            if role is Member.FRONT:
                asyncio.run(
                    _be_front(
                        place=_place(nats, tls, member or _own_name(role)),
                        member=member or _own_name(role),
                        state=state,
                        name=name or socket.gethostname(),
                        host=host or ("127.0.0.1" if loopback else "0.0.0.0"),
                        port=port,
                        is_plain=loopback,
                        copies=copies,
                        site=site_of(redis),
                    )
                )
            elif role is Member.WORKER:
                asyncio.run(
                    _be_worker(
                        place=_place(nats, tls, member or _own_name(role)),
                        member=member or _own_name(role),
                        state=state,
                        store=store,
                        threads=threads,
                        device=device,
                        copies=copies,
                        site=site_of(redis),
                    )
                )
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
                )
        except CannotServe as trouble:
            typer.echo(str(trouble), err=True)
            raise typer.Exit(FAILED) from None
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] not in ("nats", "redis"):
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

    permitted = [permissions_of(each, Role(_role_of(each).value)) for each in members]
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
            ],
        )
        for number in range(fronts)
    ]
    wanted += [
        Wanted(
            f"worker-{number + 1}",
            [*common, "--role", "worker", "--member", f"worker-{number + 1}", "--threads", str(threads)],
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


async def _be_front(
    *,
    place: "GroupPlace",
    member: str,
    state: Path,
    name: str,
    host: str,
    port: int,
    is_plain: bool,
    copies: int,
    site: "Site | None",
) -> None:
    from engine.worker.door import ServingWish  # noqa: PLC0415
    from engine.worker.group.front import Front  # noqa: PLC0415
    from engine.worker.group.layout import GroupBounds  # noqa: PLC0415
    from engine.worker.serving import Serving  # noqa: PLC0415
    from engine.worker.watching import Watchers  # noqa: PLC0415

    def tell(listening: "Listening") -> None:
        whom = "programs on this machine alone" if listening.is_plain else f"{listening.desktops} paired desktops"
        trouble = f" {listening.trouble}." if listening.trouble else ""
        typer.echo(f"{member}: Listening at {listening.host}:{listening.port}, for {whom}.{trouble}")

    wish = ServingWish(name=name, state=state, host=host, port=port, is_plain=is_plain)
    meetings = None if site is None else site.meetings
    front = Front(place, name=member, bounds=GroupBounds(replicas=copies), meetings=meetings)
    await Serving(wish=wish, answering=front, watching=Watchers([]), on_listening=tell).run()


async def _be_worker(
    *,
    place: "GroupPlace",
    member: str,
    state: Path,
    store: SpeechModelStore,
    threads: int,
    device: str,
    copies: int,
    site: "Site | None",
) -> None:
    from app.cli.worker import first_model, wanted_device  # noqa: PLC0415 - it adds this file's commands
    from engine.worker.group.layout import GroupBounds  # noqa: PLC0415
    from engine.worker.group.working import work_in_group  # noqa: PLC0415
    from engine.worker.local_desk import make_desk  # noqa: PLC0415

    def tell(standing: "Standing") -> None:
        found: DeviceReport = standing.device
        pace = f", {standing.capacity:.1f} s of live speech a second" if standing.capacity else ""
        typer.echo(f"{member}: Ready on {found.name} ({found.device}, {found.compute_type}){pace}.")

    model = first_model(store)
    own = state / member
    desk = make_desk(
        store=store,
        state=own,
        default_model=model,
        threads=threads,
        device=wanted_device(device),
        site=None if site is None else site.lines,
    )
    bounds = GroupBounds(replicas=copies)
    try:
        await work_in_group(desk, place, name=member, default_model=model, on_ready=tell, bounds=bounds)
    finally:
        if site is not None:
            await asyncio.to_thread(site.close)


def _place(server: str, tls: Path | None, member: str) -> "GroupPlace":
    from engine.worker.group.membership import GroupPlace, GroupTls  # noqa: PLC0415

    servers = tuple(each.strip() for each in server.split(",") if each.strip())
    if tls is None:
        return GroupPlace(servers)
    # Where members come and go by themselves, all of a role have one certificate.
    own = member if (tls / f"{member}.pem").is_file() else str(_role_of(member))
    return GroupPlace(servers, GroupTls(tls / "authority.pem", tls / f"{own}.pem", tls / f"{own}.key"))


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
    return ServerTls(own, [permissions_of(each, Role(_role_of(each).value)) for each in members])


def _role_of(member: str) -> Member:
    """By its name: so the server knows what it may do."""
    for role in Member:
        if (member == role or member.startswith(f"{role}-")) and member.replace("-", "").isalnum():
            return role
    raise typer.BadParameter(f"“{member}” is no name of a member; they are called front-1, worker-1 and so on.")


def _own_name(role: Member) -> str:
    host = "".join(each if each.isalnum() else "-" for each in socket.gethostname())
    return f"{role}-{host}"


def _threads_each(workers: int) -> int:
    from engine.worker.local_desk import usable_processors  # noqa: PLC0415

    return max(1, usable_processors() // workers)


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"

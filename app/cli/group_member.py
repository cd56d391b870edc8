"""One member of a group of workers: a front or a worker, in a process of its own until SIGTERM or Ctrl-C.

Run by ``worker_group.py`` on the main thread. A member's name says what it is, and so what it may do (``role_of``).
"""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.cli.figures_wish import open_figures, said_of_figures
from app.cli.worker_wish import first_model, wanted_device
from engine.recognition.speech_model_store import SpeechModelStore

if TYPE_CHECKING:
    from engine.remote.standing import Standing
    from engine.worker.group.membership import GroupPlace
    from engine.worker.metrics import AskLayers, AskStanding, Metrics
    from engine.worker.serving import Listening
    from engine.worker.site import Site


class Member(StrEnum):
    """What a process is in a group."""

    FRONT = "front"
    WORKER = "worker"


@dataclass(frozen=True, slots=True)
class MemberWish:
    """As what it joins, and whom."""

    name: str
    """In the group."""
    place: "GroupPlace"
    copies: int
    """Servers of the group's NATS that keep everything."""
    state: Path
    figures_port: int | None
    site: "Site | None"


async def be_front(wish: MemberWish, *, shown: str, host: str, port: int, is_plain: bool) -> None:
    """Be a door of the group.

    Args:
        wish: As what it joins.
        shown: Name that desktops show.
        host: Where it listens.
        port: Likewise.
        is_plain: Without TLS, for programs on this machine alone.

    Raises:
        CannotServe: it cannot listen, or the figures cannot be read where they are wanted.
    """
    # Imported here: the command line answers a wrong word and a wish for help without them.
    from engine.worker.door import ServingWish  # noqa: PLC0415
    from engine.worker.group.front import Front  # noqa: PLC0415
    from engine.worker.group.layout import GroupBounds  # noqa: PLC0415
    from engine.worker.serving import Serving  # noqa: PLC0415
    from engine.worker.watching import Watchers  # noqa: PLC0415

    def tell(listening: "Listening") -> None:
        whom = "programs on this machine alone" if listening.is_plain else f"{listening.desktops} paired desktops"
        trouble = f" {listening.trouble}." if listening.trouble else ""
        typer.echo(f"{wish.name}: Listening at {listening.host}:{listening.port}, for {whom}.{trouble}")

    meetings = None if wish.site is None else wish.site.meetings
    front = Front(wish.place, name=wish.name, bounds=GroupBounds(replicas=wish.copies), meetings=meetings)
    serving = ServingWish(name=shown, state=wish.state, host=host, port=port, is_plain=is_plain)
    async with _figures(wish, standing=front.standing) as counted:
        watching = Watchers(() if counted is None else (counted,))
        await Serving(wish=serving, answering=front, watching=watching, on_listening=tell).run()


async def be_worker(wish: MemberWish, *, store: SpeechModelStore, threads: int, device: str) -> None:
    """Be a worker of the group.

    Args:
        wish: As what it joins.
        store: The speech models of this machine.
        threads: Processor threads to use.
        device: As it was wished for.

    Raises:
        CannotServe: there is no speech model, no device decodes, the group's server does not answer, or the figures
            cannot be read where they are wanted.
    """
    from engine.worker.group.layout import GroupBounds  # noqa: PLC0415
    from engine.worker.group.working import work_in_group  # noqa: PLC0415
    from engine.worker.local_desk import make_desk  # noqa: PLC0415
    from engine.worker.watching import Watchers  # noqa: PLC0415

    def tell(standing: "Standing") -> None:
        found = standing.device
        pace = f", {standing.capacity:.1f} s of live speech a second" if standing.capacity else ""
        typer.echo(f"{wish.name}: Ready on {found.name} ({found.device}, {found.compute_type}){pace}.")

    counting: list[Metrics] = []

    def on_loaded(model: str, seconds: float) -> None:
        for each in counting:
            each.model_loaded(model, seconds)

    model, site = first_model(store), wish.site
    desk = make_desk(
        store=store,
        state=wish.state / wish.name,
        default_model=model,
        threads=threads,
        device=wanted_device(device),
        site=None if site is None else site.lines,
        on_loaded=on_loaded,
    )
    try:
        async with _figures(wish, standing=desk.standing, layers=lambda: desk.layers) as counted:
            if counted is not None:
                counting.append(counted)
            await work_in_group(
                desk,
                wish.place,
                name=wish.name,
                default_model=model,
                on_ready=tell,
                bounds=GroupBounds(replicas=wish.copies),
                watching=Watchers(counting),
            )
    finally:
        if site is not None:
            await asyncio.to_thread(site.close)


def place_of(servers: str, tls: Path | None, member: str) -> "GroupPlace":
    """Where a group meets, and as who this member comes. Raises ``typer.BadParameter``."""
    from engine.worker.group.membership import GroupPlace, GroupTls  # noqa: PLC0415

    addresses = tuple(each.strip() for each in servers.split(",") if each.strip())
    if tls is None:
        return GroupPlace(addresses)
    # Where members come and go by themselves, all of a role have one certificate.
    own = member if (tls / f"{member}.pem").is_file() else str(role_of(member))
    return GroupPlace(addresses, GroupTls(tls / "authority.pem", tls / f"{own}.pem", tls / f"{own}.key"))


def role_of(member: str) -> Member:
    """By its name: so the server knows what it may do. Raises ``typer.BadParameter``."""
    for role in Member:
        if (member == role or member.startswith(f"{role}-")) and member.replace("-", "").isalnum():
            return role
    raise typer.BadParameter(f"“{member}” is no name of a member; they are called front-1, worker-1 and so on.")


def own_name(role: Member) -> str:
    """What a member is called that nobody gave a name: after its machine."""
    host = "".join(each if each.isalnum() else "-" for each in socket.gethostname())
    return f"{role}-{host}"


@contextlib.asynccontextmanager
async def _figures(
    wish: MemberWish, *, standing: "AskStanding", layers: "AskLayers | None" = None
) -> "AsyncGenerator[Metrics | None]":
    """Count for Prometheus as long as the block lasts, if that is wanted."""
    if wish.figures_port is None:
        yield None
        return
    counted, server = open_figures(wish.figures_port, standing=standing, layers=layers)
    typer.echo(f"{wish.name}: {said_of_figures(server)}")
    try:
        yield counted
    finally:
        await asyncio.to_thread(server.close)

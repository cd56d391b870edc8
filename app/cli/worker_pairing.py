"""``vivavoce worker pair``, ``desktops`` and ``forget``: whom a worker lets in. Added to the group by ``worker.py``.

Runs on the main thread of a command, beside a service that may be running: what changes here counts there at once.
"""

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.answering import FAILED, STOPPED, AsJson, print_json, told_troubles
from app.cli.key_words import said_of_key
from app.exporting.clean_text import clean_line
from app.folders import find_worker_state
from engine.contract.errors import VivavoceError

if TYPE_CHECKING:
    from engine.remote.identity import Identity
    from engine.remote.paired_desktops import PairedDesktops
    from engine.worker.pairing_service import PairingResult

PAIRING_PORT = 50778
"""The usual one; as in ``paired_workers.py``, which help answers without."""

State = Annotated[
    Path | None, typer.Option("--state", metavar="FOLDER", help="Where this worker keeps its key and whom it knows.")
]


@dataclass(eq=False)
class DesktopNotFound(VivavoceError):
    """No paired desktop has that name."""

    name: str
    known: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What happened, and who is there."""
        if not self.known:
            return "No desktop is paired. “vivavoce worker pair” pairs one."
        names = ", ".join(map(clean_line, self.known))
        return f"No paired desktop is called “{self.name}”. There are: {names}."


def add_pairing(group: typer.Typer) -> None:
    """Put the commands into ``vivavoce worker``."""
    group.command("pair")(pair)
    group.command("desktops")(list_desktops)
    group.command("forget")(forget_desktop)
    group.command("renew")(renew_key)


def pair(
    *,
    state: State = None,
    name: Annotated[str, typer.Option(help="What the other computer shows; default: this machine's name.")] = "",
    host: Annotated[
        str, typer.Option(help="Address to wait at; 0.0.0.0 is every network of this machine.")
    ] = "0.0.0.0",
    pairing_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to wait at, open only as long as this command runs.")
    ] = PAIRING_PORT,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port at which “vivavoce worker serve” serves.")] = 50777,
) -> None:
    """Let a desktop use this machine: shows six digits to type there, and waits two minutes."""
    from engine.remote.identity import new_or_kept_identity, worker_places  # noqa: PLC0415 - help answers without it

    folder = state or find_worker_state()
    shown = name or socket.gethostname()
    with told_troubles():
        identity, is_new = new_or_kept_identity(folder, places=worker_places(folder))
        desktops = _desktops_in(folder)
        if is_new:
            _forget_all(desktops)
            typer.echo(
                "The key of this machine was damaged or gone; it has a new one. Restart “vivavoce worker serve”, "
                "and pair every desktop again.",
                err=True,
            )
        if desktops.was_damaged:
            typer.echo("The list of paired desktops was damaged. It is kept aside; pair them again.", err=True)
        try:
            result = asyncio.run(
                _wait(
                    identity=identity,
                    desktops=desktops,
                    name=shown,
                    host=host,
                    pairing_port=pairing_port,
                    service_port=port,
                )
            )
        except KeyboardInterrupt:
            typer.echo("Stopped. Nobody was paired.", err=True)
            raise typer.Exit(STOPPED) from None
    _tell(result, folder)


def list_desktops(*, state: State = None, as_json: AsJson = False) -> None:
    """Show the desktops that may use this machine: since when, name."""
    with told_troubles():
        desktops = _desktops_in(state or find_worker_state())
        known = desktops.read()
        if desktops.was_damaged:
            typer.echo("The list of paired desktops was damaged. It is kept aside; pair them again.", err=True)
        if as_json:
            print_json(
                {
                    "desktops": [
                        {
                            "name": desktop.name,
                            "paired_at": desktop.paired_at.isoformat() if desktop.paired_at else None,
                            "fingerprint": desktop.fingerprint,
                        }
                        for desktop in known
                    ]
                }
            )
            return
        for desktop in known:
            typer.echo(f"{_day(desktop.paired_at):<10}  {clean_line(desktop.name)}")
        if not known:
            typer.echo("No desktop is paired. “vivavoce worker pair” pairs one.", err=True)


def forget_desktop(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the desktop, as in the list.")],
    *,
    state: State = None,
) -> None:
    """Let a desktop use this machine no more. A service that runs ends what it has of it at once."""
    with told_troubles():
        desktops = _desktops_in(state or find_worker_state())
        known = desktops.read()
        wanted = name.strip().casefold()
        found = [each for each in known if wanted in (each.name.casefold(), each.fingerprint)]
        if not found:
            raise DesktopNotFound(name, tuple(each.name for each in known))
        for desktop in found:
            desktops.forget(desktop.fingerprint)
            typer.echo(f"{clean_line(desktop.name)} may not use this machine any more.")


def renew_key(
    *,
    state: State = None,
    now: Annotated[
        bool, typer.Option("--now", help="Do not wait: who does not know the new key has to be paired again.")
    ] = False,
    stolen: Annotated[
        bool, typer.Option("--stolen", help="The key may be known to others: every desktop has to be paired again.")
    ] = False,
) -> None:
    """Give this machine another key. Paired desktops learn of it by themselves; when all know it, it is used."""
    from engine.remote.identity import find_identity, renew_identity, worker_places  # noqa: PLC0415 - likewise
    from engine.remote.own_keys import OwnKeys  # noqa: PLC0415 - likewise
    from engine.worker.desktop_keys import change_if_known  # noqa: PLC0415 - likewise

    folder = state or find_worker_state()
    places = worker_places(folder)
    with told_troubles():
        desktops = _desktops_in(folder)
        if stolen:
            # Whom the old key was shown to is forgotten first: a service that still runs with it answers nobody.
            _forget_all(desktops)
            renew_identity(folder, places=places)
            typer.echo("This machine has a new key. Pair every desktop again with “vivavoce worker pair”.")
            return
        find_identity(folder, places=places)
        own = OwnKeys(folder, places=places)
        following = own.prepare()
        is_used = own.change() if now else change_if_known(desktops, own)
        paired = desktops.read()
    typer.echo(
        said_of_key(
            "This machine",
            is_used=is_used,
            knowing=[each.name for each in paired if each.keeps == following.fingerprint],
            waiting=[each.name for each in paired if each.keeps != following.fingerprint],
            renew="vivavoce worker renew",
            pair="vivavoce worker pair",
        )
    )


async def _wait(
    *, identity: "Identity", desktops: "PairedDesktops", name: str, host: str, pairing_port: int, service_port: int
) -> "PairingResult":
    from engine.remote.discovery import Announcement, own_addresses  # noqa: PLC0415 - likewise
    from engine.worker.pairing_service import wait_for_desktop  # noqa: PLC0415 - likewise

    announcing: list[asyncio.Task[None]] = []
    announcements: list[Announcement] = []

    def on_code(digits: str, port: int) -> None:
        here = [host] if host != "0.0.0.0" else own_addresses()
        typer.echo(_card(digits, here or [name], port))
        # Announcing takes two seconds, in which nobody shall wait for the digits. Loopback has nobody to tell.
        if not host.startswith("127."):
            announcements.append(Announcement(name, port=service_port, pairing_port=port))
            announcing.append(asyncio.create_task(asyncio.to_thread(announcements[0].open)))

    try:
        return await wait_for_desktop(
            identity=identity,
            desktops=desktops,
            name=name,
            on_code=on_code,
            on_try=_on_try,
            host=host,
            pairing_port=pairing_port,
            service_port=service_port,
        )
    finally:
        await asyncio.gather(*announcing, return_exceptions=True)
        for announcement in announcements:
            await asyncio.to_thread(announcement.close)


def _on_try(left: int) -> None:
    typer.echo(f"Somebody typed another code. Tries left: {left}.", err=True)


def _card(digits: str, addresses: Sequence[str], port: int) -> str:
    """The digits, large enough to be read across a room."""
    shown = [f"{clean_line(address)}" + (f":{port}" if port != PAIRING_PORT else "") for address in addresses]
    others = f" This machine is also {', '.join(shown[1:])}." if shown[1:] else ""
    return (
        f"\n    {'   '.join(digits[:3])}      {'   '.join(digits[3:])}\n\n"
        f"Type these six digits on the other computer: in Vivavoce, Settings, Other computers,\n"
        f"or with “vivavoce workers add {shown[0]}”.{others}\n"
        "The code lasts two minutes and works once.\n"
    )


def _tell(result: "PairingResult", folder: Path) -> None:
    from engine.worker.pairing_service import PairingEnd  # noqa: PLC0415 - likewise

    match result.end:
        case PairingEnd.PAIRED:
            assert result.desktop is not None
            typer.echo(
                f"Paired with {clean_line(result.desktop.name)}. It may use this machine from now on, "
                "whenever “vivavoce worker serve” runs."
            )
            typer.echo(f"The key of this machine is in {folder}, readable by its owner alone.", err=True)
        case PairingEnd.RAN_OUT:
            typer.echo("Nobody typed the code in time. Nothing was paired; start again for a new one.", err=True)
            raise typer.Exit(FAILED)
        case PairingEnd.TOO_MANY_TRIES:
            typer.echo(
                "Another code was typed three times, so this one is worth nothing any more. "
                "If that was not you, somebody in this network tried to guess it. Nothing was paired.",
                err=True,
            )
            raise typer.Exit(FAILED)


def _forget_all(desktops: "PairedDesktops") -> None:
    for desktop in desktops.read():
        desktops.forget(desktop.fingerprint)


def _desktops_in(folder: Path) -> "PairedDesktops":
    from engine.remote.paired_desktops import FILE_NAME, PairedDesktops  # noqa: PLC0415 - likewise

    desktops = PairedDesktops(folder / FILE_NAME)
    desktops.read()
    return desktops


def _day(moment: datetime | None) -> str:
    return moment.astimezone().strftime("%Y-%m-%d") if moment else "-"

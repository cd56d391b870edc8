"""``vivavoce workers``: the other computers that understand for this one, as the desktop knows them.

Runs on the main thread of a command. ``vivavoce worker`` is the other side: the computer that understands for others. A
window that is open shows what changed here when its settings page is next shown; recognition follows at once.
"""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.answering import AsJson, Failures, print_json, told_troubles
from app.cli.key_words import said_of_key
from app.exporting.clean_text import clean_line
from app.folders import find_folders
from app.workers import KnownWorker, Workers, is_address
from engine.contract.errors import VivavoceError

if TYPE_CHECKING:
    from app.workers import WorkerFacts

workers = typer.Typer(
    name="workers",
    help="Other computers that understand for this one: list, find, add, check, enable, disable, forget, renew.",
    no_args_is_help=True,
)

_Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the computer, as in the list.")]


@dataclass(eq=False)
class WorkerNotFound(VivavoceError):
    """No paired computer has that name."""

    name: str
    known: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What happened, and who is there."""
        if not self.known:
            return "No other computer is paired. “vivavoce workers add ADDRESS” pairs one."
        names = ", ".join(map(clean_line, self.known))
        return f"No paired computer is called “{self.name}”. There are: {names}."


@workers.command("list")
def list_workers(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Show the paired computers: whether they are asked, address, when last used, name."""
    with told_troubles():
        desk = _workers_of(context)
        known = desk.read()
        if desk.was_damaged:
            typer.echo("The list of paired computers was damaged. It is kept aside; pair them again.", err=True)
        if as_json:
            print_json({"workers": [_row(worker) for worker in known]})
            return
        for worker in known:
            used = worker.last_used.astimezone().strftime("%Y-%m-%d %H:%M") if worker.last_used else "never used"
            typer.echo(
                f"{'on ' if worker.is_enabled else 'off'}  {worker.address:<24}  {used:<16}  {clean_line(worker.name)}"
            )
        if not known:
            typer.echo("No other computer is paired. “vivavoce workers add ADDRESS” pairs one.", err=True)


@workers.command("find")
def find_workers(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Look for computers in this network that could understand for this one. What is found is not trusted yet."""
    found = _workers_of(context).find()
    if as_json:
        print_json(
            {"found": [{"name": each.name, "address": each.address, "waits": each.is_waiting} for each in found]}
        )
        return
    for each in found:
        state = "shows a code now" if each.is_waiting else "start “vivavoce worker pair” there"
        typer.echo(f"{each.address:<24}  {clean_line(each.name)} ({state})")
    if not found:
        typer.echo("No other computer was found in this network. An address works all the same.", err=True)


@workers.command("add")
def add_worker(
    context: typer.Context,
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="Its name or address, as it shows itself.")],
    *,
    code: Annotated[
        str,
        typer.Option("--code", metavar="DIGITS", help="The six digits that it shows; without it they are asked for."),
    ] = "",
) -> None:
    """Pair with a computer where “vivavoce worker pair” was started, by the six digits that it shows."""
    from engine.remote.pairing import read_code  # noqa: PLC0415 - loads SPAKE2

    if not is_address(address):
        raise typer.BadParameter(
            "That is no name or address of a computer; it looks like 192.168.0.7 or NAME:PORT.", param_hint="ADDRESS"
        )
    if not code:
        if not sys.stdin.isatty():
            raise typer.BadParameter("Say the six digits with --code.")
        code = typer.prompt("The six digits that the other computer shows", err=True)
    if read_code(code) is None:
        raise typer.BadParameter("A code has six digits.", param_hint="--code")
    with told_troubles():
        worker = _workers_of(context).pair(address, code)
    typer.echo(f"Paired with {clean_line(worker.name)} ({worker.address}).")


@workers.command("check")
def check_workers(
    context: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Default: all.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Ask paired computers whether they answer, trust this one, and decode real speech; and how fast."""
    desk = _workers_of(context)
    rows: list[dict[str, Any]] = []
    failures = Failures()
    with told_troubles():
        chosen = [_find(desk, name) for name in names] if names else list(desk.read())
    if not chosen:
        typer.echo("No other computer is paired. “vivavoce workers add ADDRESS” pairs one.", err=True)
    for worker in chosen:
        with failures.told():
            facts = desk.look(worker.fingerprint)
            rows.append(_row(worker) | _facts_row(facts))
            if not as_json:
                typer.echo(
                    f"{clean_line(worker.name)}: {facts.device}, {facts.speed:.1f} times as fast as speech, "
                    f"{facts.round_trip_ms:.0f} ms away; speech models: {', '.join(facts.models) or 'none'}"
                )
    if as_json:
        print_json({"workers": rows})
    failures.end()


@workers.command("enable")
def enable_worker(context: typer.Context, name: _Name) -> None:
    """Ask a paired computer again."""
    with told_troubles():
        desk = _workers_of(context)
        found = _find(desk, name)
        desk.enable(found.fingerprint, is_on=True)
    typer.echo(f"{clean_line(found.name)} is asked from now on, whenever it answers.")


@workers.command("disable")
def disable_worker(context: typer.Context, name: _Name) -> None:
    """Ask a paired computer no more until it is enabled; it stays paired."""
    with told_troubles():
        desk = _workers_of(context)
        found = _find(desk, name)
        desk.enable(found.fingerprint, is_on=False)
    typer.echo(f"{clean_line(found.name)} is not asked any more until you enable it. It stays paired.")


@workers.command("forget")
def forget_worker(context: typer.Context, name: _Name) -> None:
    """Trust a computer no more. To use it again it has to be paired again."""
    with told_troubles():
        desk = _workers_of(context)
        found = _find(desk, name)
        desk.forget(found.fingerprint)
    typer.echo(f"{clean_line(found.name)} is forgotten. To use it again, pair it again with “vivavoce workers add”.")


@workers.command("renew")
def renew_key(
    context: typer.Context,
    *,
    now: Annotated[
        bool, typer.Option("--now", help="Do not wait: who does not know the new key has to be paired again.")
    ] = False,
    stolen: Annotated[
        bool, typer.Option("--stolen", help="The key may be known to others: everybody has to be paired again.")
    ] = False,
) -> None:
    """Give this computer another key. Paired computers learn of it by themselves; when all know it, it is used."""
    with told_troubles():
        desk = _workers_of(context)
        if stolen:
            desk.throw_key_away()
            typer.echo("This computer has a new key. Pair the others again with “vivavoce workers add ADDRESS”.")
            return
        renewed = desk.renew_key(now=now)
    typer.echo(
        said_of_key(
            "This computer",
            is_used=renewed.is_used,
            knowing=renewed.knowing,
            waiting=renewed.waiting,
            renew="vivavoce workers renew",
            pair="vivavoce workers add ADDRESS",
        )
    )


def _workers_of(context: typer.Context) -> Workers:
    """Those that the caller of the command line gave, or those of this computer."""
    if isinstance(context.obj, Workers):
        return context.obj
    folders = find_folders()
    return Workers(folders.workers, keeps_key_in_file=folders.is_portable)


def _find(desk: Workers, name: str) -> KnownWorker:
    known = desk.read()
    wanted = name.strip().casefold()
    for worker in known:
        if wanted in (worker.name.casefold(), worker.address.casefold(), worker.address.rpartition(":")[0].casefold()):
            return worker
    raise WorkerNotFound(name, tuple(each.name for each in known))


def _row(worker: KnownWorker) -> dict[str, Any]:
    return {
        "name": worker.name,
        "address": worker.address,
        "enabled": worker.is_enabled,
        "last_used": worker.last_used.isoformat() if worker.last_used else None,
        "fingerprint": worker.fingerprint,
    }


def _facts_row(facts: "WorkerFacts") -> dict[str, Any]:
    return {
        "device": facts.device,
        "speed": round(facts.speed, 2),
        "round_trip_ms": round(facts.round_trip_ms, 1),
        "models": list(facts.models),
    }

"""``vivavoce devices``: the microphones and outputs that can be recorded.

Runs on the main thread of a command; the list itself is asked for in a throw-away process.
"""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from app.cli.answering import FAILED
from engine.capture.device_list import DevicesUnknown, SoundDevice, list_devices
from engine.contract.audio import TrackKind

devices = typer.Typer(name="devices", help="Microphones and computer sound: what can be recorded.")


_KINDS = {TrackKind.MICROPHONE: "microphone", TrackKind.COMPUTER: "computer"}


@devices.callback(invoke_without_command=True)
def show_devices(
    *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines for people.")] = False
) -> None:
    """Show every source that can be recorded at this moment; a star marks what is taken when nobody chooses."""
    try:
        found = list_devices()
    except DevicesUnknown as error:
        typer.echo("The sound system did not answer. Try again, or restart it.", err=True)
        typer.echo(f"  {error}", err=True)
        raise typer.Exit(FAILED) from None
    if as_json:
        typer.echo(json.dumps({"devices": [asdict(device) for device in found]}, ensure_ascii=False, indent=2))
        return
    if not found:
        typer.echo("There is no microphone and no computer sound here.", err=True)
    for device in found:
        typer.echo(_line(device))


def _line(device: SoundDevice) -> str:
    star = "*" if device.is_default else " "
    return f"{star} {_KINDS[device.kind]:<10}  {device.name}  ({device.host_api}, {device.rate_hz} Hz)"

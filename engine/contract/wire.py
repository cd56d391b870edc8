"""Commands and events as lines of JSON, checked on arrival.

Used at both ends of the engine process's pipes. pydantic validates against the dataclasses
themselves, so there is no second description of a message.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from engine.contract.messages import Command, Event

_COMMANDS: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="kind")])
_EVENTS: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def write_command(command: Command) -> bytes:
    """One command as a line, with its newline."""
    return _COMMANDS.dump_json(command) + b"\n"


def read_command(line: bytes) -> Command:
    """The command of a line. Raises ``pydantic.ValidationError`` on anything else."""
    return _COMMANDS.validate_json(line)


def write_event(event: Event) -> bytes:
    """One event as a line, with its newline."""
    return _EVENTS.dump_json(event) + b"\n"


def read_event(line: bytes) -> Event:
    """The event of a line. Raises ``pydantic.ValidationError`` on anything else."""
    return _EVENTS.validate_json(line)

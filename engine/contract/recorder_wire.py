"""The commands and events of the recorder as lines of JSON, checked on arrival.

Used at both ends of the recorder process's pipes. pydantic validates against the dataclasses
themselves, so there is no second description of a message.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from engine.contract.recorder_messages import RecorderCommand, RecorderEvent

_COMMANDS: TypeAdapter[RecorderCommand] = TypeAdapter(Annotated[RecorderCommand, Field(discriminator="kind")])
_EVENTS: TypeAdapter[RecorderEvent] = TypeAdapter(Annotated[RecorderEvent, Field(discriminator="kind")])


def write_command(command: RecorderCommand) -> bytes:
    """One command as a line, with its newline."""
    return _COMMANDS.dump_json(command) + b"\n"


def read_command(line: bytes) -> RecorderCommand:
    """The command of a line. Raises ``pydantic.ValidationError`` on anything else."""
    return _COMMANDS.validate_json(line)


def write_event(event: RecorderEvent) -> bytes:
    """One event as a line, with its newline."""
    return _EVENTS.dump_json(event) + b"\n"


def read_event(line: bytes) -> RecorderEvent:
    """The event of a line. Raises ``pydantic.ValidationError`` on anything else."""
    return _EVENTS.validate_json(line)

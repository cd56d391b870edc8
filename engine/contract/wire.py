"""Commands and events as lines of JSON, checked on arrival.

Used at both ends of the engine process's pipes. pydantic validates against the dataclasses
themselves, so there is no second description of a message.
"""

import json
from typing import Annotated, TypeVar

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from engine.contract.messages import Command, Event

Message = TypeVar("Message")

_COMMANDS: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="kind")])
_EVENTS: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
_HALF_PAIR = b"\\ud"
"""How half a surrogate pair begins in Python's JSON."""


def write_command(command: Command) -> bytes:
    """One command as a line, with its newline."""
    return _write(_COMMANDS, command)


def read_command(line: bytes) -> Command:
    """The command of a line. Raises ``pydantic.ValidationError`` on anything else."""
    return _read(_COMMANDS, line)


def write_event(event: Event) -> bytes:
    """One event as a line, with its newline."""
    return _write(_EVENTS, event)


def read_event(line: bytes) -> Event:
    """The event of a line. Raises ``pydantic.ValidationError`` on anything else."""
    return _read(_EVENTS, line)


def _write(kind: TypeAdapter[Message], message: Message) -> bytes:
    try:
        return kind.dump_json(message) + b"\n"
    except PydanticSerializationError:
        # A file name that is no text holds halves of surrogate pairs, which only Python's own JSON can carry.
        return json.dumps(kind.dump_python(message, mode="json"), separators=(",", ":")).encode() + b"\n"


def _read(kind: TypeAdapter[Message], line: bytes) -> Message:
    try:
        return kind.validate_json(line)
    except ValidationError:
        if _HALF_PAIR not in line:
            raise
        try:
            content = json.loads(line)
        except ValueError:
            content = None
        if content is None:
            raise
        return kind.validate_python(content)

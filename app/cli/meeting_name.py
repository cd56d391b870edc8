"""Finding the meeting that a person means on the command line: by its id, the beginning of it, or its title."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

import typer

from app.meetings.errors import MeetingNotFound
from app.meetings.meeting import MeetingSummary
from engine.contract.errors import VivavoceError

MeetingName = Annotated[str, typer.Argument(metavar="MEETING", help="Id, beginning of the id, or title.")]
MeetingNames = Annotated[list[str], typer.Argument(metavar="MEETING...", help="Ids, beginnings of ids, or titles.")]

SHORTEST_PREFIX = 4
"""Characters of an id that may stand for it; a shorter word is a title."""


@dataclass(eq=False)
class MeetingAmbiguous(VivavoceError):
    """Several meetings answer to the name."""

    name: str
    matches: tuple[str, ...]
    """Their ids with their titles."""

    @property
    def sentence(self) -> str:
        """What happened and what to do."""
        listed = "\n  ".join(self.matches)
        return f"“{self.name}” could be one of several meetings. Name one of them by its id:\n  {listed}"


@dataclass(eq=False)
class MeetingInBin(VivavoceError):
    """The meeting is there, in the bin."""

    name: str

    @property
    def sentence(self) -> str:
        """What happened and what to do."""
        return f"“{self.name}” is in the bin. “vivavoce shelf restore” takes it out of there."


class Shelves(Protocol):
    """The library, as far as meetings are looked for by name."""

    def meetings(self) -> list[MeetingSummary]:
        """What is in the list."""
        ...

    def binned_meetings(self) -> list[MeetingSummary]:
        """What is in the bin."""
        ...


def meeting_called(library: Shelves, name: str) -> MeetingSummary:
    """The one meeting of the list that ``name`` stands for.

    Raises:
        MeetingInBin: it is in the bin.
        MeetingNotFound: there is none.
        MeetingAmbiguous: more than one.
    """
    try:
        return find_meeting(library.meetings(), name)
    except MeetingNotFound:
        try:
            find_meeting(library.binned_meetings(), name)
        except MeetingNotFound:
            raise MeetingNotFound(name) from None
        except MeetingAmbiguous:
            pass
        raise MeetingInBin(name) from None


def find_meeting(meetings: Sequence[MeetingSummary], name: str) -> MeetingSummary:
    """The one of these meetings that ``name`` stands for.

    Raises:
        MeetingNotFound: none.
        MeetingAmbiguous: more than one.
    """
    wanted = name.strip().casefold()
    for matches in (
        [row for row in meetings if row.meeting.id == name],
        [row for row in meetings if row.meeting.title.strip().casefold() == wanted],
        [row for row in meetings if len(wanted) >= SHORTEST_PREFIX and row.meeting.id.casefold().startswith(wanted)],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise MeetingAmbiguous(name, tuple(f"{row.meeting.id}  {row.meeting.title}" for row in matches))
    raise MeetingNotFound(name)

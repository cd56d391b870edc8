"""Finding the meeting that a person means on the command line: by its id, the beginning of it, or its title."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

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


def find_meeting(meetings: Sequence[MeetingSummary], name: str) -> MeetingSummary:
    """The one meeting that ``name`` stands for.

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

"""Finding the speaker that a person means on the command line: by name, or by number."""

from dataclasses import dataclass
from typing import Annotated

import typer

from app.exporting.clean_text import clean_line
from app.meetings.transcript import Speaker, Transcript
from engine.contract.errors import VivavoceError

SpeakerName = Annotated[str, typer.Argument(metavar="SPEAKER", help="Number or name.")]


@dataclass(eq=False)
class SpeakerNotFound(VivavoceError):
    """Nobody of that number or name speaks in the meeting, or several do."""

    name: str
    known: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What happened and what there is."""
        if not self.known:
            return "Nobody is known to speak in this meeting. “vivavoce speakers find MEETING” looks for speakers."
        return f"No one speaker is called “{self.name}”. There are: {', '.join(self.known)}."


def find_speaker(transcript: Transcript, name: str) -> Speaker:
    """The one speaker that ``name`` stands for. Raises ``SpeakerNotFound``, also where several do."""
    wanted = name.strip().casefold()
    known = transcript.speakers
    for matches in (
        [each for each in known if each.name.casefold() == wanted],
        [each for each in known if str(each.number) == wanted],
    ):
        if len(matches) == 1:
            return matches[0]
    raise SpeakerNotFound(name, tuple(f"{each.number} {clean_line(each.name)}" for each in known))

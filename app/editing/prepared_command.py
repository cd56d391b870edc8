"""A command whose edit was worked out on a picture of the transcript, so that whoever edits need not wait for it.

``prepare`` runs on a background thread; what it gives is a command like any other, applied on the thread of the editor.
For commands that touch thousands of lines at once. Where anything has changed since the picture was taken, the command
looks at the transcript as it is now, as if nobody had prepared it.
"""

from dataclasses import dataclass
from operator import is_

from app.editing.command import Command
from app.editing.document import Document
from app.meetings.edit import Edit
from app.meetings.transcript import Transcript


@dataclass(frozen=True, slots=True)
class PreparedCommand:
    """A command, the picture it looked at, and what came of it."""

    command: Command
    transcript: Transcript
    edit: Edit | None

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        picture = self.transcript
        is_same = (
            len(document) == len(picture.segments)
            and document.speakers == picture.speakers
            and all(map(is_, document, picture.segments))
        )
        return self.edit if is_same else self.command.apply(document)


def prepare(command: Command, transcript: Transcript) -> PreparedCommand:
    """Work out what a command comes to."""
    return PreparedCommand(command, transcript, command.apply(Document(transcript)))

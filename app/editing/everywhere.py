"""Find and replace over a course or the whole library: each meeting is changed by an edit of its own, undone there.

Runs on a background thread: the transcript is read. A meeting that is open in an editor is changed there, by
``TranscriptEditor.apply``, so that its document and its history know of it.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol

from app.editing.document import Document
from app.editing.finding import FoundPlace
from app.editing.replacing import ReplacePlaces
from app.meetings.edit import Edit
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import Transcript


class ReplacedLibrary(Protocol):
    """The library, as far as this knows it."""

    def transcript(self, meeting_id: MeetingId) -> Transcript:
        """The transcript that is shown."""
        ...

    def apply_edit(self, meeting_id: MeetingId, edit: Edit) -> "Future[Edit]":
        """Do an edit and write it down."""
        ...


def replace_in(
    library: ReplacedLibrary, meeting_id: MeetingId, places: Sequence[FoundPlace], text: str
) -> "Future[Edit] | None":
    """Replace the places of one meeting that nobody has open; ``None`` where nothing of it stands there any more."""
    document = Document(library.transcript(meeting_id))
    edit = ReplacePlaces(tuple(places), text).apply(document)
    return None if edit is None else library.apply_edit(meeting_id, edit)

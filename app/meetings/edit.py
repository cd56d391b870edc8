"""One edit of a transcript: the lines it touched, as they were and as they are, and so its own way back. Pure.

Made by the commands of ``app/editing``, written down by ``app/library/edit_changes.py``, where undo finds it again
after any restart. Lines are whole values: to undo is to put the ones of before in the place of the ones of after.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Segment, Speaker, TranscriptChange, VersionKind

EditId = NewType("EditId", str)


class EditKind(StrEnum):
    """What a person did. Never rename a value: libraries hold it."""

    TYPE = "type"
    SPLIT = "split"
    JOIN = "join"
    MOVE_BOUNDARY = "move_boundary"
    GIVE_SPEAKER = "give_speaker"
    NAME_SPEAKER = "name_speaker"
    ACCEPT = "accept"
    SET_ASIDE = "set_aside"
    DELETE = "delete"
    RESTORE = "restore"
    REPLACE = "replace"
    CONFIRM = "confirm"
    FIND_SPEAKERS = "find_speakers"
    """Not a person's: what a look for the speakers came to."""
    MERGE_SPEAKERS = "merge_speakers"


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines and speakers before and after. A line of before that is not in after goes; one only in after is new."""

    id: EditId
    kind: EditKind
    before: tuple[Segment, ...] = ()
    after: tuple[Segment, ...] = ()
    speakers_before: tuple[Speaker, ...] = ()
    """Those that are renamed or go."""
    speakers_after: tuple[Speaker, ...] = ()

    @property
    def inverse(self) -> "Edit":
        """What takes it back, under the same name: together they are nothing."""
        return Edit(self.id, self.kind, self.after, self.before, self.speakers_after, self.speakers_before)

    @property
    def touched(self) -> frozenset[SegmentId]:
        """Every line it names."""
        return frozenset(line.id for line in (*self.before, *self.after))

    @property
    def removed(self) -> tuple[SegmentId, ...]:
        """The lines that go."""
        kept = {line.id for line in self.after}
        return tuple(line.id for line in self.before if line.id not in kept)

    def to_change(self, meeting_id: MeetingId, *, speakers: tuple[Speaker, ...] | None = None) -> TranscriptChange:
        """The same for whoever shows the transcript. ``speakers`` are all there are now, if any of them changed."""
        known = {line.id for line in self.before}
        return TranscriptChange(
            meeting_id,
            added=tuple(line for line in self.after if line.id not in known),
            updated=tuple(line for line in self.after if line.id in known),
            removed=self.removed,
            speakers=speakers,
        )

    def then(self, later: "Edit") -> "Edit":
        """This one and a later one of the same lines as one: before of the first, after of the second."""
        return Edit(self.id, self.kind, self.before, later.after, self.speakers_before, later.speakers_after)


@dataclass(frozen=True, slots=True)
class PastEdit:
    """One entry of the history, without its lines."""

    id: EditId
    kind: EditKind
    made_at: datetime
    is_undone: bool


@dataclass(frozen=True, slots=True)
class VersionInfo:
    """One version of a transcript, for a list of them."""

    id: VersionId
    kind: VersionKind
    created_at: datetime
    is_current: bool
    segments: int
    words: int
    edits: int
    """How many edits are in it, undone ones not counted. With any, it can also be read as it was before them."""
    is_offered: bool = False
    """A better pass that waits for the person's yes or no."""

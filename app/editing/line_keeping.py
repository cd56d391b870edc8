"""Which lines are in the transcript: accepted, set aside, deleted, brought back."""

from dataclasses import dataclass, replace

from app.editing.command import edit_of, lines_of, touched
from app.editing.document import Document
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from engine.contract.segments import QuarantineReason


@dataclass(frozen=True, slots=True)
class AcceptLines:
    """Take lines out of quarantine: they are speech."""

    lines: tuple[SegmentId, ...]

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        lines = [line for line in lines_of(document, self.lines) if line.quarantine is not None]
        return edit_of(EditKind.ACCEPT, lines, [replace(line, quarantine=None) for line in lines])


@dataclass(frozen=True, slots=True)
class SetAsideLines:
    """Put lines into quarantine: kept, but in no export and found by no search."""

    lines: tuple[SegmentId, ...]
    reason: QuarantineReason = QuarantineReason.BY_HAND
    """Shown for it; whoever knows why a line was set aside before it was accepted says that again."""

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        lines = [line for line in lines_of(document, self.lines) if line.quarantine is None]
        return edit_of(EditKind.SET_ASIDE, lines, [replace(touched(line), quarantine=self.reason) for line in lines])


@dataclass(frozen=True, slots=True)
class DeleteLines:
    """Take lines out of the transcript. They can be brought back; a recording that still grows them does not."""

    lines: tuple[SegmentId, ...]

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        return edit_of(EditKind.DELETE, lines_of(document, self.lines), [])


@dataclass(frozen=True, slots=True)
class RestoreLines:
    """Bring deleted lines back, whatever was done since."""

    lines: tuple[Segment, ...]

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        known = {speaker.id for speaker in document.speakers}
        lines = [
            line if line.speaker_id is None or line.speaker_id in known else replace(line, speaker_id=None)
            for line in map(touched, self.lines)
            if document.find(line.id) is None
        ]
        return edit_of(EditKind.RESTORE, [], lines)

"""What a person wishes done to a transcript.

A command is pure: it looks at the document and says which edit it comes to, or ``None`` where there is nothing to do.
Only ``TranscriptEditor`` applies and saves edits. A line that a command touched is the person's from then on.

To add one: a frozen dataclass with ``apply`` in a file of its noun, and an ``EditKind`` if it is of a new kind.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from app.editing.document import Document
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.identifiers import SegmentId, new_id
from app.meetings.transcript import Segment, SegmentOrigin


class Command(Protocol):
    """One wish."""

    def apply(self, document: Document) -> Edit | None:
        """The edit it comes to; the document is left as it is."""
        ...


def edit_of(kind: EditKind, before: Iterable[Segment], after: Iterable[Segment]) -> Edit | None:
    """An edit of the lines that really differ; ``None`` if none does."""
    old, new = {line.id: line for line in before}, {line.id: line for line in after}
    changed = [name for name in {**old, **new} if _differ(old.get(name), new.get(name))]
    if not changed:
        return None
    return Edit(
        EditId(new_id()),
        kind,
        tuple(old[name] for name in changed if name in old),
        tuple(new[name] for name in changed if name in new),
    )


def lines_of(document: Document, names: Iterable[SegmentId]) -> list[Segment]:
    """The lines of these names that are there."""
    found = (document.find(name) for name in dict.fromkeys(names))
    return [line for line in found if line is not None]


def touched(line: Segment) -> Segment:
    """The line as a person's, which no machine overwrites."""
    return line if line.origin is SegmentOrigin.EDITED else replace(line, origin=SegmentOrigin.EDITED)


def _differ(old: Segment | None, new: Segment | None) -> bool:
    """Whether there is more to it than whose line it is."""
    if old is None or new is None:
        return old is not new
    return touched(old) != touched(new)

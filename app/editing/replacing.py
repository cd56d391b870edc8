"""Find and replace, after the person looked at the places: one command, however many lines, undone at once."""

from collections import defaultdict
from dataclasses import dataclass

from app.editing.command import edit_of
from app.editing.document import Document
from app.editing.finding import FoundPlace
from app.editing.readable_text import tidy
from app.editing.realignment import splice
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment


@dataclass(frozen=True, slots=True)
class ReplacePlaces:
    """Put a text in the place of what was found. A place where something else stands by now is left alone."""

    places: tuple[FoundPlace, ...]
    text: str

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        by_line: dict[SegmentId, list[FoundPlace]] = defaultdict(list)
        for place in self.places:
            by_line[place.line].append(place)
        before: list[Segment] = []
        after: list[Segment] = []
        for name, places in by_line.items():
            line = document.find(name)
            if line is not None:
                before.append(line)
                after.append(self._replaced(line, places))
        return edit_of(EditKind.REPLACE, before, after)

    def _replaced(self, line: Segment, places: list[FoundPlace]) -> Segment:
        text = tidy(self.text)
        edited, limit = line, len(line.text)
        for place in sorted(places, key=lambda each: -each.start):  # from behind, so that no offset moves
            if place.stop <= limit and line.text[place.start : place.stop] == place.text != text:
                edited = splice(edited, place.start, place.stop, text)
                limit = place.start
        return edited

"""Where every paragraph of the transcript stands, though only those in view are laid out.

Belongs to the view, on the window's thread. All heights are guessed from the length of the text until a block comes
into view; then its height is exact. What is in view is described by an anchor (a block and how much of it is above
the edge), never by pixels from the top: so a guess that is corrected, or a line that arrives, moves nothing on screen.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from ui.reading.block_heights import BlockHeights
from ui.reading.line_layout import Inset, LineLayout
from ui.reading.reading_document import Block, BlockEdit, EditKind, ReadingDocument, columns_of
from ui.reading.reading_metrics import ReadingMetrics

TOP: Final = 16
"""Above the first block."""
BOTTOM: Final = 32
"""Below the last one."""
KEPT: Final = 300
"""Laid out blocks that are remembered; a large screen shows about sixty."""


@dataclass(frozen=True, slots=True)
class ScrollAnchor:
    """What stands at the upper edge of the view."""

    index: int = 0
    above: int = -TOP
    """Pixels of that block above the edge; negative where there is empty space before the first block."""


class TranscriptLayout:
    """Heights of all blocks and the layouts of those that were looked at last."""

    def __init__(self, document: ReadingDocument, metrics: ReadingMetrics) -> None:
        self.document = document
        self.metrics = metrics
        self.made = 0
        """How many blocks were laid out so far; a test holds it down."""
        self._tails: dict[SegmentId, str] = {}
        self._inset: tuple[SegmentId, Inset] | None = None
        self._kept: OrderedDict[SegmentId, LineLayout] = OrderedDict()
        self._exact: set[SegmentId] = set()
        self._heights = self._guess_all()

    @property
    def height(self) -> int:
        """Of everything, as far as it is known."""
        return TOP + self._heights.total + BOTTOM

    @property
    def kept(self) -> int:
        """How many laid out blocks are remembered."""
        return len(self._kept)

    def measure_anew(self, metrics: ReadingMetrics) -> None:
        """Take over another width or other fonts."""
        self.metrics = metrics
        self._kept.clear()
        self._exact.clear()
        self._heights = self._guess_all()

    def show_tails(self, tails: Mapping[SegmentId, str]) -> bool:
        """Show what probably follows these lines, and behind all others nothing. Answers whether that is news."""
        if tails == self._tails:
            return False
        for segment_id in {*tails, *self._tails}:
            index = self.document.index_of(segment_id)
            if index is not None and tails.get(segment_id) != self._tails.get(segment_id):
                self._forget(self.document.block(index))
        self._tails = dict(tails)
        return True

    def show_inset(self, inset: tuple[SegmentId, Inset] | None) -> bool:
        """Show signs inside a line that are not in its text, and none in any other. Answers whether that is news."""
        if inset == self._inset:
            return False
        for place in (self._inset, inset):
            index = None if place is None else self.document.index_of(place[0])
            if index is not None:
                self._forget(self.document.block(index))
        self._inset = inset
        return True

    def apply(self, edits: Sequence[BlockEdit], anchor: ScrollAnchor) -> ScrollAnchor:
        """Follow the document through a change; the answer is the anchor that keeps the same text in view."""
        for edit in edits:
            self._forget(edit.block)
            if edit.kind is EditKind.REPLACED:
                self._heights.replace(edit.index, self._guess(edit.block))
            elif edit.kind is EditKind.INSERTED:
                self._heights.insert(edit.index, self._guess(edit.block))
                is_at_the_top = anchor.index == 0 and anchor.above <= 0
                if edit.index <= anchor.index and not is_at_the_top:
                    anchor = ScrollAnchor(anchor.index + 1, anchor.above)
            else:
                self._heights.remove(edit.index)
                if edit.index < anchor.index:
                    anchor = ScrollAnchor(anchor.index - 1, anchor.above)
                elif edit.index == anchor.index:
                    anchor = ScrollAnchor(anchor.index, min(anchor.above, 0))
        return anchor

    def line(self, index: int) -> LineLayout | None:
        """The layout of a line, made if need be; ``None`` for a gap."""
        segment = self.document.block(index)
        if not isinstance(segment, Segment):
            return None
        tail = self._tails.get(segment.id, "")
        found = self._kept.get(segment.id)
        inset = self._inset[1] if self._inset is not None and self._inset[0] == segment.id else None
        if found is not None and found.segment is segment and found.tail == tail and found.inset == inset:
            self._kept.move_to_end(segment.id)
            return found
        made = LineLayout(segment, self.metrics, tail=tail, inset=inset)
        self.made += 1
        self._kept[segment.id] = made
        self._kept.move_to_end(segment.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._exact.add(segment.id)
        if self._heights.height(index) != made.height:
            self._heights.replace(index, made.height)
        return made

    def exact_height(self, index: int) -> int:
        """Height of a block, laid out for it if it was only guessed."""
        block = self.document.block(index)
        if isinstance(block, Segment) and block.id not in self._exact:
            self.line(index)
        return self._heights.height(index)

    def top(self, index: int) -> int:
        """Where a block begins, as far as it is known."""
        return TOP + self._heights.top(index)

    def pixel_of(self, anchor: ScrollAnchor) -> int:
        """What a scroll bar shows for an anchor."""
        return self.top(min(anchor.index, len(self.document))) + anchor.above

    def anchor_at(self, pixel: int) -> ScrollAnchor:
        """The anchor for a place of the scroll bar."""
        if not len(self.document):
            return ScrollAnchor()
        index = self._heights.index_at(pixel - TOP)
        above = pixel - self.top(index)
        return ScrollAnchor(index, min(above, self.exact_height(index) - 1))

    def moved(self, anchor: ScrollAnchor, by: int, *, view_height: int) -> ScrollAnchor:
        """An anchor some pixels further down or up, exact however wrong the guesses are, and never beyond the ends."""
        count = len(self.document)
        if not count:
            return ScrollAnchor()
        index, above = min(anchor.index, count - 1), anchor.above + by
        while above >= (height := self.exact_height(index)) and index < count - 1:
            above -= height
            index += 1
        while above < 0 and index > 0:
            index -= 1
            above += self.exact_height(index)
        return self.held(ScrollAnchor(index, above), view_height=view_height)

    def held(self, anchor: ScrollAnchor, *, view_height: int) -> ScrollAnchor:
        """The anchor itself, or the last one that still fills the view."""
        index, above = anchor.index, anchor.above
        count = len(self.document)
        room = view_height - BOTTOM + above
        for below in range(index, count):
            room -= self.exact_height(below)
            if room <= 0:
                break
        if room > 0:
            above -= room
            while above < 0 and index > 0:
                index -= 1
                above += self.exact_height(index)
        if index == 0:
            above = max(above, -TOP)
        return ScrollAnchor(index, above)

    def in_view(self, anchor: ScrollAnchor, view_height: int) -> list[tuple[int, int]]:
        """The blocks that a view shows from an anchor on, as index and upper edge, laid out."""
        found: list[tuple[int, int]] = []
        y = -anchor.above
        for index in range(anchor.index, len(self.document)):
            if y >= view_height:
                break
            found.append((index, y))
            y += self.exact_height(index)
        return found

    def _forget(self, block: Block) -> None:
        if isinstance(block, Segment):
            self._kept.pop(block.id, None)
            self._exact.discard(block.id)

    def _guess_all(self) -> BlockHeights:
        """In one sum over all lines: block by block, twenty thousand would hold up the window."""
        heights = self.metrics.guess_heights(self.document.columns)
        for index in self.document.unusual():
            heights[index] = self._guess(self.document.block(index))
        return BlockHeights(heights)

    def _guess(self, block: Block) -> int:
        if not isinstance(block, Segment):
            return self.metrics.gap_height
        return self.metrics.guess_height(columns_of(block), is_set_aside=block.quarantine is not None)

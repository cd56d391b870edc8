"""The document that the transcript view shows: lines and gaps in the order they were spoken.

Built from a ``Transcript`` on a background thread, then owned by the window's thread alone. It knows no Qt and no
pixels. Views name lines by segment id, never by row: rows move while a job is still adding lines. No operation
walks the whole document: lookups bisect, a change moves one entry.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId
from app.meetings.transcript import Gap, GapState, Segment, Speaker, Transcript, TranscriptChange
from engine.contract.audio import Milliseconds

Block = Segment | Gap
"""One paragraph of the document."""

_Key = tuple[int, int, int, str]
_GAP_FIRST: Final = 0
_LINE_AFTER: Final = 1
_OVERLAPPING: Final = 16
"""How many lines back a line may have begun and still be the one that is spoken (people talk over each other)."""


class EditKind(Enum):
    """What happened to one block."""

    INSERTED = auto()
    REMOVED = auto()
    REPLACED = auto()


@dataclass(frozen=True, slots=True)
class BlockEdit:
    """One step that brings a view from the document before a change to the document after it, in order."""

    kind: EditKind
    index: int
    block: Block
    """The block that is there now, or the one that was removed."""


class ReadingDocument:
    """Lines of one meeting and the gaps that are still open or lost, ordered by their start."""

    def __init__(self, transcript: Transcript, *, show: Callable[[Segment], Segment] = lambda line: line) -> None:
        self.meeting_id: MeetingId = transcript.meeting_id
        self._show = show
        """How a line is to be read: the same, or in another Chinese script."""
        self._speakers: dict[SpeakerId, Speaker] = {speaker.id: speaker for speaker in transcript.speakers}
        pairs: list[tuple[_Key, Block]] = [(_key(block), show(block)) for block in transcript.segments]
        pairs.extend((_key(gap), gap) for gap in transcript.gaps if _is_missing(gap))
        pairs.sort(key=lambda pair: pair[0])
        self._keys: list[_Key] = [key for key, _ in pairs]
        self._blocks: list[Block] = [block for _, block in pairs]
        self._columns: list[int] = [columns_of(block) for block in self._blocks]
        self._key_of: dict[SegmentId, _Key] = {block.id: _key(block) for block in transcript.segments}
        self._set_aside: list[_Key] = [key for key, block in pairs if _is_set_aside(block)]
        self._gaps: list[_Key] = [key for key, block in pairs if isinstance(block, Gap)]

    def __len__(self) -> int:
        return len(self._blocks)

    @property
    def speakers(self) -> tuple[Speaker, ...]:
        """Everybody who speaks in the meeting."""
        return tuple(self._speakers.values())

    @property
    def line_count(self) -> int:
        """How many lines there are, those set aside included."""
        return len(self._key_of)

    @property
    def has_chinese(self) -> bool:
        """Whether any of the first lines is Chinese, so that the choice of script matters."""
        return any(isinstance(block, Segment) and block.language in ("zh", "yue") for block in self._blocks[:400])

    def block(self, index: int) -> Block:
        """The block at an index."""
        return self._blocks[index]

    def blocks(self) -> Iterator[Block]:
        """All blocks in order, for the one pass when a document is opened."""
        return iter(self._blocks)

    @property
    def columns(self) -> Sequence[int]:
        """How wide each block would be on one line, in Latin letters; 0 for a gap. Only to be read."""
        return self._columns

    def unusual(self) -> Iterator[int]:
        """Where lines set aside and gaps stand, which are few."""
        return (bisect_left(self._keys, key) for key in (*self._set_aside, *self._gaps))

    def index_of(self, segment_id: SegmentId) -> int | None:
        """Where a line stands now, or ``None`` if there is no such line."""
        key = self._key_of.get(segment_id)
        return None if key is None else bisect_left(self._keys, key)

    def segment(self, segment_id: SegmentId) -> Segment | None:
        """A line by its id."""
        index = self.index_of(segment_id)
        block = None if index is None else self._blocks[index]
        return block if isinstance(block, Segment) else None

    def speaker_of(self, segment: Segment) -> Speaker | None:
        """Who speaks a line, if known."""
        return None if segment.speaker_id is None else self._speakers.get(segment.speaker_id)

    def is_speaker_change(self, index: int) -> bool:
        """Whether a line is the first of its speaker after another one, a gap or a line set aside."""
        block = self._blocks[index]
        if not isinstance(block, Segment) or block.speaker_id is None:
            return False
        before = self._blocks[index - 1] if index else None
        return not isinstance(before, Segment) or _is_set_aside(before) or before.speaker_id != block.speaker_id

    def line_spoken_at(self, moment_ms: int) -> int | None:
        """Index of the line that is spoken at a moment; of several, the one that began last. ``None`` in a pause."""
        last = bisect_right(self._keys, (moment_ms, _LINE_AFTER + 1, 0, "")) - 1
        for index in range(last, max(-1, last - _OVERLAPPING), -1):
            block = self._blocks[index]
            if isinstance(block, Segment) and block.start_ms <= moment_ms < block.end_ms:
                return index
        return None

    def line_near(self, moment_ms: int) -> int | None:
        """Index of the line spoken at a moment, else of the last one before it, else of the first."""
        spoken = self.line_spoken_at(moment_ms)
        if spoken is not None or not self._blocks:
            return spoken
        last = bisect_right(self._keys, (moment_ms, _LINE_AFTER + 1, 0, "")) - 1
        return max(last, 0)

    def lines_between(self, start_ms: int, end_ms: int, *, at_most: int) -> list[Segment] | None:
        """The lines that are spoken in a stretch, ``None`` if they are more than wanted."""
        first = max(0, bisect_left(self._keys, (start_ms, _GAP_FIRST, 0, "")) - _OVERLAPPING)
        last = bisect_left(self._keys, (end_ms, _LINE_AFTER + 1, 0, ""))
        if last - first > at_most + _OVERLAPPING:
            return None
        found = (block for block in self._blocks[first:last] if isinstance(block, Segment) and block.end_ms >= start_ms)
        lines = list(found)
        return lines if len(lines) <= at_most else None

    def lines(self) -> list[Segment]:
        """All lines as they stand now: a snapshot for work on another thread."""
        return [block for block in self._blocks if isinstance(block, Segment)]

    def set_aside(self) -> list[Segment]:
        """The lines that were set aside, in order."""
        found = (self._blocks[bisect_left(self._keys, key)] for key in self._set_aside)
        return [block for block in found if isinstance(block, Segment)]

    def gaps(self) -> list[Gap]:
        """The gaps, in order."""
        found = (self._blocks[bisect_left(self._keys, key)] for key in self._gaps)
        return [block for block in found if isinstance(block, Gap)]

    def index_of_gap(self, gap: Gap) -> int | None:
        """Where a gap stands now."""
        key = _key(gap)
        index = bisect_left(self._keys, key)
        return index if index < len(self._keys) and self._keys[index] == key else None

    def knows_speakers_of(self, segments: Sequence[Segment]) -> bool:
        """Whether every named speaker of these lines is known; if not, the transcript has to be read again."""
        return all(segment.speaker_id is None or segment.speaker_id in self._speakers for segment in segments)

    def apply(self, change: TranscriptChange) -> list[BlockEdit]:
        """Take over a change and say what moved. A change that is already here changes nothing."""
        edits: list[BlockEdit] = []
        if change.speakers is not None:
            self._speakers = {speaker.id: speaker for speaker in change.speakers}
        for segment_id in change.removed:
            edits.extend(self._remove(segment_id))
        for segment in (*change.updated, *change.added):
            edits.extend(self._put(self._show(segment)))
        for gap in change.gaps:
            edits.extend(self._put_gap(gap))
        return edits

    def keep_gaps(self, gaps: Sequence[Gap]) -> list[BlockEdit]:
        """Have these gaps and no others: some were noticed, some repaired since."""
        edits: list[BlockEdit] = []
        gaps = [gap for gap in gaps if _is_missing(gap)]
        wanted = {_key(gap) for gap in gaps}
        for key in [key for key in self._gaps if key not in wanted]:
            index = bisect_left(self._keys, key)
            edits.append(BlockEdit(EditKind.REMOVED, index, self._blocks[index]))
            del self._keys[index], self._blocks[index], self._columns[index], self._gaps[bisect_left(self._gaps, key)]
        for gap in gaps:
            edits.extend(self._put_gap(gap))
        return edits

    def _remove(self, segment_id: SegmentId) -> list[BlockEdit]:
        key = self._key_of.pop(segment_id, None)
        if key is None:
            return []
        index = bisect_left(self._keys, key)
        block = self._blocks[index]
        self._mark_set_aside(key, is_set_aside=False)
        del self._keys[index], self._blocks[index], self._columns[index]
        return [BlockEdit(EditKind.REMOVED, index, block)]

    def _put(self, segment: Segment) -> list[BlockEdit]:
        key = _key(segment)
        if self._key_of.get(segment.id) == key:
            index = bisect_left(self._keys, key)
            if self._blocks[index] == segment:
                return []
            self._blocks[index], self._columns[index] = segment, columns_of(segment)
            self._mark_set_aside(key, is_set_aside=_is_set_aside(segment))
            return [BlockEdit(EditKind.REPLACED, index, segment)]
        edits = self._remove(segment.id)
        self._key_of[segment.id] = key
        edits.append(self._insert(key, segment))
        self._mark_set_aside(key, is_set_aside=_is_set_aside(segment))
        return edits

    def _put_gap(self, gap: Gap) -> list[BlockEdit]:
        key = _key(gap)
        index = self.index_of_gap(gap)
        if index is not None:
            if self._blocks[index] == gap:
                return []
            self._blocks[index] = gap
            return [BlockEdit(EditKind.REPLACED, index, gap)]
        insort(self._gaps, key)
        return [self._insert(key, gap)]

    def _insert(self, key: _Key, block: Block) -> BlockEdit:
        index = bisect_left(self._keys, key)
        self._keys.insert(index, key)
        self._blocks.insert(index, block)
        self._columns.insert(index, columns_of(block))
        return BlockEdit(EditKind.INSERTED, index, block)

    def _mark_set_aside(self, key: _Key, *, is_set_aside: bool) -> None:
        place = bisect_left(self._set_aside, key)
        is_there = place < len(self._set_aside) and self._set_aside[place] == key
        if is_set_aside and not is_there:
            self._set_aside.insert(place, key)
        elif is_there and not is_set_aside:
            del self._set_aside[place]


def columns_of(block: Block) -> int:
    """How wide a block would be on one line, in Latin letters; 0 for a gap."""
    # In UTF-8 a Latin letter takes one byte and a Han character three, which is two columns wide: the mean of
    # letters and bytes is the width, without looking at each character of twenty thousand lines.
    text = block.text if isinstance(block, Segment) else ""
    return (len(text) + len(text.encode("utf-8", "surrogatepass"))) // 2


def is_rewording(document: ReadingDocument, change: TranscriptChange) -> bool:
    """Whether a change leaves every line where it is and whose it is: no list beside the text has to follow."""
    if change.added or change.removed or change.gaps or change.speakers is not None or change.shown is not None:
        return False
    pairs = ((document.segment(line.id), line) for line in change.updated)
    return all(
        old is not None
        and (old.start_ms, old.end_ms, old.speaker_id, old.quarantine)
        == (line.start_ms, line.end_ms, line.speaker_id, line.quarantine)
        for old, line in pairs
    )


def word_spans(segment: Segment) -> tuple[tuple[int, int], ...]:
    """Where each word of a line stands in its text, as offsets [start, stop); empty where it is not found.

    A word carries its leading space, and a person may have changed the line since: so each word is looked for
    behind the one before it, and one that is gone does not lose the others their place.
    """
    spans: list[tuple[int, int]] = []
    at = 0
    for word in segment.words:
        text = word.text.strip()
        start = segment.text.find(text, at) if text else -1
        if start < 0:
            spans.append((at, at))
            continue
        at = start + len(text)
        spans.append((start, at))
    return tuple(spans)


def word_at_time(segment: Segment, moment_ms: int) -> int | None:
    """Index of the word that is spoken at a moment: the last one that has begun and has not long ended.

    A comma that recognition gave a time of its own is not spoken; it is the pause of the word before it.
    """
    index = bisect_right(segment.words, moment_ms, key=lambda word: word.start_ms) - 1
    if index < 0 or moment_ms >= segment.words[index].end_ms + 250:
        return None
    while index > 0 and not any(letter.isalnum() for letter in segment.words[index].text):
        index -= 1
    return index


def word_at_offset(spans: Sequence[tuple[int, int]], offset: int) -> int | None:
    """Index of the word under or before a place in the text, the first if the place is before it."""
    if not spans:
        return None
    return max(bisect_right(spans, offset, key=lambda span: span[0]) - 1, 0)


def start_of_word_at(segment: Segment, offset: int) -> Milliseconds:
    """When the word at a place in the text begins; the line's own start where words have no times."""
    index = word_at_offset(word_spans(segment), offset)
    return segment.start_ms if index is None else segment.words[index].start_ms


def _key(block: Block) -> _Key:
    if isinstance(block, Gap):
        return (block.start_ms, _GAP_FIRST, block.track, block.reason)
    return (block.start_ms, _LINE_AFTER, block.track, block.id)


def _is_missing(gap: Gap) -> bool:
    """Whether it is still a gap: what was repaired is words by now."""
    return gap.state is not GapState.REPAIRED


def _is_set_aside(block: Block) -> bool:
    return isinstance(block, Segment) and block.quarantine is not None

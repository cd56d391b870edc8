"""What a person corrected: the few words that an edit put in the place of a few others. Pure.

Used for the offers of a course's glossary (``app/courses/offers.py``). An edit that rewrites a line, adds or only takes
away is no correction of a word; nor is one of marks and capitals alone.
"""

from collections.abc import Iterable

from rapidfuzz.distance import Levenshtein

from app.editing.pieces import cut, is_unspaced, plain
from app.meetings.edit import Edit
from app.meetings.glossary import Correction
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.transcript import Segment, SegmentOrigin

MOST_WORDS = 4
"""Words that a term is taken for, or has; twice as many Chinese characters."""

CONTEXT = 4
"""Characters on either side that may belong to a term of a language without spaces."""


def corrections_in(edits: Iterable[tuple[MeetingId, Edit]]) -> list[Correction]:
    """The corrections of all edits, in order: of each line, from what was heard to what it says in the end."""
    first: dict[SegmentId, Segment] = {}
    last: dict[SegmentId, Segment] = {}
    for _, edit in edits:
        before = {line.id: line for line in edit.before}
        for line in edit.after:
            if line.id in before:
                first.setdefault(line.id, before[line.id])
                last[line.id] = line
    return [
        Correction(heard, written, name, before, after)
        for name, line in last.items()
        if first[name].origin is not SegmentOrigin.IMPORTED
        for heard, written, before, after in replaced(first[name].text, line.text)
    ]


def replaced(old: str, new: str) -> list[tuple[str, str, str, str]]:
    """Short runs of one text in whose place the other has something else: both, and what stands around them."""
    before = [old[piece.start : piece.stop] for piece in cut(old)]
    after = [new[piece.start : piece.stop] for piece in cut(new)]
    if len(before) * len(after) > 250_000:
        return []
    found: list[tuple[str, str, str, str]] = []
    a = b = c = d = -1
    runs: list[tuple[int, int, int, int]] = []
    for code in Levenshtein.opcodes([plain(each) for each in before], [plain(each) for each in after]):
        if code.tag == "equal":
            continue
        if (code.src_start, code.dest_start) == (b, d):
            b, d = code.src_end, code.dest_end
            runs[-1] = (a, b, c, d)
        else:
            a, b, c, d = code.src_start, code.src_end, code.dest_start, code.dest_end
            runs.append((a, b, c, d))
    for start, stop, begin, end in runs:
        heard, written = _bare("".join(before[start:stop])), _bare("".join(after[begin:end]))
        if heard and written and _is_short(heard, stop - start) and _is_short(written, end - begin):
            around = ("".join(before[max(0, start - CONTEXT) : start]), "".join(before[stop : stop + CONTEXT]))
            found.append((heard, written, *_unspaced(*around)))
    return found


def _unspaced(before: str, after: str) -> tuple[str, str]:
    """The characters right beside, as far as no space and no mark is between."""
    first = len(before)
    while first and is_unspaced(before[first - 1]):
        first -= 1
    last = 0
    while last < len(after) and is_unspaced(after[last]):
        last += 1
    return before[first:], after[:last]


def _is_short(text: str, words: int) -> bool:
    most = 2 * MOST_WORDS if any(map(is_unspaced, text)) else MOST_WORDS
    return words <= most


def _bare(text: str) -> str:
    """Without the marks around it."""
    start, stop = 0, len(text)
    while start < stop and not text[start].isalnum():
        start += 1
    while stop > start and not text[stop - 1].isalnum():
        stop -= 1
    return text[start:stop]

"""What is known around the lines of a transcript that makes a word of them doubtful. Pure, made on a background thread.

Three things are looked at: whether an earlier pass heard the same word at that time, whether somebody else talks at
that time on the same track, and whether the word is a name that nobody knows: written with a capital within a sentence,
hardly ever said, never written small, and in no glossary. Names are what speech recognition gets wrong most, and what a
reader notices first.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator

from app.editing.pieces import plain
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, Transcript, Word

_NEAR_MS = 700
"""Two recognitions agree on when a word begins to within this."""
_SHORTEST_OVERLAP_MS = 200
_RARE = 2
"""A name that is said more often is known to the recogniser, or wrong everywhere alike and found by the first place."""
_SHORTEST_NAME = 3
_NOUNS_WITH_CAPITALS = ("de", "lb", "nds")
_ENDS = '.?!:…"”»'


class ReviewHints:
    """Looks at one transcript as a whole, for the ranking of its places."""

    def __init__(
        self, transcript: Transcript, *, earlier: Transcript | None = None, known: Collection[str] = ()
    ) -> None:
        """``known`` are names of the glossary and the like, of one or several words."""
        said = [line for line in transcript.segments if line.quarantine is None]
        self._heard = None if earlier is None else _heard(earlier)
        self._talked_over = _talked_over(said)
        self._unknown = _unknown(said, known)

    def agrees(self, track: int, word: Word) -> bool | None:
        """Whether the earlier pass heard the same word there; ``None`` where it heard nothing at all."""
        row = [] if self._heard is None else self._heard.get(track, [])
        first = bisect_left(row, (word.start_ms - _NEAR_MS, ""))
        last = bisect_left(row, (word.start_ms + _NEAR_MS, ""))
        if first == last:
            return None
        said = plain(word.text)
        return not said or any(said == other or said in other for _, other in row[first:last])

    def is_talked_over(self, line: SegmentId, word: Word) -> bool:
        """Whether somebody else talks while the word is said."""
        return any(start < word.end_ms and word.start_ms < end for start, end in self._talked_over.get(line, ()))

    def is_unknown_name(self, word: Word) -> bool:
        """Whether the word is a name that nobody knows."""
        return bool(self._unknown) and word.text.strip()[:1].isupper() and plain(word.text) in self._unknown


def _heard(transcript: Transcript) -> dict[int, list[tuple[int, str]]]:
    found: dict[int, list[tuple[int, str]]] = {}
    for line in transcript.segments:
        row = found.setdefault(line.track, [])
        row += [(word.start_ms, plain(word.text)) for word in line.words]
    for row in found.values():
        row.sort()
    return found


def _talked_over(lines: list[Segment]) -> dict[SegmentId, list[tuple[int, int]]]:
    """For each line the stretches in which another one of its track is said too."""
    tracks: dict[int, list[Segment]] = defaultdict(list)
    for line in lines:
        tracks[line.track].append(line)
    found: dict[SegmentId, list[tuple[int, int]]] = defaultdict(list)
    for row in tracks.values():
        row.sort(key=lambda line: line.start_ms)
        going: list[Segment] = []
        for line in row:
            going = [each for each in going if each.end_ms > line.start_ms + _SHORTEST_OVERLAP_MS]
            for other in going:
                stretch = (line.start_ms, min(line.end_ms, other.end_ms))
                if stretch[1] - stretch[0] >= _SHORTEST_OVERLAP_MS:
                    found[line.id].append(stretch)
                    found[other.id].append(stretch)
            going.append(line)
    return found


def _unknown(lines: list[Segment], known: Collection[str]) -> frozenset[str]:
    counts: Counter[str] = Counter()
    candidates: set[str] = set()
    small: set[str] = {plain(word) for term in known for word in term.split()}
    for line in lines:
        for text, is_first in _words(line):
            said = plain(text)
            if len(said) < _SHORTEST_NAME or not said.isalpha():
                continue
            counts[said] += 1
            if text.islower():
                small.add(said)
            elif (
                not is_first and text[0].isupper() and not text.isupper() and line.language not in _NOUNS_WITH_CAPITALS
            ):
                candidates.add(said)
    return frozenset(name for name in candidates - small if counts[name] <= _RARE)


def _words(line: Segment) -> Iterator[tuple[str, bool]]:
    """The words of a line without their marks, and whether a sentence begins with each."""
    is_first = True
    for word in line.words:
        text = word.text.strip()
        core = text.strip(",.?!:;…()[]\"“”‘’'«»")
        if core:
            yield core, is_first
            is_first = text[-1] in _ENDS

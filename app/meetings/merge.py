"""How a new version of a transcript is laid around what a person made of the one before. Pure.

Called by ``app/library/carry_over.py`` when a further recognition of a meeting becomes the shown one. What a person
edited or accepted stands; of the new version goes what lies under it, word by word:

- A word goes if half of it or more lies within a touched stretch of its track: the person wrote what is said there.
- A word of which a quarter or more reaches into one goes if the person's text begins or ends with that very word on
  that side; two recognitions hardly ever agree on where a word ends, and it would stand there twice.
- Every other word stays. A line of which only a part goes becomes the lines of what is left of it.

Whole lines were tried first (a line goes if more than half of it lies under an edit): a sentence of twenty seconds
that begins under a short correction then either lost its second half or said the correction twice.
"""

import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.transcript import Segment, Word


@dataclass(slots=True)
class _Stretch:
    """Touched lines that overlap or meet, as one."""

    start_ms: int
    end_ms: int
    first: str
    """Text of the line it begins with."""
    last: str
    """Text of the line it ends with."""

    def takes(self, word: Word) -> bool:
        """Whether a word goes."""
        length = word.end_ms - word.start_ms
        inside = min(self.end_ms, word.end_ms) - max(self.start_ms, word.start_ms)
        if 2 * inside >= length:
            return True
        if 4 * inside < length:
            return False
        if word.end_ms > self.end_ms:
            return _ends_with(self.last, word.text)
        return _begins_with(self.first, word.text)


def lay_around(touched: Sequence[Segment], fresh: Sequence[Segment]) -> dict[SegmentId, tuple[Segment, ...]]:
    """What becomes of the new lines that do not stay as they are: nothing, or what is left of them.

    The first rest of a line keeps its name; the names of others follow from it.
    """
    stretches = {track: _Track(lines) for track, lines in _by_track(touched).items()}
    changed: dict[SegmentId, tuple[Segment, ...]] = {}
    for line in fresh:
        track = stretches.get(line.track)
        if track is None or not track.is_touched(line.start_ms, line.end_ms):
            continue
        rests = _rests(line, track)
        if rests != (line,):
            changed[line.id] = rests
    return changed


def speakers_by_time(before: Sequence[Segment], fresh: Sequence[Segment]) -> dict[SegmentId, SpeakerId]:
    """For new lines that name nobody the speaker of the lines before who spoke for most of their time, and for half."""
    tracks = _by_track([line for line in before if line.speaker_id is not None])
    spoken = {track: sorted(lines, key=lambda line: line.start_ms) for track, lines in tracks.items()}
    longest = {track: max(line.end_ms - line.start_ms for line in lines) for track, lines in spoken.items()}
    found: dict[SegmentId, SpeakerId] = {}
    for line in fresh:
        if line.speaker_id is not None or line.track not in spoken:
            continue
        lines = spoken[line.track]
        at = bisect_left(lines, line.start_ms - longest[line.track], key=lambda each: each.start_ms)
        shares: dict[SpeakerId, int] = defaultdict(int)
        while at < len(lines) and lines[at].start_ms < line.end_ms:
            shared = min(lines[at].end_ms, line.end_ms) - max(lines[at].start_ms, line.start_ms)
            speaker_id = lines[at].speaker_id
            if speaker_id is not None and shared > 0:
                shares[speaker_id] += shared
            at += 1
        speaker_id = max(shares, key=lambda each: shares[each], default=None)
        if speaker_id is not None and 2 * shares[speaker_id] >= line.end_ms - line.start_ms:
            found[line.id] = speaker_id
    return found


class _Track:
    """The touched stretches of one track, for looking up."""

    def __init__(self, lines: Sequence[Segment]) -> None:
        self._stretches: list[_Stretch] = []
        for line in sorted(lines, key=lambda each: each.start_ms):
            if not self._stretches or line.start_ms > self._stretches[-1].end_ms:
                self._stretches.append(_Stretch(line.start_ms, line.end_ms, line.text, line.text))
            elif line.end_ms > self._stretches[-1].end_ms:
                self._stretches[-1].end_ms = line.end_ms
                self._stretches[-1].last = line.text
        self._starts = [each.start_ms for each in self._stretches]

    def is_touched(self, start_ms: int, end_ms: int) -> bool:
        """Whether any stretch overlaps."""
        return bool(self._overlapping(start_ms, end_ms))

    def is_inside(self, start_ms: int, end_ms: int) -> bool:
        """Whether one stretch holds all of it."""
        return any(each.start_ms <= start_ms and end_ms <= each.end_ms for each in self._overlapping(start_ms, end_ms))

    def takes(self, word: Word) -> bool:
        """Whether a word goes."""
        return any(each.takes(word) for each in self._overlapping(word.start_ms, word.end_ms))

    def _overlapping(self, start_ms: int, end_ms: int) -> list[_Stretch]:
        at = max(0, bisect_right(self._starts, start_ms) - 1)
        found: list[_Stretch] = []
        while at < len(self._stretches) and self._stretches[at].start_ms < end_ms:
            if self._stretches[at].end_ms > start_ms:
                found.append(self._stretches[at])
            at += 1
        return found


def _rests(line: Segment, track: _Track) -> tuple[Segment, ...]:
    if not line.words:  # nobody knows where in it its words are: rather twice than lost
        return () if track.is_inside(line.start_ms, line.end_ms) else (line,)
    runs: list[list[Word]] = [[]]
    for word in line.words:
        if not track.takes(word):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    runs = [run for run in runs if run]
    if runs and len(runs[0]) == len(line.words):
        return (line,)
    return tuple(_rest(line, run, number) for number, run in enumerate(runs))


def _rest(line: Segment, words: Sequence[Word], number: int) -> Segment:
    confidences = [word.confidence for word in words if word.confidence is not None]
    return replace(
        line,
        id=line.id if number == 0 else SegmentId(f"{line.id}-{number}"),
        start_ms=words[0].start_ms,
        end_ms=max(word.end_ms for word in words),
        text="".join(word.text for word in words).strip(),
        confidence=sum(confidences) / len(confidences) if confidences else line.confidence,
        words=tuple(words),
    )


def _by_track(lines: Sequence[Segment]) -> dict[int, list[Segment]]:
    found: dict[int, list[Segment]] = defaultdict(list)
    for line in lines:
        found[line.track].append(line)
    return found


def _begins_with(text: str, word: str) -> bool:
    plain = _plain(word)
    if plain.isascii():
        return plain == _plain(next(iter(text.split()), ""))
    return _plain(text).startswith(plain)  # written without spaces, a word is some characters of a text


def _ends_with(text: str, word: str) -> bool:
    plain = _plain(word)
    if plain.isascii():
        return plain == _plain(next(reversed(text.split()), ""))
    return _plain(text).endswith(plain)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(each for each in folded if each.isalnum())

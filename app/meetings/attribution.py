"""Who says which word: the words of a transcript laid against the turns that the engine heard. Pure.

Called by ``app/speaking`` when a run over a recording has come, and by the measurements. What holds:

- A word is of who talks for most of it; where two talk alike, of who said the word before. It is never cut.
- Where one takes over and both are heard meanwhile, a sentence that begins there is of the one who goes on.
- Who else talks through a good part of a word is noted beside it (``Said.over``): the overlap is marked, the word is
  one person's.
- A word that nobody is heard in is of who said the word beside it, or of the nearest turn within a second.
- One short word that would change the speaker and back is the jitter of two clocks, unless its speaker is heard alone
  in it: a “yes” between two sentences of another person is kept, a sliver of one at a seam is not.
- A mark that stands alone is of who said the word before it.
- A line is cut where the speaker changes and nowhere else. Its words keep their times to the millisecond.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds, to_milliseconds
from engine.contract.speakers import SpeakerTurn

FLICKER_MS = 1000
"""A single word shorter than this, between words of others, needs its speaker heard alone."""
REACH_MS = 1000
"""So far a turn may be from a word that no turn touches."""

_CUT = re.compile(r"-s\d+$")
"""How the name of a line ends that was cut from another: with the time it begins at."""
_SENTENCE_END = re.compile(r"[.?!…。？！][\"”’」』)]*\s*$")
_ALONE_SHARE = 0.5
"""Part of a word in which a speaker has to be heard alone for it to stand for itself."""
_OVER_SHARE = 0.4
"""Part of a word that somebody else has to talk through to be marked beside it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One speaker talks without a break. Turns of different speakers may overlap."""

    track: int
    start_ms: Milliseconds
    end_ms: Milliseconds
    speaker: int
    """Label, 0 and up."""


@dataclass(frozen=True, slots=True)
class Said:
    """Who says a word."""

    speaker: int | None
    """``None`` where nobody is heard anywhere near."""
    over: int | None = None
    """Who talks at the same time."""


def turns_from(turns: Iterable[SpeakerTurn]) -> tuple[Turn, ...]:
    """The turns of the engine in the clock of the library; those shorter than a millisecond are none."""
    found = (Turn(t.track, to_milliseconds(t.start), to_milliseconds(t.stop), t.speaker) for t in turns)
    return tuple(turn for turn in found if turn.end_ms > turn.start_ms)


def speak_lines(lines: Iterable[Segment], turns: Sequence[Turn]) -> dict[SegmentId, tuple[Said, ...]]:
    """Who says each word of each line; of a line without words, who says the line. ``turns`` are in any order."""
    tracks = {track: _Turns(list(each)) for track, each in groupby(sorted(turns, key=_track_of), key=_track_of)}
    nobody = _Turns(())
    found: dict[SegmentId, tuple[Said, ...]] = {}
    before: dict[int, str] = {}
    for line in lines:
        words = line.words or (Word(line.start_ms, line.end_ms, line.text),)
        begins = _SENTENCE_END.search(before.get(line.track, ".")) is not None
        found[line.id] = tracks.get(line.track, nobody).said(words, begins_sentence=begins)
        before[line.track] = line.text
    return found


def cut_line(line: Segment, said: Sequence[Said]) -> tuple[tuple[Segment, int | None], ...]:
    """The line as one line a speaker, in order, each with its speaker. The first keeps the name of the line.

    A line without words, or of one speaker, stays whole. The pieces together hold every word, as it was, and
    ``mend_lines`` makes the line of them again.
    """
    if len(said) != len(line.words):
        return ((line, said[0].speaker if said else None),)
    runs = [list(run) for _, run in groupby(range(len(said)), key=lambda at: said[at].speaker)]
    if len(runs) < 2:
        return ((line, said[0].speaker if said else None),)
    pieces: list[tuple[Segment, int | None]] = []
    for number, run in enumerate(runs):
        words = tuple(line.words[at] for at in run)
        pieces.append((_piece(line, words, number, is_last=number == len(runs) - 1), said[run[0]].speaker))
    return tuple(pieces)


def mend_lines(lines: Sequence[Segment]) -> list[tuple[Segment, ...]]:
    """Lines in order, those that were cut from one line and still lie side by side together.

    So that a second run over a recording starts from what was recognised, and not from the cuts of the first.
    """
    found: list[list[Segment]] = []
    for line in lines:
        last = found[-1][-1] if found else None
        if last is not None and _CUT.search(line.id) and _root(line) == _root(last) and line.track == last.track:
            found[-1].append(line)
        else:
            found.append([line])
    return [tuple(each) for each in found]


def mended(lines: Sequence[Segment]) -> Segment:
    """The one line that these were cut from."""
    first = lines[0]
    if len(lines) == 1:
        return first
    words = tuple(word for line in lines for word in line.words)
    return replace(
        first,
        end_ms=Milliseconds(max(line.end_ms for line in lines)),
        text=_text(words),
        confidence=_mean(words, first.confidence),
        words=words,
    )


class _Turns:
    """The turns of one track, for looking up."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = sorted(turns, key=lambda turn: (turn.start_ms, turn.end_ms))
        self._starts = [turn.start_ms for turn in self._turns]
        self._longest = max((turn.end_ms - turn.start_ms for turn in self._turns), default=0)

    def said(self, words: Sequence[Word], *, begins_sentence: bool) -> tuple[Said, ...]:
        shares = [self._shares(word.start_ms, word.end_ms) for word in words]
        guess = _handed_over(words, shares, self._first_guess(words, shares), begins_sentence=begins_sentence)
        speakers = _with_marks(words, self._steady(words, shares, guess))
        return tuple(
            Said(speaker, _over(word, share, speaker))
            for word, share, speaker in zip(words, shares, speakers, strict=True)
        )

    def _first_guess(self, words: Sequence[Word], shares: Sequence[dict[int, int]]) -> list[int | None]:
        found: list[int | None] = []
        for share in shares:
            before = found[-1] if found else None
            most = max(share.values(), default=0)
            best = [speaker for speaker, length in share.items() if length == most]
            found.append((before if before in best else best[0]) if best else None)
        return self._filled(words, found)

    def _filled(self, words: Sequence[Word], found: list[int | None]) -> list[int | None]:
        """Words that no turn touches: of the nearer of the words beside them, or of the nearest turn."""
        known = [at for at, speaker in enumerate(found) if speaker is not None]
        filled = list(found)
        for at, speaker in enumerate(found):
            if speaker is not None:
                continue
            place = bisect_left(known, at)
            beside = known[max(0, place - 1) : place + 1]
            near = min(beside, key=lambda other: _distance(words[at], words[other]), default=None)
            if near is not None and _distance(words[at], words[near]) <= REACH_MS:
                filled[at] = found[near]
            else:
                filled[at] = self._nearest(words[at])
                if filled[at] is None and near is not None:
                    filled[at] = found[near]
        return filled

    def _steady(
        self, words: Sequence[Word], shares: Sequence[dict[int, int]], guess: list[int | None]
    ) -> list[int | None]:
        """Without single words that change the speaker only because two clocks disagree by a syllable."""
        steady = list(guess)
        runs = [list(run) for _, run in groupby(range(len(guess)), key=lambda at: guess[at])]
        for number, run in enumerate(runs):
            at = run[0]
            if len(run) > 1 or len(runs) == 1 or words[at].end_ms - words[at].start_ms >= FLICKER_MS:
                continue
            if self._is_alone(words[at], guess[at]):
                continue
            beside = {steady[runs[other][0]] for other in (number - 1, number + 1) if 0 <= other < len(runs)}
            heard = [speaker for speaker in shares[at] if speaker in beside]
            if heard:
                steady[at] = max(heard, key=lambda speaker: shares[at][speaker])
        return steady

    def _is_alone(self, word: Word, speaker: int | None) -> bool:
        """Whether a speaker is the only one heard through most of a word."""
        alone = sum(length for who, length in self._pieces(word.start_ms, word.end_ms) if who == {speaker})
        return alone >= _ALONE_SHARE * max(1, word.end_ms - word.start_ms)

    def _pieces(self, start_ms: int, end_ms: int) -> Iterable[tuple[set[int], int]]:
        """A stretch in pieces in which the same people talk."""
        turns = self._overlapping(start_ms, end_ms)
        edges = {start_ms, end_ms}
        for turn in turns:
            edges |= {min(max(turn.start_ms, start_ms), end_ms), min(max(turn.end_ms, start_ms), end_ms)}
        for left, right in pairwise(sorted(edges)):
            yield {turn.speaker for turn in turns if turn.start_ms <= left and turn.end_ms >= right}, right - left

    def _shares(self, start_ms: int, end_ms: int) -> dict[int, int]:
        """For how long each is heard in a stretch; who began first is first."""
        shares: dict[int, int] = {}
        for turn in self._overlapping(start_ms, end_ms):
            length = min(turn.end_ms, end_ms) - max(turn.start_ms, start_ms)
            shares[turn.speaker] = shares.get(turn.speaker, 0) + length
        return shares

    def _overlapping(self, start_ms: int, end_ms: int) -> list[Turn]:
        at = bisect_left(self._starts, start_ms - self._longest)
        found: list[Turn] = []
        while at < len(self._turns) and self._turns[at].start_ms < max(end_ms, start_ms + 1):
            if self._turns[at].end_ms > start_ms:
                found.append(self._turns[at])
            at += 1
        return found

    def _nearest(self, word: Word) -> int | None:
        near = self._overlapping(word.start_ms - REACH_MS, word.end_ms + REACH_MS)
        turn = min(near, key=lambda each: _distance(word, each), default=None)
        return None if turn is None else turn.speaker


def _handed_over(
    words: Sequence[Word], shares: Sequence[dict[int, int]], guess: list[int | None], *, begins_sentence: bool
) -> list[int | None]:
    """Sentences that begin while two are heard, of whom the second goes on alone: they are the second one's."""
    found = list(guess)
    for at in range(1, len(words)):
        before, after = guess[at - 1], guess[at]
        if before is None or after is None or before == after:
            continue
        begins = None
        place = at - 1
        while place >= 0 and guess[place] == before and _is_heard(words[place], shares[place], after):
            if _SENTENCE_END.search(words[place - 1].text) if place else begins_sentence:
                begins = place
            place -= 1
        if begins is not None:
            found[begins:at] = [after] * (at - begins)
    return found


def _is_heard(word: Word, share: dict[int, int], speaker: int) -> bool:
    """Whether somebody talks through half of a word or more."""
    return share.get(speaker, 0) >= _ALONE_SHARE * (word.end_ms - word.start_ms)


def _with_marks(words: Sequence[Word], speakers: list[int | None]) -> list[int | None]:
    """A mark that a recogniser took for a word belongs to the word before it."""
    for at in range(1, len(words)):
        if not any(each.isalnum() for each in words[at].text):
            speakers[at] = speakers[at - 1]
    return speakers


def _over(word: Word, share: dict[int, int], speaker: int | None) -> int | None:
    others = {other: length for other, length in share.items() if other != speaker}
    loudest = max(others, key=lambda other: others[other], default=None)
    if loudest is None or others[loudest] < _OVER_SHARE * (word.end_ms - word.start_ms):
        return None
    # Where one turn ends and the next begins inside the word nobody talks over anybody.
    together = others[loudest] + share.get(speaker, 0) if speaker is not None else 0
    return loudest if together - (word.end_ms - word.start_ms) >= _OVER_SHARE * (word.end_ms - word.start_ms) else None


def _piece(line: Segment, words: tuple[Word, ...], number: int, *, is_last: bool) -> Segment:
    start = line.start_ms if number == 0 else words[0].start_ms
    stop = max(line.end_ms, words[-1].end_ms) if is_last else max(word.end_ms for word in words)
    return replace(
        line,
        id=line.id if number == 0 else SegmentId(f"{_root(line)}-s{words[0].start_ms}"),
        start_ms=start,
        end_ms=Milliseconds(max(stop, start + 1)),
        text=_text(words),
        confidence=_mean(words, line.confidence),
        words=words,
    )


def _root(line: Segment) -> str:
    return _CUT.sub("", line.id)


def _text(words: Sequence[Word]) -> str:
    return "".join(word.text for word in words).strip()


def _mean(words: Sequence[Word], otherwise: float | None) -> float | None:
    known = [word.confidence for word in words if word.confidence is not None]
    return sum(known) / len(known) if known else otherwise


def _distance(one: Word, other: Word | Turn) -> int:
    return max(0, other.start_ms - one.end_ms, one.start_ms - other.end_ms)


def _track_of(turn: Turn) -> int:
    return turn.track

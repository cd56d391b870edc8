"""The places of a transcript that are worth a human look, the likeliest errors first. Pure.

A place is some seconds of a line that are heard in one go. For each word there is a probability that it is wrong, from
how sure the recogniser was of it and from what ``review_hints.py`` knows around it; the sum over a place, for each
second it takes to hear, is its rank. What a person wrote or confirmed is right. ``review_pace.py`` says how long it
all takes.
"""

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from app.editing.confirming import SURE
from app.editing.review_hints import ReviewHints
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Gap, GapState, Segment, SegmentOrigin, Transcript, Word
from engine.contract.segments import GapReason, QuarantineReason

LONGEST_MS = 2_000
MOST_WORDS = 3
"""Of a place. Errors stand close together: with ten words a place, a look at the first fifth of the places of a meeting
found 46 and 55 % of its errors, with three 64 and 55 % (two built meetings, speech model base), in a fifth of the sound
either way. Whoever plays a place begins a moment before it."""
_PAUSE_MS = 400
"""A place ends at a pause that is as long."""

_WRONG_BY_CONFIDENCE = (
    (0.1, 0.6),
    (0.3, 0.5),
    (0.5, 0.36),
    (0.7, 0.37),
    (0.8, 0.22),
    (0.9, 0.11),
    (0.95, 0.06),
    (0.98, 0.03),
    (1.01, 0.013),
)
"""Up to that confidence, so many words are wrong: counted on 2,600 words of the shared speech, speech model base."""
_RUSHED_MS_A_LETTER = 20
_RUSHED = 0.4
"""Words said faster than anybody speaks are mostly what is left of something else: 17 of 37 were wrong."""
_UNMEASURED = 0.1
"""Of words without a confidence, in a line that nobody touched."""
_DISAGREED = 3.0
"""How much likelier a word is wrong that the earlier pass did not hear: on the odds."""
_AGREED = 0.6
_UNKNOWN_NAME = 2.0
"""How much likelier a name is wrong that nobody knows. 14 of 39 were, of all words 279 of 2,075 (three built meetings,
speech model base); partly the recogniser was unsure of them anyway."""
_TALKED_OVER = 2.0
"""The same while somebody else talks on the same track. A guess: in the built meetings nobody does."""
_SPEECH_IN_SET_ASIDE = 0.3
"""Of lines that are set aside, how many were speech after all."""
_LOST_WORDS_A_SECOND = 1.0
"""In a gap that is still open: not everywhere somebody speaks."""


class Evidence(StrEnum):
    """Why a place is in the queue."""

    LOW_CONFIDENCE = "low_confidence"
    RUSHED = "rushed"
    """The words stand in less time than it takes to say them."""
    DISAGREEMENT = "disagreement"
    """The live pass heard something else."""
    OVERLAP = "overlap"
    """Somebody else talks at the same time."""
    UNKNOWN_NAME = "unknown_name"
    """A name that is in no glossary and is hardly ever said."""
    SET_ASIDE = "set_aside"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """Some seconds to hear, with the words that are written there."""

    line: SegmentId | None
    """``None`` for a gap."""
    track: int
    start_ms: int
    end_ms: int
    start: int = 0
    """Offset in the line's text."""
    stop: int = 0
    words: int = 0
    expected_errors: float = 0.0
    evidence: tuple[Evidence, ...] = ()

    @property
    def seconds(self) -> float:
        """How long it plays."""
        return max(0.2, (self.end_ms - self.start_ms) / 1000)

    @property
    def rank(self) -> float:
        """Errors to be found in a second of hearing."""
        return self.expected_errors / (self.seconds + _DECISION_S)


_DECISION_S = 1.5
"""What a look costs beside hearing."""


def rank_places(
    transcript: Transcript, *, earlier: Transcript | None = None, hints: ReviewHints | None = None
) -> list[ReviewPlace]:
    """All places, the one with the most errors to find in a second first.

    Args:
        transcript: what is shown.
        earlier: another pass over the same sound, such as the live one; where both agree there is less to find.
        hints: what is known around the lines, where that is more than they and the earlier pass say themselves.
    """
    known = hints or ReviewHints(transcript, earlier=earlier)
    found = [place for line in transcript.segments for place in _places(line, known)]
    found += [_of_gap(gap) for gap in transcript.gaps if gap.state is GapState.OPEN and _was_spoken(gap)]
    return _in_order(found)


def put_places(places: list[ReviewPlace], more: Iterable[ReviewPlace]) -> None:
    """Put some more places among those that are in order."""
    for place in more:
        insort(places, place, key=_order)


def words_of(transcript: Transcript) -> int:
    """How many words a transcript shows, for an error rate."""
    return sum(len(line.words) for line in transcript.segments if line.quarantine is None)


def _in_order(places: Sequence[ReviewPlace]) -> list[ReviewPlace]:
    """The same as sorting by ``_order``."""
    # numpy lets other threads go on meanwhile: Python's own sort of eighty thousand places held up the window.
    ranks = np.fromiter((-place.rank for place in places), np.float64, len(places))
    starts = np.fromiter((place.start_ms for place in places), np.int64, len(places))
    tracks = np.fromiter((place.track for place in places), np.int64, len(places))
    return [places[at] for at in np.lexsort((tracks, starts, ranks)).tolist()]


def _order(place: ReviewPlace) -> tuple[float, int, int]:
    return (-place.rank, place.start_ms, place.track)


def _places(line: Segment, hints: ReviewHints) -> Iterable[ReviewPlace]:
    if line.quarantine is QuarantineReason.BY_HAND:  # a person has looked at it
        return
    if line.quarantine is not None:
        count = len(line.words) or len(line.text.split())
        yield ReviewPlace(
            line.id,
            line.track,
            line.start_ms,
            line.end_ms,
            0,
            len(line.text),
            count,
            count * _SPEECH_IN_SET_ASIDE,
            (Evidence.SET_ASIDE,),
        )
        return
    offset = 0
    for words in _parts(line):
        length = len("".join(word.text for word in words))
        lead = len(words[0].text) - len(words[0].text.lstrip()) if offset == 0 else 0
        yield _place(line, words, offset, offset + length - lead, hints)
        offset += length - lead


def _parts(line: Segment) -> list[list[Word]]:
    """The words of a line in runs that are heard in one go, about equally long."""
    runs: list[list[Word]] = []
    for word in line.words:
        last = runs[-1] if runs else None
        if (
            last is None
            or word.start_ms - last[-1].end_ms >= _PAUSE_MS
            or word.end_ms - last[0].start_ms > LONGEST_MS
            or len(last) >= MOST_WORDS
        ):
            runs.append([word])
        else:
            last.append(word)
    return runs


def _place(line: Segment, words: Sequence[Word], start: int, stop: int, hints: ReviewHints) -> ReviewPlace:
    expected = 0.0
    evidence: list[Evidence] = []
    is_touched = line.origin is SegmentOrigin.EDITED
    for word in words:
        wrong = _wrong(word, is_touched=is_touched)
        if word.confidence is not None and word.confidence < 0.5:
            evidence.append(Evidence.LOW_CONFIDENCE)
        if word.confidence is not None and _is_rushed(word):
            evidence.append(Evidence.RUSHED)
        if wrong > 0 and word.confidence is not None:  # else a person wrote it
            agrees = hints.agrees(line.track, word)
            if agrees is not None:
                wrong = _with_odds(wrong, _AGREED if agrees else _DISAGREED)
            if agrees is False:
                evidence.append(Evidence.DISAGREEMENT)
            if hints.is_talked_over(line.id, word):
                wrong = _with_odds(wrong, _TALKED_OVER)
                evidence.append(Evidence.OVERLAP)
            if hints.is_unknown_name(word):
                wrong = _with_odds(wrong, _UNKNOWN_NAME)
                evidence.append(Evidence.UNKNOWN_NAME)
        expected += wrong
    return ReviewPlace(
        line.id,
        line.track,
        words[0].start_ms,
        max(word.end_ms for word in words),
        start,
        stop,
        len(words),
        expected,
        tuple(dict.fromkeys(evidence)),
    )


def _wrong(word: Word, *, is_touched: bool) -> float:
    if is_touched and word.confidence in (None, SURE):
        return 0.0
    if word.confidence is None:
        return _UNMEASURED
    wrong = next(wrong for limit, wrong in _WRONG_BY_CONFIDENCE if word.confidence < limit)
    return max(wrong, _RUSHED) if _is_rushed(word) else wrong


def _is_rushed(word: Word) -> bool:
    return word.end_ms - word.start_ms < _RUSHED_MS_A_LETTER * len(word.text.strip())


def _with_odds(probability: float, factor: float) -> float:
    odds = probability / (1 - probability) * factor
    return odds / (1 + odds)


def _was_spoken(gap: Gap) -> bool:
    return gap.reason in (GapReason.NOT_RECOGNISED, GapReason.CANCELLED)


def _of_gap(gap: Gap) -> ReviewPlace:
    seconds = (gap.end_ms - gap.start_ms) / 1000
    return ReviewPlace(
        None,
        gap.track,
        gap.start_ms,
        gap.end_ms,
        expected_errors=seconds * _LOST_WORDS_A_SECOND,
        evidence=(Evidence.GAP,),
    )

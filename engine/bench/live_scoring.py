"""How late live text is, and how right.

Pure; called by ``app/measuring/live.py``. The definitions are those of ``tools/live_score.py``, which comes with the
speech data and counted the figures of other programs, so that those may stand beside ours. With T the moment the last
word of a reference segment is on screen, or one of its last three where the last was not recognised:

    commit   T in committed text, minus the end of the segment
    shown    T in committed or tentative text, minus the end of the segment
    first    its first recognised word in committed or tentative text, minus the start of the segment

A word of the final text is on screen from when it stood, with the word before it, near its place.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from engine.bench.cannot_measure import CannotMeasure

Normal = Callable[[str, str], str]
"""The scorer's rule for what is compared: a text and its Whisper code give words parted by spaces."""

REACH = 8
"""Words that a word may stand before or behind its final place and still be taken for itself."""

LAST_WORDS = 3
"""The end of a segment is one of so many last words."""


@dataclass(frozen=True, slots=True)
class SaidSegment:
    """What somebody said, in seconds of the recording."""

    start: float
    end: float
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """What can be read at a moment."""

    at_s: float
    committed: str
    tentative: str


@dataclass(frozen=True, slots=True)
class LiveScore:
    """What ``score_live`` found. Seconds are ``None`` where nothing was recognised."""

    commit_p50_s: float | None
    commit_p95_s: float | None
    shown_p50_s: float | None
    shown_p95_s: float | None
    first_p50_s: float | None
    wrong_percent: float
    segments: int
    never: int
    """Segments whose end was never recognised."""
    taken_back: int
    """Times that committed text changed."""


def screens(lines: Sequence[Mapping[str, Any]]) -> list[Screen]:
    """The screen after each line of ``vivavoce listen`` that changes it."""
    log: list[Screen] = []
    committed: list[str] = []
    tentative: dict[int, str] = {}
    for line in lines:
        track = line.get("track", 0)
        if line.get("kind") == "segment" and not line.get("quarantined"):
            committed.append(line["text"])
            tentative.pop(track, None)
        elif line.get("kind") == "tentative":
            tentative[track] = line["text"]
        else:
            continue
        log.append(Screen(line["at_s"], " ".join(committed), " ".join(tentative.values())))
    return log


def score_live(said: Sequence[SaidSegment], log: Sequence[Screen], *, language: str, normal: Normal) -> LiveScore:
    """Hold what was on the screen against what was said. Raises ``CannotMeasure`` without the dev extra."""
    segments = sorted(said, key=lambda segment: segment.start)
    parts = [normal(segment.text, language).split() for segment in segments]
    words = [word for part in parts for word in part]
    committed = [(screen.at_s, normal(screen.committed, language).split()) for screen in log]
    shown = [(screen.at_s, normal(f"{screen.committed} {screen.tentative}", language).split()) for screen in log]
    late_commit, _ = _lateness(segments, parts, words, committed)
    late_shown, late_first = _lateness(segments, parts, words, shown)
    final = committed[-1][1] if committed else []
    return LiveScore(
        commit_p50_s=_percentile(late_commit, 50),
        commit_p95_s=_percentile(late_commit, 95),
        shown_p50_s=_percentile(late_shown, 50),
        shown_p95_s=_percentile(late_shown, 95),
        first_p50_s=_percentile(late_first, 50),
        wrong_percent=100 * _compare(words, final).wer,
        segments=len(segments),
        never=len(segments) - len(late_commit),
        taken_back=sum(after[: len(before)] != before for (_, before), (_, after) in pairwise(committed)),
    )


def _lateness(
    segments: Sequence[SaidSegment],
    parts: Sequence[Sequence[str]],
    words: Sequence[str],
    log: Sequence[tuple[float, list[str]]],
) -> tuple[list[float], list[float]]:
    """Of the segments whose end was recognised, how late it came; of those recognised at all, how late the first."""
    final = log[-1][1] if log else []
    pairs, seen = _equal_words(words, final), _first_seen(final, log)
    ends: list[float] = []
    firsts: list[float] = []
    begin = 0
    for segment, part in zip(segments, parts, strict=True):
        stop = begin + len(part)
        moments = [(at, seen[pairs[at]]) for at in range(begin, stop) if at in pairs]
        known = [(at, moment) for at, moment in moments if moment is not None]
        if known:
            firsts.append(known[0][1] - segment.start)
        tail = [moment for at, moment in known if at >= stop - LAST_WORDS]
        if tail:
            ends.append(tail[-1] - segment.end)
        begin = stop
    return ends, firsts


def _equal_words(reference: Sequence[str], hypothesis: Sequence[str]) -> dict[int, int]:
    """Place of a word that was said to the place of the equal word in the text."""
    pairs: dict[int, int] = {}
    for chunk in _compare(reference, hypothesis).alignments[0]:
        if chunk.type == "equal":
            for number in range(chunk.ref_end_idx - chunk.ref_start_idx):
                pairs[chunk.ref_start_idx + number] = chunk.hyp_start_idx + number
    return pairs


def _first_seen(final: Sequence[str], log: Sequence[tuple[float, list[str]]]) -> list[float | None]:
    """When each word of the final text, with the word before it, was first there."""
    seen: list[float | None] = [None] * len(final)
    missing = list(range(len(final)))
    for at, words in log:
        found = {k for k in missing if k - REACH < len(words) and _stands(final, k, words)}
        for k in found:
            seen[k] = at
        if found:
            missing = [k for k in missing if k not in found]
    return seen


def _stands(final: Sequence[str], k: int, words: Sequence[str]) -> bool:
    return any(
        words[j] == final[k] and (k == 0 or j == 0 or words[j - 1] == final[k - 1])
        for j in range(max(0, k - REACH), min(len(words), k + REACH + 1))
    )


def _compare(reference: Sequence[str], hypothesis: Sequence[str]) -> Any:
    try:
        import jiwer  # noqa: PLC0415  of the dev extra
    except ImportError as error:
        raise CannotMeasure("Measuring needs jiwer, as the tests do: run “bash installers/test.sh” once.") from error
    return jiwer.process_words(" ".join(reference), " ".join(hypothesis))


def _percentile(values: Sequence[float], percent: int) -> float | None:
    return float(np.percentile(values, percent)) if values else None

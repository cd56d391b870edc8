"""Where something new begins in a recording, told from its pauses and its words, without a language model. Pure.

Lexical cohesion after Hearst, “TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages” (Computational
Linguistics 23(1), 1997): between any two lines the words before are held against the words behind; where the two have
little in common, and more on either side, a topic ends. A long pause makes such a place likelier. Words that stand
everywhere say nothing about topics and weigh nothing, so no list of them is needed for any language; Chinese and other
text without spaces is taken in pairs of characters. What comes out are proposals: a person decides.

Called on a background thread by the meeting page.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.meetings.identifiers import MeetingId, MomentId, new_id
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Segment
from engine.contract.audio import Milliseconds

SHORTEST_MS = 120_000
"""No chapter is proposed that is shorter."""
TYPICAL_MS = 360_000
"""There are never more than one for so long, on average."""
_BLOCK = 80
"""Words on each side of a place that are compared."""
_LONG_PAUSE_MS = 2_500
_PAUSE_WEIGHT = 0.35
"""How much a very long pause counts beside a complete change of words."""
_TELLING = math.log(2)
"""A word in a title stands in no more than half of the parts: “the” may be missing in one, and is no topic."""
_TITLE = 48
"""Characters of a title at most."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff\u0e00-\u0eff]+")


@dataclass(frozen=True, slots=True)
class ProposedChapter:
    """A place where a chapter might begin."""

    start_ms: Milliseconds
    title: str
    """The first words that are said there, or what is talked of most."""


def propose_chapters(lines: Sequence[Segment]) -> list[ProposedChapter]:
    """Where chapters might begin, in the order of time, the first at the first word; none for a short recording."""
    lines = [line for line in sorted(lines, key=lambda line: line.start_ms) if line.quarantine is None and line.text]
    if not lines or lines[-1].end_ms - lines[0].start_ms < 2 * SHORTEST_MS:
        return []
    words = [_words(line.text) for line in lines]
    weights = _weights(words)
    depths = _depths(lines, words, weights)
    places = _chosen(lines, depths)
    if not places:
        return []
    edges = [0, *places, len(lines)]
    return [
        ProposedChapter(lines[first].start_ms, _title(lines[first:last], words[first:last], words, weights))
        for first, last in pairwise(edges)
    ]


def as_moments(chapters: Sequence[ProposedChapter], meeting_id: MeetingId) -> list[Moment]:
    """Proposals as chapters of a meeting, to be kept."""
    return [
        Moment(MomentId(new_id()), meeting_id, MomentKind.CHAPTER, chapter.start_ms, chapter.start_ms, chapter.title)
        for chapter in chapters
    ]


def _words(text: str) -> list[str]:
    found: list[str] = []
    for match in _WORD.finditer(text):
        piece = match.group().casefold()
        runs = _UNSPACED.findall(piece)
        for run in runs:
            found += [run[at : at + 2] for at in range(max(1, len(run) - 1))]
        rest = _UNSPACED.sub(" ", piece) if runs else piece
        found += [each for each in rest.split() if len(each) > 2]
    return found


def _weights(words: Sequence[Sequence[str]]) -> dict[str, float]:
    """How much each word tells of a topic: nothing if it stands in every part, nothing if it stands once."""
    everything = [word for line in words for word in line]
    parts = [everything[at : at + _BLOCK] for at in range(0, len(everything), _BLOCK)]
    in_parts = Counter(word for part in parts for word in set(part))
    counts = Counter(everything)
    return {word: math.log(len(parts) / in_parts[word]) if counts[word] > 1 else 0.0 for word in counts}


def _depths(lines: Sequence[Segment], words: Sequence[Sequence[str]], weights: dict[str, float]) -> list[float]:
    """For each place before a line (the first is 0) how deep the valley of likeness is there, with its pause."""
    likeness = [1.0]
    for place in range(1, len(lines)):
        before, behind = _side(words, place - 1, -1), _side(words, place, 1)
        likeness.append(_cosine(before, behind, weights))
    depths = [0.0]
    for place in range(1, len(lines)):
        left = right = likeness[place]
        for at in range(place - 1, 0, -1):
            if likeness[at] < left:
                break
            left = likeness[at]
        for at in range(place + 1, len(lines)):
            if likeness[at] < right:
                break
            right = likeness[at]
        pause = lines[place].start_ms - max(line.end_ms for line in lines[max(0, place - 4) : place])
        depths.append(left + right - 2 * likeness[place] + _PAUSE_WEIGHT * min(2.0, max(0.0, pause / _LONG_PAUSE_MS)))
    return depths


def _side(words: Sequence[Sequence[str]], at: int, step: int) -> Counter[str]:
    found: Counter[str] = Counter()
    while 0 <= at < len(words) and found.total() < _BLOCK:
        found.update(words[at])
        at += step
    return found


def _cosine(one: Counter[str], other: Counter[str], weights: dict[str, float]) -> float:
    shared = sum(one[word] * other[word] * weights[word] ** 2 for word in one.keys() & other.keys())
    size = math.sqrt(
        sum((count * weights[word]) ** 2 for word, count in one.items())
        * sum((count * weights[word]) ** 2 for word, count in other.items())
    )
    return shared / size if size else 0.0


def _chosen(lines: Sequence[Segment], depths: Sequence[float]) -> list[int]:
    """The deepest places, as far apart as chapters must be, and no more than there may be."""
    mean = sum(depths) / len(depths)
    spread = math.sqrt(sum((depth - mean) ** 2 for depth in depths) / len(depths))
    begin, end = lines[0].start_ms, lines[-1].end_ms
    most = max(1, round((end - begin) / TYPICAL_MS))
    chosen: list[int] = []
    for place in sorted(range(1, len(lines)), key=lambda place: -depths[place]):
        if len(chosen) >= most or depths[place] < mean + spread:
            break
        at = lines[place].start_ms
        edges = [begin, end, *(lines[each].start_ms for each in chosen)]
        if all(abs(at - edge) >= SHORTEST_MS for edge in edges):
            chosen.append(place)
    return sorted(chosen)


def _title(
    lines: Sequence[Segment],
    words: Sequence[Sequence[str]],
    everything: Sequence[Sequence[str]],
    weights: dict[str, float],
) -> str:
    """What is talked of most here and not elsewhere; where that is not told in words, how it begins."""
    here = Counter(word for line in words for word in line)
    all_of = Counter(word for line in everything for word in line)
    scored = {
        word: count * weights[word] * count / all_of[word]
        for word, count in here.items()
        if count > 1 and weights[word] >= _TELLING and not _UNSPACED.search(word)
    }
    best = sorted(scored, key=lambda word: (-scored[word], word))[:3]
    is_spaced = sum(len(match) for match in _UNSPACED.findall(" ".join(line.text for line in lines[:20]))) < 20
    if best and is_spaced:
        written = _as_written(lines)
        title = ", ".join(written.get(word, word) for word in best)
        return title[:1].upper() + title[1:]
    first = next((line.text.strip() for line in lines if len(line.text.strip()) > 3), lines[0].text.strip())
    return first if len(first) <= _TITLE else first[: _TITLE - 1].rstrip() + "…"


def _as_written(lines: Sequence[Segment]) -> dict[str, str]:
    """How each word is mostly written: names keep their capital."""
    forms: dict[str, Counter[str]] = {}
    for line in lines:
        for match in _WORD.finditer(line.text):
            if match.start() > 0:  # the first word of a sentence has a capital of its own
                forms.setdefault(match.group().casefold(), Counter())[match.group()] += 1
    return {word: counts.most_common(1)[0][0] for word, counts in forms.items()}

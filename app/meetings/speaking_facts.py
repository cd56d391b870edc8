"""Who spoke when and how much, computed from the lines that are shown. Pure.

From the lines and not from what the engine heard: so it is always about the speakers a person sees, after all naming,
giving and merging. Nothing of it is stored or leaves the computer by itself. Called by the meeting page, the command
line and ``app/exporting/rttm_format.py``. Lines that were set aside do not count.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import itemgetter

from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Segment, Transcript

BREATH_MS = 500
"""A pause up to this is part of talking."""
TURN_MS = 10_000
"""After a longer silence the same person begins another turn."""

_QUESTION = re.compile(r"[?？؟][?？؟!！.…\"'”’」』）)]*")


@dataclass(frozen=True, slots=True)
class Talk:
    """A stretch in which somebody talks without a longer pause. Those of different people may overlap."""

    track: int
    start_ms: int
    end_ms: int
    speaker_id: SpeakerId


@dataclass(frozen=True, slots=True)
class SpeakerFacts:
    """How much one person spoke."""

    speaker_id: SpeakerId
    talk_ms: int = 0
    share: float = 0.0
    """Of all talking, 0..1."""
    turns: int = 0
    longest_ms: int = 0
    """The longest turn, with its pauses."""
    questions: int = 0


@dataclass(frozen=True, slots=True)
class MeetingFacts:
    """All of it."""

    speakers: tuple[SpeakerFacts, ...]
    """By number; also those who say nothing."""
    talks: tuple[Talk, ...]
    """By start."""
    silence_ms: int
    """When nobody talks, to the end of the recording."""
    duration_ms: int


def facts_of(transcript: Transcript, *, duration_ms: int) -> MeetingFacts:
    """The facts of a transcript of a recording of this length; 0 where it is not known."""
    lines = [line for line in transcript.segments if line.quarantine is None]
    talks = talks_of(lines)
    end_ms = max([duration_ms, *(line.end_ms for line in lines)], default=0)
    total = sum(talk.end_ms - talk.start_ms for talk in talks)
    own: Counter[SpeakerId] = Counter()
    for talk in talks:
        own[talk.speaker_id] += talk.end_ms - talk.start_ms
    turns: defaultdict[SpeakerId, list[int]] = defaultdict(list)
    for turn in _turns(_talks(_said(lines))):
        turns[turn.speaker_id].append(turn.end_ms - turn.start_ms)
    questions: Counter[SpeakerId] = Counter()
    for line in lines:
        if line.speaker_id is not None:
            questions[line.speaker_id] += len(_QUESTION.findall(line.text))
    speakers = tuple(
        SpeakerFacts(
            each.id,
            talk_ms=own[each.id],
            share=own[each.id] / total if total else 0.0,
            turns=len(turns[each.id]),
            longest_ms=max(turns[each.id], default=0),
            questions=questions[each.id],
        )
        for each in transcript.speakers
    )
    quiet = end_ms - _length(_stretches(lines))
    return MeetingFacts(speakers, talks, max(0, quiet), end_ms)


def talks_of(lines: Iterable[Segment]) -> tuple[Talk, ...]:
    """Who talks when, by start, with those who talk over others."""
    lines = list(lines)
    return tuple(sorted(_talks(chain(_said(lines), _over(lines))), key=lambda talk: (talk.start_ms, talk.end_ms)))


# A value for each of a quarter of a million words, and for each breath between them, took seconds: words are plain
# pieces until they are joined.
_Piece = tuple[int, SpeakerId, int, int]
"""Track, who, start and end in milliseconds."""


def _said(lines: Iterable[Segment]) -> Iterator[_Piece]:
    for line in lines:
        track, owner = line.track, line.speaker_id
        if not line.words and owner is not None:
            yield track, owner, line.start_ms, line.end_ms
        for word in line.words:
            who = word.speaker_id or owner
            if who is not None:
                yield track, who, word.start_ms, word.end_ms


def _over(lines: Iterable[Segment]) -> Iterator[_Piece]:
    for line in lines:
        for word in line.words:
            if word.over_id is not None:
                yield line.track, word.over_id, word.start_ms, word.end_ms


def _talks(pieces: Iterable[_Piece]) -> list[Talk]:
    """Pieces of one speaker and track that lie close together as one."""
    found: list[Talk] = []
    begun: tuple[int, SpeakerId] | None = None
    begin = end = 0
    for track, who, start_ms, end_ms in sorted(pieces, key=itemgetter(0, 1, 2)):
        if begun == (track, who) and start_ms - end <= BREATH_MS:
            end = max(end, end_ms)
            continue
        if begun is not None:
            found.append(Talk(begun[0], begin, end, begun[1]))
        begun, begin, end = (track, who), start_ms, end_ms
    if begun is not None:
        found.append(Talk(begun[0], begin, end, begun[1]))
    return [talk for talk in found if talk.end_ms > talk.start_ms]


def _turns(talks: Sequence[Talk]) -> list[Talk]:
    """What somebody says until somebody else speaks, or nobody for long."""
    turns: list[Talk] = []
    for _, group in groupby(sorted(talks, key=lambda talk: talk.start_ms), key=lambda talk: talk.speaker_id):
        for number, talk in enumerate(group):
            if number and talk.start_ms - turns[-1].end_ms <= TURN_MS:
                turns[-1] = replace(turns[-1], end_ms=max(turns[-1].end_ms, talk.end_ms))
            else:
                turns.append(talk)
    return turns


def _stretches(lines: Iterable[Segment]) -> Iterator[tuple[int, int]]:
    for line in lines:
        if not line.words:
            yield line.start_ms, line.end_ms
        for word in line.words:
            yield word.start_ms, word.end_ms


def _length(stretches: Iterable[tuple[int, int]]) -> int:
    """How much of the time lies in any of them; a breath between two is part of them."""
    total, done = 0, None
    for start, end in sorted(stretches):
        if done is None or start - done > BREATH_MS:
            total += end - start
        elif end > done:
            total += end - done
        done = end if done is None else max(done, end)
    return total

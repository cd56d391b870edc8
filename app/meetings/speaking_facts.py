"""Who spoke when and how much, computed from the lines that are shown. Pure.

Runs on background threads beside a window: what is put in order there are runs of words, not words. Python sorts in one
go, and a quarter of a million words held up the window for a fifth of a second.

From the lines and not from what the engine heard: so it is always about the speakers a person sees, after all naming,
giving and merging. Nothing of it is stored or leaves the computer by itself. Called by the meeting page, the command
line and ``app/exporting/rttm_format.py``. Lines that were set aside do not count.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

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
    said = list(_said(lines))
    talks = _by_start(_talks(chain(said, _over(lines))))
    end_ms = max([duration_ms, *(line.end_ms for line in lines)], default=0)
    total = sum(talk.end_ms - talk.start_ms for talk in talks)
    own: Counter[SpeakerId] = Counter()
    for talk in talks:
        own[talk.speaker_id] += talk.end_ms - talk.start_ms
    turns: defaultdict[SpeakerId, list[int]] = defaultdict(list)
    for turn in _turns(_talks(said)):
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
    quiet = end_ms - _length((start_ms, end_ms) for _, _, start_ms, end_ms in said)
    return MeetingFacts(speakers, talks, max(0, quiet), end_ms)


def talks_of(lines: Iterable[Segment]) -> tuple[Talk, ...]:
    """Who talks when, by start, with those who talk over others."""
    lines = list(lines)
    return _by_start(_talks(chain(_said(lines), _over(lines))))


def runs_of(line: Segment) -> Iterator[tuple[SpeakerId | None, int, int]]:
    """Who says a line, from when to when: words of one person without a longer pause between them are one run."""
    owner = line.speaker_id
    if not line.words:
        yield owner, line.start_ms, line.end_ms
        return
    who, begin, end = line.words[0].speaker_id or owner, line.words[0].start_ms, line.words[0].end_ms
    for word in line.words:
        if (word.speaker_id or owner) == who and begin <= word.start_ms <= end + BREATH_MS:
            end = max(end, word.end_ms)
            continue
        yield who, begin, end
        who, begin, end = word.speaker_id or owner, word.start_ms, word.end_ms
    yield who, begin, end


_Piece = tuple[int, SpeakerId | None, int, int]
"""Track, who, start and end in milliseconds. A ``Talk`` for each word and for each breath between two took seconds."""


def _said(lines: Iterable[Segment]) -> Iterator[_Piece]:
    return ((line.track, *run) for line in lines for run in runs_of(line))


def _over(lines: Iterable[Segment]) -> Iterator[_Piece]:
    for line in lines:
        for word in line.words:
            if word.over_id is not None:
                yield line.track, word.over_id, word.start_ms, word.end_ms


def _talks(pieces: Iterable[_Piece]) -> list[Talk]:
    """Pieces of one speaker and track that lie close together as one; by track, speaker and start."""
    rows: defaultdict[tuple[int, SpeakerId], list[tuple[int, int]]] = defaultdict(list)
    for track, who, start_ms, end_ms in pieces:
        if who is not None:
            rows[track, who].append((start_ms, end_ms))
    found: list[Talk] = []
    for track, who in sorted(rows):
        row = sorted(rows[track, who])
        begin, end = row[0]
        for start_ms, end_ms in row:
            if start_ms - end > BREATH_MS:
                found.append(Talk(track, begin, end, who))
                begin, end = start_ms, end_ms
            end = max(end, end_ms)
        found.append(Talk(track, begin, end, who))
    return [talk for talk in found if talk.end_ms > talk.start_ms]


def _by_start(talks: Iterable[Talk]) -> tuple[Talk, ...]:
    return tuple(sorted(talks, key=lambda talk: (talk.start_ms, talk.end_ms)))


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

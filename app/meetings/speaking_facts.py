"""Who spoke when and how much, computed from the lines that are shown. Pure.

From the lines and not from what the engine heard: so it is always about the speakers a person sees, after all naming,
giving and merging. Nothing of it is stored or leaves the computer by itself. Called by the meeting page, the command
line and ``app/exporting/rttm_format.py``. Lines that were set aside do not count.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

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
    known = {speaker.id: SpeakerFacts(speaker.id) for speaker in transcript.speakers}
    total = sum(talk.end_ms - talk.start_ms for talk in talks)
    for speaker_id, facts in known.items():
        own = sum(talk.end_ms - talk.start_ms for talk in talks if talk.speaker_id == speaker_id)
        known[speaker_id] = replace(facts, talk_ms=own, share=own / total if total else 0.0)
    for turn in _turns(_talks(_said(lines))):
        if turn.speaker_id in known:
            facts = known[turn.speaker_id]
            longest = max(facts.longest_ms, turn.end_ms - turn.start_ms)
            known[turn.speaker_id] = replace(facts, turns=facts.turns + 1, longest_ms=longest)
    for line in lines:
        if line.speaker_id is not None and line.speaker_id in known:
            facts = known[line.speaker_id]
            known[line.speaker_id] = replace(facts, questions=facts.questions + len(_QUESTION.findall(line.text)))
    quiet = end_ms - _length(_stretches(lines))
    return MeetingFacts(tuple(known.values()), talks, max(0, quiet), end_ms)


def talks_of(lines: Iterable[Segment]) -> tuple[Talk, ...]:
    """Who talks when, by start, with those who talk over others."""
    lines = list(lines)
    return tuple(sorted(_talks([*_said(lines), *_over(lines)]), key=lambda talk: (talk.start_ms, talk.end_ms)))


def _said(lines: Iterable[Segment]) -> Iterator[Talk]:
    for line in lines:
        if not line.words and line.speaker_id is not None:
            yield Talk(line.track, line.start_ms, line.end_ms, line.speaker_id)
        for word in line.words:
            who = word.speaker_id or line.speaker_id
            if who is not None:
                yield Talk(line.track, word.start_ms, word.end_ms, who)


def _over(lines: Iterable[Segment]) -> Iterator[Talk]:
    for line in lines:
        for word in line.words:
            if word.over_id is not None:
                yield Talk(line.track, word.start_ms, word.end_ms, word.over_id)


def _talks(pieces: Iterable[Talk]) -> list[Talk]:
    """Pieces of one speaker and track that lie close together as one."""
    found: list[Talk] = []
    for piece in sorted(pieces, key=lambda each: (each.track, each.speaker_id, each.start_ms)):
        last = found[-1] if found else None
        is_same = last is not None and (last.track, last.speaker_id) == (piece.track, piece.speaker_id)
        if last is not None and is_same and piece.start_ms - last.end_ms <= BREATH_MS:
            found[-1] = replace(last, end_ms=max(last.end_ms, piece.end_ms))
        else:
            found.append(piece)
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

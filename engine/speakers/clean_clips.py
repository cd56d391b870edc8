"""Up to three stretches in which one hears who a speaker is: long, and nobody else talks. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.speakers import SpeakerTurn

MOST_CLIPS = 3

LONGEST = 6 * SAMPLE_RATE_HZ
"""A voice is known after 6 s."""

_LOOKED_AT = 12
"""Turns of a speaker in which clips are looked for, longest first."""

_EDGE = SAMPLE_RATE_HZ // 5
"""Kept away from what others say."""


def clips_of(speaker: int, turns: Sequence[SpeakerTurn]) -> tuple[SpeakerTurn, ...]:
    """The clips, best first: the longest stretches alone, cut to what one wants to hear."""
    others = [turn for turn in turns if turn.speaker != speaker]
    own = sorted((turn for turn in turns if turn.speaker == speaker), key=_longest_first)
    alone = [part for turn in own[:_LOOKED_AT] for part in _alone(turn, others)]
    best = sorted(alone, key=_longest_first)[:MOST_CLIPS]
    return tuple(_middle(turn) for turn in best)


def _longest_first(turn: SpeakerTurn) -> tuple[int, int]:
    return turn.start - turn.stop, turn.start


def _alone(turn: SpeakerTurn, others: Sequence[SpeakerTurn]) -> list[SpeakerTurn]:
    """What is left of a turn without what others say, on any track."""
    parts = [turn]
    for other in others:
        if other.stop + _EDGE <= turn.start or other.start - _EDGE >= turn.stop:
            continue
        left: list[SpeakerTurn] = []
        for part in parts:
            if part.start < other.start - _EDGE:
                left.append(replace(part, stop=SampleIndex(min(part.stop, other.start - _EDGE))))
            if part.stop > other.stop + _EDGE:
                left.append(replace(part, start=SampleIndex(max(part.start, other.stop + _EDGE))))
        parts = left
    return parts


def _middle(turn: SpeakerTurn) -> SpeakerTurn:
    spare = max(0, turn.stop - turn.start - LONGEST)
    start = SampleIndex(turn.start + spare // 2)
    return replace(turn, start=start, stop=SampleIndex(min(turn.stop, start + LONGEST)))

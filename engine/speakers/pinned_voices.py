"""What a person said about who speaks, as it bears on pieces of voices and on turns. Pure.

A pinned stretch tells the grouping who its pieces are, and whatever the grouping then finds, nobody else speaks there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.contract.audio import SampleIndex
from engine.contract.speakers import PinnedTurn, SpeakerTurn
from engine.speakers.heard_voices import HeardVoices, tick_of
from engine.speakers.speaker_groups import Labels
from engine.speakers.turn_building import Talking


def pins_of(heard: HeardVoices, pinned: Sequence[PinnedTurn]) -> Labels:
    """The person's number of each piece that lies at least half in a pinned stretch; -1 for all others."""
    best = np.zeros(len(heard.looks), np.int64)
    found = np.full(len(heard.looks), -1, np.int32)
    half = np.maximum(1, (heard.stops - heard.starts + 1) // 2)
    for pin in pinned:
        shared = np.minimum(heard.stops, tick_of(pin.stop)) - np.maximum(heard.starts, tick_of(pin.start))
        is_better = (shared >= half) & (shared > best)
        best[is_better], found[is_better] = shared[is_better], pin.speaker
    return found


def speak_as_pinned(found: Talking, pinned: Sequence[PinnedTurn], groups: Mapping[int, int]) -> Talking:
    """Who talks when, with all talk in a pinned stretch given to its speaker; one without any talk is all theirs."""
    found = found.copy()
    for pin in pinned:
        here: slice = slice(max(0, tick_of(pin.start)), max(0, tick_of(pin.stop)))
        talk = np.asarray(found[:, here].any(axis=0))
        if not talk.any():
            talk = np.ones_like(talk)
        found[:, here] = False
        found[groups[pin.speaker], here] = talk
    return found


def without_others(
    turns: Sequence[SpeakerTurn], pinned: Sequence[PinnedTurn], groups: Mapping[int, int]
) -> tuple[SpeakerTurn, ...]:
    """The turns, to the sample, without what reaches into a stretch that is pinned to somebody else."""
    kept = list(turns)
    for pin in pinned:
        cut: list[SpeakerTurn] = []
        for turn in kept:
            if turn.speaker == groups[pin.speaker] or turn.stop <= pin.start or turn.start >= pin.stop:
                cut.append(turn)
                continue
            if turn.start < pin.start:
                cut.append(replace(turn, stop=SampleIndex(pin.start)))
            if turn.stop > pin.stop:
                cut.append(replace(turn, start=SampleIndex(pin.stop)))
        kept = cut
    return tuple(sorted(kept, key=lambda turn: (turn.start, turn.stop, turn.speaker)))

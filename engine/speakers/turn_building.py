"""From grouped voices to turns: who talks when in the whole track. Pure.

Each moment is seen by several looks. How many people talk there is what most of them say; who, is whom most of them
name. So a short answer stays, and where two talk at once there are two turns.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_closing
from scipy.optimize import linear_sum_assignment

from engine.contract.audio import SampleIndex
from engine.contract.speakers import SpeakerTurn
from engine.speakers.heard_voices import HOP_TICKS, HeardVoices, sample_of, ticks_talking
from engine.speakers.segmentation import LOOK_TICKS, PEOPLE, TICK_SAMPLES, Activity
from engine.speakers.speaker_groups import Labels

_BREATH = round(0.35 * 16_000 / TICK_SAMPLES)
"""A shorter pause of one speaker, in ticks, does not end the turn."""

_CLICK = round(0.12 * 16_000 / TICK_SAMPLES)
"""What is shorter than this is no word."""

Talking = NDArray[np.bool_]
"""Who talks in each tick of a track, shape ``(speakers, ticks)``."""


def talking(heard: HeardVoices, labels: Labels, speakers: int) -> Talking:
    """Who talks when, by the groups of the voices."""
    if not speakers:
        return np.zeros((0, heard.ticks), np.bool_)
    votes = _votes(heard, labels, speakers)
    number = np.minimum(ticks_talking(heard), speakers)
    order = np.argsort(-votes, axis=0, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(speakers)[:, None], axis=0)
    return (ranks < number) & (votes > 0)


def turns_of(found: Talking, *, track: int, length: int) -> tuple[SpeakerTurn, ...]:
    """The turns, by start: breaths within them closed, clicks left out."""
    turns: list[SpeakerTurn] = []
    for speaker, flags in enumerate(found):
        for start, stop in _runs(_closed(flags)):
            if stop - start >= _CLICK or (start == 0 and stop >= length // TICK_SAMPLES):
                first = 0 if start == 0 else min(max(0, sample_of(start)), length)
                last = min(sample_of(stop), length)
                if last > first:
                    turns.append(SpeakerTurn(track, SampleIndex(first), SampleIndex(last), speaker))
    return tuple(sorted(turns, key=lambda turn: (turn.start, turn.stop)))


def _votes(heard: HeardVoices, labels: Labels, speakers: int) -> NDArray[np.float32]:
    """How many looks hear each speaker in each tick."""
    people = np.full((len(heard.activity), PEOPLE), -1, np.int32)
    people[heard.looks, heard.people] = labels
    votes = np.zeros((speakers, heard.ticks), np.float32)
    unknown: list[int] = []
    for look, (activity, named) in enumerate(zip(heard.activity, people, strict=True)):
        _count(votes, look, activity, named)
        if ((named < 0) & activity.any(0)).any():
            unknown.append(look)
    known = votes.copy()
    for look in unknown:  # somebody who is never alone there: whoever the other looks hear at that time
        _count(votes, look, heard.activity[look], _guessed(known, look, heard.activity[look], people[look]))
    return votes


def _count(votes: NDArray[np.float32], look: int, activity: Activity, named: Labels) -> None:
    for person, speaker in enumerate(named):
        if speaker >= 0:
            votes[speaker, look * HOP_TICKS : look * HOP_TICKS + LOOK_TICKS] += activity[:, person]


def _guessed(known: NDArray[np.float32], look: int, activity: Activity, named: Labels) -> Labels:
    """Names for the nameless of a look only."""
    nameless = np.flatnonzero((named < 0) & activity.any(0))
    free = np.setdiff1d(np.arange(len(known)), named[named >= 0])
    found = np.full(PEOPLE, -1, np.int32)
    shared = known[free, look * HOP_TICKS : look * HOP_TICKS + LOOK_TICKS] @ activity[:, nameless]
    for at, person in zip(*linear_sum_assignment(-shared), strict=True):
        if shared[at, person] > 0:
            found[nameless[person]] = free[at]
    return found


def _closed(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    padded = np.pad(flags, _BREATH)
    return binary_closing(padded, np.ones(_BREATH, np.bool_))[_BREATH:-_BREATH]


def _runs(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8))).reshape(-1, 2)

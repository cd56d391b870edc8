"""From grouped voices to turns: who talks when in the whole track. Pure.

Each moment is seen by several looks. How many people talk there is what most of them say; who, is whom most of them
name. So a short answer stays, and where two talk at once there are two turns.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_closing

from engine.contract.audio import SampleIndex
from engine.contract.speakers import SpeakerTurn
from engine.speakers.heard_voices import HOP_TICKS, HeardVoices, sample_of, ticks_talking
from engine.speakers.segmentation import LOOK_TICKS, TICK_SAMPLES
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
    line = np.full(heard.ticks, -1, np.int32)
    for start, stop, label in zip(heard.starts, heard.stops, labels, strict=True):
        line[start:stop] = label
    votes = np.zeros((speakers, heard.ticks), np.float32)
    nameless: list[tuple[int, int]] = []
    for look, activity in enumerate(heard.activity):
        here = slice(look * HOP_TICKS, look * HOP_TICKS + LOOK_TICKS)
        is_alone = activity.sum(1) == 1
        for person in np.flatnonzero(activity.any(0)):
            active = activity[:, person]
            named = np.where(is_alone & active, line[here], -1)
            known = named[named >= 0]
            if len(known):
                # In overlap, and where no piece lies: whoever this person is elsewhere in the look.
                usually = np.bincount(known, minlength=speakers).argmax()
                ticks = np.flatnonzero(active)
                votes[np.where(named[ticks] >= 0, named[ticks], usually), here.start + ticks] += 1
            else:
                nameless.append((look, int(person)))
    known_votes = votes.copy()
    for look, person in nameless:  # somebody who is never alone there: whoever the other looks hear at that time
        ticks = look * HOP_TICKS + np.flatnonzero(heard.activity[look, :, person])
        heard_there = known_votes[:, ticks].sum(1)
        if heard_there.any():
            votes[heard_there.argmax(), ticks] += 1
    return votes


def _closed(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    padded = np.pad(flags, _BREATH)
    return binary_closing(padded, np.ones(_BREATH, np.bool_))[_BREATH:-_BREATH]


def _runs(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8))).reshape(-1, 2)

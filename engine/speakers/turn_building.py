"""From grouped voices to turns: who talks when in the whole track. Pure.

Each moment is seen by several looks. How many people talk there is what most of them say; who, is whom most of them
name. So a short answer stays, and where two talk at once there are two turns.
"""

import itertools

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.speakers import SpeakerTurn
from engine.speakers.heard_voices import HOP_TICKS, HeardVoices, sample_of, stretches_of, ticks_talking
from engine.speakers.segmentation import LOOK_TICKS, TICK_SAMPLES
from engine.speakers.speaker_groups import Labels

_BREATH = round(0.4 * SAMPLE_RATE_HZ / TICK_SAMPLES)
"""A shorter pause of one speaker, in ticks, does not end the turn."""

_CLICK = round(0.12 * SAMPLE_RATE_HZ / TICK_SAMPLES)
"""What is shorter than this is no word."""

_EDGE = round(0.17 * SAMPLE_RATE_HZ / TICK_SAMPLES)
"""Words begin and end softly: a turn reaches so far into silence, never into what somebody else says."""

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
    """The turns, by start: clicks left out, edges softened, breaths within them closed."""
    runs = [[(start, stop) for start, stop in stretches_of(flags) if stop - start >= _CLICK] for flags in found]
    is_silent = np.ones(found.shape[1], np.bool_)
    for start, stop in itertools.chain.from_iterable(runs):
        is_silent[start:stop] = False
    turns: list[SpeakerTurn] = []
    for speaker, own in enumerate(runs):
        joined: list[tuple[int, int]] = []
        for start, stop in own:
            first, last = _softened(start, stop, is_silent)
            if joined and first - joined[-1][1] < _BREATH:
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        for first, last in joined:
            begin, end = max(0, sample_of(first)) if first else 0, min(length, sample_of(last))
            if end > begin:
                turns.append(SpeakerTurn(track, SampleIndex(begin), SampleIndex(end), speaker))
    return tuple(sorted(turns, key=lambda turn: (turn.start, turn.stop, turn.speaker)))


def _softened(start: int, stop: int, is_silent: NDArray[np.bool_]) -> tuple[int, int]:
    before, after = is_silent[max(0, start - _EDGE) : start][::-1], is_silent[stop : stop + _EDGE]
    first = start - (len(before) if before.all() else int(before.argmin()))
    return first, stop + (len(after) if after.all() else int(after.argmin()))


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

"""Which voices are one speaker: groups of embeddings, as many as there are people, as one may say beforehand.

Pure, and quick enough to be asked again whenever somebody says how many there were: the distances of a few thousand
voices, the longest-heard ones, are grouped from the bottom up (average linkage); everybody else joins
whoever is nearest. Two people of one look are rather not one speaker. Stretches that a person named are kept together
and apart.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.cluster import hierarchy as _untyped
from scipy.spatial.distance import squareform

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from engine.speakers.heard_voices import HeardVoices
from engine.speakers.segmentation import PEOPLE, TICK_SAMPLES
from engine.speakers.speaker_encoder import Embeddings

_hierarchy: Any = _untyped  # scipy has no types

Labels = NDArray[np.int32]
"""The group of each voice; -1: none."""

MOST_COMPARED = 2500
"""Voices that are compared with each other: the distances take 25 MB, grouping a second."""

CLEAR_TICKS = round(1.0 * SAMPLE_RATE_HZ / TICK_SAMPLES)
"""A voice heard alone for so long (1 s) may make a group; shorter ones only join."""

APART = 0.66
"""Mean distance (1 - cosine) from which two groups are two people."""

SAME = 0.45
"""Two groups whose means are this alike are one person, however they came apart."""

LEAST_S = 1.0
"""Seconds that somebody must be heard alone to be a speaker, not a cough."""

LEAST_SHARE = 0.01
"""Share of all that is heard that a speaker has, if nobody said how many there are; with ``LEAST_S`` it is the more."""

MOST_NEEDED_S = 10.0
"""Who is heard for this long is a speaker, however little it is of the whole."""

SAME_PERSON = 0.3
"""How much the mean of all pieces of one person of one look counts beside the piece itself."""

_OTHER_PERSON = 0.2
"""Added to the distance of two pieces that the segmentation tells apart."""

_FORCED = 10.0

_TOGETHER = 2.0
"""Distance between two people of one look, or two whom a person told apart."""

_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class SpeakerGroups:
    """Who is who."""

    labels: Labels
    """The speaker of each voice."""
    centres: Embeddings
    """What each speaker's voice is like, a unit vector a speaker."""
    pins: tuple[int | None, ...]
    """The person's number of each speaker, if any."""


def group_voices(heard: HeardVoices, *, count: SpeakerCount = ANY_COUNT, pins: Labels | None = None) -> SpeakerGroups:
    """Group the voices; ``pins`` has the person's number of those that are pinned, -1 for all others."""
    if not len(heard.looks):
        return SpeakerGroups(np.zeros(0, np.int32), heard.embeddings, ())
    pins = np.full(len(heard.looks), -1, np.int32) if pins is None else pins
    grouping = _Grouping(heard, pins)
    found = grouping.found()
    if len(found.centres) < count.least:
        found = grouping.at_least(count.least, found)
    if count.most and len(found.centres) > count.most:
        found = grouping.at_most(count.most, found)
    return found


class _Grouping:
    """The voices of one track on their way to be speakers."""

    def __init__(self, heard: HeardVoices, pins: Labels) -> None:
        self._heard = heard
        self._pins = pins
        self._seconds = _seconds(heard)
        self._members = _compared(heard, pins)
        self._tree = _tree(heard, pins, self._members)

    def found(self) -> SpeakerGroups:
        """As many groups as there seem to be."""
        return self._settled(self._cut(self._parts(APART, "distance")), may_merge=True, least_s=self._needed_s())

    def at_least(self, number: int, found: SpeakerGroups) -> SpeakerGroups:
        """That many groups, or as near as it can be done: the tree is cut lower and lower."""
        best = found
        for parts in range(number, min(len(self._members), 8 * number + 8) + 1):
            labels = self._cut(self._parts(parts, "maxclust"))
            tried = self._settled(labels, may_merge=False, least_s=LEAST_S / 3)
            if len(best.centres) < len(tried.centres) <= number:
                best = tried
            if len(best.centres) >= number:
                break
        return best

    def at_most(self, number: int, found: SpeakerGroups) -> SpeakerGroups:
        """No more groups than that: those most alike become one, but never two that a person told apart."""
        labels = found.labels.copy()
        while len(found.centres) > number:
            alike = found.centres @ found.centres.T
            np.fill_diagonal(alike, -_TOGETHER)
            named = np.array([-1 if pin is None else pin for pin in found.pins])
            alike[(named[:, None] != named[None]) & (named[:, None] >= 0) & (named[None] >= 0)] = -_TOGETHER
            one, other = np.unravel_index(int(alike.argmax()), alike.shape)
            if alike[one, other] <= -_TOGETHER:
                break
            labels[labels == other] = one
            found = self._settled(labels, may_merge=False, least_s=0.0, rounds=1)
            labels = found.labels.copy()
        return self._settled(labels, may_merge=False, least_s=0.0)

    def _parts(self, limit: float, kind: str) -> NDArray[np.int32]:
        """The tree cut: a number from 1 for each voice that was compared."""
        if not len(self._tree):
            return np.ones(len(self._members), np.int32)
        return np.asarray(_hierarchy.fcluster(self._tree, limit, kind), np.int32)

    def _needed_s(self) -> float:
        return min(MOST_NEEDED_S, max(LEAST_S, LEAST_SHARE * float(self._seconds.sum())))

    def _cut(self, parts: NDArray[np.int32]) -> Labels:
        """Labels of all voices from those that were compared; pinned ones stand by their pin.

        A pinned speaker is the group that sounds most like the pinned stretches: one stretch that was given to the
        wrong speaker and put right must not rename all that speaker says. A group of which a person gave most to one
        speaker is theirs as well: two groups that a person made one stay one.
        """
        labels = np.full(len(self._pins), -1, np.int32)
        labels[self._members] = parts - 1
        tree, is_free = labels.copy(), self._pins < 0
        numbers = np.unique(self._pins[~is_free])
        taken: set[int] = set()
        for number in sorted(numbers.tolist(), key=lambda each: -self._seconds[self._pins == each].sum()):
            pinned = self._pins == number
            own = int(labels.max()) + 1
            labels[pinned] = own
            mean = self._mean(pinned)
            groups = [group for group in np.unique(tree[tree >= 0]).tolist() if group not in taken]
            alike = {group: float(mean @ self._mean(is_free & (tree == group))) for group in groups}
            nearest_group = max(alike, key=lambda group: alike[group], default=None)
            for group in groups:
                mostly = self._seconds[pinned & (tree == group)].sum() >= 0.5 * self._seconds[tree == group].sum()
                if mostly or (group == nearest_group and alike[group] >= SAME):
                    labels[is_free & (tree == group)] = own
                    taken.add(group)
        return labels

    def _mean(self, chosen: NDArray[np.bool_]) -> NDArray[np.float32]:
        mean = (self._heard.embeddings[chosen] * self._seconds[chosen, None]).sum(0)
        return np.asarray(mean / max(1e-9, float(np.linalg.norm(mean))), np.float32)

    def _settled(self, labels: Labels, *, may_merge: bool, least_s: float, rounds: int = _ROUNDS) -> SpeakerGroups:
        """Groups whose members are nearer to them than to any other, each of at least so many seconds."""
        for _ in range(rounds):
            labels = self._without_small(labels, least_s)
            if may_merge:
                labels = self._merged(labels)
            labels = self._joined(labels)
        labels = self._without_small(labels, least_s)
        centres, pins = self._centres(labels)
        return SpeakerGroups(nearest(self._heard, centres, pins, self._pins), centres, pins)

    def _without_small(self, labels: Labels, least_s: float) -> Labels:
        """The labels numbered anew, without the groups that are too little to be a speaker; one always stays."""
        kept = [
            (group, float(self._seconds[labels == group].sum()), bool((self._pins[labels == group] >= 0).any()))
            for group in np.unique(labels[labels >= 0])
        ]
        most = max(seconds for _, seconds, _ in kept)
        found = np.full(len(labels), -1, np.int32)
        number = 0
        for group, seconds, is_pinned in kept:
            if is_pinned or seconds >= min(least_s, most):
                found[labels == group] = number
                number += 1
        return found

    def _merged(self, labels: Labels) -> Labels:
        """Groups that are one person made one."""
        while True:
            centres, pins = self._centres(labels)
            alike = centres @ centres.T
            np.fill_diagonal(alike, -1)
            for one, pin in enumerate(pins):
                for other, another in enumerate(pins):
                    if pin is not None and another is not None and pin != another:
                        alike[one, other] = -1
            if alike.max(initial=-1) < SAME:
                return labels
            one, other = np.unravel_index(int(alike.argmax()), alike.shape)
            labels = labels.copy()
            labels[labels == max(one, other)] = min(one, other)
            labels[labels > max(one, other)] -= 1

    def _joined(self, labels: Labels) -> Labels:
        centres, pins = self._centres(labels)
        return nearest(self._heard, centres, pins, self._pins)

    def _centres(self, labels: Labels) -> tuple[Embeddings, tuple[int | None, ...]]:
        """Mean of each group's voices, the long ones counting most, and its pin."""
        number = int(labels.max()) + 1
        centres = np.zeros((number, self._heard.embeddings.shape[1]), np.float32)
        pins: list[int | None] = []
        for group in range(number):
            own = labels == group
            weights = self._seconds[own] * np.minimum(1.0, self._heard.clear[own] / CLEAR_TICKS)
            mean = (self._heard.embeddings[own] * weights[:, None]).sum(0)
            centres[group] = mean / max(1e-9, float(np.linalg.norm(mean)))
            pinned = self._pins[own & (self._pins >= 0)]
            pins.append(int(pinned[0]) if len(pinned) else None)
        return centres, tuple(pins)


def nearest(heard: HeardVoices, centres: Embeddings, names: tuple[int | None, ...], pins: Labels) -> Labels:
    """The group of each piece: the nearest, what the same person of the same look says counting too; or the pinned."""
    if not len(centres):
        return np.full(len(heard.looks), -1, np.int32)
    alike = heard.embeddings @ centres.T
    person = heard.looks.astype(np.int64) * PEOPLE + heard.people
    _, of = np.unique(person, return_inverse=True)
    weights = _seconds(heard)
    total = np.zeros((int(of.max()) + 1, len(centres)))
    np.add.at(total, of, alike * weights[:, None])
    mean = total / np.maximum(np.bincount(of, weights), 1e-9)[:, None]
    alike = alike + SAME_PERSON * mean[of]
    for group, name in enumerate(names):
        if name is not None:
            alike[pins == name, group] += _FORCED
    return alike.argmax(1).astype(np.int32)


def _seconds(heard: HeardVoices) -> NDArray[np.float64]:
    return ((heard.stops - heard.starts) * (TICK_SAMPLES / SAMPLE_RATE_HZ)).astype(np.float64)


def _compared(heard: HeardVoices, pins: Labels) -> NDArray[np.int64]:
    """The voices that are clear enough to make groups, the pinned ones among them, evenly spread if they are many."""
    clear = np.flatnonzero((heard.clear >= CLEAR_TICKS) | (pins >= 0))
    if len(clear) < 2:
        clear = np.argsort(-heard.clear, kind="stable")[: max(2, len(heard.clear) // 2)]
        clear.sort()
    if len(clear) > MOST_COMPARED:
        clear = clear[np.linspace(0, len(clear) - 1, MOST_COMPARED).astype(np.int64)]
    return clear


def _tree(heard: HeardVoices, pins: Labels, members: NDArray[np.int64]) -> NDArray[np.float64]:
    """The members joined from the bottom up."""
    if len(members) < 2:
        return np.zeros((0, 4))
    embeddings, looks, pinned = heard.embeddings[members], heard.looks[members], pins[members]
    apart = 1 - embeddings @ embeddings.T
    people = heard.people[members]
    apart[(looks[:, None] == looks[None]) & (people[:, None] != people[None])] += _OTHER_PERSON
    both = (pinned[:, None] >= 0) & (pinned[None] >= 0)
    apart[both & (pinned[:, None] != pinned[None])] = _TOGETHER
    apart[both & (pinned[:, None] == pinned[None])] = 0
    np.fill_diagonal(apart, 0)
    return np.asarray(_hierarchy.linkage(squareform(np.maximum(apart, 0), checks=False), "average"))

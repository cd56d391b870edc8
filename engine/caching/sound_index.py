"""Where in the sounds that are kept something like this sound may lie: the prints of all of them, in one sorted table.

Built once a process from the prints in the store, grown with what is kept; twelve bytes a word, a third of a megabyte
an hour. Used on the thread of a file job. What it finds are candidates.
"""

import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.caching.envelope import seal, unseal
from engine.caching.sound_print import HOP_SAMPLES, SoundPrint
from engine.caching.sound_proof import STEP_SAMPLES
from engine.caching.store import CacheStore

BLOCK = 468 * STEP_SAMPLES
"""Samples of a block, in which sound is kept: 30 s, in whole steps of the proof and whole hops of the print."""

LEAST_VOTES = 4
"""Words of the print that must agree on a place."""

MOST_CANDIDATES = 3
PREFIX = "print/"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sound that may be the one that is heard."""

    sound: str
    at: int
    """Where its beginning would lie, in samples from the beginning of what is heard; may be negative."""
    votes: int


class SoundIndex:
    """Finds candidates by prints."""

    def __init__(self, store: CacheStore) -> None:
        self._store = store
        self._blocks: list[tuple[str, int]] = []
        """Sound and number of each block that is in the table."""
        self._known: set[str] = set()
        self._words: NDArray[np.uint32] = np.zeros(0, np.uint32)
        self._rows: NDArray[np.int32] = np.zeros((0, 2), np.int32)
        """Number in ``_blocks`` and place in hops, of each word."""

    def refresh(self) -> None:
        """Take in what is new in the store; leave out what is gone."""
        there = set(self._store.keys(PREFIX))
        if self._known - there:
            self._blocks, self._known = [], set()
            self._words, self._rows = np.zeros(0, np.uint32), np.zeros((0, 2), np.int32)
        new: list[tuple[str, int, SoundPrint]] = []
        for key in sorted(there - self._known):
            self._known.add(key)
            print_ = read_print(unseal(self._store.get(key), key=key))
            _, sound, number = key.split("/")
            if print_ is not None:
                new.append((sound, int(number), print_))
        self._take(new)

    def put(self, sound: str, number: int, print_: SoundPrint, *, tag: str, lifetime_s: float) -> None:
        """Keep the print of a block."""
        key = f"{PREFIX}{sound}/{number}"
        self._store.put(key, seal(write_print(print_), key=key), tag=tag, lifetime_s=lifetime_s)

    def candidates(self, print_: SoundPrint) -> list[Candidate]:
        """Sounds that may be in what was printed, the likeliest first."""
        first = np.searchsorted(self._words, print_.words, side="left")
        stop = np.searchsorted(self._words, print_.words, side="right")
        votes: Counter[tuple[str, int]] = Counter()
        for place, start, end in zip(print_.places.tolist(), first.tolist(), stop.tolist(), strict=True):
            rows: list[list[int]] = self._rows[start:end].tolist()
            for number, kept_place in rows:
                sound, block = self._blocks[number]
                votes[sound, (place - kept_place) * HOP_SAMPLES - block * BLOCK] += 1
        return _best(votes)

    def _take(self, new: Sequence[tuple[str, int, SoundPrint]]) -> None:
        if not new:
            return
        words, rows = [self._words], [self._rows]
        for sound, number, print_ in new:
            row = np.full((len(print_.words), 2), len(self._blocks), np.int32)
            row[:, 1] = print_.places
            self._blocks.append((sound, number))
            words.append(print_.words)
            rows.append(row)
        joined = np.concatenate(words)
        order = np.argsort(joined, kind="stable")
        self._words, self._rows = joined[order], np.concatenate(rows)[order]


def _best(votes: Counter[tuple[str, int]]) -> list[Candidate]:
    """The places with most votes, neighbours together: the two prints do not begin at the same moment."""
    found: list[Candidate] = []
    likely: list[tuple[str, int]] = [place for place, _ in votes.most_common(4 * MOST_CANDIDATES)]
    for sound, at in likely:
        if any(each.sound == sound and abs(each.at - at) <= 2 * HOP_SAMPLES for each in found):
            continue
        together = sum(votes[sound, at + side * HOP_SAMPLES] for side in (-1, 0, 1))
        if together >= LEAST_VOTES:
            found.append(Candidate(sound, at, together))
    return sorted(found, key=lambda each: -each.votes)[:MOST_CANDIDATES]


def write_print(print_: SoundPrint) -> bytes:
    """A print as bytes."""
    head = struct.pack("<I", len(print_.words))
    return head + print_.words.astype("<u4").tobytes() + print_.places.astype("<i4").tobytes()


def read_print(content: bytes | None) -> SoundPrint | None:
    """The print; ``None`` if this is none."""
    if content is None or len(content) < 4:
        return None
    (count,) = struct.unpack_from("<I", content)
    if len(content) != 4 + 8 * count:
        return None
    words = np.frombuffer(content, "<u4", count, 4)
    return SoundPrint(words.astype(np.uint32), np.frombuffer(content, "<i4", count, 4 + 4 * count).astype(np.int32))

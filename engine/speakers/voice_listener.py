"""Listens to a track from end to end: what the people of each look say when, and what their voices are like.

The slow half of finding speakers, and the only one that hears sound. Runs in the engine process on the threads it
makes itself, one batch of looks on each: two networks of one thread each do more than one of two.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Protocol

import numpy as np
import torch

from engine.contract.audio import Samples
from engine.contract.cancellation import Cancellation
from engine.speakers.heard_voices import HOP_SAMPLES, HOP_TICKS, HeardVoices, looks_in, middle_of, stretches_of
from engine.speakers.segmentation import (
    LOOK_SAMPLES,
    LOOK_TICKS,
    PEOPLE,
    TICK_MIDDLE,
    TICK_SAMPLES,
    Activity,
    SpeakerSegmentation,
)
from engine.speakers.speaker_encoder import SHORTEST, Embeddings, SpeakerEncoder

_LOOKS_AT_ONCE = 4

PIECE_TICKS = 74
"""About how long a piece is: 1.25 s."""

HEARD_TICKS = 118
"""How much of a voice is heard for a piece, where there is so much: 2 s."""

TICK_BEGIN = TICK_MIDDLE - TICK_SAMPLES // 2
"""From the first sample of a look to the first of its first tick."""

_BORDER_TICKS = 1
"""Left out at either end of a clean stretch: somebody else may be heard there still."""

FAINTEST = 1e-4
"""A stretch without a louder sample than this is digital silence, whatever the segmentation says (-80 dBFS)."""


class ReadTrack(Protocol):
    """Reads a stretch of the track, cut to what is there."""

    def __call__(self, start: int, stop: int) -> Samples:
        """The samples from one place to another."""
        ...


@dataclass(frozen=True, slots=True)
class _Batch:
    """What was heard in some looks."""

    activity: Activity
    pieces: list[tuple[int, int, int, int, int]]
    """Look, person, first tick, last tick and clear ticks of each piece."""
    embeddings: Embeddings


class VoiceListener:
    """Hears voices with a segmentation and an encoder."""

    def __init__(self, *, segmentation: SpeakerSegmentation, encoder: SpeakerEncoder, threads: int) -> None:
        self._segmentation = segmentation
        self._encoder = encoder
        self._threads = max(1, threads)

    @property
    def width(self) -> int:
        """Of the encoder."""
        return self._encoder.width

    def listen(
        self, read: ReadTrack, length: int, *, cancellation: Cancellation, on_progress: Callable[[int], None]
    ) -> HeardVoices:
        """Everything heard in a track of so many samples; ``on_progress`` gets the samples done.

        Raises:
            Cancelled: stopping was requested.
        """
        looks = looks_in(length)
        batches: list[_Batch] = []
        with ThreadPoolExecutor(self._threads, "voices", initializer=torch.set_num_threads, initargs=(1,)) as threads:
            for firsts in _few(range(0, looks, _LOOKS_AT_ONCE), 2 * self._threads):
                cancellation.check()
                for batch in threads.map(partial(self._hear, read, looks), firsts):
                    batches.append(batch)
                    heard = sum(len(each.activity) for each in batches)
                    on_progress(length if heard == looks else min(length, heard * HOP_SAMPLES))
        pieces = np.array([piece for batch in batches for piece in batch.pieces], np.int32).reshape(-1, 5)
        activity = np.concatenate([batch.activity for batch in batches])
        looks_of, people, starts, stops, clear = pieces.T
        embeddings = np.concatenate([batch.embeddings for batch in batches])
        return HeardVoices(length, activity, looks_of, people, starts, stops, clear, embeddings)

    def _hear(self, read: ReadTrack, looks: int, first: int) -> _Batch:
        numbers = range(first, min(first + _LOOKS_AT_ONCE, looks))
        sound = read(first * HOP_SAMPLES, numbers[-1] * HOP_SAMPLES + LOOK_SAMPLES)
        sound = np.pad(sound, (0, (len(numbers) - 1) * HOP_SAMPLES + LOOK_SAMPLES - len(sound)))
        if np.abs(sound).max(initial=0) < FAINTEST:  # paused, or nothing plugged in: not worth a network
            activity = np.zeros((len(numbers), LOOK_TICKS, PEOPLE), np.bool_)
            return _Batch(activity, [], self._no_voices())
        ten_seconds = np.stack(
            [sound[at : at + LOOK_SAMPLES] for at in range(0, len(numbers) * HOP_SAMPLES, HOP_SAMPLES)]
        )
        activity = self._segmentation.look(ten_seconds)
        pieces: list[tuple[int, int, int, int, int]] = []
        heard: list[Sequence[Samples]] = []
        for number, samples, active in zip(numbers, ten_seconds, activity, strict=True):
            begin, end = middle_of(number, looks)
            for person, start, stop, begins, ends in pieces_of(active, begin, end):
                voice = samples[begins * TICK_SAMPLES + TICK_BEGIN : ends * TICK_SAMPLES + TICK_BEGIN]
                if len(voice) >= SHORTEST:
                    at = number * HOP_TICKS
                    pieces.append((number, person, at + start, at + stop, ends - begins))
                    heard.append((voice,))
        embeddings = self._encoder.embed(heard) if heard else self._no_voices()
        return _Batch(activity, pieces, embeddings)

    def _no_voices(self) -> Embeddings:
        return np.zeros((0, self._encoder.width), np.float32)


def _few(numbers: Sequence[int], few: int) -> Iterator[Sequence[int]]:
    for at in range(0, len(numbers), few):
        yield numbers[at : at + few]


def pieces_of(active: Activity, begin: int, end: int) -> list[tuple[int, int, int, int, int]]:
    """The pieces between two ticks of a look: person, first and last tick, and from where to where to hear them.

    Who talks without a break is cut into pieces all the same: the segmentation does not notice every change.
    """
    found: list[tuple[int, int, int, int, int]] = []
    is_alone = active.sum(1) == 1
    for person in range(PEOPLE):
        for start, stop in stretches_of(active[:, person] & is_alone):
            first, last = max(start, begin), min(stop, end)
            if last > first:
                parts = max(1, round((last - first) / PIECE_TICKS))
                borders = np.linspace(first, last, parts + 1).round().astype(int).tolist()
                found += [(person, a, b, *_around(a, b, start, stop)) for a, b in pairwise(borders)]
    return sorted(found, key=lambda each: each[1])


def _around(first: int, last: int, start: int, stop: int) -> tuple[int, int]:
    """Where to hear a piece: with its surroundings, as far as the same voice goes on, without the very borders."""
    if stop - start > 4 * _BORDER_TICKS:
        start, stop = start + _BORDER_TICKS, stop - _BORDER_TICKS
    missing = max(0, HEARD_TICKS - (last - first))
    first = max(start, first - missing // 2)
    last = min(stop, max(last, first + HEARD_TICKS))
    return max(start, min(first, last - HEARD_TICKS)), last

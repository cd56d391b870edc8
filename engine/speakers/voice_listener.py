"""Listens to a track from end to end: what the people of each look say when, and what their voices are like.

The slow half of finding speakers, and the only one that hears sound. Runs in the engine process on the threads it
makes itself, one batch of looks on each: two networks of one thread each do more than one of two.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from engine.contract.audio import Samples
from engine.contract.cancellation import Cancellation
from engine.speakers.heard_voices import HOP_SAMPLES, HeardVoices, looks_in
from engine.speakers.cam_net import WIDTH
from engine.speakers.segmentation import (
    LOOK_SAMPLES,
    LOOK_TICKS,
    PEOPLE,
    TICK_MIDDLE,
    TICK_SAMPLES,
    Activity,
    SpeakerSegmentation,
)
from engine.speakers.speaker_encoder import LONGEST_S, SHORTEST, Embeddings, SpeakerEncoder

_LOOKS_AT_ONCE = 8
_LONGEST = int(LONGEST_S * 16_000)
_BORDER_TICKS = 1
"""Left out at either end of a clean stretch: somebody else may be heard there still."""

_FAINTEST = 1e-4
"""A stretch without a louder sample than this is digital silence, whatever the segmentation says (-80 dBFS)."""


class ReadTrack(Protocol):
    """Reads a stretch of the track, cut to what is there."""

    def __call__(self, start: int, stop: int) -> Samples: ...


@dataclass(frozen=True, slots=True)
class _Batch:
    """What was heard in some looks."""

    activity: Activity
    voices: list[tuple[int, int, int]]
    """Look, person and clean ticks of each voice."""
    embeddings: Embeddings


class VoiceListener:
    """Hears voices with a segmentation and an encoder."""

    def __init__(self, *, segmentation: SpeakerSegmentation, encoder: SpeakerEncoder, threads: int) -> None:
        self._segmentation = segmentation
        self._encoder = encoder
        self._threads = max(1, threads)

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
                for batch in threads.map(lambda first: self._hear(read, first, looks), firsts):
                    batches.append(batch)
                    on_progress(min(length, sum(len(each.activity) for each in batches) * HOP_SAMPLES))
        voices = np.array([voice for batch in batches for voice in batch.voices], np.int32).reshape(-1, 3)
        return HeardVoices(
            length,
            np.concatenate([batch.activity for batch in batches]),
            voices[:, 0],
            voices[:, 1],
            voices[:, 2],
            np.concatenate([batch.embeddings for batch in batches]),
        )

    def _hear(self, read: ReadTrack, first: int, looks: int) -> _Batch:
        numbers = range(first, min(first + _LOOKS_AT_ONCE, looks))
        sound = read(first * HOP_SAMPLES, numbers[-1] * HOP_SAMPLES + LOOK_SAMPLES)
        sound = np.pad(sound, (0, (len(numbers) - 1) * HOP_SAMPLES + LOOK_SAMPLES - len(sound)))
        if np.abs(sound).max(initial=0) < _FAINTEST:  # paused, or nothing plugged in: not worth a network
            activity = np.zeros((len(numbers), LOOK_TICKS, PEOPLE), np.bool_)
            return _Batch(activity, [], np.zeros((0, WIDTH), np.float32))
        pieces = np.stack([sound[at : at + LOOK_SAMPLES] for at in range(0, len(numbers) * HOP_SAMPLES, HOP_SAMPLES)])
        activity = self._segmentation.look(pieces)
        voices: list[tuple[int, int, int]] = []
        stretches: list[Sequence[Samples]] = []
        for number, piece, active in zip(numbers, pieces, activity, strict=True):
            for person in range(PEOPLE):
                alone = active[:, person] & (active.sum(1) == 1)
                clean = _clean_sound(piece, alone)
                if clean:
                    voices.append((number, person, int(alone.sum())))
                    stretches.append(clean)
        embeddings = self._encoder.embed(stretches) if stretches else np.zeros((0, WIDTH), np.float32)
        return _Batch(activity, voices, embeddings)


def _few(numbers: Sequence[int], few: int) -> Iterator[Sequence[int]]:
    for at in range(0, len(numbers), few):
        yield numbers[at : at + few]


def _clean_sound(piece: Samples, alone: NDArray[np.bool_]) -> list[Samples]:
    """The longest stretches in which a voice is alone, in their order, as much as an encoder wants; or none."""
    chosen: list[tuple[int, int]] = []
    room = _LONGEST
    for start, stop in sorted(stretches_of(alone), key=lambda each: each[0] - each[1]):
        first = (start + _BORDER_TICKS) * TICK_SAMPLES + TICK_MIDDLE - TICK_SAMPLES // 2
        last = min((stop - _BORDER_TICKS) * TICK_SAMPLES + TICK_MIDDLE - TICK_SAMPLES // 2, first + room)
        if last - first >= SHORTEST:
            chosen.append((first, last))
            room -= last - first
    return [piece[first:last] for first, last in sorted(chosen)]


def stretches_of(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where flags are set: first, and first that is not any more."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]

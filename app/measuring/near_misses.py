"""Sounds that are nearly others: whether any is taken for one that it is not.

Real utterances against each other, all pairs, at two places: begin to begin, and where their waveforms are likest. And
real utterances that were changed so that other words, or none, are in them: a hundredth higher or faster, noise over
them, 60 to 300 ms cut out, changed places with others, or put in from another utterance, wherever there is sound, loud
or quiet. Each is held against the proof of the first, without the print before it, which would spare most of them the
test.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

import av
import av.error
import av.filter
import numpy as np
import soxr
from numpy.typing import NDArray

from app.measuring.utterances import Utterance
from engine.bench.cannot_measure import CannotMeasure
from engine.caching.heard_sound import HOP, HeardSound, hear
from engine.caching.sound_print import fft
from engine.caching.sound_proof import compare
from engine.contract.audio import SAMPLE_RATE_HZ, Samples

_SHORTEST_S, _LONGEST_S = 0.06, 0.3
"""Of what is changed."""

_SOUND_DB = -60.0
"""Below the whole utterance: where it is quieter there is nothing to change."""

_LEAST_DB = -80.0
"""And below full scale."""

_LEAST_HURRIED_S = 3.0

_PLACES = 20
"""Tries to find such a piece."""

LEAST_LIKENESS = 0.15
"""Sounds whose waveforms correlate less, at the best place there is, are not held against each other step by step.

Where the proof holds, each loud step correlates by 0.55 and is as loud to 8 dB, and so all of it by a third."""

_SILENT = 1e-5
"""A stretch with so little of the energy of its sound is silent."""

_TOGETHER = 16

Change = Callable[[Samples, Sequence[Samples], np.random.Generator], Samples]


@dataclass(frozen=True, slots=True)
class Misses:
    """How many were held against another, and taken for it."""

    asked: int
    wrong: int


def is_taken_for(one: Utterance, other: HeardSound) -> bool:
    """Whether a sound would be given the words of an utterance: all of it must be proven."""
    return bool(compare(one.proof, other).same.all())


def all_pairs(utterances: Sequence[Utterance], tell: Callable[[str], None]) -> Misses:
    """Every utterance against every other one in which something else is said."""
    asked = wrong = 0
    likest = _Likest([each.sound.low for each in utterances])
    for at, one in enumerate(utterances):
        if at % 20 == 0:
            tell(f"Utterance {at} of {len(utterances)} against all others")
        for other, (likeness, hops) in zip(utterances, likest.of(at), strict=True):
            if not one.says_the_same(other):
                asked += 1
                wrong += likeness >= LEAST_LIKENESS and (
                    is_taken_for(one, other.sound) or is_taken_for(one, other.sound.from_hop(hops))
                )
    return Misses(asked, wrong)


def changed(
    utterances: Sequence[Utterance], *, count: int, seed: int, tell: Callable[[str], None]
) -> dict[str, Misses]:
    """At least so many utterances with something changed in them, by what was changed."""
    chance = np.random.default_rng(seed)
    each_kind = -(-count // len(CHANGES))
    found: dict[str, Misses] = {}
    for kind, change in CHANGES.items():
        tell(f"{each_kind} near misses: {kind}")
        drawn = islice(_misses(change, utterances, chance), each_kind)
        found[kind] = Misses(each_kind, sum(is_taken_for(one, hear(other)) for one, other in drawn))
    return found


class _Likest:
    """How like waveforms are at best, and where: the peak of their correlation over all of both."""

    def __init__(self, lows: Sequence[Samples]) -> None:
        self._longest = max(map(len, lows))
        self._size: int = fft.next_fast_len(2 * self._longest, real=True)
        self._spectra: NDArray[np.complex64] = np.stack([fft.rfft(low, self._size) for low in lows])
        around = np.zeros((len(lows), 3 * self._longest + 1))
        for row, low in zip(around, lows, strict=True):
            row[self._longest + 1 : self._longest + 1 + len(low)] = low**2
        self._energy = np.cumsum(around, axis=1).astype(np.float32)
        """Up to a sample, of each sound with silence before and behind it."""
        self._lengths = [len(low) for low in lows]

    def of(self, at: int) -> list[tuple[float, int]]:
        """For each sound, how like it is to one of them, and by how many hops it has to be taken later for that."""
        found: list[tuple[float, int]] = []
        for first in range(0, len(self._lengths), _TOGETHER):  # so many fit into the processor's cache
            found += self._some(at, slice(first, first + _TOGETHER))
        return found

    def _some(self, at: int, those: slice) -> list[tuple[float, int]]:
        circular: Samples = fft.irfft(np.conj(self._spectra[at]) * self._spectra[those], self._size, axis=1)
        by_lag = np.concatenate((circular[:, -self._longest :], circular[:, : self._longest]), axis=1)
        length, lags, energy = self._lengths[at], 2 * self._longest, self._energy[those]
        heard = energy[:, length : length + lags] - energy[:, :lags]
        np.maximum(heard, energy[:, -1:] * np.float32(_SILENT) + np.float32(1e-9), out=heard)
        np.sqrt(heard, out=heard)
        by_lag /= heard
        best: NDArray[np.intp] = np.argmax(by_lag, axis=1)
        likeness: list[float] = (by_lag[np.arange(len(best)), best] / np.sqrt(self._energy[at, -1])).tolist()
        places: list[int] = (best - self._longest).tolist()
        return [(like, round(place / HOP)) for like, place in zip(likeness, places, strict=True)]


def _misses(
    change: Change, utterances: Sequence[Utterance], chance: np.random.Generator
) -> Iterator[tuple[Utterance, Samples]]:
    """Utterances in turn, each with something changed; not where one silence takes the place of another.

    Raises:
        CannotMeasure: in none of them is anything that can be changed.
    """
    sounds = [each.samples for each in utterances]
    in_vain = 0
    for one in cycle(utterances):
        other = change(one.samples, sounds, chance)
        # What is the same in 16 bits is the same sound.
        if len(other) != len(one.samples) or np.any(np.round((other - one.samples) * 32768)):
            yield one, other
            in_vain = 0
        elif (in_vain := in_vain + 1) > _PLACES * len(utterances):
            raise CannotMeasure("The utterances are too short, or too silent, to change anything in them.")


def _pitched(samples: Samples, _: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """One percent higher and faster, or lower and slower."""
    return soxr.resample(samples, SAMPLE_RATE_HZ * _one_percent(chance), SAMPLE_RATE_HZ)


def _hurried(samples: Samples, _: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """One percent faster or slower at the same pitch; not what is so short that the filter leaves it as it is."""
    if len(samples) < _LEAST_HURRIED_S * SAMPLE_RATE_HZ:
        return samples
    graph = av.filter.Graph()
    source = graph.add_abuffer(sample_rate=SAMPLE_RATE_HZ, format="flt", layout="mono")
    tempo = graph.add("atempo", f"{_one_percent(chance)}")
    sink = graph.add("abuffersink")
    source.link_to(tempo)
    tempo.link_to(sink)
    graph.configure()
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples[None, :]), format="flt", layout="mono")
    frame.sample_rate = SAMPLE_RATE_HZ
    graph.push(frame)
    graph.push(None)
    pieces: list[Samples] = []
    while True:
        try:
            pulled = graph.pull()
        except (av.error.EOFError, av.error.BlockingIOError):
            return np.concatenate(pieces)
        if isinstance(pulled, av.AudioFrame):
            pieces.append(pulled.to_ndarray().reshape(-1).astype(np.float32))


def _one_percent(chance: np.random.Generator) -> float:
    return 1.01 if chance.random() < 0.5 else 0.99


def _noisy(samples: Samples, sounds: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """Somebody else speaks over it, or noise does, at 5 dB below it up to 5 dB above."""
    voice = sounds[int(chance.integers(len(sounds)))]
    is_noise = voice is samples or chance.random() < 0.5
    noise = chance.normal(0, 0.1, len(samples)).astype(np.float32)
    other = noise if is_noise else np.resize(voice, len(samples))
    level = np.std(samples) / max(float(np.std(other)), 1e-6) * 10 ** (chance.uniform(-5, 5) / 20)
    return (samples + other * np.float32(level)).astype(np.float32)


def _cut(samples: Samples, _: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """A piece is missing, and what comes after it comes sooner."""
    start, stop = _place(samples, chance)
    return np.concatenate((samples[:start], samples[stop:]))


def _swapped(samples: Samples, _: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """Two pieces have changed places."""
    start, stop = _place(samples, chance)
    first, last = _place(samples, chance, length=stop - start)
    changed = samples.copy()
    changed[start:stop], changed[first:last] = samples[first:last], samples[start:stop]
    return changed


def _spliced(samples: Samples, sounds: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """A piece is of another utterance; in half of them as loud as what was there."""
    start, stop = _place(samples, chance)
    other = sounds[int(chance.integers(len(sounds)))]
    if other is samples or len(other) <= stop - start:
        other = np.roll(samples, SAMPLE_RATE_HZ)
    first, last = _place(other, chance, length=stop - start)
    piece = other[first:last]
    level = float(np.std(samples[start:stop])) / max(float(np.std(piece)), 1e-6) if chance.random() < 0.5 else 1.0
    joined = np.concatenate((samples[:start], piece * np.float32(level), samples[start + len(piece) :]))
    return joined.astype(np.float32)


CHANGES: dict[str, Change] = {
    "pitch": _pitched,
    "tempo": _hurried,
    "noise": _noisy,
    "a piece cut out": _cut,
    "two pieces changed": _swapped,
    "a piece of another put in": _spliced,
}


def _place(samples: Samples, chance: np.random.Generator, *, length: int | None = None) -> tuple[int, int]:
    """A piece anywhere, where there is sound: the loudest of a few if all is silent."""
    wanted = length or int(chance.uniform(_SHORTEST_S, _LONGEST_S) * SAMPLE_RATE_HZ)
    least = max(float(np.std(samples)) * 10 ** (_SOUND_DB / 20), 10 ** (_LEAST_DB / 20))
    best, loudest = 0, 0.0
    for _ in range(_PLACES):
        start = int(chance.integers(len(samples) - wanted))
        level = float(np.std(samples[start : start + wanted]))
        if level > loudest:
            best, loudest = start, level
        if level >= least:
            break
    return best, best + wanted

"""Sounds that are nearly others: whether any is taken for one that it is not.

Real utterances against each other, all pairs, at two places: begin to begin, and where their waveforms are likest. And
real utterances that were changed (``sound_changes.py``) so that other words, or none, are in them: by themselves, and
between two others that nobody changed, as a word that was exchanged lies in a lecture that is known; there also after a
codec, which makes all the rest a little different as well. Each is held against the proof of the first, without the
print before it, which would spare most of them the test.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

import numpy as np
from numpy.typing import NDArray

from app.measuring.coded_sound import CODECS, Codec, coded
from app.measuring.sound_changes import CHANGES, PLACES, WITHIN, Change
from app.measuring.utterances import Utterance
from engine.bench.cannot_measure import CannotMeasure
from engine.caching.heard_sound import HOP, HeardSound, hear
from engine.caching.sound_print import fft
from engine.caching.sound_proof import STEP_SAMPLES, SoundProof, compare, proof_of
from engine.contract.audio import Samples

LEAST_LIKENESS = 0.15
"""Sounds whose waveforms correlate less, at the best place there is, are not held against each other step by step.

Where the proof holds, each loud step correlates by 0.55 and is as loud to 8 dB, and so all of it by a third."""

_SILENT = 1e-5
"""A stretch with so little of the energy of its sound is silent."""

_TOGETHER = 16

BETWEEN, CODED = "between others", "between others, through a codec"

KINDS = (*CHANGES, *(f"{kind}, {where}" for where in (BETWEEN, CODED) for kind in WITHIN))
"""Of near misses."""


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
    """At least so many utterances with something changed in them, by what was changed and where."""
    chance = np.random.default_rng(seed)
    each_kind = -(-count // len(KINDS))
    found: dict[str, Misses] = {}

    def drawn(kind: str, change: Change) -> Iterator[tuple[int, Samples]]:
        tell(f"{each_kind} near misses: {kind}")
        return islice(_misses(change, utterances, chance), each_kind)

    for kind, change in CHANGES.items():
        wrong = sum(is_taken_for(utterances[at], hear(other)) for at, other in drawn(kind, change))
        found[kind] = Misses(each_kind, wrong)
    between = _Between(utterances)
    for where in (BETWEEN, CODED):
        for change in WITHIN:
            kind = f"{change}, {where}"
            codecs = cycle(CODECS if where == CODED else (None,))
            pairs = zip(drawn(kind, CHANGES[change]), codecs, strict=False)
            wrong = sum(between.is_taken_for(at, other, codec=codec) for (at, other), codec in pairs)
            found[kind] = Misses(each_kind, wrong)
    return found


def known_through_codecs(utterances: Sequence[Utterance]) -> int:
    """How many that nobody changed are known between their neighbours, each through one of the codecs.

    Only where they are does it say anything that none is taken for another there.
    """
    between = _Between(utterances)
    return sum(
        between.is_taken_for(at, one.samples, codec=codec)
        for (at, one), codec in zip(enumerate(utterances), cycle(CODECS), strict=False)
    )


class _Between:
    """Utterances, each between the one before it and the one behind."""

    def __init__(self, utterances: Sequence[Utterance]) -> None:
        self._utterances = utterances
        self._proofs: dict[int, SoundProof] = {}

    def is_taken_for(self, at: int, other: Samples, *, codec: Codec | None) -> bool:
        """Whether another sound at the place of an utterance would be given its words."""
        before, one, behind = (self._utterances[(at + by) % len(self._utterances)].samples for by in (-1, 0, 1))
        if at not in self._proofs:
            self._proofs[at] = proof_of(hear(np.concatenate((before, one, behind))))
        heard = np.concatenate((before, other, behind))
        compared = compare(self._proofs[at], hear(heard if codec is None else coded(heard, codec)))
        first = len(before) // STEP_SAMPLES
        return bool(compared.same[first : first + len(one) // STEP_SAMPLES].all())


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
) -> Iterator[tuple[int, Samples]]:
    """Numbers of utterances in turn, each with something changed; not where one silence takes the place of another.

    Raises:
        CannotMeasure: in none of them is anything that can be changed.
    """
    sounds = [each.samples for each in utterances]
    in_vain = 0
    for at, one in cycle(enumerate(utterances)):
        other = change(one.samples, sounds, chance)
        # What is the same in 16 bits is the same sound.
        if len(other) != len(one.samples) or np.any(np.round((other - one.samples) * 32768)):
            yield at, other
            in_vain = 0
        elif (in_vain := in_vain + 1) > PLACES * len(utterances):
            raise CannotMeasure("The utterances are too short, or too silent, to change anything in them.")

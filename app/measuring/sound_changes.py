"""Changes to real utterances after which other words, or none, are in them: what ``near_misses.py`` draws from.

A hundredth higher or faster, noise over them, 60 to 300 ms cut out, changed places with others, or put in from another
utterance, wherever there is sound, loud or quiet. Pure.
"""

from collections.abc import Callable, Sequence

import av
import av.error
import av.filter
import numpy as np
import soxr

from engine.contract.audio import SAMPLE_RATE_HZ, Samples

_SHORTEST_S, _LONGEST_S = 0.06, 0.3
"""Of what is changed."""

_SOUND_DB = -60.0
"""Below the whole utterance: where it is quieter there is nothing to change."""

_LEAST_DB = -80.0
"""And below full scale."""

_LEAST_HURRIED_S = 3.0

PLACES = 20
"""Tries to find such a piece."""

Change = Callable[[Samples, Sequence[Samples], np.random.Generator], Samples]


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


WITHIN = ("a piece cut out", "two pieces changed", "a piece of another put in")
"""Those that leave the rest of the utterance as it was."""


def _place(samples: Samples, chance: np.random.Generator, *, length: int | None = None) -> tuple[int, int]:
    """A piece anywhere, where there is sound: the loudest of a few if all is silent."""
    wanted = length or int(chance.uniform(_SHORTEST_S, _LONGEST_S) * SAMPLE_RATE_HZ)
    least = max(float(np.std(samples)) * 10 ** (_SOUND_DB / 20), 10 ** (_LEAST_DB / 20))
    best, loudest = 0, 0.0
    for _ in range(PLACES):
        start = int(chance.integers(len(samples) - wanted))
        level = float(np.std(samples[start : start + wanted]))
        if level > loudest:
            best, loudest = start, level
        if level >= least:
            break
    return best, best + wanted

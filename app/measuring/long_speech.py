"""Hours of speech for one track: the shared recordings in a shuffled order, again and again, with rests between them.

Written block by block, so that eight hours need no memory. Used by ``soak.py``.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from app.measuring.known_signal import Sound
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speech_data import SpeechData
from engine.contract.audio import SAMPLE_RATE_HZ

REST_S = (0.4, 6.0)
"""Nobody speaks between two of them for a time in this range: as in a meeting, where others speak."""
_MOST_S = 120.0


def find_speech(data: SpeechData, *, language: str = "en") -> list[Path]:
    """The recordings of a language that are at our rate already."""
    import soundfile  # noqa: PLC0415  of the dev extra

    found: list[Path] = []
    for row in data.recordings():
        path = data.folder / row.path
        if row.language != language or not row.transcript or row.duration_s > _MOST_S:
            continue
        if path.suffix not in {".flac", ".wav"}:
            continue
        about = soundfile.info(str(path))
        if (about.samplerate, about.channels) == (SAMPLE_RATE_HZ, 1):
            found.append(path)
    if not found:
        raise CannotMeasure(f"There is no speech at {SAMPLE_RATE_HZ} Hz in {data.folder}.")
    return found


def write_long_speech(path: Path, clips: Sequence[Path], *, length: int, seed: int) -> None:
    """Write so many samples as FLAC."""
    import soundfile  # noqa: PLC0415  of the dev extra

    with soundfile.SoundFile(path, "w", SAMPLE_RATE_HZ, 1, "PCM_16", format="FLAC") as file:
        left = length
        for block in _blocks(clips, random.Random(seed)):
            file.write(block[:left])
            left -= min(left, len(block))
            if not left:
                return


def _blocks(clips: Sequence[Path], chance: random.Random) -> Iterator[Sound]:
    import soundfile  # noqa: PLC0415  of the dev extra

    order = list(clips)
    while True:
        chance.shuffle(order)
        for clip in order:
            sound, _ = soundfile.read(clip, dtype="int16")
            yield sound.astype(np.int16, copy=False)
            yield np.zeros(round(chance.uniform(*REST_S) * SAMPLE_RATE_HZ), np.int16)

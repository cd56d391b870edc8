"""What live streams say to a worker: real utterances of many speakers with pauses between, and their words."""

import random

import numpy as np

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speech_data import Recording, SpeechData
from engine.bench.spoken_stream import SpokenSound
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.detection.voice_detector import SileroDetector

SETS = ("libri_test_other", "libri_train100")

PAUSE_S = 0.8
"""Between two utterances."""

LONGEST_S = 18.0
"""Of an utterance."""


def utterances(data: SpeechData, *, most: int) -> list[Samples]:
    """The first utterances, of many speakers. Raises ``CannotMeasure`` if there are none."""
    return [_read(data, row) for row in _rows(data)[:most]]


class SpokenSounds:
    """Makes the sound of each stream; the same for the same number."""

    def __init__(self, data: SpeechData, *, seconds: float) -> None:
        """Get ready. ``seconds`` is how long each stream speaks at least."""
        self._data = data
        self._seconds = seconds
        self._rows = _rows(data)
        self._made: dict[int, SpokenSound] = {}

    def of(self, number: int) -> SpokenSound:
        """What stream ``number`` says."""
        if number not in self._made:
            self._made[number] = self._make(number)
        return self._made[number]

    def _make(self, number: int) -> SpokenSound:
        rows = random.Random(number).sample(self._rows, len(self._rows))
        pause = np.zeros(int(PAUSE_S * SAMPLE_RATE_HZ), np.float32)
        pieces: list[Samples] = [pause]
        said: list[str] = []
        for row in rows:
            pieces += [_read(self._data, row), pause]
            said.append(row.transcript)
            if sum(map(len, pieces)) >= self._seconds * SAMPLE_RATE_HZ:
                break
        samples = np.concatenate(pieces)
        return SpokenSound(samples, " ".join(said), tuple(SileroDetector().feed(samples).tolist()))


def _rows(data: SpeechData) -> list[Recording]:
    rows = [row for row in data.recordings() if row.set in SETS and row.transcript and row.duration_s <= LONGEST_S]
    if not rows:
        raise CannotMeasure(f"The recordings hold none of the sets {' and '.join(SETS)}.")
    return rows


def _read(data: SpeechData, row: Recording) -> Samples:
    try:
        import soundfile  # noqa: PLC0415  of the dev extra
    except ImportError as error:
        raise CannotMeasure(
            "Measuring needs soundfile, as the tests do: run “bash installers/test.sh” once."
        ) from error
    # As on the wire: 16 bit.
    samples, _ = soundfile.read(data.folder / row.path, dtype="int16")
    return np.asarray(samples, np.float32) / np.float32(32768)

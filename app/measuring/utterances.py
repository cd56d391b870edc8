"""The utterances of the measured data: what near misses are made of, and what is held against each other.

Read once for ``near_misses.py``, as the engine reads a file: any container, any rate. Recordings are cut into pieces of
eight seconds. The re-encodings of one clip (``formats``), the meetings, which are put together from the others, and
sounds without speech are left out.

They are in two halves. Thresholds of ``sound_proof.py`` may be set with the first, ``is_for_setting``; none has seen
the second: what is measured with it is a check.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from engine.bench.speech_data import Recording, SpeechData
from engine.caching.heard_sound import HeardSound, hear
from engine.caching.sound_proof import STEP_SAMPLES, SoundProof, proof_of
from engine.capture.media_file import decode_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.cancellation import Cancellation
from engine.contract.errors import VivavoceError

LONGEST_S = 8.0
"""Of a piece."""

SHORTEST_S = 1.0

LEAST_DB = -60.0
"""Below full scale; a piece that is quieter is no speech."""

LEFT_OUT = ("formats", "meetings", "nonspeech")
SETTING = ("libri_test_other", "libri_train100", "zh")
"""The sets whose first pieces thresholds may be set with."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """A piece of speech with what proves it."""

    samples: Samples
    sound: HeardSound
    proof: SoundProof
    recording: str
    """Where it comes from."""
    number: int
    """Which piece of it."""
    text: str
    """Of the whole recording; empty where nobody wrote it down."""
    is_for_setting: bool
    """Whether thresholds may be set with it."""

    def says_the_same(self, other: "Utterance") -> bool:
        """Whether both say the same, or may."""
        if self.recording == other.recording:
            return self.number == other.number
        return bool(self.text) and self.text == other.text


def utterances_of(samples: Samples, *, recording: str, text: str = "", is_for_setting: bool = False) -> list[Utterance]:
    """The pieces of a recording in which there is sound; only the first can be one to set thresholds with."""
    longest = int(LONGEST_S * SAMPLE_RATE_HZ) // STEP_SAMPLES * STEP_SAMPLES
    found: list[Utterance] = []
    for number, start in enumerate(range(0, len(samples), longest)):
        piece = samples[start : start + longest]
        piece = piece[: len(piece) // STEP_SAMPLES * STEP_SAMPLES]
        if len(piece) < SHORTEST_S * SAMPLE_RATE_HZ or float(np.std(piece)) < 10 ** (LEAST_DB / 20):
            continue
        sound = hear(piece)
        found.append(Utterance(piece, sound, proof_of(sound), recording, number, text, is_for_setting and number == 0))
    return found


def read_utterances(data: SpeechData, tell: Callable[[str], None]) -> list[Utterance]:
    """All of the data."""
    tell("Reading the utterances")
    found: list[Utterance] = []
    for row in _with_speech(data.recordings()):
        try:
            samples = _decoded(data.folder / row.path)
        except VivavoceError as error:
            tell(f"{row.path} is left out: {error}")
            continue
        found += utterances_of(samples, recording=row.path, text=row.transcript, is_for_setting=row.set in SETTING)
    return found


def _with_speech(rows: Sequence[Recording]) -> list[Recording]:
    return [row for row in rows if row.set not in LEFT_OUT]


def _decoded(path: Path) -> Samples:
    with TemporaryDirectory(prefix="vivavoce-measure-") as name:
        sound = SoundFolder(Path(name))
        media = decode_media(
            path, sound, audio_stream=None, cancellation=Cancellation(), on_progress=lambda _done, _total: None
        )
        return sound.read(0, media.length)

"""A recording that a fake recogniser knows by heart, and the services over real processes that record it."""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import soundfile  # pyright: ignore[reportMissingTypeStubs] - it ships none

from app.composition import Services, compose_services
from app.folders import Folders
from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES
from engine.detection.voice_detector import SileroDetector
from engine.pipeline.engine_client import EngineClient
from tests.builders.speech_clips import clip
from tests.fakes.reciting_engine_process import RECITED, WORD

VOICE = 0.6
"""Speech probability that no detector misses, wherever it began to listen."""

CLIPS = ("2414-128291-0002.flac", "1998-15444-0002.flac", "1998-15444-0001.flac", "2033-164914-0003.flac")


@dataclass(frozen=True, slots=True)
class RecitedRecording:
    """Real speech whose words are known by their place."""

    path: Path
    """The file to play."""
    samples: int
    voiced: frozenset[int]
    """The words in the middle of speech, which must be heard; those in a pause may be, if a window reaches so far."""

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.samples / SAMPLE_RATE_HZ


def recited_recording(folder: Path, patch: pytest.MonkeyPatch, *, seconds: float) -> RecitedRecording:
    """So much of it; the engine process of ``compose_reciting`` knows it from now on."""
    wanted = round(seconds * SAMPLE_RATE_HZ)
    sound = np.concatenate([clip(name) for name in CLIPS])
    sound = np.round(np.tile(sound, wanted // len(sound) + 1)[:wanted] * 32767).astype(np.int16)
    if wanted > len(np.concatenate([clip(name) for name in CLIPS])):
        sound = _told_apart(sound)
    path, known = folder / "recited.wav", folder / "recited.pcm"
    soundfile.write(path, sound, SAMPLE_RATE_HZ, subtype="PCM_16")  # pyright: ignore[reportUnknownMemberType] - no stubs
    known.write_bytes(sound.astype("<i2").tobytes())
    patch.setenv(RECITED, str(known))
    return RecitedRecording(path, wanted, _voiced(sound))


def reciting_engine(folders: Folders) -> EngineClient:
    """A real engine process that recites."""
    module = "tests.fakes.reciting_engine_process"
    command = [sys.executable, "-P", "-m", module, "--models", str(folders.models), "--cache", str(folders.cache)]
    return EngineClient(command=command, log_file=folders.logs / "live-engine.log")


def compose_reciting(folders: Folders) -> Services:
    """The application without its window, over the real recorder and such an engine."""
    return compose_services(folders, live_engine=reciting_engine(folders))


def word_numbers(text: str) -> list[int]:
    """The places of the words in a text."""
    return [int(word.strip(".,?!").removeprefix("w").removeprefix("W")) for word in text.split()]


def words_between(start_s: float, stop_s: float) -> set[int]:
    """The words that lie whole in a stretch."""
    first = -(-round(start_s * SAMPLE_RATE_HZ) // WORD)
    return set(range(first, round(stop_s * SAMPLE_RATE_HZ) // WORD))


def _voiced(sound: "np.ndarray[tuple[int], np.dtype[np.int16]]") -> frozenset[int]:
    """The words during which somebody speaks without a breath."""
    detector = SileroDetector()
    samples = sound.astype(np.float32) / np.float32(32768)
    speaks = np.concatenate((detector.feed(samples), detector.finish())) >= VOICE
    windows = [
        (number * WORD // WINDOW_SAMPLES, -(-(number + 1) * WORD // WINDOW_SAMPLES))
        for number in range(len(sound) // WORD)
    ]
    return frozenset(number for number, (first, last) in enumerate(windows) if speaks[first:last].all())


def _told_apart(sound: "np.ndarray[tuple[int], np.dtype[np.int16]]") -> "np.ndarray[tuple[int], np.dtype[np.int16]]":
    """The same speech again, with a hiss that nobody hears and that differs everywhere."""
    hiss = np.random.default_rng(7).integers(-6, 7, len(sound))
    return np.clip(sound + hiss, -32768, 32767).astype(np.int16)

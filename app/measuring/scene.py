"""Where faults are made: the known signal, what is said in it, and a folder for everything that is written.

Built by ``faults.py`` on the main thread of a command. The signal plays from the moment the scene is built.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.desktop_events import Record
from app.measuring.headless_desktop import folders_in
from app.measuring.known_signal import SignalPlan, Sound, make_signal, write_signal
from app.measuring.measured_desktop import MeasuredDesktop
from app.measuring.signal_source import NAME
from app.measuring.word_check import plain_words
from engine.bench.speech_data import SpeechData
from engine.contract.audio import SAMPLE_RATE_HZ, TrackKind
from engine.contract.recorder_messages import SourceChoice
from engine.contract.steady_clock import steady_now

MEETING = "mtg_share_4spk"


@dataclass(frozen=True, slots=True)
class SaidSegment:
    """Something that is said in a round of the signal."""

    start_s: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Speech:
    """What the signal is made of."""

    sound: Sound
    segments: tuple[SaidSegment, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One place for one run of faults."""

    folder: Path
    models: Path
    model: str
    signal: Sound
    plan: SignalPlan
    segments: tuple[SaidSegment, ...]
    chance: random.Random
    tell: Callable[[str], None]

    @property
    def home(self) -> Path:
        """The desktop's own place."""
        return self.folder / "home"

    @property
    def plan_path(self) -> Path:
        """What the source reads; faults of the device are files beside it."""
        return self.folder / "plan.json"

    @property
    def due(self) -> int:
        """The sample that is due now, counted through all rounds."""
        return self.plan.due(steady_now())

    def desktop(self) -> MeasuredDesktop:
        """Start the desktop."""
        return MeasuredDesktop(self.home, models=self.models, plan=self.plan_path)

    def record(self) -> Record:
        """Ask for a recording of the signal."""
        return Record((SourceChoice(TrackKind.MICROPHONE, NAME),), self.model)

    def open_library(self) -> Library:
        """The library that the desktop left. The caller closes it."""
        return Library.open(folders_in(self.home, models=self.models).library, announcements=Announcements())

    def said_between(self, start: int, stop: int) -> list[str]:
        """The words that were due between two samples, in the order they began."""
        said: list[tuple[float, tuple[str, ...]]] = []
        for number in range(start // len(self.signal), stop // len(self.signal) + 1):
            for segment in self.segments:
                at = number * len(self.signal) + segment.start_s * SAMPLE_RATE_HZ
                if start - SAMPLE_RATE_HZ <= at < stop:
                    said.append((at, segment.words))
        return [word for _, words in sorted(said, key=lambda each: each[0]) for word in words]


def build_scene(
    folder: Path, speech: Speech, *, models: Path, model: str, seed: int, tell: Callable[[str], None]
) -> Scene:
    """Write the signal and let it begin."""
    folder.mkdir(parents=True, exist_ok=True)
    signal = make_signal(speech.sound, seed=seed)
    sound = folder / "signal.pcm"
    write_signal(signal, sound)
    plan = SignalPlan(str(sound), steady_now())
    scene = Scene(folder, models, model, signal, plan, speech.segments, random.Random(seed), tell)
    plan.write(scene.plan_path)
    return scene


def read_meeting(data: SpeechData, name: str = MEETING) -> Speech:
    """A meeting of the shared speech."""
    import numpy as np  # noqa: PLC0415  read when it is measured
    import soundfile  # noqa: PLC0415  of the dev extra

    stem = data.folder / "meetings" / name
    sound, _ = soundfile.read(stem.with_suffix(".flac"), dtype="int16")
    rows = json.loads(stem.with_suffix(".json").read_text("utf-8"))["segments"]
    segments = [SaidSegment(float(row["start"]), tuple(plain_words(row["text"]))) for row in rows]
    return Speech(sound.astype(np.int16, copy=False), tuple(sorted(segments, key=lambda each: each.start_s)))

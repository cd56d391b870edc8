"""The recordings to measure with: where they lie, what is in them, and one long meeting made of them.

``$VIVAVOCE_SPEECH_DATA``, else ``../shared/data/speech`` beside the repository. They are large and not part of it.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.live_scoring import SaidSegment
from engine.contract.places import RESOURCES

ENVIRONMENT = "VIVAVOCE_SPEECH_DATA"
_SHARED = RESOURCES.parent.parent / "shared"

MEETINGS = ("mtg_share_4spk", "mtg_share_5spk", "mtg_share_2spk")
"""What is joined to about 15 minutes."""
QUICK_MEETINGS = MEETINGS[:1]
"""About 5 minutes, and it need not be built."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A row of the manifest."""

    path: str
    """As the manifest names it, relative to the data."""
    set: str
    duration_s: float
    language: str
    """Whisper code; empty where the manifest does not know."""
    transcript: str
    """What is said; empty for the sets without words and for what was never written down."""


@dataclass(frozen=True, slots=True)
class JoinedMeeting:
    """Several meetings behind each other in one file."""

    path: Path
    duration_s: float
    reference: str
    """What is said, by the start of what was said."""


@dataclass(frozen=True, slots=True)
class MeetingSound:
    """One meeting, with what is said in it."""

    path: Path
    duration_s: float
    segments: tuple[SaidSegment, ...]


@dataclass(frozen=True, slots=True)
class SpeechData:
    """A folder of recordings with its manifest."""

    folder: Path
    shared: Path = _SHARED
    """Where the scorer lies if it does not lie beside the data."""

    @property
    def scorer(self) -> Path:
        """The script that counts wrong words. Raises ``CannotMeasure`` if it is not there."""
        for path in (self.folder.parent.parent / "tools" / "score.py", self.shared / "tools" / "score.py"):
            if path.is_file():
                return path
        raise CannotMeasure(f"The scorer tools/score.py is not there: it belongs two folders above {self.folder}.")

    def recordings(self) -> list[Recording]:
        """Every row of the manifest."""
        lines = (self.folder / "manifest.share.jsonl").read_text("utf-8").splitlines()
        return [
            Recording(
                path=row["path"],
                set=row["set"],
                duration_s=row["duration_s"] or 0.0,
                language=row["language"] or "",
                transcript=row["transcript"] or "",
            )
            for row in map(json.loads, lines)
        ]

    def meeting(self, name: str) -> MeetingSound:
        """A meeting that comes with the data. Raises ``CannotMeasure`` if it does not."""
        stem = self.folder / "meetings" / name
        try:
            described = json.loads(stem.with_suffix(".json").read_text("utf-8"))
        except FileNotFoundError as error:
            raise CannotMeasure(f"The meeting “{name}” is not in {stem.parent}.") from error
        segments = tuple(SaidSegment(row["start"], row["end"], row["text"]) for row in described["segments"])
        return MeetingSound(stem.with_suffix(".flac"), described["duration"], segments)

    def join_meetings(self, names: tuple[str, ...], into: Path) -> JoinedMeeting:
        """One 16 kHz FLAC of several meetings; those that do not come with the data are built first."""
        try:
            import numpy as np  # noqa: PLC0415  read when it is measured, not when the command line answers
            import soundfile  # noqa: PLC0415  of the dev extra
        except ImportError as error:
            raise _needs_more(error) from error
        sounds: list[np.ndarray] = []
        said: list[str] = []
        for name in names:
            stem = self._meeting(name, into)
            samples, rate = soundfile.read(stem.with_suffix(".flac"), dtype="int16")
            if rate != 16_000:
                raise CannotMeasure(f"“{name}” has {rate} Hz instead of 16000.")
            sounds.append(samples)
            segments = json.loads(stem.with_suffix(".json").read_text("utf-8"))["segments"]
            said += [segment["text"] for segment in sorted(segments, key=lambda segment: segment["start"])]
        joined = np.concatenate(sounds)
        path = into / "meetings.flac"
        soundfile.write(path, joined, 16_000, subtype="PCM_16")
        return JoinedMeeting(path, len(joined) / 16_000, " ".join(said))

    def _meeting(self, name: str, into: Path) -> Path:
        """Path of a meeting without its ending."""
        there = self.folder / "meetings" / name
        if there.with_suffix(".flac").is_file():
            return there
        command = [sys.executable, str(self.folder / "make_meetings.py"), "--out", str(into), "--only", name]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)
        if done.returncode != 0 or not (into / f"{name}.flac").is_file():
            last = (done.stderr.strip().splitlines() or ["it wrote nothing"])[-1]
            raise CannotMeasure(f"The meeting “{name}” could not be built: {last}.")
        return into / name


def find_speech_data() -> SpeechData:
    """The data of this machine. Raises ``CannotMeasure`` if there is none."""
    named = os.environ.get(ENVIRONMENT)
    folder = Path(named).expanduser() if named else _SHARED / "data" / "speech"
    if not (folder / "manifest.share.jsonl").is_file():
        raise CannotMeasure(
            f"The recordings to measure with are not in {folder}. Set {ENVIRONMENT} to the folder that holds "
            "manifest.share.jsonl."
        )
    return SpeechData(folder.resolve())


def _needs_more(error: ImportError) -> CannotMeasure:
    return CannotMeasure(f"Measuring needs {error.name}, as the tests do: run “bash installers/test.sh” once.")

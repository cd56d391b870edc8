"""The sounds of ``vivavoce measure speakers``: real meetings, and built ones of which all is known, words too.

AMI clips have 30 s each and manual turns. Built meetings are of read speech; those that do not come with the data are
made by its recipe, and more of the same readers by seeds that no threshold was chosen with. ``SpeakerClips`` lays
each down as it lies in a meeting's folder, once, and has its speakers found once however many parts ask. Main thread
of a command.
"""

import contextlib
import io
import json
import runpy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speaker_scoring import Turn, read_rttm
from engine.bench.speaker_side import FolderAnswer, SpeakerRequest
from engine.bench.speech_data import SpeechData
from engine.contract.audio import SAMPLE_RATE_HZ, Samples

BUILT = {"mtg_share_2spk": 2, "mtg_share_4spk": 4, "mtg_share_5spk": 5}
"""Those that come with the data, or with its recipe."""
QUICK_BUILT = ("mtg_share_2spk", "mtg_share_4spk")
NEW_SEEDS = (301, 302, 303)
"""Of further meetings of 2, 4 and 5 people each."""
NEW = "new_"
"""What the names of those begin with."""


class SpeakerSide(Protocol):
    """Finds the speakers of sounds; ``run_speaker_side`` does so in a process of its own."""

    def __call__(
        self,
        request: SpeakerRequest,
        on_answer: Callable[[FolderAnswer], None],
        on_progress: Callable[[float, float], None] = ...,
    ) -> list[FolderAnswer]:
        """An answer a folder, each told as it comes; progress is seconds of sound heard, and all there are."""
        ...


@dataclass(frozen=True, slots=True)
class Clip:
    """Sound with what is known of who speaks in it."""

    name: str
    path: Path
    rttm: Path
    is_built: bool

    def said(self) -> list[Turn]:
        """The turns as they really were."""
        return read_rttm(self.rttm)


class SpeakerClips:
    """The clips of one measurement, and what is found in them."""

    def __init__(
        self,
        data: SpeechData,
        folder: Path,
        *,
        threads: int,
        quick: bool,
        run_side: SpeakerSide,
        tell: Callable[[str], None],
    ) -> None:
        """``folder`` is for what is made."""
        self._data = data
        self._folder = folder
        self._threads = threads
        self._quick = quick
        self._run_side = run_side
        self._tell = tell
        self._real: list[Clip] | None = None
        self._built: list[Clip] | None = None
        self._answers: dict[str, FolderAnswer] = {}
        self._lengths: dict[str, float] = {}

    @property
    def real(self) -> list[Clip]:
        """Real meetings."""
        if self._real is None:
            rows = [row for row in self._data.recordings() if row.set == "ami"]
            rttm = self._data.folder / "rttm"
            found = [(self._data.folder / row.path, rttm / f"{Path(row.path).stem}.rttm") for row in rows]
            self._real = [Clip(path.stem, path, turns, False) for path, turns in found if turns.is_file()]
        return self._real

    @property
    def built(self) -> list[Clip]:
        """Meetings of read speech, with their words beside them as JSON."""
        if self._built is None:
            self._tell("Making the built meetings")
            self._built = self._made()
        return self._built

    def hear(self, clips: Sequence[Clip], *, live: bool = False) -> list[FolderAnswer]:
        """Who speaks in each; ``live``: labelled as if it were recorded as well."""
        missing = [clip for clip in clips if not self._is_known(clip, live=live)]
        for clip in missing:
            lay_down(self._place(clip), [read_sound(clip.path)])
        if missing:
            request = SpeakerRequest(tuple(str(self._place(clip)) for clip in missing), self._threads, live=live)
            for answer in self._run_side(request, self._told):
                self._answers[Path(answer.folder).name] = answer
        return [self._answers[clip.name] for clip in clips]

    def length_s(self, clip: Clip) -> float:
        """Seconds of a clip."""
        if clip.name not in self._lengths:
            self._lengths[clip.name] = len(read_sound(clip.path)) / SAMPLE_RATE_HZ
        return self._lengths[clip.name]

    def _is_known(self, clip: Clip, *, live: bool) -> bool:
        answer = self._answers.get(clip.name)
        return answer is not None and (not live or answer.live_processor_s > 0)

    def _place(self, clip: Clip) -> Path:
        return self._folder / "sound" / clip.name

    def _told(self, answer: FolderAnswer) -> None:
        self._tell(f"{Path(answer.folder).name}: {answer.speakers} speakers found")

    def _made(self) -> list[Clip]:
        data = self._data.folder
        recipe: dict[str, Any] = runpy.run_path(str(data / "make_meetings.py"))
        manifest = data / "manifest.share.jsonl"
        rows = [row for row in map(json.loads, manifest.read_text("utf-8").splitlines()) if not row.get("derived")]
        wanted = QUICK_BUILT if self._quick else tuple(BUILT)
        specs = [spec for spec in recipe["SPECS"] if spec["id"] in wanted] + self._new_specs(rows)
        made: list[Clip] = []
        for spec in specs:
            there = data / "meetings" / spec["id"]
            if not there.with_suffix(".flac").is_file():
                there = self._folder / spec["id"]
                with contextlib.redirect_stdout(io.StringIO()):
                    recipe["build"](spec, rows, str(self._folder), str(manifest))
            made.append(Clip(spec["id"], there.with_suffix(".flac"), there.with_suffix(".rttm"), True))
        return made

    def _new_specs(self, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Of meetings that nobody has seen, as the recipe wants to be asked."""
        readers = sorted({row["speaker"] for row in rows if row["set"] == "libri_test_other"})
        specs: list[dict[str, Any]] = []
        for seed in NEW_SEEDS[:1] if self._quick else NEW_SEEDS:
            chosen = np.random.default_rng(seed)
            for people in (2, 4, 5):
                speakers = sorted(chosen.choice(readers, people, replace=False).tolist())
                spec = {"id": f"{NEW}{people}spk_{seed}", "split": "share", "set": "libri_test_other"}
                specs.append(spec | {"speakers": speakers, "seed": seed + people, "silences": 3})
        return specs


def read_sound(path: Path) -> Samples:
    """All of a recording, its channels together.

    Raises:
        CannotMeasure: it cannot be read here, or has another rate than ours.
    """
    try:
        import soundfile  # noqa: PLC0415  of the dev extra
    except ImportError as error:
        raise CannotMeasure(
            "Measuring needs soundfile, as the tests do: run “bash installers/test.sh” once."
        ) from error
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    if rate != SAMPLE_RATE_HZ:
        raise CannotMeasure(f"“{path.name}” has {rate} Hz instead of {SAMPLE_RATE_HZ}.")
    return np.ascontiguousarray(samples.mean(1))


def lay_down(folder: Path, sounds: Iterable[Samples]) -> None:
    """Sounds, one behind the other, as one lies in a meeting's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "track-0.pcm").open("wb") as file:
        for samples in sounds:
            np.round(samples * 32767).astype("<i2").tofile(file)

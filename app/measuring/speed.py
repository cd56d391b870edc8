"""``vivavoce measure speed``: time, words and memory together, on about 15 minutes of meetings.

Ours is timed from handing a file to the import queue until its last line is committed. The others are timed from
the file to the last segment of their generator. Nobody pays for loading: every side transcribes a short clip first.
Runs on the main thread of a command; each run of a side is a process of its own.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from app.measuring.workbench import OUR_SIDE, PEER_SIDE, Workbench
from engine.bench.baselines import QUOTED_SPEED
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Measurement, aligned, compare
from engine.bench.pairing import run_in_turn
from engine.bench.scoring import wrong_words_percent
from engine.bench.side import SideAnswer, SideRequest, SoundFile
from engine.bench.speech_data import MEETINGS, QUICK_MEETINGS, JoinedMeeting, SpeechData

LANGUAGE = "en"
TIME_GOAL = 0.5
"""Of the time that faster-whisper takes with voice detection."""


@dataclass(frozen=True, slots=True)
class _Side:
    title: str
    module: str


SIDES = {
    "ours": _Side("Vivavoce, file to library", OUR_SIDE),
    "vad": _Side("faster-whisper, VAD", PEER_SIDE),
    "plain": _Side("faster-whisper, no VAD", PEER_SIDE),
    "batch": _Side("faster-whisper, batch 8", PEER_SIDE),
}
PEERS = ("vad", "plain", "batch")

MEETING_SETS = {"meetings", "libri_test_other"}
"""The meetings, and what they are built from."""


@dataclass(frozen=True, slots=True)
class _Run:
    seconds: float
    wrong_percent: float
    megabytes: float
    start_s: float
    by_process: dict[str, int]


def measure_speed(
    workbench: Workbench, *, model: str = "base", threads: int = 2, rounds: int = 3, quick: bool = False
) -> Measurement:
    """Run all sides in turn, so many rounds, and compare. Raises ``CannotMeasure`` and ``SpeechModelError``."""
    model_folder = workbench.model_folder(model)
    scorer = workbench.data.scorer
    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        workbench.tell("Joining the meetings")
        sound = workbench.data.join_meetings(QUICK_MEETINGS if quick else MEETINGS, folder)
        warm_up = _short_clip(workbench.data)

        def run(side: str, number: int) -> _Run:
            workbench.tell(f"Round {number + 1} of {rounds}: {SIDES[side].title}")
            scratch = folder / f"{side}-{number}"
            scratch.mkdir()
            request = SideRequest(
                kind=side,
                model=model,
                model_folder=str(model_folder),
                scratch=str(scratch),
                files=(SoundFile(str(sound.path), LANGUAGE),),
                warm_up=warm_up,
                threads=threads,
            )
            return _judged(workbench.run_side(SIDES[side].module, request), sound=sound, scorer=scorer)

        runs = run_in_turn(list(SIDES), rounds=rounds, run=run)
    how_often = f"median of {rounds} rounds in turn" if rounds > 1 else "one round"
    setting = (
        f"{sound.duration_s / 60:.1f} min of meetings in one file, speech model {model}, int8, beam 5, "
        f"{threads} threads, {how_often}, the speech model loaded before"
    )
    return _compared(runs, workbench=workbench, sound=sound, setting=setting)


def _judged(answer: SideAnswer, *, sound: JoinedMeeting, scorer: Path) -> _Run:
    file = answer.files[0]
    if file.trouble:
        raise CannotMeasure(file.trouble)
    return _Run(
        seconds=answer.seconds,
        wrong_percent=wrong_words_percent(scorer, sound.reference, file.text, language=LANGUAGE),
        megabytes=answer.peak_megabytes,
        start_s=answer.end.start_s,
        by_process=answer.end.peak_memory,
    )


def _compared(runs: dict[str, list[_Run]], *, workbench: Workbench, sound: JoinedMeeting, setting: str) -> Measurement:
    seconds = {side: [run.seconds for run in those] for side, those in runs.items()}
    wrong = {side: [run.wrong_percent for run in those] for side, those in runs.items()}
    memory = {side: [run.megabytes for run in those] for side, those in runs.items()}
    best = min(PEERS, key=lambda side: median(wrong[side]))
    figures = (
        compare("time_s", "seconds, beside VAD", seconds["ours"], seconds["vad"], goal=TIME_GOAL),
        compare("time_s_plain", "seconds, beside no VAD", seconds["ours"], seconds["plain"]),
        compare("time_s_batch", "seconds, beside batch 8 (the aim)", seconds["ours"], seconds["batch"]),
        compare(
            "wer_percent", f"wrong words %, beside the best ({SIDES[best].title})", wrong["ours"], wrong[best],
            goal=1.0, digits=2,
        ),
        compare(
            "peak_memory_mb", "peak memory MB, beside VAD", memory["ours"], memory["vad"], goal=1.0, digits=0
        ),
    )  # fmt: skip
    return Measurement(
        "speed",
        workbench.machine,
        figures,
        setting,
        (*_side_lines(runs, sound.duration_s), "", *QUOTED_SPEED),
    )


def _side_lines(runs: dict[str, list[_Run]], duration_s: float) -> list[str]:
    rows: list[tuple[str, ...]] = [
        ("side", "seconds", "each round", "x real time", "wrong words %", "peak MB", "ready s")
    ]
    for side, those in runs.items():
        middle = median(run.seconds for run in those)
        rows.append(
            (
                SIDES[side].title,
                f"{middle:.1f}",
                " ".join(f"{run.seconds:.1f}" for run in those),
                f"{duration_s / middle:.1f}" if middle else "-",
                f"{median(run.wrong_percent for run in those):.2f}",
                f"{median(run.megabytes for run in those):.0f}",
                f"{median(run.start_s for run in those):.1f}",
            )
        )
    parts = ", ".join(f"{name} {bytes_ / 1e6:.0f}" for name, bytes_ in runs["ours"][-1].by_process.items())
    notes = [
        f"Our peak memory is the sum of its processes, each at its worst moment (MB): {parts}.",
        "“ready s”: from nothing to one short clip transcribed; ours proves the device on the way.",
    ]
    return [*aligned(rows), *notes]


def _short_clip(data: SpeechData) -> SoundFile | None:
    """A few seconds of English that are no part of the meetings."""
    clips = [
        row
        for row in data.recordings()
        if row.language == LANGUAGE and row.transcript and row.duration_s < 10 and row.set not in MEETING_SETS
    ]
    return SoundFile(str(data.folder / clips[0].path), LANGUAGE) if clips else None

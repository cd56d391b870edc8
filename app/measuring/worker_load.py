"""How many live streams one worker holds, beside a worker that answers in the plain way.

Called by ``worker.py``. N streams of real speech speak at real pace and ask as a desktop asks. N is raised until the
last of a hundred final answers comes later than ``MOST_S`` after the end of speech. The plain way is the same worker on
the same device with the same speech model and slots, but with Whisper's own window of 30 s for every question, one
window a call, first come first served.
"""

import asyncio
import runpy
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.measuring.asked_worker import behind_its_door
from app.measuring.plain_order import PlainOrder
from app.measuring.spoken_sounds import SpokenSounds
from app.measuring.workbench import Workbench
from engine.bench.figures import Figure, GoalOn, Measurement, aligned
from engine.bench.live_scoring import Normal
from engine.bench.scoring import word_errors
from engine.bench.spoken_stream import Answers, SpokenStream, StreamLog
from engine.contract.options import RecognitionOptions
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore
from engine.remote.question import Answer, Question
from engine.worker.desk import Desk
from engine.worker.local_desk import make_desk

MODELS = ("tiny.en", "base")
LANGUAGE = "en"

MOST_S = 0.85
"""From the end of speech to the final answer, of 99 in a hundred."""

MORE_WRONG = 0.3
"""Points of wrong words that load may cost."""

UNANSWERED_PERCENT = 0.02

TIMES_AS_MANY = 3
"""Streams beside the plain way."""

SECONDS, QUICK_SECONDS = 40.0, 20.0
"""Each stream speaks so long in one run."""

COMPARED = 8
"""Streams whose words are held against an unloaded run, at the most."""

STEPS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40, 52, 64, 96)
"""Numbers of streams that are tried, upwards; then what lies between the last two."""

FINE = 1.1
"""It is not tried between two numbers that differ by less."""

HOPELESS = 0.1
"""With so many final answers too late, a run is ended."""

_LOOK_S = 1.0
_APART_S = 0.37


@dataclass(frozen=True, slots=True)
class LoadRun:
    """One number of streams."""

    streams: int
    logs: tuple[StreamLog, ...]
    was_ended: bool
    """Before its time, because it was hopeless."""

    @property
    def late_s(self) -> list[float]:
        """Of every final answer."""
        return [late for log in self.logs for late in log.late_s]

    @property
    def is_held(self) -> bool:
        """Whether the worker holds so many."""
        return not self.was_ended and self.percentile(99) <= MOST_S and not self.unanswered

    @property
    def unanswered(self) -> int:
        """Questions about final words without an answer."""
        return sum(log.unanswered for log in self.logs)

    @property
    def unanswered_percent(self) -> float:
        """The same, in a hundred."""
        asked = self.unanswered + sum(log.answered for log in self.logs)
        return 100.0 * self.unanswered / asked if asked else 100.0

    @property
    def given_up_percent(self) -> float:
        """Of the questions about tentative words, those that gave way."""
        given_up = sum(log.given_up for log in self.logs)
        asked = given_up + sum(log.tentative for log in self.logs)
        return 100.0 * given_up / asked if asked else 0.0

    def percentile(self, percent: float) -> float:
        """Seconds from the end of speech to the final answer."""
        return float(np.percentile(self.late_s, percent)) if self.late_s else float("inf")


@dataclass(frozen=True, slots=True)
class _Held:
    """What one worker held."""

    runs: tuple[LoadRun, ...]
    capacity: float
    free_streams: int
    """What it would have taken on."""
    unloaded: tuple[StreamLog, ...] = ()
    device: str = ""
    served: LoadRun | None = None
    """With those that it would take on, over gRPC."""

    @property
    def best(self) -> LoadRun | None:
        held = [run for run in self.runs if run.is_held]
        return max(held, key=lambda run: run.streams) if held else None

    @property
    def streams(self) -> int:
        return self.best.streams if self.best is not None else 0


def measure_load(workbench: Workbench, *, quick: bool = False) -> Measurement:
    """Raise the number of streams until it is too many, both ways.

    Raises:
        CannotMeasure: the recordings are not here.
        SpeechModelError: a speech model is not.
    """
    seconds = QUICK_SECONDS if quick else SECONDS
    sounds = SpokenSounds(workbench.data, seconds=seconds)
    normal: Normal = runpy.run_path(str(workbench.data.scorer))["normal"]
    figures: list[Figure] = []
    details: list[str] = []
    device = ""
    with tempfile.TemporaryDirectory() as state:
        for model in MODELS[:1] if quick else MODELS:
            folder = workbench.model_folder(model).parent
            sides: list[_Held] = []
            for is_plain in (False, True):
                workbench.tell(f"{model}, {'the plain way' if is_plain else 'our way'}")
                work = _hold(workbench, model, folder, Path(state), sounds, is_plain=is_plain)
                sides.append(asyncio.run(work))
            ours, plain = sides
            device = ours.device
            figures += _figures(model, ours, plain, sounds, normal)
            details += [*([""] if details else []), *_lines(model, ours, plain)]
    setting = (
        f"live streams of {seconds:.0f} s of read speech at real pace on one worker ({device}), raised until 99 % of "
        f"the final answers take more than {1000 * MOST_S:.0f} ms from the end of speech"
    )
    return Measurement("worker", workbench.machine, tuple(figures), setting, tuple(details))


async def _hold(
    workbench: Workbench, model: str, models: Path, state: Path, sounds: SpokenSounds, *, is_plain: bool
) -> _Held:
    desk = make_desk(
        store=SpeechModelStore(models, read_catalogue()),
        state=state,
        default_model=model,
        schedule=PlainOrder() if is_plain else None,
        has_full_window=is_plain,
    )
    try:
        await desk.start()
        standing = desk.standing()
        runs: list[LoadRun] = []

        async def is_held(streams: int) -> bool:
            run = await load(_asking(desk), model, sounds, streams)
            runs.append(run)
            verdict = "" if run.is_held else ", too many"
            workbench.tell(f"  {streams} streams: p99 {1000 * run.percentile(99):.0f} ms{verdict}")
            return run.is_held

        held = await find_most(is_held)
        unloaded: list[StreamLog] = []
        if not is_plain and held:
            workbench.tell("The same without load")
            options = _options(model)
            for first in range(0, min(held, COMPARED), 2):
                pair = range(first, min(first + 2, held, COMPARED))
                unloaded += await asyncio.gather(
                    *(_stream(desk, sounds, number, options, is_paced=False) for number in pair)
                )
        served: LoadRun | None = None
        taken_on = min(held, standing.free_streams)
        if not is_plain and taken_on:
            workbench.tell(f"{taken_on} streams over gRPC")
            async with behind_its_door(desk, streams=taken_on) as worker:
                served = await load(worker.ask, model, sounds, taken_on)
        return _Held(
            served=served,
            runs=tuple(runs),
            capacity=standing.capacity,
            free_streams=standing.free_streams,
            unloaded=tuple(unloaded),
            device=standing.device.name,
        )
    finally:
        await desk.close()


async def find_most(is_held: Callable[[int], Awaitable[bool]]) -> int:
    """Try more and more streams, and then between the most that were held and the fewest that were not."""
    most, fewest = 0, 0
    for streams in STEPS:
        if not await is_held(streams):
            fewest = streams
            break
        most = streams
    while fewest and fewest - most > 1 and fewest > FINE * most:
        middle = (most + fewest) // 2
        if await is_held(middle):
            most = middle
        else:
            fewest = middle
    return most


async def load(answers: Answers, model: str, sounds: SpokenSounds, streams: int) -> LoadRun:
    """So many streams at real pace."""
    options = _options(model)
    speaking = [
        SpokenStream(sounds.of(number), session_id=f"{streams}-{number}/0", options=options, language=LANGUAGE)
        for number in range(streams)
    ]

    async def speak(number: int) -> StreamLog:
        await asyncio.sleep(number * _APART_S % 3.0)
        return await speaking[number].run(answers)

    tasks = [asyncio.create_task(speak(number)) for number in range(streams)]
    was_ended = False
    try:
        while not all(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=_LOOK_S)
            late = [late for stream in speaking for late in stream.log.late_s]
            if sum(each > MOST_S for each in late) > max(3.0, HOPELESS * max(len(late), 30)):
                was_ended = True
                break
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return LoadRun(streams, tuple(stream.log for stream in speaking), was_ended)


def _asking(desk: Desk) -> Answers:
    async def ask(question: Question) -> Answer:
        return (await desk.answer(question)).answer

    return ask


async def _stream(
    desk: Desk, sounds: SpokenSounds, number: int, options: RecognitionOptions, *, is_paced: bool
) -> StreamLog:
    stream = SpokenStream(
        sounds.of(number), session_id=f"alone-{number}/0", options=options, language=LANGUAGE, is_paced=is_paced
    )
    return await stream.run(_asking(desk))


def _options(model: str) -> RecognitionOptions:
    return RecognitionOptions(model=model, languages=(LANGUAGE,))


# What came of it


def _figures(model: str, ours: _Held, plain: _Held, sounds: SpokenSounds, normal: Normal) -> list[Figure]:
    # Where the plain way holds none, it counts as one: the ratio is then at least so good.
    ratio = max(1, plain.streams) / max(1, ours.streams)
    figures = [
        Figure(
            f"streams_{model}",
            f"streams held, {model} (ratio: plain to ours)",
            ours.streams,
            plain.streams,
            ratio,
            round(1 / TIMES_AS_MANY, 3),
            digits=0,
        )
    ]
    best = ours.best
    if best is None:
        return figures
    if ours.served is not None:
        figures.append(
            Figure(
                f"served_p99_ms_{model}",
                f"the same over gRPC, {ours.served.streams} streams taken on, {model}",
                1000 * ours.served.percentile(99),
                None,
                None,
                1000 * MOST_S,
                GoalOn.OURS,
                0,
            )
        )
    loaded = wrong_percent(best.logs[: len(ours.unloaded)], sounds, normal)
    alone = wrong_percent(ours.unloaded, sounds, normal)
    return [
        *figures,
        Figure(
            f"late_p99_ms_{model}",
            f"end of speech to final, ms, 99 %, {model}",
            1000 * best.percentile(99),
            None,
            None,
            1000 * MOST_S,
            GoalOn.OURS,
            0,
        ),
        Figure(
            f"more_wrong_{model}",
            f"wrong words % more than unloaded, {model}",
            loaded - alone,
            None,
            None,
            MORE_WRONG,
            GoalOn.OURS,
            2,
        ),
        Figure(
            f"unanswered_percent_{model}",
            f"final words not answered %, {model}",
            best.unanswered_percent,
            None,
            None,
            UNANSWERED_PERCENT,
            GoalOn.OURS,
            3,
        ),
    ]


def wrong_percent(logs: Sequence[StreamLog], sounds: SpokenSounds, normal: Normal) -> float:
    """Wrong words of the first streams, in percent of what they said."""
    said = [normal(sounds.of(number).said, LANGUAGE) for number in range(len(logs))]
    found = [normal(log.text, LANGUAGE) for log in logs]
    errors, words = word_errors(said, found)
    return 100.0 * errors / words if words else 0.0


def _lines(model: str, ours: _Held, plain: _Held) -> list[str]:
    rows: list[tuple[str, ...]] = [("", "streams", "final 50 %", "95 %", "99 %", "finals", "tentative given up")]
    for title, side in (("our way", ours), ("plain", plain)):
        rows += [
            (
                title,
                str(run.streams),
                f"{1000 * run.percentile(50):.0f} ms",
                f"{1000 * run.percentile(95):.0f} ms",
                f"{1000 * run.percentile(99):.0f} ms",
                str(len(run.late_s)),
                f"{run.given_up_percent:.0f} %",
            )
            for run in sorted(side.runs, key=lambda run: run.streams)
        ]
    return [
        f"{model}: capacity {ours.capacity:.1f} s of speech a second; would take on {ours.free_streams} streams.",
        *aligned(rows),
    ]

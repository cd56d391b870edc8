"""``vivavoce measure worker --part faults``: what is lost when a worker fails in a meeting. Nothing may be.

A meeting is recorded at its pace and understood live by a real worker, over real TLS and a line that can be cut, while
one fault after the other befalls it; this computer goes on each time. Runs on the main thread of a command. What was
measured is kept run by run, so that an interrupted measurement goes on where it was.
"""

import json
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from app.measuring.faulty_worker import NAME, FaultyWorker, has_other_clocks, has_small_disks
from app.measuring.scene import Speech, read_meeting
from app.measuring.word_check import doubled_words
from app.measuring.workbench import Workbench
from app.measuring.worker_meeting import Befalling, Outcome, WorkerMeeting
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.contract.audio import SAMPLE_RATE_HZ

MODEL = "tiny.en"
RUNS = 100
FALLBACK_S = 2.0
_BEGIN_S, _BEGIN_WITHIN_S = 4.0, 6.0
"""A fault comes so long after the worker's first answer, and up to so much later."""
_SPARE_S = 400.0
"""Sound besides: loading, and waiting until the worker is tried again, take their time."""
_LISTED = 12

Act = Callable[[FaultyWorker, WorkerMeeting], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of trouble."""

    key: str
    title: str
    begin: Act
    end: Act
    lasts_s: float = 2.0
    is_over: bool = True
    """The worker answers again afterwards."""
    part: float = 1.0
    """Of all runs, so many are made: for those that take long."""


def _nothing(_worker: FaultyWorker, _meeting: WorkerMeeting) -> None:
    """Nothing is left to do."""


def faults(*, quick: bool) -> tuple[Fault, ...]:
    """All of them. ``quick`` makes the long ones shorter."""
    short_s = 5.0 if quick else 30.0
    known = [
        Fault("killed", "killed", lambda worker, _: worker.kill(), lambda worker, _: worker.start()),
        Fault("frozen", f"frozen {short_s:.0f} s", lambda w, _: w.freeze(), lambda w, _: w.thaw(), short_s),
        Fault("cut", f"network cut {short_s:.0f} s", lambda w, _: w.line.freeze(), lambda w, _: w.line.thaw(), short_s),
        Fault("slow_line", "packets delayed and lost", _slow_down, lambda w, _: w.line.trouble(), 10.0),
        Fault("stranger", "wrong certificate", _replace_by_stranger, _nothing, is_over=False),
        Fault("desktop", "desktop killed", lambda _, meeting: meeting.lose_engine(), _nothing, is_over=True),
    ]
    if not quick:
        begin, end = known[2].begin, known[2].end
        known.append(Fault("cut_long", "network cut 10 min", begin, end, 600.0, part=0.1))
    if has_small_disks():
        known.append(Fault("disk", "disk full", lambda w, _: w.fill_disk(), lambda w, _: w.free_disk(), short_s))
    if has_other_clocks():
        known.append(Fault("clock", "clock a day ahead", _start_tomorrow, _nothing, 0.0))
        known.append(Fault("expired", "expired certificate", _replace_by_expired, _nothing, is_over=False))
    return tuple(known)


def _slow_down(worker: FaultyWorker, _meeting: WorkerMeeting) -> None:
    worker.line.trouble(delay_s=0.05, loss=0.1)


def _replace_by_stranger(worker: FaultyWorker, _meeting: WorkerMeeting) -> None:
    worker.kill()
    worker.start_as_another()


def _replace_by_expired(worker: FaultyWorker, _meeting: WorkerMeeting) -> None:
    worker.kill()
    worker.start_expired()


def _start_tomorrow(worker: FaultyWorker, _meeting: WorkerMeeting) -> None:
    worker.kill()
    worker.start(clock="+1d")


@dataclass(frozen=True, slots=True)
class Run:
    """What one run gave."""

    fault: str
    words: int
    lost: int
    doubled: int
    not_understood_s: float
    fallbacks_s: tuple[float, ...]
    handed_back: bool
    was_used: bool
    """The worker understood something before the fault."""
    own_s: tuple[float, ...] = ()
    twice: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


def measure_worker_faults(
    workbench: Workbench, *, quick: bool = False, repeat: int = 0, keep: Path | None = None
) -> Measurement:
    """Run every fault ``repeat`` times; 100 if not said otherwise, with ``quick`` one.

    Raises:
        CannotMeasure: something needed is not here.
        SpeechModelError: the speech model is not here.
    """
    models = workbench.model_folder(MODEL).parent
    speech = read_meeting(workbench.data)
    times = repeat or (1 if quick else RUNS)
    all_faults = faults(quick=quick)
    began_s = time.monotonic()
    with ExitStack() as closing:
        folder = keep
        if folder is None:
            name = tempfile.TemporaryDirectory(prefix="vivavoce-worker-faults-", ignore_cleanup_errors=True)
            folder = Path(closing.enter_context(name))
        folder.mkdir(parents=True, exist_ok=True)
        broke_down: list[str] = []
        book = RunBook(folder / "runs.jsonl")
        stage = FaultStage(folder, speech, models=models, tell=workbench.tell)
        for number in range(times):
            for fault in all_faults:
                if book.count(fault.key) <= number < fault.part * times:
                    workbench.tell(f"Worker: {fault.title}, {number + 1} of {times}")
                    try:
                        book.add(stage.run(fault, number))
                    except CannotMeasure as trouble:
                        broke_down.append(f"{fault.title}, run {number + 1}: {trouble}")
    minutes = (time.monotonic() - began_s) / 60
    setting = f"{times} runs of each fault in a meeting understood live by a worker, {MODEL}, int8; {minutes:.0f} min"
    figures = (
        *fault_figures(all_faults, book.runs),
        _figure("broke_down", "runs that broke down", len(broke_down), 0),
    )
    chosen = [fault for fault in all_faults if book.count(fault.key)]
    details = [*fault_details(chosen, book.runs), *broke_down[:_LISTED]]
    if all(fault.key != "disk" for fault in all_faults):
        details = [*details, "The full disk was not run: this system lets us make no small disk."]
    if not has_other_clocks():
        details = [*details, "The wrong clock and the expired certificate were not run: “faketime” is not installed."]
    return Measurement("worker faults", workbench.machine, figures, setting, tuple(details))


class RunBook:
    """The runs so far, one a line, so that nothing is run twice."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.runs: list[Run] = []
        if path.is_file():
            for line in path.read_text("utf-8").splitlines():
                row = json.loads(line)
                lists = {name: tuple(row[name]) for name in ("fallbacks_s", "own_s", "twice", "gone") if name in row}
                self.runs.append(Run(**(row | lists)))

    def count(self, fault: str) -> int:
        """How often it was run."""
        return sum(run.fault == fault for run in self.runs)

    def add(self, run: Run) -> None:
        """Keep one."""
        self.runs.append(run)
        with self._path.open("a", encoding="utf-8") as file:
            row = {name: getattr(run, name) for name in Run.__slots__}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


class FaultStage:
    """Runs one fault after the other, each in a meeting and with a worker of its own."""

    def __init__(self, folder: Path, speech: Speech, *, models: Path, tell: Callable[[str], None]) -> None:
        self._folder = folder
        self._speech = speech
        self._models = models
        self._tell = tell

    def run(self, fault: Fault, number: int) -> Run:
        """Run it once. Raises ``CannotMeasure``."""
        chance = random.Random(f"{fault.key}{number}")
        after_s = _BEGIN_S + chance.random() * _BEGIN_WITHIN_S
        folder = self._folder / f"{fault.key}-{number}"
        sound, start_s = self._cut_out(folder, after_s + fault.lasts_s + _SPARE_S, chance)
        with FaultyWorker(folder, model=self._models / MODEL) as worker:
            befalling = Befalling(
                after_s,
                fault.lasts_s,
                lambda meeting: fault.begin(worker, meeting),
                lambda meeting: fault.end(worker, meeting),
                fault.is_over,
            )
            place, list_of_workers = folder / "run", worker.paired.path
            with WorkerMeeting(
                place, sound=sound, models=self._models, model=MODEL, workers=list_of_workers
            ) as meeting:
                outcome = meeting.run(befalling)
        return self._judge(fault, outcome, start_s=start_s)

    def _cut_out(self, folder: Path, length_s: float, chance: random.Random) -> tuple[Path, float]:
        """A part of the meeting as a file, again from its beginning where it is too short; where it begins."""
        import soundfile  # noqa: PLC0415  of the dev extra

        folder.mkdir(parents=True, exist_ok=True)
        spare_s = len(self._speech.sound) / SAMPLE_RATE_HZ - length_s - 1
        start_s = chance.uniform(0.0, spare_s) if spare_s > 0 else 0.0
        first, count = int(start_s * SAMPLE_RATE_HZ), int((length_s + 1) * SAMPLE_RATE_HZ)
        path = folder / "meeting.wav"
        soundfile.write(path, self._speech.sound[first : first + count], SAMPLE_RATE_HZ, subtype="PCM_16")
        return path, start_s

    def _judge(self, fault: Fault, outcome: Outcome, *, start_s: float) -> Run:
        stop_s = start_s + outcome.recorded_s
        said = [word for each in self._speech.segments if start_s - 1 <= each.start_s < stop_s for word in each.words]
        doubled = doubled_words(outcome.words, said, outcome.faults_s)
        return Run(
            fault=fault.key,
            words=len(outcome.words),
            lost=len(outcome.lost),
            gone=outcome.lost,
            doubled=sum(each.count for each in doubled),
            not_understood_s=round(outcome.not_understood_s, 3),
            fallbacks_s=outcome.fallbacks_s,
            own_s=outcome.own_s,
            handed_back=not fault.is_over or outcome.is_back,
            was_used=NAME in outcome.places,
            twice=tuple(each.text for each in doubled),
        )


def fault_figures(chosen: Sequence[Fault], runs: Sequence[Run]) -> tuple[Figure, ...]:
    """The figures of all runs."""
    fallbacks = [seconds for run in runs for seconds in run.fallbacks_s]
    owns = [seconds for run in runs for seconds in run.own_s]
    figures = [
        _figure("runs", "runs", len(runs), None),
        _figure("words_lost", "committed words lost", sum(run.lost for run in runs), 0),
        _figure("words_twice", "words twice", sum(run.doubled for run in runs), 0),
        _figure("not_understood_s", "not understood, s", sum(run.not_understood_s for run in runs), 0, digits=1),
        _figure("fallback_s", "read here after the worker left it, worst, s", max(fallbacks, default=0.0), FALLBACK_S),
        _figure("own_s", "the same but for what other programs took, worst, s", max(owns, default=0.0), FALLBACK_S),
        _figure("not_used", "runs without the worker", sum(not run.was_used for run in runs), 0),
        _figure("not_handed_back", "worker not asked again", sum(not run.handed_back for run in runs), 0),
    ]
    for fault in chosen:
        own = [seconds for run in runs if run.fault == fault.key for seconds in run.fallbacks_s]
        if own:
            figures.append(_figure(f"fallback_{fault.key}_s", f"{fault.title}: worst, s", max(own), FALLBACK_S))
    return tuple(figures)


def fault_details(chosen: Sequence[Fault], runs: Sequence[Run]) -> list[str]:
    """A line for each fault, and what was wrong."""
    lines: list[str] = []
    for fault in chosen:
        own = [run for run in runs if run.fault == fault.key]
        waits = [seconds for run in own for seconds in run.fallbacks_s]
        typical = f", windows read here {median(waits):.2f} s after they were asked in the median" if waits else ""
        lines.append(f"{fault.title}: {len(own)} runs, {sum(run.words for run in own)} words{typical}")
    lines += [f"Twice ({run.fault}): {text}" for run in runs for text in run.twice][:_LISTED]
    lines += [f"Lost ({run.fault}): {' '.join(run.gone)}" for run in runs if run.gone][:_LISTED]
    return lines


def _figure(key: str, title: str, value: float, goal: float | None, *, digits: int | None = None) -> Figure:
    places = digits if digits is not None else 0 if isinstance(value, int) else 2
    return Figure(key, title, value, None, None, goal, GoalOn.OURS, places)

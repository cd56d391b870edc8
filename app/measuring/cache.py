"""``vivavoce measure cache``: what is not computed twice, what that is worth, and that nothing is taken for another.

Runs on the main thread of a command, all of it in this process; the processor alone.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from app.measuring.course_trace import hit_rate, read_trace, term_of_lectures
from app.measuring.encoder_kept import LIVE_MEETING, encoder_figure
from app.measuring.look_ups import context_cost, look_ups
from app.measuring.near_misses import all_pairs, changed, known_through_codecs
from app.measuring.reimport import CONTAINERS, Import, encode, run_import
from app.measuring.utterances import Utterance, read_utterances
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement, aligned
from engine.bench.speech_data import MEETINGS, QUICK_MEETINGS
from engine.caching.cached_engine import CachedEngine
from engine.caching.disk_store import DiskStore
from engine.caching.guarded_store import GuardedStore
from engine.caching.lru_k import LruKRules
from engine.caching.own_steps import own_steps
from engine.caching.recorded_store import trace_file
from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.recognition.whisper_engine import WhisperEngine

DEVICE = DeviceReport("cpu", "int8", "Processor")
NEAR_MISSES = 10_000
QUICK_NEAR_MISSES = 400
QUICK_UTTERANCES = 24
SEED = 20_261_130
"""Of the near misses. Another than the one that thresholds were set with."""

PARTS = ("imports", "pairs", "misses", "trace", "live")

LIVE_S, QUICK_LIVE_S = 120.0, 20.0
SIZES = (0.05, 0.1, 0.2, 0.3, 0.5)
"""Room for so much of all that a term asks for."""

TABLED = 0.1
LRU = LruKRules(k=1, correlated_s=0.0, history_s=0.0)


@dataclass(frozen=True, slots=True)
class _Found:
    """What a part of the measurement found."""

    setting: str
    figures: list[Figure]
    details: list[str]


def measure_cache(
    workbench: Workbench,
    *,
    model: str = "base",
    threads: int = 2,
    quick: bool = False,
    seed: int = SEED,
    parts: Sequence[str] = (),
    near_misses: int | None = None,
    trace: Path | None = None,
) -> Measurement:
    """Import again, take for another, drive out, listen, look up. Raises ``CannotMeasure``, ``SpeechModelError``.

    ``trace`` is what a real computer asked of the cache, see ``recorded_store.py``; without one a term is made up.
    """
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise CannotMeasure(f"There is no part called “{unknown[0]}”. There are: {', '.join(PARTS)}.")

    def found_by(part: str) -> _Found:
        match part:
            case "imports":
                return _imported(workbench, model=model, threads=threads, quick=quick)
            case "pairs":
                return _paired(workbench, quick=quick)
            case "misses":
                count = near_misses or (QUICK_NEAR_MISSES if quick else NEAR_MISSES)
                return _missed(workbench, count=count, quick=quick, seed=seed)
            case "trace":
                return _traced(trace or trace_file())
            case _:
                return _listened(workbench, model=model, quick=quick)

    found = [found_by(part) for part in parts or PARTS]
    return Measurement(
        "cache",
        workbench.machine,
        tuple(figure for each in found for figure in each.figures),
        "; ".join(each.setting for each in found),
        tuple(line for each in found for line in ("", *each.details))[1:],
    )


# Importing again


def _imported(workbench: Workbench, *, model: str, threads: int, quick: bool) -> _Found:
    weights = workbench.model_folder(model)
    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        sound = workbench.data.join_meetings(QUICK_MEETINGS if quick else MEETINGS, folder)
        store = GuardedStore(DiskStore(folder / "cache"))
        engine = CachedEngine(
            WhisperEngine(model_path=weights, device=DEVICE, threads=threads),
            store=store,
            model_checksum=model,
            steps=own_steps() or "",
        )
        try:
            first, again = _imports(workbench, sound.path, folder, engine, store, model, quick=quick)
            looked_up = [*look_ups(store), context_cost(folder)]
        finally:
            engine.close()
            store.close()
    setting = (
        f"{sound.duration_s / 60:.1f} min of meetings imported in {1 + len(again)} containers, speech model {model}, "
        f"int8, {threads} threads, in one process"
    )
    return _Found(setting, [*_import_figures(first, again), *looked_up], _import_table(first, again))


def _imports(  # noqa: PLR0917 - one caller
    workbench: Workbench,
    sound: Path,
    folder: Path,
    engine: CachedEngine,
    store: GuardedStore,
    model: str,
    *,
    quick: bool,
) -> tuple[Import, list[Import]]:
    options = RecognitionOptions(model=model)

    def run(path: Path, name: str) -> Import:
        workbench.tell(f"Importing {path.name}")
        return run_import(path, name, folder, engine=engine, store=store, options=options)

    first = run(sound, "first")
    chosen = list(CONTAINERS)[:2] if quick else list(CONTAINERS)
    return first, [run(encode(sound, container, folder), f"again-{container}") for container in chosen]


def _import_figures(first: Import, again: list[Import]) -> list[Figure]:
    return [
        _goal("reimport_unknown_percent", "speech recognised again, %", 100 * (1 - min(e.known for e in again)), 5.0),
        Figure(
            "reimport_s",
            "seconds, imported again and first",
            median(each.seconds for each in again),
            first.seconds,
            max(each.seconds for each in again) / first.seconds,
            1 / 8,
            digits=2,
        ),
        Figure(
            "reimport_cpu_s",
            "CPU seconds, imported again and first",
            median(each.cpu_s for each in again),
            first.cpu_s,
            max(each.cpu_s for each in again) / first.cpu_s,
            1 / 8,
            digits=2,
        ),
        _goal("reimport_other_text", "re-imports with another text", sum(e.text != first.text for e in again), 0.0),
    ]


def _import_table(first: Import, again: list[Import]) -> list[str]:
    rows: list[tuple[str, ...]] = [("import", "seconds", "CPU s", "known", "text")]
    rows += [
        (each.container, f"{each.seconds:.2f}", f"{each.cpu_s:.2f}", f"{each.known:.1%}", _same(each, first))
        for each in (first, *again)
    ]
    return aligned(rows)


def _same(one: Import, first: Import) -> str:
    return "first" if one is first else "identical" if one.text == first.text else "differs"


# Nothing is taken for another


def _paired(workbench: Workbench, *, quick: bool) -> _Found:
    """All pairs, of all utterances there are."""
    utterances = _thinned(read_utterances(workbench.data, workbench.tell), quick=quick)
    pairs = all_pairs(utterances, workbench.tell)
    figure = _goal("wrong_pairs", f"wrong reuses of {pairs.asked} pairs", pairs.wrong, 0.0)
    return _Found(f"{pairs.asked} pairs of {len(utterances)} utterances", [figure], [])


def _missed(workbench: Workbench, *, count: int, quick: bool, seed: int) -> _Found:
    """Near misses of the utterances that no threshold was set with."""
    read = read_utterances(workbench.data, workbench.tell)
    unseen = _thinned([each for each in read if not each.is_for_setting], quick=quick)
    misses = changed(unseen, count=count, seed=seed, tell=workbench.tell)
    asked, wrong = (sum(counts) for counts in zip(*((each.asked, each.wrong) for each in misses.values()), strict=True))
    figure = _goal("wrong_near_misses", f"wrong reuses of {asked} near misses", wrong, 0.0)
    setting = f"{asked} near misses of {len(unseen)} utterances that no threshold was set with, seed {seed}"
    details = [f"near misses, {kind}: {each.wrong} of {each.asked}" for kind, each in misses.items()]
    details.append(f"not changed, through a codec: {known_through_codecs(unseen)} of {len(unseen)} are known")
    return _Found(setting, [figure], details)


def _thinned(utterances: list[Utterance], *, quick: bool) -> list[Utterance]:
    return utterances[:: max(1, len(utterances) // QUICK_UTTERANCES)] if quick else utterances


# Who has to go


def _traced(trace: Path | None) -> _Found:
    requests = term_of_lectures() if trace is None else read_trace(trace)
    figures: list[Figure] = []
    keys = len({request.key for request in requests})
    unbounded = hit_rate(requests, room=None, rules=LruKRules())
    rows: list[tuple[str, ...]] = [("room for", "LRU-3", "LRU", "unbounded")]
    for size in SIZES:
        room = int(size * keys)
        ours, lru = (hit_rate(requests, room=room, rules=rules) for rules in (LruKRules(), LRU))
        rows.append((f"{size:.0%}", f"{ours:.1%}", f"{lru:.1%}", f"{unbounded:.1%}"))
        if size == TABLED:
            missed, other = 100 * (1 - ours), 100 * (1 - lru)
            title = "misses of a term, %, beside LRU"
            figures.append(Figure("trace_misses_percent", title, missed, other, missed / other, 1.0))
    what = "a term of lectures" if trace is None else f"what was recorded in “{trace.name}”"
    said = f"{what}, {len(requests)} requests for {keys} blocks"
    return _Found(said, figures, [f"Hits of {said}:", *aligned(rows)])


# The encoder


def _listened(workbench: Workbench, *, model: str, quick: bool) -> _Found:
    workbench.tell("Listening with and without the encoder's memory")
    seconds = QUICK_LIVE_S if quick else LIVE_S
    figure = encoder_figure(workbench.data, workbench.model_folder(model), device=DEVICE, seconds=seconds)
    return _Found(f"{seconds:.0f} s of {LIVE_MEETING} live with {model}", [figure], [])


def _goal(key: str, title: str, value: float, goal: float, *, digits: int = 1) -> Figure:
    return Figure(key, title, float(value), None, None, goal, GoalOn.OURS, digits)

"""``vivavoce measure cache``: what is not computed twice, what that is worth, and that nothing is taken for another.

Runs on the main thread of a command, all of it in this process; the processor alone.
"""

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np

from app.measuring.course_trace import hit_rate, term_of_lectures
from app.measuring.near_misses import Misses, Utterance, all_pairs, changed, utterance
from app.measuring.reimport import CONTAINERS, Import, encode, run_import
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement, aligned
from engine.bench.live_simulation import simulate_live
from engine.bench.speech_data import MEETINGS, QUICK_MEETINGS, SpeechData
from engine.caching.cached_engine import CachedEngine
from engine.caching.disk_contexts import DiskContexts
from engine.caching.disk_store import DiskStore
from engine.caching.guarded_store import GuardedStore
from engine.caching.lru_k import LruKRules
from engine.caching.own_steps import own_steps
from engine.caching.session_context import MOST_WORDS, SaidWord, SessionContexts
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.detection.voice_detector import SileroDetector
from engine.recognition.whisper_engine import WhisperEngine
from engine.recognition.whisper_model import WhisperModel

DEVICE = DeviceReport("cpu", "int8", "Processor")
NEAR_MISSES = 10_000
QUICK_NEAR_MISSES = 400
QUICK_UTTERANCES = 24
READ_SETS = ("libri_test_other", "libri_train100", "ljspeech", "zh", "phone_prompts")
"""Utterances of which each says something else; the meetings are built from some of them and are left out."""

LIVE_S, QUICK_LIVE_S = 120.0, 20.0
LIVE_MEETING = "mtg_share_4spk"
SIZES = (0.05, 0.1, 0.2, 0.3, 0.5)
"""Room for so much of all that a term asks for."""

TABLED = 0.1
LRU = LruKRules(k=1, correlated_s=0.0, history_s=0.0)


def measure_cache(
    workbench: Workbench, *, model: str = "base", threads: int = 2, quick: bool = False, seed: int = 1
) -> Measurement:
    """Import again, take for another, drive out, listen, look up. Raises ``CannotMeasure``, ``SpeechModelError``."""
    weights = workbench.model_folder(model)
    figures: list[Figure] = []
    details: list[str] = []
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
            _add_imports(first, again, figures, details)
            figures += _look_ups(store)
            figures.append(_context(folder))
        finally:
            engine.close()
            store.close()
    utterances = _utterances(workbench.data)
    if quick:
        utterances = utterances[:: max(1, len(utterances) // QUICK_UTTERANCES)]
    pairs = all_pairs(utterances, workbench.tell)
    misses = changed(utterances, count=QUICK_NEAR_MISSES if quick else NEAR_MISSES, seed=seed, tell=workbench.tell)
    _add_misses(pairs, misses, figures, details)
    _add_trace(figures, details)
    workbench.tell("Listening with and without the encoder's memory")
    figures.append(_encoder(workbench.data, weights, seconds=QUICK_LIVE_S if quick else LIVE_S))
    setting = (
        f"{sound.duration_s / 60:.1f} min of meetings, speech model {model}, int8, {threads} threads, in one process; "
        f"{pairs.asked} pairs of utterances and {sum(each.asked for each in misses.values())} near misses"
    )
    return Measurement("cache", workbench.machine, tuple(figures), setting, tuple(details))


# Importing again


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


def _add_imports(first: Import, again: list[Import], figures: list[Figure], details: list[str]) -> None:
    figures += [
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
    rows: list[tuple[str, ...]] = [("import", "seconds", "CPU s", "known", "text")]
    rows += [
        (each.container, f"{each.seconds:.2f}", f"{each.cpu_s:.2f}", f"{each.known:.1%}", _same(each, first))
        for each in (first, *again)
    ]
    details += aligned(rows)


def _same(one: Import, first: Import) -> str:
    return "first" if one is first else "identical" if one.text == first.text else "differs"


# Nothing is taken for another


def _utterances(data: SpeechData) -> list[Utterance]:
    try:
        import soundfile  # noqa: PLC0415  of the dev extra
    except ImportError as error:
        raise CannotMeasure(
            "Measuring needs soundfile, as the tests do: run “bash installers/test.sh” once."
        ) from error
    found: list[Utterance] = []
    for row in data.recordings():
        if row.set not in READ_SETS or not row.transcript or not row.path.endswith((".flac", ".wav")):
            continue
        read, rate = soundfile.read(data.folder / row.path, dtype="float32")
        samples: Samples = np.asarray(read, np.float32)
        if rate == SAMPLE_RATE_HZ and samples.ndim == 1 and len(samples) > 2 * SAMPLE_RATE_HZ:
            found.append(utterance(samples, row.transcript))
    return found


def _add_misses(pairs: Misses, misses: dict[str, Misses], figures: list[Figure], details: list[str]) -> None:
    figures += [
        _goal("wrong_pairs", f"wrong reuses of {pairs.asked} pairs", pairs.wrong, 0.0),
        _goal(
            "wrong_near_misses",
            f"wrong reuses of {sum(each.asked for each in misses.values())} near misses",
            sum(each.wrong for each in misses.values()),
            0.0,
        ),
    ]
    details += ["", *(f"near misses, {kind}: {each.wrong} of {each.asked}" for kind, each in misses.items())]


# Who has to go


def _add_trace(figures: list[Figure], details: list[str]) -> None:
    requests = term_of_lectures()
    keys = len({request.key for request in requests})
    unbounded = hit_rate(requests, room=None, rules=LruKRules())
    rows: list[tuple[str, ...]] = [("room for", "LRU-3", "LRU", "unbounded")]
    for size in SIZES:
        room = int(size * keys)
        ours, lru = (hit_rate(requests, room=room, rules=rules) for rules in (LruKRules(), LRU))
        rows.append((f"{size:.0%}", f"{ours:.1%}", f"{lru:.1%}", f"{unbounded:.1%}"))
        if size == TABLED:
            missed, other = 100 * (1 - ours), 100 * (1 - lru)
            figures.append(
                Figure("trace_misses_percent", "misses of a term, %, beside LRU", missed, other, missed / other, 1.0)
            )
    details += ["", f"Hits of a term of lectures, {len(requests)} requests for {keys} blocks:", *aligned(rows)]


# The encoder


def _encoder(data: SpeechData, weights: Path, *, seconds: float) -> Figure:
    """CPU seconds of live recognition with what the encoder gave kept, and without."""
    import soundfile  # noqa: PLC0415  of the dev extra

    read, _ = soundfile.read(data.meeting(LIVE_MEETING).path, dtype="float32")
    samples: Samples = np.asarray(read, np.float32)[: int(seconds * SAMPLE_RATE_HZ)]

    def run(**kept: int) -> tuple[float, list[str], str]:
        whisper = WhisperModel(weights, device=DEVICE, replicas=1, threads=2, **kept)
        language = "" if whisper.is_multilingual else "en"
        began = time.process_time()
        done = simulate_live(samples, whisper=whisper, make_detector=SileroDetector, language=language)
        spent = time.process_time() - began
        texts = [str(line["text"]) for line in done.lines]
        said = f"{whisper.memory.found} of {whisper.memory.asked} windows"
        whisper.close()
        return spent, texts, said

    without, plain, _ = run(memory_bytes=0)
    ours, kept, said = run()
    if kept != plain:
        raise CannotMeasure("The encoder's memory changed the text.")
    minutes = seconds / 60
    return Figure(
        "live_cpu_s_per_minute",
        f"CPU s a live minute, encoder's memory ({said})",
        ours / minutes,
        without / minutes,
        ours / without,
        0.75,
    )


# Look-ups


def _look_ups(store: GuardedStore) -> list[Figure]:
    known = store.keys("exact/")[:50]

    def microseconds(work: Callable[[str], object], keys: list[str]) -> float:
        times: list[float] = []
        for key in keys:
            began = time.perf_counter_ns()
            work(key)
            times.append((time.perf_counter_ns() - began) / 1000)
        return median(times) if times else 0.0

    missing = [f"exact/{number:040x}" for number in range(20_000)]
    store.refresh()
    asked, spared = store.asked, store.spared
    miss_us = microseconds(store.get, missing)
    passed = (store.asked - asked) - (store.spared - spared)
    return [
        _goal("miss_us", "guarded miss, µs", miss_us, 20.0, digits=2),
        _goal("bloom_percent", "misses that the filter lets by, %", 100 * passed / len(missing), 1.0, digits=3),
        Figure("hit_us", "hit on disk, µs", microseconds(store.get, known), None, None),
        Figure("kept_mb", "kept on disk, MB", store.usage().bytes / 1e6, None, None),
    ]


def _context(folder: Path) -> Figure:
    """What it takes to change what is known of a meeting, on disk: once every few seconds of live words."""
    contexts = SessionContexts(DiskContexts(folder / "contexts"))
    said = tuple(SaidWord(f" word{number}", (number, number + 1)) for number in range(MOST_WORDS))
    times: list[float] = []
    for _ in range(200):
        began = time.perf_counter_ns()
        contexts.change("meeting", lambda known: replace(known, language="en", said=said))
        times.append((time.perf_counter_ns() - began) / 1000)
    contexts.close()
    return Figure("context_us", "keeping what is known of a meeting, µs", median(times), None, None)


def _goal(key: str, title: str, value: float, goal: float, *, digits: int = 1) -> Figure:
    return Figure(key, title, float(value), None, None, goal, GoalOn.OURS, digits)

"""``vivavoce measure speakers``: who speaks when, how many they are, whose words are whose, and what it costs.

Real meetings (AMI, 30 s each, manual turns), meetings built of read speech with the speakers known exactly, three of
them with words as the import queue writes them, and readers who are to be known again by their voice. Sound is heard
in a process of its own (``engine/bench/speaker_side.py``). Thresholds were chosen with all five AMI clips, the meetings
that come with the data and half the readers of ``libri_train100`` in sight; only the ``new_*`` meetings were made after
that, of the same readers. Main thread of a command.
"""

import contextlib
import io
import json
import runpy
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.speaker_labels import label_figures, seconds_of
from app.measuring.workbench import OUR_SIDE, Workbench
from app.meetings.attribution import speak_lines, turns_from
from app.meetings.transcript import Transcript
from app.meetings.voice import KNOWN
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.bench.side import SideRequest, SoundFile
from engine.bench.speaker_scoring import Turn, TurnErrors, read_rttm, score_turns, speaker_word_errors
from engine.bench.speaker_side import FolderAnswer, SpeakerRequest, run_speaker_side
from engine.bench.voice_memory import draw_curves, hear_readers
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.places import RESOURCES

BUILT = {"mtg_share_2spk": 2, "mtg_share_4spk": 4, "mtg_share_5spk": 5}
"""Those that come with the data, or with its recipe; they have words."""
NEW_SEEDS = (301, 302, 303)
"""Of further meetings of 2, 4 and 5 people each."""
LONG_HOURS = 3
GOAL_AMI, GOAL_BUILT, GOAL_COUNT_OFF, GOAL_WORDS = 22.0, 8.0, 0.8, 3.0
GOAL_COST, GOAL_MEMORY_GB, GOAL_AGAIN_S = 0.06, 1.5, 3.0
GOAL_ACCEPTED, GOAL_REJECTED = 0.5, 5.0
TRIAL_S = 3.0
BACKGROUND = RESOURCES / "voice_background.json"

SideRun = Callable[[SpeakerRequest, Callable[[FolderAnswer], None]], list[FolderAnswer]]


@dataclass(frozen=True, slots=True)
class Clip:
    """Sound with what is known of who speaks in it."""

    name: str
    group: str
    path: Path
    rttm: Path

    def said(self) -> list[Turn]:
        """The turns as they really were."""
        return read_rttm(self.rttm)


def measure_speakers(
    workbench: Workbench,
    *,
    model: str,
    threads: int = 2,
    quick: bool = False,
    keep: Path | None = None,
    run_side: SideRun = run_speaker_side,
) -> Measurement:
    """Measure all of it; ``keep`` is a folder for the curve of the voice memory and for our turns.

    Raises:
        CannotMeasure: something needed is not here, or it stopped.
        SpeechModelError: the speech model is not here.
    """
    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        clips = _ami(workbench) + _built(workbench, folder, seeds=NEW_SEEDS[:1] if quick else NEW_SEEDS, quick=quick)
        answers = _hear(workbench, clips, folder / "sound", threads, run_side)
        errors = {
            clip.name: score_turns(clip.said(), seconds_of(answer.turns), length=_seconds(clip.path))
            for clip, answer in zip(clips, answers, strict=True)
        }
        minutes = sum(_seconds(clip.path) for clip in clips) / 60
        if keep is not None:
            _keep_turns(keep, clips, answers)
        figures = _turn_figures(clips, errors)
        built = [(clip, answer) for clip, answer in zip(clips, answers, strict=True) if clip.group == "built"]
        figures += label_figures([answer for _, answer in built], [_seconds(clip.path) for clip, _ in built])
        figures += _word_figures(workbench, clips, answers, folder, model=model, threads=threads)
        figures += _cost_figures(workbench, clips, answers, folder, threads=threads, quick=quick, run_side=run_side)
        figures += _voice_figures(workbench, keep)
    details = [
        f"{clip.name}: {errors[clip.name].rate:.1f} %, {errors[clip.name].found} speakers found of "
        f"{errors[clip.name].speakers}; missed {errors[clip.name].missed:.1f} s, made up "
        f"{errors[clip.name].invented:.1f} s, of somebody else {errors[clip.name].confused:.1f} s"
        for clip in clips
    ]
    setting = (
        f"{len(clips)} clips and meetings, {minutes:.0f} min, number found; collar 0.25 s, overlap counted; "
        f"words by speech model {model}; {threads} threads"
    )
    return Measurement("speakers", workbench.machine, tuple(figures), setting, tuple(details))


def _ami(workbench: Workbench) -> list[Clip]:
    data = workbench.data.folder
    rows = [row for row in workbench.data.recordings() if row.set == "ami"]
    clips = [
        Clip(Path(row.path).stem, "ami", data / row.path, data / "rttm" / f"{Path(row.path).stem}.rttm") for row in rows
    ]
    return [clip for clip in clips if clip.rttm.is_file()]


def _built(workbench: Workbench, folder: Path, *, seeds: Sequence[int], quick: bool) -> list[Clip]:
    """The built meetings, made where they do not come with the data, and new ones of the same readers."""
    recipe: dict[str, Any] = runpy.run_path(str(workbench.data.folder / "make_meetings.py"))
    manifest = workbench.data.folder / "manifest.share.jsonl"
    rows = [row for row in map(json.loads, manifest.read_text("utf-8").splitlines()) if not row.get("derived")]
    readers = sorted({row["speaker"] for row in rows if row["set"] == "libri_test_other"})
    specs: list[dict[str, Any]] = [spec for spec in recipe["SPECS"] if spec["id"] in BUILT]
    if quick:
        specs = [spec for spec in specs if spec["id"] != "mtg_share_5spk"]
    for seed in seeds:
        chosen = np.random.default_rng(seed)
        for people in (2, 4, 5):
            speakers = sorted(chosen.choice(readers, people, replace=False).tolist())
            name = f"new_{people}spk_{seed}"
            spec = {"id": name, "split": "share", "set": "libri_test_other", "speakers": speakers}
            specs.append(spec | {"seed": seed + people, "silences": 3})
    made: list[Clip] = []
    for spec in specs:
        there = workbench.data.folder / "meetings" / spec["id"]
        if not there.with_suffix(".flac").is_file():
            there = folder / spec["id"]
            with contextlib.redirect_stdout(io.StringIO()):
                recipe["build"](spec, rows, str(folder), str(manifest))
        made.append(Clip(spec["id"], "built", there.with_suffix(".flac"), there.with_suffix(".rttm")))
    return made


def _hear(
    workbench: Workbench, clips: Sequence[Clip], folder: Path, threads: int, run_side: SideRun
) -> list[FolderAnswer]:
    for clip in clips:
        _lay_down(folder / clip.name, _read(clip.path))

    def told(answer: FolderAnswer) -> None:
        workbench.tell(f"{Path(answer.folder).name}: {answer.speakers} speakers found")

    answers: dict[str, FolderAnswer] = {}
    for is_live in (True, False):  # half a minute of a real meeting says nothing of labels while recording
        own = tuple(str(folder / clip.name) for clip in clips if (clip.group == "built") is is_live)
        if own:
            answers |= {each.folder: each for each in run_side(SpeakerRequest(own, threads, live=is_live), told)}
    return [answers[str(folder / clip.name)] for clip in clips]


def _turn_figures(clips: Sequence[Clip], errors: dict[str, TurnErrors]) -> list[Figure]:
    figures: list[Figure] = []
    for group, title, goal in (("ami", "real meetings", GOAL_AMI), ("built", "built meetings", GOAL_BUILT)):
        own = [errors[clip.name] for clip in clips if clip.group == group]
        if own:
            figures.append(_ours(f"der_{group}", f"{title}, wrong time, %", _rate(own), goal))
            off = float(np.mean([abs(each.speakers - each.found) for each in own]))
            most = GOAL_COUNT_OFF if group == "ami" else 0.0
            figures.append(_ours(f"count_{group}", f"{title}, speakers too many or few", off, most, digits=2))
    for group, title in (("ami_dev", "of these ami_dev*, %"), ("new_", "of these made after tuning (new_*), %")):
        own = [errors[clip.name] for clip in clips if clip.name.startswith(group)]
        if own:
            figures.append(_ours(f"der_{group.strip('_')}", title, _rate(own), None))
    return figures


def _word_figures(
    workbench: Workbench,
    clips: Sequence[Clip],
    answers: Sequence[FolderAnswer],
    folder: Path,
    *,
    model: str,
    threads: int,
) -> list[Figure]:
    """Wrong words with their speakers, beside wrong words alone, in the meetings that come with the data."""
    model_folder = workbench.model_folder(model)
    normal: Callable[[str, str], str] = runpy.run_path(str(workbench.data.scorer))["normal"]
    chosen = [(clip, answer) for clip, answer in zip(clips, answers, strict=True) if clip.name in BUILT]
    scratch = folder / "ours"
    scratch.mkdir()
    request = SideRequest(
        kind="ours",
        model=model,
        model_folder=str(model_folder),
        scratch=str(scratch),
        files=tuple(SoundFile(str(clip.path), "en") for clip, _ in chosen),
        threads=threads,
    )
    heard = workbench.run_side(OUR_SIDE, request, lambda file: workbench.tell(f"{Path(file.path).stem}: transcribed"))
    if trouble := next((file.trouble for file in heard.files if file.trouble), ""):
        raise CannotMeasure(trouble)
    transcripts = _transcripts(scratch / "library")
    words = plain = attributed = 0
    for clip, answer in chosen:
        segments = json.loads(clip.path.with_suffix(".json").read_text("utf-8"))["segments"]
        said: defaultdict[str, list[str]] = defaultdict(list)
        for row in sorted(segments, key=lambda row: row["start"]):
            said[row["speaker"]] += normal(row["text"], "en").split()
        everything = [word for row in sorted(segments, key=lambda row: row["start"]) for word in _words(normal, row)]
        found = words_by_speaker(transcripts[str(clip.path)], answer, normal)
        ours = [word for line in transcripts[str(clip.path)].segments if line.quarantine is None
                for word in normal(line.text, "en").split()]  # fmt: skip
        words += len(everything)
        plain += Levenshtein.distance(everything, ours)
        attributed += speaker_word_errors(dict(said), found, Levenshtein.distance)
    cp, wer = 100 * attributed / max(1, words), 100 * plain / max(1, words)
    return [
        Figure("cpwer", "built meetings, words of the wrong speaker or wrong, %", cp, wer, cp / wer if wer else None),
        _ours("cpwer_over", "  points above wrong words alone", cp - wer, GOAL_WORDS),
    ]


def words_by_speaker(
    transcript: Transcript, answer: FolderAnswer, normal: Callable[[str, str], str]
) -> dict[str, list[str]]:
    """The words of a transcript laid against our turns, by speaker, as the scorer compares them."""
    lines = [line for line in transcript.segments if line.quarantine is None]
    said = speak_lines(lines, turns_from(answer.turns))
    found: defaultdict[str, list[str]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: line.start_ms):
        texts = [word.text for word in line.words] or [line.text]
        for text, who in zip(texts, said[line.id], strict=True):
            found[str(who.speaker)] += normal(text, "en").split()
    return dict(found)


def _cost_figures(
    workbench: Workbench,
    clips: Sequence[Clip],
    answers: Sequence[FolderAnswer],
    folder: Path,
    *,
    threads: int,
    quick: bool,
    run_side: SideRun,
) -> list[Figure]:
    """Time a second of sound, and a meeting of hours made of all built ones over and over."""
    seconds = sum(_seconds(clip.path) for clip in clips)
    wall, processor = sum(each.seconds for each in answers), sum(each.processor_s for each in answers)
    figures = [
        _ours("cost", "time a second of sound, s", wall / seconds, GOAL_COST, digits=3),
        _ours("cost_processor", "  processor time a second of sound, s", processor / seconds, None, digits=3),
    ]
    if quick:
        return figures
    sounds = [_read(clip.path) for clip in clips if clip.group == "built"]
    wanted = LONG_HOURS * 3600 * SAMPLE_RATE_HZ
    place = folder / "sound" / "long"
    long = np.concatenate(sounds * (1 + wanted // sum(len(each) for each in sounds)))[:wanted]
    _lay_down(place, long)
    del long
    workbench.tell(f"{LONG_HOURS} h are heard")
    answer = run_side(SpeakerRequest((str(place),), threads, again=4), lambda _: None)[0]
    return [
        *figures,
        _ours("cost_long", f"{LONG_HOURS} h, s a second", answer.seconds / (LONG_HOURS * 3600), GOAL_COST, digits=3),
        _ours("memory_long", f"{LONG_HOURS} h, most memory, GB", answer.peak_bytes / 1e9, GOAL_MEMORY_GB, digits=2),
        _ours("again_long", f"{LONG_HOURS} h, counted anew, s", answer.again_s, GOAL_AGAIN_S, digits=2),
    ]


def _voice_figures(workbench: Workbench, keep: Path | None) -> list[Figure]:
    """Readers known again at the threshold that the application has."""
    import torch  # noqa: PLC0415  seconds to import

    from engine.speakers.speaker_encoder import CamEncoder  # noqa: PLC0415  as above

    torch.set_num_threads(1)
    encoder = CamEncoder()
    readers = _readers(workbench)
    trials = hear_readers(readers, encoder, trial_s=TRIAL_S, tell=workbench.tell)
    longer = hear_readers(readers, encoder, trial_s=2 * TRIAL_S, tell=lambda _: None)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        curves = {f"{TRIAL_S:g} s": trials.curve(), f"{2 * TRIAL_S:g} s": longer.curve()}
        rows = {name: [[p.threshold, round(p.accepted, 3), round(p.rejected, 3)] for p in curve]
                for name, curve in curves.items()}  # fmt: skip
        (keep / "voice_memory.json").write_text(json.dumps(rows) + "\n", "utf-8")
        (keep / "voice_memory.svg").write_text(draw_curves(curves, chosen=KNOWN), "utf-8")
    at, later = trials.at(KNOWN), longer.at(KNOWN)
    return [
        _ours("voice_accepted", f"voices, {TRIAL_S:g} s: strangers accepted, %", at.accepted, GOAL_ACCEPTED, digits=2),
        _ours("voice_rejected", f"voices, {TRIAL_S:g} s: own words rejected, %", at.rejected, GOAL_REJECTED, digits=2),
        _ours("voice_accepted_6s", "voices, 6 s: strangers accepted, %", later.accepted, GOAL_ACCEPTED, digits=2),
        _ours("voice_rejected_6s", "voices, 6 s: own words rejected, %", later.rejected, GOAL_REJECTED, digits=2),
    ]


def _readers(workbench: Workbench) -> dict[str, list[Samples]]:
    """The sound of each reader whose voice the background was not made of."""
    data = workbench.data
    background: list[str] = json.loads(BACKGROUND.read_text("utf-8"))["readers"]
    rows = [json.loads(line) for line in (data.folder / "manifest.share.jsonl").read_text("utf-8").splitlines()]
    found: defaultdict[str, list[Samples]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["path"]):
        if row["set"] in {"libri_train100", "libri_test_other"} and row["speaker"] not in background:
            found[row["speaker"]].append(_read(data.folder / row["path"]))
    return dict(found)


def _rate(errors: Sequence[TurnErrors]) -> float:
    wrong = sum(each.missed + each.invented + each.confused for each in errors)
    return 100 * wrong / max(1e-9, sum(each.speech for each in errors))


def _ours(key: str, title: str, value: float, goal: float | None, *, digits: int = 1) -> Figure:
    return Figure(key, title, value, None, None, goal, GoalOn.OURS, digits)


def _keep_turns(folder: Path, clips: Sequence[Clip], answers: Sequence[FolderAnswer]) -> None:
    """Our turns as the shared scorer reads them."""
    place = folder / "rttm"
    place.mkdir(parents=True, exist_ok=True)
    for clip, answer in zip(clips, answers, strict=True):
        lines = [
            f"SPEAKER {clip.name} 1 {turn.start:.3f} {turn.stop - turn.start:.3f} <NA> <NA> {turn.speaker} <NA> <NA>\n"
            for turn in seconds_of(answer.turns)
        ]
        (place / f"{clip.name}.rttm").write_text("".join(lines), "utf-8")


def _words(normal: Callable[[str, str], str], row: dict[str, Any]) -> list[str]:
    return normal(row["text"], "en").split()


def _transcripts(folder: Path) -> dict[str, Transcript]:
    library = Library.open(folder, announcements=Announcements())
    try:
        return {row.meeting.source_path: library.transcript(row.meeting.id) for row in library.meetings()}
    finally:
        library.close()


def _read(path: Path) -> Samples:
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


def _seconds(path: Path) -> float:
    return len(_read(path)) / SAMPLE_RATE_HZ


def _lay_down(folder: Path, samples: Samples) -> None:
    """Sound as it lies in a meeting's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    np.round(samples * 32767).astype("<i2").tofile(folder / "track-0.pcm")

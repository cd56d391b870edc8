"""``vivavoce measure soak``: hours of speech on two tracks through the whole application, faster than they would last.

Files take the place of devices; everything else is a person's own: recorder, rings, recording files, live engine,
library. Runs on the main thread of a command. What the engine skips while it cannot keep up counts as nothing wrong:
it must be understood in the end.
"""

import shutil
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.desktop_events import Began, Idle, Ready, Record, Shown, TrackSaved
from app.measuring.headless_desktop import folders_in
from app.measuring.long_speech import find_speech, write_long_speech
from app.measuring.measured_desktop import ENGINE, RECORDER, MeasuredDesktop
from app.measuring.memory_watch import MemoryWatch
from app.measuring.recording_verdict import not_understood
from app.measuring.workbench import Workbench
from app.meetings.identifiers import MeetingId
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, TrackKind
from engine.contract.recorder_messages import SourceChoice

MODEL = "tiny.en"
PACE = 8.0
"""Times real speed: two tracks of a meeting are then understood about as fast as they come, on two cores."""
MINUTES, QUICK_MINUTES = 480.0, 40.0
SETTLED_S = 600.0
"""After so much sound nothing may grow any more."""
DESKTOP = "desktop"

_GOAL_MB = 50.0
_LOOK_S = 5.0
_SILENT_S = 900.0
"""A pipeline that says nothing for so long has stopped."""
_TRACKS = 2
_BLOCK = 60 * SAMPLE_RATE_HZ


@dataclass(frozen=True, slots=True)
class SoakReport:
    """What became of it."""

    memory: MemoryWatch
    lengths: tuple[int, ...]
    """Samples of each track in the recording."""
    wanted: int
    """Samples of each track's file."""
    different: int
    """Samples that are not those of the file, in their place."""
    not_understood: float
    words: int
    lines: int
    misplaced: int
    """Lines outside the recording, or without an end behind their beginning."""
    problems: tuple[str, ...]
    recorded_s: float
    """It took so long to record."""
    understood_s: float
    """It took so long until all text was there."""
    behind_s: float
    """The most that the text was behind."""


def measure_soak(
    workbench: Workbench,
    *,
    minutes: float = MINUTES,
    pace: float = PACE,
    seed: int = 1,
    settled_s: float = SETTLED_S,
    keep: Path | None = None,
) -> Measurement:
    """Run it. ``keep`` is a folder for everything that is written.

    Raises:
        CannotMeasure: something needed is not here, or the pipeline stopped.
        SpeechModelError: the speech model is not here.
    """
    models = workbench.model_folder(MODEL).parent
    wanted = round(minutes * 60 * SAMPLE_RATE_HZ)
    with ExitStack() as closing:
        folder = keep
        if folder is None:
            name = tempfile.TemporaryDirectory(prefix="vivavoce-soak-", ignore_cleanup_errors=True)
            folder = Path(closing.enter_context(name))
        folder.mkdir(parents=True, exist_ok=True)
        _check_room(folder, wanted)
        workbench.tell(f"Writing {_TRACKS} times {minutes:.0f} minutes of speech")
        clips = find_speech(workbench.data)
        files = [folder / f"speech-{number}.flac" for number in range(_TRACKS)]
        for number, file in enumerate(files):
            write_long_speech(file, clips, length=wanted, seed=seed + number)
        report = _record(workbench, folder / "home", files, models=models, pace=pace, wanted=wanted)
    setting = (
        f"{minutes / 60:.2f} h of speech on {_TRACKS} tracks at {pace:g} times real speed, speech model {MODEL}, int8, "
        f"2 threads; recorded in {report.recorded_s / 60:.1f} min, understood in {report.understood_s / 60:.1f} min"
    )
    return Measurement(
        "soak", workbench.machine, soak_figures(report, settled_s=settled_s), setting, tuple(_details(report))
    )


def _record(
    workbench: Workbench, home: Path, files: list[Path], *, models: Path, pace: float, wanted: int
) -> SoakReport:
    memory = MemoryWatch()
    sources = tuple(SourceChoice(TrackKind.FILE, path=str(file), pace=pace) for file in files)
    with MeasuredDesktop(home, models=models) as desktop:
        desktop.hear(Ready, what="it was ready")
        before = desktop.count(Idle)
        began_s = time.monotonic()
        desktop.send(Record(sources, MODEL))
        meeting = desktop.hear(Began, what="the recording began").meeting
        _watch(workbench, desktop, memory, began_s=began_s, idle_before=before, wanted=wanted)
        understood_s = time.monotonic() - began_s
        saved = [at for at, event in desktop.heard if isinstance(event, TrackSaved)]
        behind_s = max((event.behind_s for _, event in desktop.heard if isinstance(event, Shown)), default=0.0)
        desktop.leave()
    library = Library.open(folders_in(home, models=models).library, announcements=Announcements())
    try:
        return _judge(
            library,
            MeetingId(meeting),
            files,
            memory=memory,
            wanted=wanted,
            recorded_s=max(saved, default=began_s) - began_s,
            understood_s=understood_s,
            behind_s=behind_s,
        )
    finally:
        library.close()


def _watch(
    workbench: Workbench,
    desktop: MeasuredDesktop,
    memory: MemoryWatch,
    *,
    began_s: float,
    idle_before: int,
    wanted: int,
) -> None:
    """Look at the memory until all text is there."""
    told = 0
    while desktop.count(Idle) == idle_before:
        time.sleep(_LOOK_S)
        saved = desktop.last(TrackSaved)
        audio_s = saved.at / SAMPLE_RATE_HZ if saved is not None else 0.0
        memory.look({DESKTOP: desktop.process.pid, **desktop.family()}, audio_s=audio_s)
        if desktop.process.poll() is not None:
            raise CannotMeasure("The measured desktop ended before all was understood.")
        if time.monotonic() - desktop.heard_s > _SILENT_S:
            raise CannotMeasure("The measured desktop said nothing more, and not all was understood.")
        if (part := int(20 * audio_s * SAMPLE_RATE_HZ / wanted)) > told:
            told = part
            workbench.tell(_progress(desktop, memory, audio_s=audio_s, took_s=time.monotonic() - began_s))


def _progress(desktop: MeasuredDesktop, memory: MemoryWatch, *, audio_s: float, took_s: float) -> str:
    shown = desktop.last(Shown)
    held = ", ".join(f"{name} {samples[-1].bytes / 1e6:.0f}" for name, samples in memory.samples.items())
    behind = f", {shown.behind_s:.0f} s behind" if shown is not None and shown.behind_s else ""
    return f"{audio_s / 60:.0f} min recorded in {took_s / 60:.1f}{behind}; MB: {held}"


def _judge(
    library: Library,
    meeting: MeetingId,
    files: list[Path],
    *,
    memory: MemoryWatch,
    wanted: int,
    recorded_s: float,
    understood_s: float,
    behind_s: float,
) -> SoakReport:
    folder = SoundFolder(library.meeting_folder(meeting))
    transcript = library.transcript(meeting)
    duration_ms = library.meeting(meeting).duration_ms
    return SoakReport(
        memory=memory,
        lengths=tuple(int(folder.length(number)) for number in range(len(files))),
        wanted=wanted,
        different=sum(count_different(folder.pcm_path(number), file) for number, file in enumerate(files)),
        not_understood=not_understood(library, meeting, transcript),
        words=sum(len(segment.text.split()) for segment in transcript.segments),
        lines=len(transcript.segments),
        misplaced=sum(not 0 <= each.start_ms < each.end_ms <= duration_ms for each in transcript.segments),
        problems=library.check().problems,
        recorded_s=recorded_s,
        understood_s=understood_s,
        behind_s=behind_s,
    )


def count_different(pcm: Path, source: Path) -> int:
    """Samples of a recording that are not those of the file it was played from, each in its place."""
    import soundfile  # noqa: PLC0415  of the dev extra

    different = 0
    with soundfile.SoundFile(source) as file, pcm.open("rb") as recorded:
        while len(theirs := file.read(_BLOCK, dtype="int16")):
            ours = np.frombuffer(recorded.read(2 * len(theirs)), "<i2")
            different += int((ours != theirs[: len(ours)]).sum()) + len(theirs) - len(ours)
    return different


def soak_figures(report: SoakReport, *, settled_s: float) -> tuple[Figure, ...]:
    """The figures."""
    figures: list[Figure] = []
    for name, title in ((DESKTOP, "desktop"), (RECORDER, "recorder"), (ENGINE, "engine")):
        growth = report.memory.growth(name, after_s=settled_s)
        if growth is not None:
            figures.append(_figure(f"{title}_growth_mb", f"{title}: memory grew by, MB", growth / 1e6, _GOAL_MB))
    off = max(abs(length - report.wanted) for length in report.lengths)
    apart = max(report.lengths) - min(report.lengths)
    figures += [
        _figure("timeline_ms", "timeline and clock part by, ms", 1000 * off / SAMPLE_RATE_HZ, 100.0),
        _figure("tracks_apart_ms", "tracks differ in length by, ms", 1000 * apart / SAMPLE_RATE_HZ, 0.0),
        _figure("different_samples", "samples that are not the source's", report.different, 0, digits=0),
        _figure("not_understood_percent", "not understood in the end, %", 100 * report.not_understood, 0.0, digits=2),
        _figure("misplaced_lines", "lines out of place", report.misplaced, 0, digits=0),
        _figure("library_problems", "problems in the library", len(report.problems), 0, digits=0),
        _figure("restarts", "processes that were started again", report.memory.restarts(), 0, digits=0),
    ]
    return tuple(figures)


def _details(report: SoakReport) -> list[str]:
    peaks = ", ".join(f"{name} {report.memory.peak(name) / 1e6:.0f}" for name in report.memory.samples)
    return [
        f"{report.lines} lines, {report.words} words; the text was {report.behind_s:.0f} s behind at the most",
        f"Most memory of its own (MB): {peaks}",
        *report.problems[:12],
    ]


def _check_room(folder: Path, wanted: int) -> None:
    needed = wanted * _TRACKS * 4
    if shutil.disk_usage(folder).free < needed:
        raise CannotMeasure(f"There is no room for {needed / 1e9:.0f} GB in {folder}.")


def _figure(key: str, title: str, value: float, goal: float, *, digits: int = 1) -> Figure:
    return Figure(key, title, value, None, None, goal, GoalOn.OURS, digits)

"""A run of ``vivavoce listen``: the recorder process, the live pipeline behind it, and a line for each event.

The pipeline runs on the main thread. A thread of the recorder's own reads its events, prints the levels and asks it
to stop when there has been enough; the rings then end, the pipeline understands the rest and ends as well.
"""

import json
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import typer

from app.cli.recorder_run import RecorderRun
from app.cli.transcription import read_languages
from app.folders import Folders, find_folders
from engine.capture.ring_buffer import RingReader
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import TrackKind, to_seconds
from engine.contract.cancellation import Cancellation
from engine.contract.errors import VivavoceError, from_report
from engine.contract.messages import (
    Event,
    FellBehind,
    FollowedTrack,
    LanguageChosen,
    LineGrown,
    StretchRepaired,
    StretchSkipped,
    TentativeHeard,
)
from engine.contract.options import DEFAULT_MODEL, RecognitionOptions
from engine.contract.recorder_messages import (
    GapNoticed,
    LevelsMeasured,
    RecordedTrack,
    RecorderEvent,
    RecordingFailed,
    RecordingStarted,
    SourceChanged,
    SourceChoice,
    SourceState,
)
from engine.contract.segments import RecognisedGap
from engine.detection.voice_detector import SileroDetector
from engine.pipeline.engine_store import EngineStore
from engine.pipeline.live_pipeline import LivePipeline, Understands
from engine.pipeline.ring_sound import ReadSaved, RingSound

FAILED = 1
LOOK_S = 0.02
RING_S = 300

Load = Callable[[Folders, RecognitionOptions], Understands]


@dataclass(frozen=True, slots=True)
class ListeningWish:
    """What the command line asked for, checked."""

    sources: tuple[SourceChoice, ...]
    is_paced: bool
    seconds: float | None
    options: RecognitionOptions

    @classmethod
    def read(
        cls, *, source: str, pace: str, seconds: float | None, language: str | None, model: str | None
    ) -> "ListeningWish":
        """Check the words of the command line. Wrong ones are ``typer.BadParameter``, exit code 2."""
        if pace not in {"realtime", "fast"}:
            raise typer.BadParameter("Say “realtime” or “fast”.", param_hint="--pace")
        is_paced = pace == "realtime" or not source.startswith("file:")
        languages = read_languages(language) if language is not None else ()
        options = RecognitionOptions(model=model or DEFAULT_MODEL, languages=languages)
        return cls(_sources(source, 1.0 if is_paced else 0.0), is_paced, seconds, options)


def _sources(source: str, pace: float) -> tuple[SourceChoice, ...]:
    microphone, computer = SourceChoice(TrackKind.MICROPHONE), SourceChoice(TrackKind.COMPUTER)
    named = {"mic": (microphone,), "computer": (computer,), "both": (microphone, computer)}
    if source in named:
        return named[source]
    path = Path(source.removeprefix("file:"))
    if not source.startswith("file:"):
        raise typer.BadParameter("Say mic, computer, both or file:PATH.", param_hint="--source")
    if not path.is_file():
        raise typer.BadParameter(f"“{path}” is no file.", param_hint="--source")
    return (SourceChoice(TrackKind.FILE, path=str(path.resolve()), pace=pace),)


def load_recogniser(folders: Folders, options: RecognitionOptions) -> Understands:
    """The speech model of this computer."""
    return EngineStore(models=folders.models, cache=folders.cache).live_for(options, Cancellation())


class AudioClock:
    """Seconds of the recording at this moment. Sample 0 was due when the most punctual sample says so."""

    def __init__(self, *, is_paced: bool, now: Callable[[], float] = time.monotonic) -> None:
        self._is_paced = is_paced
        self._now = now
        self._zero: float | None = None
        self._written = 0.0

    def see(self, written_s: float) -> None:
        """So much sound is there now."""
        self._written = max(self._written, written_s)
        if written_s > 0:
            zero = self._now() - written_s
            self._zero = zero if self._zero is None else min(self._zero, zero)

    def read(self) -> float:
        """The time. A file that is not played at its own pace has no clock but how far it is."""
        if not self._is_paced or self._zero is None:
            return self._written
        return self._now() - self._zero


class Listening:
    """One run."""

    def __init__(self, wish: ListeningWish, *, load: Load) -> None:
        self._wish = wish
        self._load = load
        self._clock = AudioClock(is_paced=wish.is_paced)
        self._printing = threading.Lock()
        self._recorder: RecorderRun | None = None
        self._started = threading.Event()
        self._tracks: tuple[RecordedTrack, ...] = ()
        self._failure: VivavoceError | None = None
        self._ended: set[int] = set()
        self._rings: list[RingReader] = []

    def run(self) -> int:
        """Listen to the end; answers the exit code. Ctrl-C stops the recording and lets the rest be understood."""
        try:
            self._status("loading the speech model")
            recogniser = self._load(find_folders(), self._wish.options)
            with ExitStack() as closing:
                folder = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="vivavoce-listen-")))
                recorder = RecorderRun(hear=self._hear)
                closing.callback(recorder.close)
                self._recorder = recorder
                recorder.start(folder, self._wish.sources, ring_seconds=RING_S)
                self._started.wait()
                if self._failure is not None:
                    raise self._failure
                previous = signal.signal(signal.SIGINT, self._interrupt)
                closing.callback(signal.signal, signal.SIGINT, previous)
                self._understand(recogniser, folder)
        except VivavoceError as error:
            typer.echo(str(error), err=True)
            return FAILED
        return 0

    def _understand(self, recogniser: Understands, folder: Path) -> None:
        self._rings = [RingReader.attach(track.ring) for track in self._tracks]
        tracks = [
            (FollowedTrack(track.track, track.kind), RingSound(ring, read_saved=_saved(folder, track.track)))
            for ring, track in zip(self._rings, self._tracks, strict=True)
        ]
        languages = self._wish.options.languages
        pipeline = LivePipeline(
            job="listen",
            tracks=tracks,
            recogniser=recogniser,
            make_detector=SileroDetector,
            wait=self._wait,
            cancellation=Cancellation(),
            language=languages[0] if len(languages) == 1 else "",
        )
        self._status("listening")
        for event in pipeline.run():
            self._look()
            self._tell(event)
        for ring in self._rings:
            ring.close()
        self._status("ended")

    def _interrupt(self, _number: int, _frame: object) -> None:
        # In a thread: the interrupted one may be sending just now.
        threading.Thread(target=self._stop, name="stop-recorder", daemon=True).start()

    def _wait(self) -> None:
        time.sleep(LOOK_S)
        self._look()

    def _look(self) -> None:
        self._clock.see(to_seconds(max(ring.written for ring in self._rings)))

    # On the recorder's reading thread

    def _hear(self, event: RecorderEvent | None) -> None:
        match event:
            case None:
                if not self._started.is_set():
                    self._failure = _RecorderGone()
            case RecordingStarted():
                self._tracks = event.tracks
            case RecordingFailed():
                self._failure = from_report(event.error)
            case LevelsMeasured():
                at = to_seconds(event.at)
                self._print("level", event.track, at, at, peak_dbfs=event.peak_dbfs, rms_dbfs=event.rms_dbfs)
                if self._wish.seconds is not None and at >= self._wish.seconds:
                    self._stop()
            case GapNoticed():
                gap = RecognisedGap(event.track, event.start, event.stop, event.reason)
                self._print_gap(gap, state="lost")
            case SourceChanged():
                self._status(f"{event.state.value}: {event.device}", track=event.track)
                if event.state is SourceState.ENDED:
                    self._ended.add(event.track)
                    if len(self._ended) == len(self._wish.sources):
                        self._stop()
            case _:
                pass
        if event is None or isinstance(event, RecordingStarted | RecordingFailed):
            self._started.set()

    def _stop(self) -> None:
        if self._recorder is not None:
            self._recorder.stop()

    # Lines

    def _tell(self, event: Event) -> None:
        match event:
            case TentativeHeard():
                self._print("tentative", event.track, to_seconds(event.start), to_seconds(event.stop), text=event.text)
            case LineGrown() if event.new_words:
                self._print_words(event)
            case StretchSkipped():
                self._print_gap(event.gap, state="lost" if event.is_lost else "open")
            case StretchRepaired():
                self._print_gap(event.gap, state="repaired")
            case FellBehind():
                text = f"{event.seconds:.0f} s behind" if event.seconds else "caught up"
                self._status(text, track=event.track)
            case LanguageChosen():
                self._status(f"language: {event.language}")
            case _:
                pass

    def _print_words(self, event: LineGrown) -> None:
        """The words that are new in a line: they are said when they are settled, not when the line is complete."""
        line = event.segment
        words = line.words[-event.new_words :]
        more: dict[str, object] = {"language": line.language}
        if line.quarantine is not None:
            more["quarantined"] = line.quarantine.value
        text = "".join(word.text for word in words).strip()
        self._print("segment", line.track, to_seconds(words[0].start), to_seconds(words[-1].stop), text=text, **more)

    def _print_gap(self, gap: RecognisedGap, *, state: str) -> None:
        start, stop = to_seconds(gap.start), to_seconds(gap.stop)
        self._print("gap", gap.track, start, stop, reason=gap.reason.value, state=state)

    def _status(self, text: str, *, track: int = 0) -> None:
        now = self._clock.read()
        self._print("status", track, now, now, text=text)

    def _print(self, kind: str, track: int, start_s: float, end_s: float, *, text: str = "", **more: object) -> None:
        times = {"start_s": round(start_s, 3), "end_s": round(end_s, 3)}
        line = {"kind": kind, "track": track, **times, "text": text, "at_s": round(self._clock.read(), 3), **more}
        with self._printing:
            typer.echo(json.dumps(line, ensure_ascii=False))


@dataclass(eq=False)
class _RecorderGone(VivavoceError):
    """The recorder process ended before it recorded anything."""

    @property
    def sentence(self) -> str:
        return "The recorder could not be started, so nothing is recorded. Try again; the log says more."


def _saved(folder: Path, track: int) -> ReadSaved:
    """Reads a track from the recording file."""
    sound = SoundFolder(folder)
    return lambda start, stop: sound.read(start, stop, track)

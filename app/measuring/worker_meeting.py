"""A part of a meeting, recorded at the pace of speech and understood live by a worker that something befalls.

Real recorder, real engine process, real worker; no window and no library. Used by ``worker_faults.py`` on the main
thread of a command. What a desktop would keep of the engine's events is kept here.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from app.measuring.word_check import HeardWord, lost_words, plain_words
from app.recording.recorder_client import RecorderClient, RecorderEnded, recorder_command
from engine.bench.cannot_measure import CannotMeasure
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind, to_seconds
from engine.contract.messages import (
    DeviceChosen,
    Event,
    FollowedTrack,
    FollowRecording,
    JobFailed,
    JobFinished,
    LineGrown,
    OpenLine,
    StretchRepaired,
    StretchSkipped,
    TrackSettled,
)
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import (
    RecorderEvent,
    RecordingStarted,
    RecordingStopped,
    SourceChoice,
    StartRecording,
    StopRecording,
)
from engine.contract.segments import RecognisedGap, RecognisedSegment
from engine.pipeline.engine_client import EngineClient, EngineEnded, engine_command

_LOOK_S = 0.05
_BEGIN_S = 120.0
_FINISH_S = 240.0
_BACK_S = 120.0
_AFTER_S = 5.0
_SAID_WORDS = 6
E = TypeVar("E", bound=RecorderEvent)

_FALLBACK = re.compile(r"was read here ([0-9.]+) s after it was asked: ([0-9.]+) s of .*?, ([0-9.]+) s of processor")


@dataclass(frozen=True, slots=True)
class Befalling:
    """What happens, and when."""

    after_s: float
    """After the worker understood something."""
    lasts_s: float
    begin: Callable[["WorkerMeeting"], None]
    end: Callable[["WorkerMeeting"], None]
    is_over: bool
    """The worker answers again afterwards."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was left of it."""

    words: tuple[HeardWord, ...]
    lost: tuple[str, ...]
    """Words that were told as committed and are not there any more."""
    not_understood_s: float
    """Sound in which somebody spoke, left without words, and what was not settled."""
    fallbacks_s: tuple[float, ...]
    """How long after a worker was asked each window was read here that it left."""
    own_s: tuple[float, ...]
    """Of that, waiting for the worker and the processor time afterwards: what it is where nothing else runs."""
    recorded_s: float
    faults_s: tuple[float, ...]
    """When something began to befall the worker, and was over, in the recording."""
    places: tuple[str, ...]
    """Names of the workers that answered, one after the other; empty for this computer."""
    is_back: bool
    """The worker was asked when it could be, however it went on."""


@dataclass(slots=True)
class _Kept:
    """What a desktop keeps."""

    lines: dict[str, RecognisedSegment] = field(default_factory=dict[str, RecognisedSegment])
    is_open: bool = False
    last_line: str = ""
    gaps: list[RecognisedGap] = field(default_factory=list[RecognisedGap])
    mark: int = 0
    places: list[str] = field(default_factory=list[str])
    lost: list[str] = field(default_factory=list[str])
    is_over: bool = False

    @property
    def is_there(self) -> bool:
        """Whether a worker answers now."""
        return bool(self.places) and bool(self.places[-1])

    def take(self, event: Event) -> None:
        """Keep what an event says."""
        match event:
            case LineGrown():
                before = self.lines.get(event.line)
                if before is not None:
                    self.lost += lost_words({"": _plain(before)}, {"": _plain(event.segment)})
                self.lines[event.line] = event.segment
                self.mark, self.last_line, self.is_open = event.settled_to, event.line, not event.is_closed
            case TrackSettled():
                self.mark = event.settled_to
            case StretchSkipped():
                self.gaps.append(event.gap)
            case StretchRepaired():
                self.gaps = [left for gap in self.gaps for left in _without(gap, event.gap)]
            case DeviceChosen():
                self.places.append(event.device.worker)
            case JobFinished():
                self.is_over = True
            case _:
                pass


class WorkerMeeting:
    """Use as a context."""

    def __init__(self, folder: Path, *, sound: Path, models: Path, model: str, workers: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._sound = sound
        self._options = RecognitionOptions(model=model, languages=("en",), threads=1)
        self._kept = _Kept()
        self._asks = 0
        self._ring = ""
        self._began_s = 0.0
        self._faults_s: list[float] = []
        self._log = folder / "engine.log"
        cache = folder.parent / "cache"
        command = engine_command(models=models, cache=cache, workers=workers)
        self._engine = EngineClient(command=command, log_file=self._log)
        self._recorder = RecorderClient(command=recorder_command(cache=cache), log_file=folder / "recorder.log")

    def __enter__(self) -> "WorkerMeeting":
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.kill()
        self._recorder.kill()

    def run(self, befalling: Befalling) -> Outcome:
        """Record, let it happen, and go on until the worker is asked again; then all of it is understood to its end.

        Raises:
            CannotMeasure: the worker is not asked at all, or something that must not end did.
        """
        self._begin()
        if not self._listen_until(lambda: any(self._kept.places), within_s=_BEGIN_S):
            raise CannotMeasure("The worker was not asked within two minutes.")
        self._listen_until(lambda: False, within_s=befalling.after_s)
        self._faults_s.append(self._now_s())
        befalling.begin(self)
        self._listen_until(lambda: False, within_s=befalling.lasts_s)
        places = len(self._kept.places)
        befalling.end(self)
        self._faults_s.append(self._now_s())
        is_back = False
        if befalling.is_over:
            is_back = self._listen_until(
                lambda: any(self._kept.places[places - 1 :]) and self._kept.is_there, within_s=_BACK_S
            )
        self._listen_until(lambda: False, within_s=_AFTER_S)
        self._recorder.send(StopRecording())
        length = self._hear(RecordingStopped, within_s=_BEGIN_S).lengths[0]
        if not self._listen_until(lambda: self._kept.is_over, within_s=_FINISH_S):
            raise CannotMeasure("The meeting was not understood to its end.")
        return self._outcome(length, is_back=is_back)

    def lose_engine(self) -> None:
        """Kill the engine as the end of the desktop does, and go on from what was kept."""
        self._engine.kill()
        self._ask()

    def _begin(self) -> None:
        source = SourceChoice(TrackKind.FILE, path=str(self._sound), pace=1.0)
        self._recorder.send(StartRecording("recording", str(self._folder / "meeting"), (source,)))
        self._ring = self._hear(RecordingStarted, within_s=_BEGIN_S).tracks[0].ring
        self._began_s = time.monotonic()
        self._ask()

    def _ask(self) -> None:
        kept = self._kept
        line = kept.lines.get(kept.last_line) if kept.is_open else None
        said = " ".join(" ".join(each.text for each in self._in_order()).split()[-_SAID_WORDS:])
        track = FollowedTrack(
            0,
            TrackKind.FILE,
            self._ring,
            resume_at=SampleIndex(kept.mark),
            said=said,
            open_gaps=tuple(kept.gaps),
            open_line=OpenLine(kept.last_line, line) if line is not None else None,
        )
        self._asks += 1
        self._engine.send(
            FollowRecording(f"job{self._asks}", str(self._folder / "meeting"), (track,), self._options, language="en")
        )

    def _listen_until(self, is_so: Callable[[], bool], *, within_s: float) -> bool:
        """Take in what comes until something is so; whether it is in time."""
        until_s = time.monotonic() + within_s
        while not is_so() and time.monotonic() < until_s:
            self._listen()
        return is_so()

    def _now_s(self) -> float:
        return time.monotonic() - self._began_s

    def _listen(self) -> None:
        answer = self._engine.receive(_LOOK_S)
        if isinstance(answer, EngineEnded):
            raise CannotMeasure(f"The engine ended by itself; {self._log} says why.")
        if answer is not None and answer.job == f"job{self._asks}":
            if isinstance(answer, JobFailed):
                raise CannotMeasure(f"The meeting could not be understood: {answer.error.sentence}")
            self._kept.take(answer)

    def _hear(self, kind: type[E], *, within_s: float) -> E:
        until_s = time.monotonic() + within_s
        while time.monotonic() < until_s:
            event = self._recorder.receive(_LOOK_S)
            if isinstance(event, RecorderEnded):
                break
            if isinstance(event, kind):
                return event
        raise CannotMeasure("The recorder did not answer.")

    def _in_order(self) -> list[RecognisedSegment]:
        return sorted(self._kept.lines.values(), key=lambda line: line.start)

    def _outcome(self, length: int, *, is_back: bool) -> Outcome:
        kept = self._kept
        words = [word for line in self._in_order() if line.quarantine is None for word in line.words]
        left = sum(gap.stop - gap.start for gap in kept.gaps) + max(0, length - kept.mark)
        said = self._log.read_text("utf-8", errors="replace") if self._log.is_file() else ""
        return Outcome(
            words=tuple(HeardWord(word.text, to_seconds(word.start)) for word in words),
            lost=tuple(kept.lost),
            not_understood_s=left / SAMPLE_RATE_HZ,
            fallbacks_s=tuple(float(seconds) for seconds, _, _ in _FALLBACK.findall(said)),
            own_s=tuple(float(waited) + float(worked) for _, waited, worked in _FALLBACK.findall(said)),
            recorded_s=to_seconds(length),
            faults_s=tuple(self._faults_s),
            places=tuple(kept.places),
            is_back=is_back,
        )


def _plain(line: RecognisedSegment) -> str:
    """Its words without marks: those may come when the line is closed."""
    return " ".join(plain_words(line.text))


def _without(gap: RecognisedGap, repaired: RecognisedGap) -> list[RecognisedGap]:
    """What is left of a gap of the same track."""
    if gap.track != repaired.track or gap.stop <= repaired.start or repaired.stop <= gap.start:
        return [gap]
    parts = ((gap.start, repaired.start), (repaired.stop, gap.stop))
    return [RecognisedGap(gap.track, start, stop, gap.reason) for start, stop in parts if start < stop]

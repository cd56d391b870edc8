"""A meeting that a worker understands live, in real processes and over real TLS, through a line that can be cut.

Recorder, engine and worker are processes of their own; engine and worker know the recording by heart, so that each
word that is lost or stands twice is seen. What the desktop would keep is kept here.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.bench.bad_line import BadLine
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.child_environment import child_environment
from engine.contract.engine import DeviceReport
from engine.contract.messages import (
    CancelJob,
    DeviceChosen,
    Event,
    FollowedTrack,
    FollowRecording,
    JobCancelled,
    JobFailed,
    JobFinished,
    LineGrown,
    StretchRepaired,
    StretchSkipped,
)
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import (
    RecordingStarted,
    RecordingStopped,
    SourceChoice,
    StartRecording,
    StopRecording,
)
from engine.contract.segments import RecognisedSegment
from engine.pipeline.engine_client import EngineClient, EngineEnded
from engine.remote.identity import find_identity, worker_places
from engine.remote.paired_desktops import FILE_NAME, PairedDesktop, PairedDesktops
from engine.remote.paired_workers import PairedWorker
from tests.builders.paired_machines import make_machines
from tests.builders.recited_recording import RecitedRecording, word_numbers
from tests.builders.running_recorder import RunningRecorder

PATIENCE_S = 60.0


class WorkerProcess:
    """A worker that can be killed, frozen and started again at the same port."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-P", "-m", "tests.fakes.reciting_worker_process", str(self._state), str(self.port)]
        log = (self._state / "worker.log").open("ab")
        with log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=child_environment())
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def kill(self) -> None:
        """Once more is harmless."""
        assert self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def freeze(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGCONT)


@dataclass
class Desktop:
    """What the desktop keeps of the events."""

    lines: dict[str, RecognisedSegment] = field(default_factory=dict[str, RecognisedSegment])
    places: list[DeviceReport] = field(default_factory=list[DeviceReport])
    open_gaps: int = 0
    mark: int = 0
    last: Event | None = None

    def take(self, event: Event) -> None:
        self.last = event
        match event:
            case LineGrown():
                self.lines[event.line] = event.segment
                self.mark = event.settled_to
            case DeviceChosen():
                self.places.append(event.device)
            case StretchSkipped():
                self.open_gaps += event.gap.stop - event.gap.start
            case StretchRepaired():
                self.open_gaps -= event.gap.stop - event.gap.start
            case _:
                pass

    @property
    def worker(self) -> str:
        return self.places[-1].worker if self.places else ""

    @property
    def is_over(self) -> bool:
        return isinstance(self.last, JobFinished | JobFailed | JobCancelled)

    def words(self) -> Counter[int]:
        lines = sorted(self.lines.values(), key=lambda line: line.start)
        return Counter(number for line in lines for number in word_numbers(line.text))


class LostWorkerStage:
    """For ``with``."""

    def __init__(self, folder: Path, recording: RecitedRecording) -> None:
        self._folder = folder
        self.recording = recording
        self.machines = make_machines(folder / "machines")
        self.desktop = Desktop()
        self.workers: dict[str, WorkerProcess] = {}
        """By the name that the desktop knows them by."""

    def __enter__(self) -> "LostWorkerStage":
        # The worker lets in whom it is paired with, so it is paired before it starts.
        self.machines.pair(port=1)
        self.worker = WorkerProcess(self.machines.worker_folder)
        self.line = BadLine(self.worker.port)
        self.machines.workers.change(self.machines.worker.fingerprint, port=self.line.port)
        self.workers["Big computer"] = self.worker
        cache = self._folder / "cache"
        module = "tests.fakes.reciting_engine_process"
        places = ["--models", str(self._folder / "models"), "--cache", str(cache)]
        command = [sys.executable, "-P", "-m", module, *places, "--workers", str(self.machines.workers.path)]
        self.engine = EngineClient(command=command, log_file=self._folder / "engine.log")
        self.recorder = RunningRecorder()
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.close()
        self.recorder.__exit__()
        self.line.close()
        for worker in self.workers.values():
            worker.thaw()
            worker.kill()

    def add_worker(self, name: str) -> None:
        """Pair the desktop with one more, before the meeting begins."""
        folder = self._folder / "machines" / name
        identity = find_identity(folder, places=worker_places(folder))
        PairedDesktops(folder / FILE_NAME).add(PairedDesktop("Laptop", self.machines.desktop.certificate))
        worker = self.workers[name] = WorkerProcess(folder)
        self.machines.workers.add(PairedWorker(name, "127.0.0.1", worker.port, identity.certificate))

    def begin(self) -> None:
        """Record at the pace of speech, and have it understood."""
        folder = str(self._folder / "meeting")
        source = SourceChoice(TrackKind.FILE, path=str(self.recording.path), pace=1.0)
        self.recorder.send(StartRecording("recording", folder, (source,)))
        started = self.recorder.hear(lambda event: isinstance(event, RecordingStarted))
        assert isinstance(started, RecordingStarted)
        track = FollowedTrack(0, TrackKind.FILE, started.tracks[0].ring, resume_at=SampleIndex(0))
        options = RecognitionOptions(model="base", languages=("en",))
        self.engine.send(FollowRecording("job", folder, (track,), options))

    def end(self) -> int:
        """Stop the recording; its length in samples."""
        self.recorder.send(StopRecording())
        stopped = self.recorder.hear(lambda event: isinstance(event, RecordingStopped))
        assert isinstance(stopped, RecordingStopped)
        return stopped.lengths[0]

    def cancel(self) -> None:
        self.engine.send(CancelJob("job"))

    def listen(self, until: Callable[[], bool]) -> None:
        """Take in what comes until something is so."""
        end = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < end, f"waited in vain; last {self.desktop.last}, {self.desktop.places}"
            answer = self.engine.receive(0.05)
            assert not isinstance(answer, EngineEnded), f"the engine ended: {answer}"
            if answer is not None:
                self.desktop.take(answer)

    def speak_on(self) -> None:
        """Wait until two more seconds are settled."""
        mark = self.desktop.mark
        self.listen(until=lambda: self.desktop.mark > mark + 2 * SAMPLE_RATE_HZ)

    def log(self) -> str:
        """What the engine process wrote."""
        return (self._folder / "engine.log").read_text("utf-8")

"""A recorder that records nothing and answers at once, with the shape of ``RecorderClient``.

It answers ``StartRecording`` with ``RecordingStarted``, ``PauseRecording``, ``ResumeRecording`` and ``StopRecording``
with their events; everything else a test says in its place (``say``, ``grow``, ``die``). Rings are only named. A test
that wants sound in the folder writes it there (``RecordingFile``) or runs the real process.
"""

import queue
import threading
from typing import TypeVar

from app.recording.recorder_client import RecorderEnded
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.recorder_messages import (
    CloseRecorder,
    PauseRecording,
    RecordedTrack,
    RecorderCommand,
    RecorderEvent,
    RecordingFailed,
    RecordingPaused,
    RecordingResumed,
    RecordingStarted,
    RecordingStopped,
    ResumeRecording,
    SavedTo,
    SourceChanged,
    SourceState,
    StartRecording,
    StopRecording,
)
from tests.builders.waiting import wait_for_command

T = TypeVar("T")


class FakeRecorder:
    """Remembers what it was told."""

    def __init__(self, *, refuses: RecordingFailed | None = None, is_mute: bool = False) -> None:
        """``refuses`` answers every start; one that ``is_mute`` answers nothing at all, as a process that hangs."""
        self.commands: list[RecorderCommand] = []
        self.starts = 0
        """How often the process was started."""
        self.kills = 0
        self.has_spare = False
        """Whether another one stands by."""
        self.refuses = refuses
        self.is_mute = is_mute
        self.is_opening = False
        """Whether the devices take their time; the test says when they are open."""
        self.lengths: list[int] = []
        """Samples of each track; the next start of a recording goes on there."""
        self._recording: StartRecording | None = None
        self._guard = threading.RLock()
        self._events: queue.SimpleQueue[RecorderEvent | RecorderEnded] = queue.SimpleQueue()
        self._is_running = False

    @property
    def is_running(self) -> bool:
        return self._is_running

    def send(self, command: RecorderCommand) -> None:
        with self._guard:
            if not self._is_running:
                self._is_running = True
                self.has_spare = False
                self.starts += 1
            self.commands.append(command)
            if not self.is_mute:
                self._answer(command)

    def receive(self, timeout_s: float) -> RecorderEvent | RecorderEnded | None:
        try:
            event = self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if isinstance(event, RecorderEnded):
            self._is_running = False
        return event

    def stand_by(self) -> None:
        self.has_spare = True

    def kill(self) -> None:
        with self._guard:
            self.kills += 1
            self._forget()

    def close(self) -> None:
        self.has_spare = False
        if self._is_running:
            self.send(CloseRecorder())
            self._forget()

    def say(self, *events: RecorderEvent) -> None:
        """Something happened."""
        for event in events:
            self._events.put(event)

    def grow(self, seconds: float) -> None:
        """So much more was recorded and saved on every track."""
        with self._guard:
            for track in range(len(self.lengths)):
                self.lengths[track] += round(seconds * SAMPLE_RATE_HZ)
                self._events.put(SavedTo(track, SampleIndex(self.lengths[track])))

    def die(self, exit_code: int = -9) -> None:
        """The process ends by itself; the next command starts another."""
        with self._guard:
            self._recording = None
            self._events.put(RecorderEnded(exit_code, "killed by the test"))

    def wait_for(self, kind: type[T], *, count: int = 1) -> T:
        """The last command of a kind, once there are so many of it."""
        return wait_for_command(self.commands, kind, count=count)

    def _answer(self, command: RecorderCommand) -> None:
        at = SampleIndex(max(self.lengths, default=0))
        match command:
            case StartRecording() if self.refuses is not None:
                self._events.put(self.refuses)
            case StartRecording():
                self._recording = command
                more = len(command.sources) - len(self.lengths)
                self.lengths = [at] * (len(self.lengths) + max(0, more))
                tracks = tuple(
                    RecordedTrack(number, source.kind, source.name, f"fake-ring-{self.starts}-{number}", at)
                    for number, source in enumerate(command.sources)
                )
                self._events.put(RecordingStarted(command.recording, tracks))
                self._open(command)
            case PauseRecording() if self._recording is not None:
                self._events.put(RecordingPaused(at))
            case ResumeRecording() if self._recording is not None:
                self._events.put(RecordingResumed(at))
                self._open(self._recording)
            case StopRecording() | CloseRecorder() if self._recording is not None:
                lengths = tuple(SampleIndex(length) for length in self.lengths)
                self._events.put(RecordingStopped(self._recording.recording, lengths))
                self._recording = None
            case _:
                pass

    def _open(self, command: StartRecording) -> None:
        if not self.is_opening:
            for number, source in enumerate(command.sources):
                self._events.put(SourceChanged(number, SourceState.OPENED, source.name, ""))

    def _forget(self) -> None:
        self._is_running = False
        self._recording = None
        while not self._events.empty():
            self._events.get()

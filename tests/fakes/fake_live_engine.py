"""A live engine that understands nothing by itself, with the shape of ``EngineClient``.

It answers ``CancelJob`` with ``JobCancelled``; everything else a test says in its place. ``hear`` grows a line word by
word, as the real one does, from where it was told to go on.
"""

import queue
import threading
from pathlib import Path
from typing import TypeVar

from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.engine import DeviceReport
from engine.contract.messages import (
    CancelJob,
    Command,
    DeviceChosen,
    Event,
    FollowRecording,
    JobCancelled,
    JobFinished,
    LineGrown,
    TrackSettled,
)
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.pipeline.engine_client import EngineEnded
from tests.builders.waiting import wait_for_command

T = TypeVar("T", bound=Command)


class FakeLiveEngine:
    """Remembers what it was told."""

    def __init__(self, *, is_deaf: bool = False, is_quick: bool = False) -> None:
        """One that ``is_deaf`` does not let go of a job; one that ``is_quick`` finishes each at once."""
        self.commands: list[Command] = []
        self.is_deaf = is_deaf
        self.is_quick = is_quick
        self.kills = 0
        self.closes = 0
        self.lines = 0
        self._is_running = False
        self._events: queue.SimpleQueue[Event | EngineEnded] = queue.SimpleQueue()
        self._guard = threading.RLock()

    @property
    def is_running(self) -> bool:
        return self._is_running

    @property
    def asked(self) -> FollowRecording:
        """What it was asked last."""
        return self.wait_for(FollowRecording)

    def send(self, command: Command) -> None:
        with self._guard:
            self._is_running = True
            self.commands.append(command)
            if isinstance(command, CancelJob) and not self.is_deaf:
                self._events.put(JobCancelled(command.job))
            if isinstance(command, FollowRecording):
                self._events.put(DeviceChosen(command.job, DeviceReport("cpu", "int8", "Fake")))
                if self.is_quick:
                    self._finish(command)

    def receive(self, timeout_s: float) -> Event | EngineEnded | None:
        try:
            event = self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if isinstance(event, EngineEnded):
            self._is_running = False
        return event

    def kill(self) -> None:
        with self._guard:
            self.kills += 1
            self._forget()

    def close(self) -> None:
        with self._guard:
            self.closes += 1
            self._forget()

    # What a test lets happen

    def say(self, *events: Event) -> None:
        for event in events:
            self._events.put(event)

    def die(self, exit_code: int = -6) -> None:
        """The process ends by itself."""
        self._events.put(EngineEnded(exit_code, "killed by the test"))

    def hear(self, *words: str, track: int = 0, at_s: float | None = None, each_s: float = 0.5) -> None:
        """A line that is said word by word, one event each."""
        followed = self.asked.tracks[track]
        start = followed.resume_at if at_s is None else SampleIndex(round(at_s * SAMPLE_RATE_HZ))
        each = round(each_s * SAMPLE_RATE_HZ)
        self.lines += 1
        said: list[RecognisedWord] = []
        for n, text in enumerate(words):
            begin = SampleIndex(start + n * each)
            stop = SampleIndex(begin + each)
            said.append(RecognisedWord(begin, stop, f" {text}", 0.9))
            line = RecognisedSegment(track, SampleIndex(start), stop, " ".join(words[: n + 1]), "en", 0.9, tuple(said))
            self.say(
                LineGrown(self.asked.job, f"line-{self.lines}-{start}", line, 1, stop, is_closed=n == len(words) - 1)
            )

    def finish(self) -> None:
        """Everything is understood."""
        self._finish(self.asked)

    def wait_for(self, kind: type[T], *, count: int = 1) -> T:
        """The last command of a kind, once there are so many of it."""
        return wait_for_command(self.commands, kind, count=count)

    def _finish(self, command: FollowRecording) -> None:
        folder = SoundFolder(Path(command.sound_folder))
        for each in command.tracks:
            self.say(TrackSettled(command.job, each.track, folder.length(each.track)))
        self.say(JobFinished(command.job, SampleIndex(0)))

    def _forget(self) -> None:
        self._is_running = False
        while not self._events.empty():
            self._events.get()

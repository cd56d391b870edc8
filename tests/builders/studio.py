"""A real recorder in this process, over scripted devices and a clock that a test moves by hand."""

import datetime
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.capture.recorder import Recorder
from engine.capture.recording_file import open_growing
from engine.capture.ring_buffer import RingReader
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import (
    GapNoticed,
    RecorderEvent,
    RecordingStarted,
    SourceChanged,
    SourceChoice,
    SourceState,
    StartRecording,
)
from engine.contract.segments import GapReason
from tests.fakes.scripted_source import HandClock, ScriptedSource, SourceRow
from tests.fakes.small_disk import SmallDisk

PATIENCE_S = 30.0
_MOST_BEHIND_S = 0.5
"""Less than the time after which the recorder says that it slept, or that a device is lost or stalled."""


class Studio:
    """A recorder in this process, with scripted devices and a clock moved by hand."""

    def __init__(self, folder: Path, *sources: ScriptedSource, tracks: int = 1, disk: SmallDisk | None = None) -> None:
        self.clock = HandClock()
        self.row = SourceRow(*sources)
        self.events: list[RecorderEvent] = []
        self.folder = folder
        self.free = 1 << 30
        self.utc = datetime.datetime(2026, 10, 25, 0, 30, tzinfo=datetime.UTC)
        choices = (SourceChoice(TrackKind.MICROPHONE, "Scripted device"),) * tracks
        self.recorder = Recorder(
            StartRecording("r", str(folder), choices, 120),
            open_source=self.row.open_source,
            emit=self.events.append,
            now=self.clock,
            open_for_appending=open_growing if disk is None else disk.open_growing,
            free=lambda _: self.free,
            utc_now=lambda: self.utc,
        )

    def play(self, source: ScriptedSource, seconds: float, *, value: float = 0.25, overflow: bool = False) -> None:
        """Sound in blocks of 0.1 s while the clock goes on."""
        for _ in range(round(seconds * 10)):
            source.deliver(value, seconds=0.1, at_s=self.clock.now_s, overflow=overflow)
            self.tick()
            time.sleep(0.002)  # so that the recorder's thread looks at the clock now and then

    def rest(self, seconds: float) -> None:
        """Nothing comes while the clock goes on."""
        for _ in range(round(seconds * 10)):
            self.tick()
            time.sleep(0.02)

    def tick(self) -> None:
        """The clock goes on, and on a busy machine waits for the recorder, which else would believe that it slept."""
        self.clock.now_s += 0.1
        until(lambda: self.clock.behind_s("track-") < _MOST_BEHIND_S)

    def settle(self) -> None:
        """Until every track has looked at the clock as it stands: a stop takes the little that it has not yet taken."""
        until(lambda: self.clock.behind_s("track-") == 0.0)

    def wait_for(self, is_there: Callable[[RecorderEvent], bool]) -> None:
        """Until the recorder says it."""
        until(lambda: any(is_there(event) for event in list(self.events)))

    def states(self) -> list[SourceState]:
        return [event.state for event in self.events if isinstance(event, SourceChanged)]

    def gaps(self) -> list[tuple[float, float, GapReason]]:
        return [(e.start / 16_000, e.stop / 16_000, e.reason) for e in self.events if isinstance(e, GapNoticed)]

    def ring(self, track: int = 0) -> RingReader:
        (started,) = [event for event in self.events if isinstance(event, RecordingStarted)]
        return RingReader.attach(started.tracks[track].ring)

    def sound(self, track: int = 0) -> NDArray[np.int16]:
        return np.fromfile(SoundFolder(self.folder).pcm_path(track), "<i2")


def until(is_so: Callable[[], bool]) -> None:
    """Wait for the recorder's threads."""
    stop = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < stop, "it never came"
        time.sleep(0.01)


def has_state(state: SourceState) -> Callable[[RecorderEvent], bool]:
    """Whether an event says that a source is this now."""
    return lambda event: isinstance(event, SourceChanged) and event.state is state

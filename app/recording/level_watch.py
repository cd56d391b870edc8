"""How loud the chosen sources are right now, without a recording: for the meters in the settings.

Made by ``composition.py`` for the window. A recorder process of its own opens the devices as a recording would; the
little that it has to write goes into a folder that is emptied and removed, and after two minutes it stops by itself.
"""

import shutil
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from app.recording.recorder_client import RecorderEnded
from app.recording.recorder_link import PassingRecorder
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import (
    LevelsMeasured,
    RecordingFailed,
    SourceChoice,
    StartRecording,
)

LONGEST_S = 120.0

_LOOK_S = 0.1


class LevelWatch:
    """Listens to some sources at a time."""

    def __init__(
        self,
        *,
        folder: Path,
        make_recorder: Callable[[], PassingRecorder],
        longest_s: float = LONGEST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``folder`` belongs to the watch alone; whatever is in it is deleted."""
        self._folder = folder
        self._make_recorder = make_recorder
        self._longest_s = longest_s
        self._clock = clock
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._levels: dict[TrackKind, float] = {}

    @property
    def levels(self) -> Mapping[TrackKind, float]:
        """The last level of each source in dB full scale; empty while nothing is heard. Cheap, on any thread."""
        return self._levels

    def start(self, sources: tuple[SourceChoice, ...]) -> None:
        """Listen to these, and no longer to others. Waits for a process, so it is called on a background thread."""
        self.stop()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, args=(sources,), name="level-watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let go of the sources."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._levels = {}

    def tidy(self) -> None:
        """Delete what a watch left whose application was killed. Not while one runs."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _listen(self, sources: tuple[SourceChoice, ...]) -> None:
        recorder = self._make_recorder()
        stopping, until = self._stopping, self._clock() + self._longest_s
        try:
            self.tidy()
            recorder.send(StartRecording("levels", str(self._folder), sources, ring_seconds=10))
            while not stopping.is_set() and self._clock() < until:
                event = recorder.receive(_LOOK_S)
                if isinstance(event, RecorderEnded | RecordingFailed):
                    break  # the meter stays empty; a recording would say why
                if isinstance(event, LevelsMeasured) and event.track < len(sources):
                    self._levels = self._levels | {sources[event.track].kind: event.peak_dbfs}
        finally:
            recorder.kill()
            self.tidy()
            self._levels = {}

import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.capture.recorder import Recorder
from engine.capture.recording_file import open_growing, recover
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.errors import DiskFull
from engine.contract.recorder_messages import (
    GapNoticed,
    RecorderEvent,
    RecordingFailed,
    RecordingStopped,
    SavedTo,
    SourceChanged,
    SourceChoice,
    SourceState,
    StartRecording,
)
from engine.contract.segments import GapReason
from tests.fakes.scripted_source import HandClock, ScriptedSource, SourceRow
from tests.fakes.small_disk import SmallDisk

PATIENCE_S = 30.0


class Studio:
    """A recorder in this process, with scripted devices and a clock moved by hand."""

    def __init__(self, folder: Path, *sources: ScriptedSource, tracks: int = 1, disk: SmallDisk | None = None) -> None:
        self.clock = HandClock()
        self.row = SourceRow(*sources)
        self.events: list[RecorderEvent] = []
        self.folder = folder
        self.free = 1 << 30
        choices = (SourceChoice(TrackKind.MICROPHONE, "Scripted device"),) * tracks
        self.recorder = Recorder(
            StartRecording("r", str(folder), choices, 120),
            open_source=self.row.open_source,
            emit=self.events.append,
            now=self.clock,
            open_for_appending=open_growing if disk is None else disk.open_growing,
            free=lambda _: self.free,
        )

    def play(self, source: ScriptedSource, seconds: float, *, value: float = 0.25, overflow: bool = False) -> None:
        """Sound in blocks of 0.1 s while the clock goes on."""
        for _ in range(round(seconds * 10)):
            source.deliver(value, seconds=0.1, at_s=self.clock.now_s, overflow=overflow)
            self.clock.now_s += 0.1
            time.sleep(0.002)  # so that the recorder's thread looks at the clock now and then

    def wait_for(self, is_there: Callable[[RecorderEvent], bool]) -> None:
        """Until the recorder says it."""
        until(lambda: any(is_there(event) for event in list(self.events)))

    def states(self) -> list[SourceState]:
        return [event.state for event in self.events if isinstance(event, SourceChanged)]

    def gaps(self) -> list[tuple[float, float, GapReason]]:
        return [(e.start / 16_000, e.stop / 16_000, e.reason) for e in self.events if isinstance(e, GapNoticed)]

    def sound(self, track: int = 0) -> NDArray[np.int16]:
        return np.fromfile(SoundFolder(self.folder).pcm_path(track), "<i2")


def until(is_so: Callable[[], bool]) -> None:
    stop = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < stop, "it never came"
        time.sleep(0.01)


def has_state(state: SourceState) -> Callable[[RecorderEvent], bool]:
    return lambda event: isinstance(event, SourceChanged) and event.state is state


def test_a_device_that_falls_silent_is_lost_reopened_and_leaves_a_gap_of_the_right_length(tmp_path: Path):
    """Case 1: it just stops calling back."""
    first, second = ScriptedSource(), ScriptedSource(rate_hz=48_000)
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 5)
    time.sleep(0.3)
    studio.clock.now_s += 3.0
    studio.wait_for(has_state(SourceState.LOST))
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.clock.now_s += 1.0
    studio.play(second, 5)
    time.sleep(0.3)
    studio.recorder.stop()
    ((start, stop, reason),) = studio.gaps()
    assert (start, stop, reason) == (pytest.approx(5, abs=0.01), pytest.approx(9, abs=0.01), GapReason.SOURCE_LOST)
    sound = studio.sound()
    assert sound.shape[0] == pytest.approx(14 * 16_000, abs=400)
    assert np.all(sound[: 5 * 16_000] == 8192) and not sound[80_200:143_800].any()
    assert first.is_closed.wait(PATIENCE_S)
    assert [gap.start for gap in recover(tmp_path).tracks[0].gaps] == [80_000]


def test_a_second_of_overflow_flags_without_a_jump_in_time_is_no_gap(tmp_path: Path):
    """Case 8, b."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(source, 10, overflow=True)
    time.sleep(0.2)
    studio.recorder.stop()
    assert studio.gaps() == []
    assert studio.states() == [SourceState.OPENED]
    assert studio.sound().shape[0] == 160_000


def test_zeros_are_kept_and_told_as_silent(tmp_path: Path):
    """Case 7."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(source, 4, value=0.0)
    studio.play(source, 1, value=0.1)
    studio.wait_for(has_state(SourceState.HEARD))
    studio.recorder.stop()
    assert studio.states() == [SourceState.OPENED, SourceState.SILENT, SourceState.HEARD]
    assert studio.sound().shape[0] == 80_000


def test_a_minute_and_a_half_of_sleep_becomes_a_gap_and_the_recording_goes_on(tmp_path: Path):
    """Case 12."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(source, 3)
    time.sleep(0.3)
    studio.clock.now_s += 90.0
    studio.play(source, 3)
    time.sleep(0.3)
    studio.recorder.stop()
    ((start, stop, reason),) = studio.gaps()
    assert (start, stop, reason) == (pytest.approx(3, abs=0.01), pytest.approx(93, abs=0.01), GapReason.SLEPT)
    assert studio.sound().shape[0] == pytest.approx(96 * 16_000, abs=400)


def test_a_stop_ends_although_the_device_never_does(tmp_path: Path):
    """Case 12: ``stop`` of the driver hangs; the file is complete without it."""
    driver = threading.Event()
    source = ScriptedSource(hangs=driver)
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(source, 1)
    time.sleep(0.2)
    studio.recorder.stop()
    assert studio.events[-1] == RecordingStopped("r", (SampleIndex(16_000),))
    assert not source.is_closed.is_set()
    driver.set()
    assert source.is_closed.wait(PATIENCE_S)
    assert SoundFolder(tmp_path).is_complete()


def test_two_tracks_are_equally_long_though_one_rests(tmp_path: Path):
    """Case 9: the computer says nothing; its track is silence by the clock and no gap."""
    microphone, computer = ScriptedSource(), ScriptedSource(may_rest=True)
    studio = Studio(tmp_path, microphone, computer, tracks=2)
    studio.recorder.start()
    until(lambda: studio.states() == [SourceState.OPENED] * 2)
    sources = [source for source in (microphone, computer) if source.is_open.is_set()]
    assert len(sources) == 2
    for _ in range(40):
        studio.play(microphone, 0.5)
        time.sleep(0.02)
    computer.deliver(0.5, seconds=0.1, at_s=studio.clock.now_s)
    studio.play(microphone, 0.1)
    time.sleep(0.4)
    studio.recorder.stop()
    loud = [np.flatnonzero(studio.sound(track) > 12_000) for track in (0, 1)]
    heard = max(loud, key=len)
    assert heard[0] == pytest.approx(20 * 16_000, abs=800)
    assert studio.sound(0).shape == studio.sound(1).shape == (321_600,)


def test_a_full_disk_is_said_once_and_nothing_is_lost_when_there_is_room_again(tmp_path: Path):
    """Case 17."""
    disk = SmallDisk(room=100_000)
    source = ScriptedSource()
    studio = Studio(tmp_path, source, disk=disk)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(source, 5)
    studio.wait_for(lambda event: isinstance(event, RecordingFailed))
    studio.play(source, 5)
    disk.room = 1 << 24
    studio.wait_for(lambda event: isinstance(event, SavedTo) and event.at == 160_000)
    studio.recorder.stop()
    assert np.all(studio.sound() == 8192) and studio.sound().shape[0] == 160_000
    (failed,) = [event for event in studio.events if isinstance(event, RecordingFailed)]
    assert failed.error.name == "DiskFull"


def test_on_a_disk_without_room_a_recording_does_not_begin(tmp_path: Path):
    """Case 17."""
    with pytest.raises(DiskFull):
        Studio(tmp_path, ScriptedSource(), disk=SmallDisk(room=0))


def test_a_device_that_is_not_there_is_looked_for_until_it_comes(tmp_path: Path):
    """Case 2."""
    absent, present = ScriptedSource(refuses=True), ScriptedSource()
    studio = Studio(tmp_path, absent, present)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.LOST))
    studio.clock.now_s += 2.0
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.play(present, 1)
    time.sleep(0.3)
    studio.recorder.stop()
    assert studio.sound().shape[0] == pytest.approx(48_000, abs=400)
    assert [(start, reason) for start, _, reason in studio.gaps()] == [(0.0, GapReason.SOURCE_LOST)]

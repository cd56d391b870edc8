import datetime
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.capture.recorder import Recorder
from engine.capture.recording_file import RecordingFile, is_being_recorded, journal_path, open_growing, recover
from engine.capture.recording_journal import RecordedMark
from engine.capture.ring_buffer import RingReader
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.errors import DiskFull
from engine.contract.recorder_messages import (
    GapNoticed,
    LevelsMeasured,
    RecorderEvent,
    RecordingFailed,
    RecordingPaused,
    RecordingResumed,
    RecordingStarted,
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
_MOST_BEHIND_S = 2.0
"""Less than the time after which the recorder says that it slept."""


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
    studio.settle()
    studio.rest(3)
    studio.wait_for(has_state(SourceState.LOST))
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.rest(1)
    studio.play(second, 5)
    studio.settle()
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
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == []
    assert studio.states() == [SourceState.OPENED]
    assert studio.sound().shape[0] == 160_000


def play_with_holes(studio: Studio, source: ScriptedSource, *, every_s: float, hole_s: float, holes: int) -> None:
    for _ in range(holes):
        studio.play(source, every_s)
        studio.clock.now_s += hole_s
    studio.play(source, 1)


def test_some_lost_milliseconds_now_and_then_are_filled_and_not_told(tmp_path: Path):
    """Case 8: a busy PulseAudio drops some in a minute, and no word is lost by them."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    play_with_holes(studio, source, every_s=3, hole_s=0.015, holes=8)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == []
    assert studio.sound().shape[0] == pytest.approx(round(25.12 * 16_000), abs=400), "the time is there all the same"


def test_milliseconds_lost_again_and_again_are_told(tmp_path: Path):
    """Case 8: of a sound that is full of holes somebody must know."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    play_with_holes(studio, source, every_s=0.5, hole_s=0.03, holes=12)
    studio.settle()
    studio.recorder.stop()
    assert len(studio.gaps()) >= 6
    assert {reason for _, _, reason in studio.gaps()} == {GapReason.SOURCE_LOST}


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
    studio.settle()
    studio.clock.now_s += 90.0
    studio.play(source, 3)
    studio.settle()
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
    studio.settle()
    studio.recorder.stop()
    assert studio.events[-1] == RecordingStopped("r", (SampleIndex(16_000),))
    assert not source.is_closed.is_set()
    driver.set()
    assert source.is_closed.wait(PATIENCE_S)
    assert SoundFolder(tmp_path).is_complete()


def test_it_knows_whether_what_sounded_until_a_moment_has_come(tmp_path: Path):
    """Case 16: who closes the recording of a desktop that was killed waits for just that."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    killed_s = studio.clock.now_s + 1.0
    studio.play(source, 0.9)
    studio.settle()
    assert not studio.recorder.has_heard_until(killed_s), "the last tenth is on its way"
    studio.play(source, 0.3)
    until(lambda: studio.recorder.has_heard_until(killed_s))
    studio.recorder.pause()
    assert studio.recorder.has_heard_until(killed_s + 100), "in a pause nothing is on its way"
    studio.recorder.stop()


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
    studio.settle()
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
    studio.settle()
    studio.recorder.stop()
    assert studio.sound().shape[0] == pytest.approx(48_000, abs=400)
    assert [(start, reason) for start, _, reason in studio.gaps()] == [(0.0, GapReason.SOURCE_LOST)]


def test_what_passes_until_a_device_opens_is_no_gap_at_the_start_nor_after_a_pause(tmp_path: Path):
    """On a busy computer it takes seconds, and nobody is told meanwhile that everything is heard."""
    first, second = ScriptedSource(), ScriptedSource()
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.clock.now_s += 1.9
    studio.play(first, 2)
    studio.settle()
    studio.recorder.pause()
    studio.recorder.resume()
    until(second.is_open.is_set)
    studio.clock.now_s += 1.9
    studio.play(second, 2)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == []
    assert studio.sound().shape[0] == pytest.approx(round(7.8 * 16_000), abs=400), "the time is there all the same"


def test_what_passes_until_a_device_opens_in_place_of_a_killed_recorder_is_lost(tmp_path: Path):
    """Case 14: the one before had it open."""
    now_s = 1000.0
    with RecordingFile(SoundFolder(tmp_path), track=0, now=lambda: now_s) as file:
        file.note_start(
            kind=TrackKind.MICROPHONE, device="Scripted device", host_api="", rate_hz=16_000, started_utc=""
        )
        file.append(np.ones(16_000, np.int16))
        file.note_clock(at=SampleIndex(16_000), steady_s=now_s)
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.clock.now_s += 0.2
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    assert studio.gaps() == [], "it lasts still"
    studio.clock.now_s += 0.7
    studio.play(source, 2)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == [(1.0, pytest.approx(1.9, abs=0.03), GapReason.RECORDER_DIED)]


def test_after_a_death_the_computer_s_sound_is_missing_until_it_could_be_heard_again(tmp_path: Path):
    """Case 14: it rests afterwards, and a rest is no gap."""
    now_s = 1000.0
    with RecordingFile(SoundFolder(tmp_path), track=0, now=lambda: now_s) as file:
        file.note_start(kind=TrackKind.COMPUTER, device="Speakers", host_api="", rate_hz=16_000, started_utc="")
        file.append(np.ones(16_000, np.int16))
        file.note_clock(at=SampleIndex(16_000), steady_s=now_s)
    studio = Studio(tmp_path, ScriptedSource(may_rest=True))
    studio.clock.now_s += 0.3
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.rest(3)
    studio.recorder.stop()
    assert studio.gaps() == [(1.0, pytest.approx(1.3, abs=0.03), GapReason.RECORDER_DIED)]


def test_what_the_computer_s_sound_owed_before_it_was_found_lost_belongs_to_the_gap(tmp_path: Path):
    """Case 1: an output that is unplugged falls silent at first, as one does that rests."""
    first, second = ScriptedSource(may_rest=True), ScriptedSource(may_rest=True)
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 1)
    studio.rest(5)
    studio.play(first, 2)
    studio.settle()
    studio.rest(0.9)
    first.breaks_off = "it was unplugged"
    studio.wait_for(has_state(SourceState.LOST))
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.play(second, 2)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == [(pytest.approx(8.0, abs=0.02), pytest.approx(8.9, abs=0.02), GapReason.SOURCE_LOST)]


def test_a_source_that_rested_for_long_before_it_was_lost_owed_nothing(tmp_path: Path):
    first, second = ScriptedSource(may_rest=True), ScriptedSource(may_rest=True)
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 1)
    studio.rest(5)
    first.breaks_off = "it was unplugged"
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.play(second, 2)
    studio.settle()
    studio.recorder.stop()
    assert studio.gaps() == []


def test_a_device_whose_stream_the_system_ends_is_replaced_by_the_next_best_which_stays(tmp_path: Path):
    """Case 1: ``finished_callback`` fires, or the callback raises; the chosen device comes back later."""
    chosen, other = ScriptedSource(), ScriptedSource(device="Other device")
    studio = Studio(tmp_path, chosen, ScriptedSource(refuses=True), other)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(chosen, 2)
    studio.settle()
    chosen.breaks_off = "the sound system ended the stream"
    studio.rest(1)
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.play(other, 5)
    studio.settle()
    studio.recorder.stop()
    assert studio.row.ranks == [0, 0, 1]
    changes = [event for event in studio.events if isinstance(event, SourceChanged)]
    assert [(each.state, each.device) for each in changes] == [
        (SourceState.OPENED, "Scripted device"),
        (SourceState.LOST, "Scripted device"),
        (SourceState.REOPENED, "Other device"),
    ]
    ((start, stop, reason),) = studio.gaps()
    assert (start, stop, reason) == (pytest.approx(2, abs=0.01), pytest.approx(3, abs=0.01), GapReason.SOURCE_LOST)
    assert studio.sound().shape[0] == pytest.approx(8 * 16_000, abs=400)
    assert recover(tmp_path).tracks[0].devices == ("Scripted device", "Other device")


def test_a_gap_that_was_open_when_the_recorder_died_is_told_by_the_next_one(tmp_path: Path):
    """Case 14: the device was away, and then the recorder died as well."""
    with RecordingFile(SoundFolder(tmp_path), track=0) as file:
        file.note_start(
            kind=TrackKind.MICROPHONE, device="Scripted device", host_api="", rate_hz=16_000, started_utc=""
        )
        file.append(np.ones(16_000, np.int16))
        for stop in (32_000, 48_000):
            file.append_silence(16_000)
            file.note_gap(16_000, stop, GapReason.SOURCE_LOST)
    studio = Studio(tmp_path, ScriptedSource())
    studio.recorder.start()
    studio.recorder.stop()
    assert studio.gaps() == [
        (1.0, 3.0, GapReason.SOURCE_LOST),
        (3.0, 3.02, GapReason.RECORDER_DIED),
    ]


def test_nothing_of_a_pause_reaches_ring_disk_or_journal(tmp_path: Path):
    """The device goes on delivering, as some do; what it says is not kept anywhere."""
    before, after = ScriptedSource(), ScriptedSource()
    studio = Studio(tmp_path, before, after)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    ring = studio.ring()
    studio.play(before, 2, value=0.25)
    studio.recorder.pause()
    at_pause = ring.written
    studio.play(before, 60, value=0.5)  # said in confidence
    time.sleep(0.3)
    assert ring.written == at_pause
    studio.recorder.resume()
    studio.recorder.resume()
    until(lambda: studio.states() == [SourceState.OPENED] * 2)
    studio.play(before, 1, value=0.5)  # the old one, late
    studio.clock.now_s -= 1
    studio.play(after, 2, value=0.125)
    studio.settle()
    studio.recorder.stop()
    for sound in (studio.sound(), ring.view(0, ring.written)):
        assert set(np.unique(sound)) == {8192, 4096}
        assert sound.shape[0] == pytest.approx(4 * 16_000, abs=400)
    ring.close()
    assert studio.gaps() == []
    assert [(pause.at, pause.length_s) for pause in recover(tmp_path).tracks[0].pauses] == [(at_pause, 60.0)]
    paused, resumed = (event for event in studio.events if isinstance(event, RecordingPaused | RecordingResumed))
    assert (paused, resumed) == (RecordingPaused(at_pause), RecordingResumed(at_pause))


def test_marks_of_the_person_survive_in_the_journal(tmp_path: Path):
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(source, 1)
    studio.recorder.mark("重要 “here”\nnext line", SampleIndex(8000))
    studio.recorder.stop()
    assert recover(tmp_path).tracks[0].marks == (RecordedMark(SampleIndex(8000), "重要 “here”\nnext line"),)


def test_a_click_in_both_tracks_is_at_one_place_in_both_though_one_rests(tmp_path: Path):
    """Case 9: nothing for 20 s, then 5 s, nothing for 12 s, 5 s, a click at 50 s in both, nothing for 30 s, 5 s."""
    sources = ScriptedSource(), ScriptedSource(may_rest=True)
    studio = Studio(tmp_path, *sources, tracks=2)
    studio.recorder.start()
    until(lambda: studio.states() == [SourceState.OPENED] * 2)
    microphone, computer = sources
    spoken = [*range(200, 250), *range(370, 420), *range(720, 770)]
    for step in range(770):
        is_click = step == 500
        microphone.deliver(0.9 if is_click else 0.1, seconds=0.1, at_s=studio.clock.now_s)
        if is_click or step in spoken:
            computer.deliver(0.9 if is_click else 0.1, seconds=0.1, at_s=studio.clock.now_s)
        studio.tick()
        time.sleep(0.004)
    studio.settle()
    studio.recorder.stop()
    one, two = studio.sound(0), studio.sound(1)
    assert one.shape == two.shape == (77 * 16_000,)
    for sound in (one, two):
        assert np.flatnonzero(sound > 20_000)[0] == pytest.approx(50 * 16_000, abs=800)
    assert studio.gaps() == []


def test_a_wall_clock_that_is_set_back_changes_no_length_and_no_order(tmp_path: Path):
    """Case 19: an hour back at the end of summer time, then a day forward, and more is appended."""
    lengths: list[int] = []
    for hours in (0, -1, 24):
        source = ScriptedSource()
        studio = Studio(tmp_path, source)
        studio.utc += datetime.timedelta(hours=hours)
        studio.recorder.start()
        studio.wait_for(has_state(SourceState.OPENED))
        studio.play(source, 2)
        studio.settle()
        studio.recorder.stop()
        lengths.append(studio.sound().shape[0])
        assert studio.gaps() == []
    assert lengths == [32_000, 64_000, 96_000]
    journal = [json.loads(line) for line in journal_path(SoundFolder(tmp_path), 0).read_bytes().splitlines()]
    assert [entry["length"] for entry in journal if entry["kind"] == "start"] == [0, 32_000, 64_000]


def test_the_room_is_asked_before_anything_is_written(tmp_path: Path):
    """Case 17: too little room for even a short recording."""
    folder = tmp_path / "m"
    studio = Studio(folder, ScriptedSource())
    studio.recorder.start()
    studio.recorder.stop()
    with pytest.raises(DiskFull):
        Recorder(
            StartRecording("r", str(tmp_path / "n"), (SourceChoice(TrackKind.MICROPHONE),), 60),
            open_source=studio.row.open_source,
            emit=studio.events.append,
            free=lambda _: 1 << 20,
        )
    assert not (tmp_path / "n").exists()


def test_nobody_else_writes_into_a_folder_that_is_being_recorded(tmp_path: Path):
    """A recorder of a desktop that was killed may still be closing its files."""
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    assert is_being_recorded(tmp_path)
    with pytest.raises(BlockingIOError):
        Studio(tmp_path, ScriptedSource())
    studio.recorder.stop()
    assert not is_being_recorded(tmp_path)


def test_levels_come_twenty_times_a_second_and_never_as_silence_between_two_blocks(tmp_path: Path):
    source = ScriptedSource()
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    for _ in range(100):  # ten seconds in blocks of 0.1 s, half as often as levels could come
        source.deliver(0.5, seconds=0.1, at_s=studio.clock.now_s)
        for _ in range(4):
            studio.clock.now_s += 0.025
            time.sleep(0.005)
    studio.settle()
    studio.recorder.stop()
    levels = [event.peak_dbfs for event in studio.events if isinstance(event, LevelsMeasured)]
    assert len(levels) > 50
    assert all(level == pytest.approx(-6.02, abs=0.1) for level in levels[1:])


@pytest.mark.parametrize(("rate_hz", "channels"), [(44_100, 2), (48_000, 1), (192_000, 2), (8000, 1), (96_000, 4)])
def test_a_minute_of_any_format_is_a_minute_without_clicks(rate_hz: int, channels: int, tmp_path: Path):
    """Case 4."""
    source = ScriptedSource(rate_hz=rate_hz, channels=channels)
    studio = Studio(tmp_path, source)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    count = rate_hz // 10
    for number in range(600):
        at = np.arange(number * count, (number + 1) * count) / rate_hz
        tone = (0.5 * np.sin(2 * np.pi * 200 * at)).astype(np.float32)
        source.deliver_sound(np.repeat(tone[:, np.newaxis], channels, axis=1), at_s=studio.clock.now_s)
        studio.clock.now_s += 0.1
        time.sleep(0.002)
    studio.settle()
    studio.recorder.stop()
    sound = studio.sound().astype(np.float64) / 32_768
    assert sound.shape[0] == pytest.approx(60 * 16_000, abs=160)
    steepest = 0.5 * 2 * np.pi * 200 / 16_000
    assert np.abs(np.diff(sound[800:-800])).max() < 1.05 * steepest
    assert studio.gaps() == []

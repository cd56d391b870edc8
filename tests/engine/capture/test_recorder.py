"""The recorder over scripted devices: two tracks on one clock, whole on disk, whatever device, disk and clock do."""

import datetime
import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from engine.capture.recorder import Recorder
from engine.capture.recording_file import is_being_recorded, journal_path, recover
from engine.capture.recording_journal import RecordedMark
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.errors import DiskFull
from engine.contract.recorder_messages import (
    LevelsMeasured,
    RecordingFailed,
    RecordingPaused,
    RecordingResumed,
    RecordingStopped,
    SavedTo,
    SourceChoice,
    SourceState,
    StartRecording,
)
from tests.builders.studio import PATIENCE_S, Studio, has_state, until
from tests.fakes.scripted_source import ScriptedSource
from tests.fakes.small_disk import SmallDisk


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
        studio.settle()
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
        studio.tick()
    studio.settle()
    studio.recorder.stop()
    sound = studio.sound().astype(np.float64) / 32_768
    assert sound.shape[0] == pytest.approx(60 * 16_000, abs=160)
    steepest = 0.5 * 2 * np.pi * 200 / 16_000
    assert np.abs(np.diff(sound[800:-800])).max() < 1.05 * steepest
    assert studio.gaps() == []

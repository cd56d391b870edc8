"""A person chooses another device while it is recorded: nothing is lost where that can be, and else it is told."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.capture.recording_file import recover
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import (
    RecorderEvent,
    RecordingResumed,
    SourceChanged,
    SourceChoice,
    SourceState,
)
from engine.contract.segments import GapReason
from tests.builders.studio import PATIENCE_S, Studio, has_state
from tests.fakes.scripted_source import ScriptedSource

OTHER = SourceChoice(TrackKind.MICROPHONE, "Other device")


def is_open(device: str) -> Callable[[RecorderEvent], bool]:
    return lambda event: (
        isinstance(event, SourceChanged)
        and (event.state, event.device)
        == (
            SourceState.OPENED,
            device,
        )
    )


def test_the_other_device_takes_over_where_the_one_before_ends(tmp_path: Path):
    opens = threading.Event()
    first, second = ScriptedSource(), ScriptedSource(rate_hz=48_000, opens=opens, device="Other device")
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 3)
    studio.recorder.change_source(0, OTHER)
    studio.play(first, 0.5)
    opens.set()
    studio.wait_for(is_open("Other device"))
    before_s = studio.clock.now_s
    studio.play(second, 2, value=0.5)
    studio.settle()
    studio.recorder.stop()
    assert studio.row.choices[-1] == OTHER
    assert first.is_closed.wait(PATIENCE_S)
    assert studio.gaps() == []
    assert SourceState.LOST not in studio.states()
    sound = studio.sound()
    took_s = studio.clock.now_s - 1000.0
    assert sound.shape[0] == pytest.approx(took_s * 16_000, abs=400)
    assert not np.any(sound[1000 : int((before_s - 1000.5) * 16_000)] != 8192), "the one before was heard until then"
    assert np.all(sound[-16_000:-1000] > 15_000)


def test_where_only_one_of_two_can_be_open_the_one_before_makes_way_and_the_gap_is_told(tmp_path: Path):
    first, refuses = ScriptedSource(), ScriptedSource(refuses=True)
    second = ScriptedSource(device="Other device")
    studio = Studio(tmp_path, first, refuses, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 3)
    studio.recorder.change_source(0, OTHER)
    while SourceState.REOPENED not in studio.states():
        studio.rest(0.1)
    began_s = studio.clock.now_s - 1000.0
    studio.play(second, 2, value=0.5)
    studio.settle()
    studio.recorder.stop()
    ((start, stop, reason),) = studio.gaps()
    assert (start, stop) == (pytest.approx(3, abs=0.01), pytest.approx(began_s, abs=0.01))
    assert reason is GapReason.SOURCE_LOST
    assert studio.sound().shape[0] == pytest.approx((began_s + 2) * 16_000, abs=400)
    assert [gap.start for gap in recover(tmp_path).tracks[0].gaps] == [3 * 16_000]


def test_what_is_chosen_in_a_pause_is_taken_when_the_recording_goes_on(tmp_path: Path):
    first, second = ScriptedSource(), ScriptedSource(device="Other device")
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.play(first, 2)
    studio.settle()
    studio.recorder.pause()
    studio.recorder.change_source(0, OTHER)
    assert not second.is_open.is_set(), "nothing is opened in a pause"
    studio.recorder.resume()
    studio.wait_for(lambda event: isinstance(event, RecordingResumed))
    studio.wait_for(is_open("Other device"))
    studio.play(second, 1)
    studio.settle()
    studio.recorder.stop()
    assert studio.row.choices == [SourceChoice(TrackKind.MICROPHONE, "Scripted device"), OTHER]
    assert studio.gaps() == []


def test_a_track_that_lost_its_device_looks_for_the_chosen_one_at_once(tmp_path: Path):
    first, second = ScriptedSource(refuses=True), ScriptedSource(device="Other device")
    studio = Studio(tmp_path, first, second)
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.LOST))
    studio.recorder.change_source(0, OTHER)
    studio.rest(0.5)
    studio.wait_for(has_state(SourceState.REOPENED))
    studio.recorder.stop()
    assert OTHER in studio.row.choices


def test_a_device_of_another_kind_and_a_track_that_is_not_there_are_no_choice(tmp_path: Path):
    studio = Studio(tmp_path, ScriptedSource())
    studio.recorder.start()
    studio.wait_for(has_state(SourceState.OPENED))
    studio.recorder.change_source(0, SourceChoice(TrackKind.COMPUTER))
    studio.recorder.change_source(1, OTHER)
    studio.rest(0.3)
    studio.recorder.stop()
    assert studio.states() == [SourceState.OPENED]

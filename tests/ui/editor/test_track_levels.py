from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.contract.audio import Samples, TrackKind
from tests.fakes.sound_output import FakeSoundOutput
from ui.editor.playback import Playback
from ui.editor.track_levels import TrackLevels


def silence(start: int, stop: int) -> Samples:
    return np.zeros(stop - start, np.float32)


@pytest.fixture
def output() -> FakeSoundOutput:
    return FakeSoundOutput()


@pytest.fixture
def playback(qtbot: QtBot, output: FakeSoundOutput) -> Playback:
    return Playback(output=output)


@pytest.fixture
def levels(qtbot: QtBot, playback: Playback) -> TrackLevels:
    made = TrackLevels(playback=playback)
    qtbot.addWidget(made)
    return made


def test_they_are_there_only_where_there_are_two_tracks(levels: TrackLevels, playback: Playback) -> None:
    playback.load(Path("one.flac"), length_ms=1000)
    assert levels.isHidden()
    playback.load(Path("two.flac"), length_ms=1000, tracks=[silence, silence])
    assert not levels.isHidden()


def test_each_says_what_it_is_for(levels: TrackLevels) -> None:
    levels.show_kinds([TrackKind.COMPUTER, TrackKind.MICROPHONE])
    assert levels.slider(0).accessibleName() == "Loudness: Computer sound"
    assert levels.mute_button(1).accessibleName() == "Mute: Microphone"
    assert levels.slider(0).accessibleDescription() == "100 %"


def test_a_slider_and_a_muted_track_are_heard(levels: TrackLevels, playback: Playback, output: FakeSoundOutput) -> None:
    playback.load(Path("two.flac"), length_ms=1000, tracks=[silence, silence])
    levels.slider(1).setValue(50)
    assert output.levels == {1: 0.5}
    levels.mute_button(1).setChecked(True)
    assert output.levels == {1: 0.0}
    assert levels.mute_button(1).accessibleName() == "Hear again: Computer sound"
    levels.mute_button(1).setChecked(False)
    assert output.levels == {1: 0.5}


def test_another_recording_is_heard_as_recorded(levels: TrackLevels, playback: Playback) -> None:
    playback.load(Path("two.flac"), length_ms=1000, tracks=[silence, silence])
    levels.slider(0).setValue(150)
    playback.load(Path("other.flac"), length_ms=1000, tracks=[silence, silence])
    assert levels.slider(0).value() == 100
    assert list(playback.levels) == [1.0, 1.0]

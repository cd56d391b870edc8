from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.contract.audio import Samples
from tests.fakes.sound_output import FakeSoundOutput
from ui.editor.meeting_output import MeetingOutput
from ui.editor.playback import OutputTrouble


def silence(start: int, stop: int) -> Samples:
    return np.zeros(stop - start, np.float32)


@pytest.fixture
def copies() -> FakeSoundOutput:
    return FakeSoundOutput()


@pytest.fixture
def tracks() -> FakeSoundOutput:
    return FakeSoundOutput()


@pytest.fixture
def output(qtbot: QtBot, copies: FakeSoundOutput, tracks: FakeSoundOutput) -> MeetingOutput:
    return MeetingOutput(copies=copies, make_tracks=lambda: tracks)


def test_a_copy_is_played_as_one_sound_and_two_tracks_as_two(
    output: MeetingOutput, copies: FakeSoundOutput, tracks: FakeSoundOutput
) -> None:
    output.load(Path("one.flac"))
    output.play()
    assert (copies.is_playing, tracks.is_playing) == (True, False)
    output.load(Path("two.flac"), tracks=[silence, silence], length_ms=1000)
    assert (copies.loaded, tracks.tracks) == (None, 2)
    output.seek(500)
    output.set_level(1, 0.5)
    assert (output.position_ms, tracks.levels) == (500, {1: 0.5})
    output.load(Path("one.flac"))
    assert (copies.loaded, tracks.loaded) == (Path("one.flac"), None)


def test_headphones_that_are_gone_are_told_for_both(
    output: MeetingOutput, copies: FakeSoundOutput, tracks: FakeSoundOutput
) -> None:
    told: list[object] = []
    output.watch(lambda: told.append(output.trouble))
    output.load(Path("two.flac"), tracks=[silence, silence], length_ms=1000)
    copies.change_trouble(OutputTrouble.NO_DEVICE)
    assert told == [OutputTrouble.NO_DEVICE]
    copies.change_trouble(OutputTrouble.NOT_PLAYABLE)
    assert output.trouble is None
    tracks.change_trouble(OutputTrouble.NOT_PLAYABLE)
    assert output.trouble is OutputTrouble.NOT_PLAYABLE


def test_both_are_closed(output: MeetingOutput, copies: FakeSoundOutput, tracks: FakeSoundOutput) -> None:
    output.load(Path("two.flac"), tracks=[silence, silence], length_ms=1000)
    output.close()
    assert (copies.is_closed, tracks.is_closed) == (True, True)

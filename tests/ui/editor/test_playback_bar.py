from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.fakes.sound_output import FakeSoundOutput
from ui.editor.playback import OutputTrouble, Playback
from ui.editor.playback_bar import PlaybackBar


@pytest.fixture
def output() -> FakeSoundOutput:
    return FakeSoundOutput()


@pytest.fixture
def bar(qtbot: QtBot, output: FakeSoundOutput) -> PlaybackBar:
    playback = Playback(output=output)
    made = PlaybackBar(playback=playback)
    playback.setParent(made)
    qtbot.addWidget(made)
    return made


def playback_of(bar: PlaybackBar) -> Playback:
    found = bar.findChild(Playback)
    assert found is not None
    return found


def test_play_turns_into_pause(bar: PlaybackBar) -> None:
    playback_of(bar).load(Path("a.flac"), length_ms=9000)
    assert bar.play_button.accessibleName() == "Play"
    QTest.mouseClick(bar.play_button, Qt.MouseButton.LeftButton)
    assert bar.play_button.accessibleName() == "Pause"
    assert playback_of(bar).is_playing


@pytest.mark.parametrize(
    ("trouble", "begins"),
    [
        (OutputTrouble.NO_DEVICE, "This computer has no loudspeaker"),
        (OutputTrouble.NOT_PLAYABLE, "The sound of this meeting cannot be played"),
    ],
)
def test_a_button_that_is_off_says_why(
    bar: PlaybackBar, output: FakeSoundOutput, trouble: OutputTrouble, begins: str
) -> None:
    playback_of(bar).load(Path("a.flac"), length_ms=9000)
    output.change_trouble(trouble)
    assert not bar.play_button.isEnabled()
    assert bar.play_button.toolTip().startswith(begins)
    output.change_trouble(None)
    assert bar.play_button.isEnabled()
    assert bar.play_button.toolTip() == "Play (Ctrl+Space)"


def test_a_recording_that_is_still_read_says_so(bar: PlaybackBar) -> None:
    playback_of(bar).load(None, length_ms=0, is_coming=True)
    assert bar.reason.startswith("The recording is still being read")
    playback_of(bar).load(None, length_ms=0)
    assert bar.reason == "There is no sound to hear for this meeting."


def test_there_is_nothing_to_export_is_said_too(bar: PlaybackBar) -> None:
    bar.turn_export_off("Nothing yet.")
    assert bar.export_reason == "Nothing yet."
    bar.turn_export_off("")
    assert bar.export_reason == ""

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.contract.audio import Samples
from tests.fakes.sound_output import FakeSoundOutput
from ui.editor.playback import Availability, OutputTrouble, Playback

SOUND = Path("sound.flac")


@pytest.fixture
def output() -> FakeSoundOutput:
    return FakeSoundOutput()


@pytest.fixture
def playback(qtbot: QtBot, output: FakeSoundOutput) -> Playback:
    made = Playback(output=output)
    made.load(SOUND, length_ms=60_000)
    return made


def test_play_and_pause(playback: Playback, output: FakeSoundOutput) -> None:
    playback.toggle()
    assert (playback.is_playing, output.is_playing) == (True, True)
    playback.toggle()
    assert (playback.is_playing, output.is_playing) == (False, False)


def test_after_a_pause_it_steps_back_a_second(playback: Playback, output: FakeSoundOutput) -> None:
    playback.play_from(10_000)
    output.advance(5000)
    playback.pause()
    assert playback.position_ms == 15_000
    playback.play()
    assert output.position_ms == 14_000


def test_after_a_seek_it_plays_from_exactly_there(playback: Playback, output: FakeSoundOutput) -> None:
    playback.play()
    playback.pause()
    playback.seek(20_000)
    playback.play()
    assert output.position_ms == 20_000


def test_the_place_follows_the_sound(playback: Playback, output: FakeSoundOutput, qtbot: QtBot) -> None:
    places: list[object] = []
    playback.position_changed.connect(places.append)
    playback.play()
    output.advance(1234)
    qtbot.waitUntil(lambda: playback.position_ms == 1234)
    assert places == [1234]


def test_five_seconds_back_and_on_stay_inside(playback: Playback) -> None:
    playback.skip(-5000)
    assert playback.position_ms == 0
    playback.skip(59_000)
    playback.skip(5000)
    assert playback.position_ms == 60_000


def test_at_the_end_it_stops_and_play_begins_again(playback: Playback, output: FakeSoundOutput, qtbot: QtBot) -> None:
    playback.play_from(59_000)
    output.advance(900, to_end=True)
    qtbot.waitUntil(lambda: not playback.is_playing)
    assert playback.position_ms == 60_000
    playback.play()
    assert output.position_ms == 0


def test_the_rate_stays_between_half_and_three(playback: Playback, output: FakeSoundOutput) -> None:
    playback.set_rate(9)
    assert output.rate == 3.0
    for _ in range(20):
        playback.step_rate(-1)
    assert output.rate == 0.5
    playback.step_rate(1)
    assert playback.rate == 0.75


def test_without_a_device_a_place_is_marked_but_nothing_plays(qtbot: QtBot) -> None:
    output = FakeSoundOutput(trouble=OutputTrouble.NO_DEVICE)
    playback = Playback(output=output)
    playback.load(SOUND, length_ms=60_000)
    playback.play_from(3000)
    assert playback.availability is Availability.NO_DEVICE
    assert (playback.position_ms, output.is_playing) == (3000, False)


def test_headphones_pulled_out_pause_and_plugged_in_again_play(playback: Playback, output: FakeSoundOutput) -> None:
    playback.play()
    output.change_trouble(OutputTrouble.NO_DEVICE)
    assert not playback.is_playing
    output.change_trouble(None)
    playback.play()
    assert playback.is_playing


def test_sound_that_is_still_read_says_so(qtbot: QtBot, output: FakeSoundOutput) -> None:
    playback = Playback(output=output)
    playback.load(None, length_ms=0, is_coming=True)
    assert playback.availability is Availability.NO_SOUND_YET
    playback.seek(2000)
    playback.load(SOUND, length_ms=60_000)
    assert playback.availability is Availability.READY
    assert output.position_ms == 2000


def test_the_file_is_let_go(playback: Playback, output: FakeSoundOutput) -> None:
    playback.play()
    playback.unload()
    assert output.loaded is None
    assert playback.position_ms == 0


def test_a_loop_begins_again_at_its_end_until_it_is_over(
    playback: Playback, output: FakeSoundOutput, qtbot: QtBot
) -> None:
    playback.loop_over((10_000, 12_000))
    playback.play()
    assert output.position_ms == 10_000
    for _ in range(3):
        output.advance(2100)
        qtbot.waitUntil(lambda: output.position_ms == 10_000)
    assert playback.is_playing
    playback.loop_over(None)
    output.advance(2100)
    qtbot.waitUntil(lambda: playback.position_ms == 12_100)


def test_a_loop_at_the_end_of_the_recording_begins_again_as_well(
    playback: Playback, output: FakeSoundOutput, qtbot: QtBot
) -> None:
    playback.loop_over((58_000, 60_000))
    playback.play()
    output.advance(2000, to_end=True)
    qtbot.waitUntil(lambda: output.position_ms == 58_000)
    assert (playback.is_playing, output.is_playing) == (True, True)


def test_after_a_pause_a_loop_steps_back_inside_itself(playback: Playback, output: FakeSoundOutput) -> None:
    playback.loop_over((10_000, 12_000))
    playback.play()
    output.advance(400)
    playback.pause()
    playback.play()
    assert output.position_ms == 10_000


def test_skipping_stays_in_the_loop_and_going_elsewhere_ends_it(playback: Playback) -> None:
    told: list[object] = []
    playback.loop_changed.connect(told.append)
    playback.loop_over((10_000, 12_000))
    playback.play()
    playback.skip(-5000)
    assert (playback.position_ms, playback.loop) == (10_000, (10_000, 12_000))
    playback.seek(30_000)
    assert playback.loop is None
    assert told == [(10_000, 12_000), None]


def test_a_loop_is_never_shorter_than_can_be_heard(playback: Playback) -> None:
    playback.loop_over((10_000, 10_010))
    assert playback.loop == (10_000, 10_250)
    playback.loop_over((60_000, 60_000))
    assert playback.loop == (59_750, 60_000)


def test_a_stretch_is_played_once(playback: Playback, output: FakeSoundOutput, qtbot: QtBot) -> None:
    playback.play_once((10_000, 12_000))
    output.advance(2050)
    qtbot.waitUntil(lambda: not playback.is_playing)
    assert playback.position_ms == 12_000
    playback.play()
    output.advance(5000)
    qtbot.waitUntil(lambda: playback.position_ms >= 16_000)


def test_each_track_has_its_own_level_and_another_recording_begins_as_recorded(
    playback: Playback, output: FakeSoundOutput
) -> None:
    def read(start: int, stop: int) -> Samples:
        return np.zeros(stop - start, np.float32)

    playback.load(Path("two.flac"), length_ms=60_000, tracks=[read, read])
    assert (list(playback.levels), output.tracks) == ([1.0, 1.0], 2)
    playback.set_level(1, 0.5)
    assert output.levels == {1: 0.5}
    playback.unload()
    assert list(playback.levels) == []

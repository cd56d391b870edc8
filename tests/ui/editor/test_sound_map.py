import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.transcript import Gap, GapState
from engine.contract.audio import Milliseconds
from engine.contract.segments import GapReason
from tests.ui.editor.test_waveform import move, press, release
from ui.editor.sound_map import SoundMap
from ui.editor.sound_marks import SoundMarks
from ui.editor.time_window import USUAL_MS

HOUR = 3_600_000


@pytest.fixture
def sound_map(qtbot: QtBot) -> SoundMap:
    made = SoundMap()
    qtbot.addWidget(made)
    made.resize(1000, 200)
    made.show_length(HOUR)
    made.seek_requested.connect(made.show_position)
    made.show()
    return made


def start_of(sound_map: SoundMap) -> float:
    return sound_map.waveform.window_of_time.start_ms


def test_the_detail_goes_where_one_goes(sound_map: SoundMap) -> None:
    sound_map.show_position(HOUR // 2)
    assert start_of(sound_map) == HOUR // 2 - USUAL_MS / 2


def test_while_it_plays_the_detail_turns_its_pages(sound_map: SoundMap) -> None:
    for moment in range(0, USUAL_MS, 1000):
        sound_map.show_position(moment)
    assert start_of(sound_map) > 0
    assert sound_map.waveform.window_of_time.holds(USUAL_MS)


def test_whoever_looks_elsewhere_is_left_there_until_they_go_to_a_place(sound_map: SoundMap) -> None:
    sound_map.waveform.window_requested.emit(sound_map.waveform.window_of_time.moved_to(HOUR // 2))
    sound_map.show_position(1000)
    assert start_of(sound_map) == HOUR // 2
    sound_map.show_position(60_000)
    assert start_of(sound_map) == 0


def test_another_meeting_begins_anew(sound_map: SoundMap) -> None:
    sound_map.show_hits([1, 2, 3])
    sound_map.show_position(HOUR // 2)
    sound_map.clear()
    assert sound_map.length_ms == 0
    assert sound_map.marks.hits == ()
    sound_map.show_length(10_000)
    assert sound_map.waveform.window_of_time.span_ms == 10_000


def test_a_gap_of_one_track_does_not_hide_the_sound_of_the_other() -> None:
    microphone = Gap(0, Milliseconds(0), Milliseconds(60_000), GapReason.SOURCE_LOST, GapState.LOST)
    computer = Gap(1, Milliseconds(0), Milliseconds(30_000), GapReason.SLEPT, GapState.LOST)
    short = Gap(0, Milliseconds(1000), Milliseconds(2000), GapReason.SLEPT, GapState.LOST)
    two = frozenset({0, 1})
    assert SoundMarks(gaps=[microphone], tracks=two).is_heard_beside(microphone)
    assert SoundMarks(gaps=[microphone, computer], tracks=two).is_heard_beside(microphone)
    assert not SoundMarks(gaps=[short, computer], tracks=two).is_heard_beside(short)
    assert not SoundMarks(gaps=[microphone], tracks=frozenset({0})).is_heard_beside(microphone)


def select(sound_map: SoundMap, first: int, last: int) -> tuple[int, int]:
    """Drag with Shift from one pixel to another; gives the moments under them, the earlier one first."""
    press(sound_map.waveform, first, shift=True)
    move(sound_map.waveform, (first + last) // 2, shift=True)
    move(sound_map.waveform, last, shift=True)
    release(sound_map.waveform, last)
    one, other = sorted(round(sound_map.waveform.moment_at(x)) for x in (first, last))
    return one, other


@pytest.mark.parametrize(("first", "last"), [(300, 500), (500, 300)])
def test_a_drag_with_shift_selects_and_leaves_everything_where_it_is(
    sound_map: SoundMap, first: int, last: int
) -> None:
    painted = sound_map.waveform.pictures_painted
    stretch = select(sound_map, first, last)
    sound_map.grab()
    assert sound_map.stretch == stretch
    assert (start_of(sound_map), sound_map.waveform.value()) == (0, 0)
    assert sound_map.waveform.pictures_painted <= painted + 1


def test_escape_brings_back_what_was_selected_and_then_lets_go_of_it(sound_map: SoundMap) -> None:
    stretch = select(sound_map, 300, 500)
    press(sound_map.waveform, 600, shift=True)
    move(sound_map.waveform, 800, shift=True)
    assert sound_map.stretch != stretch
    QTest.keyClick(sound_map.waveform, Qt.Key.Key_Escape)
    release(sound_map.waveform, 800)
    assert sound_map.stretch == stretch
    QTest.keyClick(sound_map.waveform, Qt.Key.Key_Escape)
    assert sound_map.stretch is None
    assert sound_map.menu() is None


def test_a_click_goes_there_and_selects_nothing(sound_map: SoundMap) -> None:
    select(sound_map, 300, 500)
    press(sound_map.waveform, 400)
    release(sound_map.waveform, 400)
    assert sound_map.stretch is None
    assert sound_map.waveform.value() == round(sound_map.waveform.moment_at(400))


def test_shift_with_the_arrows_selects_from_where_one_is(sound_map: SoundMap) -> None:
    sound_map.show_position(60_000)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(sound_map.waveform, key, Qt.KeyboardModifier.ShiftModifier)
    assert sound_map.stretch == (60_000, 61_000)
    for _ in range(3):
        QTest.keyClick(sound_map.waveform, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert sound_map.stretch == (58_000, 60_000)
    QTest.keyClick(sound_map.waveform, Qt.Key.Key_Right)
    assert sound_map.stretch == (58_000, 60_000)


def test_what_is_selected_can_be_heard_repeated_and_cut_out(sound_map: SoundMap) -> None:
    select(sound_map, 300, 500)
    heard: list[bool] = []
    clips: list[bool] = []
    sound_map.selection_requested.connect(heard.append)
    sound_map.clip_requested.connect(lambda: clips.append(True))
    menu = sound_map.menu()
    assert menu is not None
    for action in menu.actions():
        action.trigger()
    assert (heard, clips) == ([False, True], [True])
    sound_map.clear()
    assert sound_map.stretch is None

"""Sources as menus and fields offer them."""

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.measuring.staged_services import StagedSource
from engine.contract.audio import TrackKind
from ui.widgets.found_sources import source_action, sources_of

DESK = StagedSource(TrackKind.MICROPHONE, "Desk", "ALSA")
SAME = StagedSource(TrackKind.MICROPHONE, "Desk", "JACK")
HALL = StagedSource(TrackKind.MICROPHONE, "Hall", "ALSA")
HEADPHONES = StagedSource(TrackKind.COMPUTER, "Desk", "loopback")


def test_only_sources_of_one_kind_and_one_name_are_told_apart_by_their_sound_system() -> None:
    offered = sources_of(TrackKind.MICROPHONE, (DESK, SAME, HALL, HEADPHONES))
    assert offered == [(DESK, "Desk (ALSA)"), (SAME, "Desk (JACK)"), (HALL, "Hall")]
    assert sources_of(TrackKind.COMPUTER, (DESK, HEADPHONES)) == [(HEADPHONES, "Desk")]
    assert sources_of(TrackKind.MICROPHONE, None) == []


def test_a_long_name_is_cut_in_the_menu_and_whole_in_its_tool_tip(qtbot: QtBot) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    name = "A very long name of a microphone & what its maker sells with it"
    action = source_action(QActionGroup(place), name, DESK, is_chosen=True)
    assert action.text() == "A very long name of a microphone && what its m…"
    assert (action.toolTip(), action.data(), action.isChecked()) == (name, DESK, True)

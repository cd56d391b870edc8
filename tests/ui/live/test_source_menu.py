"""Another device while it is recorded."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.background import Background
from app.measuring.staged_services import StagedSource
from app.recording.status import TrackStatus
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceChoice
from tests.fakes.fake_recordings import a_track
from ui.live.source_menu import SourceMenu, SourceOffer

DESK = StagedSource(TrackKind.MICROPHONE, "Desk & chair", "ALSA")
BUILT_IN = StagedSource(TrackKind.MICROPHONE, "Built-in Microphone", "ALSA")
HEADPHONES = StagedSource(TrackKind.COMPUTER, "Headphones", "loopback")


def microphone() -> TrackStatus:
    return a_track(0, TrackKind.MICROPHONE)


def texts(menu: SourceMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_it_offers_the_devices_of_the_track_s_kind_with_a_tick_at_the_one_of_now(qtbot: QtBot) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    menu = SourceMenu(microphone(), parent=place)
    assert texts(menu) == ["The system’s default", "Looking for devices…"]
    menu.show_sources((BUILT_IN, DESK, HEADPHONES))
    assert texts(menu) == ["The system’s default", "Built-in Microphone", "Desk && chair"]
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["Built-in Microphone"]
    menu.show_sources(())
    assert texts(menu)[-1] == "No other device was found"


def test_devices_of_one_name_are_told_apart_by_their_sound_system(qtbot: QtBot) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    menu = SourceMenu(microphone(), parent=place)
    menu.show_sources((BUILT_IN, StagedSource(TrackKind.MICROPHONE, BUILT_IN.name, "JACK")))
    assert texts(menu)[1:] == ["Built-in Microphone (ALSA)", "Built-in Microphone (JACK)"]


def test_a_choice_is_told_with_its_track_and_sources_that_come_late_find_no_menu(qtbot: QtBot) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    place.show()
    background = Background()

    def list_sources() -> Sequence[StagedSource]:
        return (BUILT_IN, DESK)

    offer = SourceOffer(list_sources=list_sources, background=background, parent=place)
    offer.open(microphone(), place)
    menu = offer.menu
    assert menu is not None
    qtbot.waitUntil(lambda: len(texts(menu)) == 3)
    told: list[tuple[int, SourceChoice]] = []

    def on_chosen(track: int, choice: SourceChoice) -> None:
        told.append((track, choice))

    offer.chosen.connect(on_chosen)
    menu.actions()[-1].trigger()
    assert told == [(0, SourceChoice(TrackKind.MICROPHONE, "Desk & chair", "ALSA"))]
    menu.close()
    assert offer.menu is None
    background.close()

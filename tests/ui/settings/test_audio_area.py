"""Which microphone, whether the computer's sound too, and how loud they are."""

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

import pytest
from pytestqt.qtbot import QtBot

from app.background import Background
from app.measuring.staged_services import StagedSource
from app.settings.settings_store import SettingsStore
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceChoice
from tests.ui.widget_walk import complain_about_cut_text, complain_about_keyboard, complain_about_names
from ui.settings.audio_area import AudioArea
from ui.widgets.choice import Choice

BUILT_IN = StagedSource(TrackKind.MICROPHONE, "Built-in", "ALSA", is_default=True)
HEADSET = StagedSource(TrackKind.MICROPHONE, "Headset", "ALSA")
SPEAKERS = StagedSource(TrackKind.COMPUTER, "Speakers", "loopback", is_default=True)


class FakeLevels:
    def __init__(self) -> None:
        self.levels: MappingProxyType[TrackKind, float] = MappingProxyType({})
        self.started: list[tuple[SourceChoice, ...]] = []
        self.stops = 0

    def start(self, sources: tuple[SourceChoice, ...]) -> None:
        self.started.append(sources)

    def stop(self) -> None:
        self.stops += 1


class Shown:
    def __init__(self, folder: Path, platform: str = "linux") -> None:
        self.background = Background()
        self.settings = SettingsStore(folder / "settings.json")
        self.sources: list[StagedSource] | None = [BUILT_IN, SPEAKERS]
        self.looks = 0
        self.levels = FakeLevels()
        self.area = AudioArea(
            settings=self.settings,
            background=self.background,
            list_sources=self.list_sources,
            levels=self.levels,
            platform=platform,
        )

    def list_sources(self) -> list[StagedSource] | None:
        self.looks += 1
        return self.sources


@pytest.fixture
def shown(tmp_path: Path, qtbot: QtBot) -> Iterator[Shown]:
    found = Shown(tmp_path)
    yield from show(found, qtbot)


def show(found: Shown, qtbot: QtBot) -> Iterator[Shown]:
    qtbot.addWidget(found.area)
    found.area.resize(800, 900)
    found.area.show()
    found.area.read()
    qtbot.waitUntil(lambda: found.looks > 0 and "Looking" not in found.area.list_remark.text())
    yield found
    found.area.hide()
    found.background.close()


def pick(choice: Choice, key: object) -> None:
    choice.choose(key)
    choice.activated.emit(choice.currentIndex())


def test_the_default_says_which_device_it_is(shown: Shown) -> None:
    assert shown.area.microphone.currentText() == "The computer’s default (Built-in)"
    assert complain_about_names(shown.area) == []
    assert complain_about_keyboard(shown.area) == []
    assert complain_about_cut_text(shown.area) == []


def test_a_device_that_is_plugged_in_appears_and_is_remembered_by_name(shown: Shown, qtbot: QtBot) -> None:
    """Case 2."""
    shown.sources = [BUILT_IN, HEADSET, SPEAKERS]
    shown.area.refresh.click()
    qtbot.waitUntil(lambda: ("Headset", "ALSA") in shown.area.microphone.keys)
    pick(shown.area.microphone, ("Headset", "ALSA"))
    assert shown.settings.current.microphone_name == "Headset"
    qtbot.waitUntil(lambda: SourceChoice(TrackKind.MICROPHONE, "Headset", "ALSA") in shown.levels.started[-1])


def test_a_device_that_is_gone_stays_chosen_and_says_so(shown: Shown, qtbot: QtBot) -> None:
    """Case 2."""
    shown.settings.change(microphone_name="Headset", microphone_api="ALSA")
    shown.sources = [BUILT_IN]
    shown.area.refresh.click()
    qtbot.waitUntil(lambda: shown.area.microphone.currentText() == "Headset (not connected)")
    assert "default is taken" in shown.area.list_remark.text()
    assert shown.settings.current.microphone_name == "Headset"


def test_two_devices_of_one_name_are_told_apart_by_their_sound_system(shown: Shown, qtbot: QtBot) -> None:
    other = StagedSource(TrackKind.MICROPHONE, "Built-in", "PulseAudio")
    shown.sources = [BUILT_IN, other]
    shown.area.refresh.click()
    qtbot.waitUntil(lambda: shown.area.microphone.count() == 3)
    assert shown.area.microphone.itemText(2) == "Built-in (PulseAudio)"


def test_where_there_is_no_microphone_it_says_that_one_appears_by_itself(shown: Shown, qtbot: QtBot) -> None:
    shown.sources = [SPEAKERS]
    shown.area.refresh.click()
    qtbot.waitUntil(lambda: "No microphone" in shown.area.list_remark.text())


def test_a_sound_system_that_does_not_answer_is_said(shown: Shown, qtbot: QtBot) -> None:
    shown.sources = None
    shown.area.refresh.click()
    qtbot.waitUntil(lambda: "did not answer" in shown.area.list_remark.text())


def test_the_computers_sound_can_be_left_out(shown: Shown, qtbot: QtBot) -> None:
    assert shown.area.records_computer.isEnabled()
    shown.area.records_computer.click()
    assert not shown.settings.current.records_computer
    assert not shown.area.computer_meter.isVisible()
    qtbot.waitUntil(lambda: shown.levels.started[-1] == (SourceChoice(TrackKind.MICROPHONE),))


def test_something_is_always_recorded(shown: Shown) -> None:
    shown.area.records_computer.click()
    shown.area.records_microphone.click()
    assert shown.settings.current.records_computer
    assert not shown.settings.current.records_microphone


def test_a_mac_explains_why_not(tmp_path: Path, qtbot: QtBot) -> None:
    found = Shown(tmp_path, "darwin")
    found.sources = [BUILT_IN]
    for _shown in show(found, qtbot):
        qtbot.waitUntil(lambda: not found.area.records_computer.isEnabled())
        assert "BlackHole" in found.area.computer_remark.text()


def test_the_meter_shows_the_chosen_microphone(shown: Shown, qtbot: QtBot) -> None:
    shown.levels.levels = MappingProxyType({TrackKind.MICROPHONE: -10.0})
    qtbot.waitUntil(lambda: shown.area.microphone_meter.lit > 10)
    assert shown.area.computer_meter.lit == 0


def test_nobody_listens_once_another_page_is_shown(shown: Shown, qtbot: QtBot) -> None:
    shown.area.hide()
    qtbot.waitUntil(lambda: shown.levels.stops == 1)


def test_numbers_are_remembered(shown: Shown) -> None:
    pick(shown.area.bookmark, 60)
    pick(shown.area.caption_lines, 4)
    pick(shown.area.caption_opacity, 80)
    now = shown.settings.current
    assert (now.bookmark_seconds, now.caption_lines, now.caption_opacity_percent) == (60, 4, 80)


def test_what_happens_after_long_silence_is_chosen(shown: Shown) -> None:
    area = shown.area
    assert area.silence.chosen == 15
    area.stops.click()
    assert shown.settings.current.stops_after_silence
    pick(area.silence, 0)
    assert shown.settings.current.silence_minutes == 0
    assert not area.stops.isEnabled(), "without a question nothing can be left unanswered"


def test_the_check_is_asked_for(shown: Shown, qtbot: QtBot) -> None:
    with qtbot.waitSignal(shown.area.check_requested):
        shown.area.check.click()

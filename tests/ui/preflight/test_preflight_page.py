"""The check says each thing as soon as it is known, and ends with one plain verdict."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.background import Background
from app.recording.echo_estimate import Echo
from app.recording.errors import CheckNotRecorded
from app.recording.level_verdict import LevelFigures, LevelVerdict
from app.recording.power import Power
from app.recording.preflight_status import (
    CheckedTrack,
    EchoVerdict,
    HeardWords,
    PreflightPhase,
    PreflightStatus,
)
from app.settings.settings_store import SettingsStore
from engine.contract.audio import TrackKind
from engine.contract.errors import SpeechModelMissing
from engine.contract.recorder_messages import SourceState
from tests.fakes.fake_preflight import FakePlayer, FakePreflight
from tests.ui.widget_walk import complain_about_cut_text, complain_about_keyboard, complain_about_names
from ui.preflight.check_words import RowKind, RowState, row_words
from ui.preflight.preflight_page import PreflightPage
from ui.widgets.card import Separator

GOOD = LevelFigures(LevelVerdict.GOOD, -16.0, -52.0, -6.0)
DONE = PreflightStatus(
    phase=PreflightPhase.DONE,
    recorded_s=10.0,
    tracks=(
        CheckedTrack(0, TrackKind.MICROPHONE, "Built-in", figures=GOOD, path=Path("heard-0.wav")),
        CheckedTrack(1, TrackKind.COMPUTER, "Speakers", figures=GOOD, path=Path("heard-1.wav")),
    ),
    echo_verdict=EchoVerdict.NONE,
    words=HeardWords("today we talk about conditional probability", "en", "base", "cpu", 4.1),
    room_s=21 * 3600.0,
    power=Power(is_plugged=True, percent=91.0),
)


class Shown:
    """The page with its fakes."""

    def __init__(self, folder: Path) -> None:
        self.check = FakePreflight()
        self.player = FakePlayer()
        self.background = Background()
        self.settings = SettingsStore(folder / "settings.json")
        self.page = PreflightPage(
            check=self.check,
            settings=self.settings,
            background=self.background,
            make_player=lambda: self.player,
        )

    def state(self, kind: RowKind) -> RowState:
        return self.page.rows[kind].words.state


@pytest.fixture
def shown(tmp_path: Path, qtbot: QtBot) -> Iterator[Shown]:
    found = Shown(tmp_path)
    qtbot.addWidget(found.page)
    found.page.resize(1100, 800)
    found.page.show()
    found.page.start()
    qtbot.waitUntil(lambda: found.check.status is not None)
    yield found
    found.page.hide()
    found.background.close()


def find_out(shown: Shown, status: PreflightStatus, qtbot: QtBot) -> None:
    before = shown.page.title.text()
    shown.check.show(status)
    qtbot.waitUntil(lambda: shown.page.title.text() != before or not status.is_over)


def test_what_is_known_first_is_shown_first(shown: Shown, qtbot: QtBot) -> None:
    track = CheckedTrack(0, TrackKind.MICROPHONE, "Built-in", level_dbfs=-20.0)
    shown.check.show(PreflightStatus(PreflightPhase.RECORDING, 3.0, (track,), room_s=3.5 * 3600))
    qtbot.waitUntil(lambda: shown.state(RowKind.ROOM) is RowState.GOOD)
    qtbot.waitUntil(lambda: shown.page.rows[RowKind.MICROPHONE].meter.lit > 0)
    assert shown.state(RowKind.WORDS) is RowState.WAITING
    assert shown.page.cancel.isVisible()
    assert not shown.page.again.isVisible()


def test_a_good_room_is_ready(shown: Shown, qtbot: QtBot) -> None:
    find_out(shown, DONE, qtbot)
    assert shown.page.title.text() == "Ready to record"
    assert shown.page.more.text() == "The 10 seconds are not kept."
    assert all(shown.state(kind) is RowState.GOOD for kind in RowKind)
    assert "conditional probability" in shown.page.rows[RowKind.WORDS].words.what
    assert "4.1 times" in shown.page.rows[RowKind.SPEED].words.what
    assert complain_about_names(shown.page) == []
    assert complain_about_keyboard(shown.page) == []
    qtbot.waitUntil(lambda: complain_about_cut_text(shown.page) == [])  # rows that came are laid out a moment later


def test_what_needs_attention_stands_first_and_is_counted(shown: Shown, qtbot: QtBot) -> None:
    status = replace(
        DONE,
        echo_verdict=EchoVerdict.LOUD,
        echo=Echo(0.02, -6.0, -22.0),
        words=HeardWords("hello", "en", "small", "cpu", 0.9),
    )
    find_out(shown, status, qtbot)
    assert shown.page.title.text().startswith("Ready to record, 2 thing")

    def first_two() -> list[RowKind]:
        return sorted(RowKind, key=lambda kind: shown.page.rows[kind].y())[:2]

    qtbot.waitUntil(lambda: first_two() == [RowKind.ECHO, RowKind.SPEED])
    assert "eadphones" in shown.page.rows[RowKind.ECHO].words.detail
    assert "−6 dB, 20 ms" in shown.page.rows[RowKind.ECHO].words.detail


def test_a_silent_microphone_is_no_start_and_says_what_to_check(shown: Shown, qtbot: QtBot) -> None:
    """Case 7."""
    silent = LevelFigures(LevelVerdict.ZEROS, -120.0, -120.0, -120.0)
    status = replace(DONE, tracks=(replace(DONE.tracks[0], figures=silent, path=None),), words=None)
    find_out(shown, status, qtbot)
    assert shown.page.title.text() == "Not ready to record yet"
    assert "muted" in shown.page.more.text()
    assert not shown.page.record.isEnabled()
    assert "muted" in shown.page.record.toolTip()


def test_a_battery_that_ends_before_a_lecture_does_is_said_first(shown: Shown, qtbot: QtBot) -> None:
    find_out(shown, replace(DONE, power=Power(is_plugged=False, percent=61.0, left_s=6600.0)), qtbot)
    assert shown.page.title.text() == "Ready to record, one thing to know"
    assert shown.page.rows[RowKind.POWER].words.what == "Lasts for about 1 h 50 min at the present rate"
    qtbot.waitUntil(lambda: min(RowKind, key=lambda kind: shown.page.rows[kind].y()) is RowKind.POWER)


def test_a_computer_without_a_battery_has_no_row_for_it_and_no_line(shown: Shown, qtbot: QtBot) -> None:
    find_out(shown, replace(DONE, power=None), qtbot)
    qtbot.waitUntil(lambda: not shown.page.rows[RowKind.POWER].isVisible())
    lines = [line for line in shown.page.findChildren(Separator) if line.isVisible()]
    rows = [row for row in shown.page.rows.values() if row.isVisible()]
    assert len(lines) == len(rows), "one between each two rows, and one above the buttons"


def test_a_microphone_that_the_system_forbids_is_no_start(shown: Shown, qtbot: QtBot) -> None:
    """Case 7."""
    find_out(shown, replace(DONE, is_denied=True), qtbot)
    assert shown.page.title.text() == "Not ready to record yet"
    assert shown.state(RowKind.PERMISSION) is RowState.FAILED
    assert not shown.page.record.isEnabled()


@pytest.mark.parametrize(
    ("power", "state", "words"),
    [
        (Power(is_plugged=False, percent=80.0), RowState.GOOD, "Not plugged in, 80 % charged"),
        (Power(is_plugged=False, percent=20.0), RowState.ATTENTION, "Not plugged in, 20 % charged"),
        (Power(is_plugged=False, percent=20.0, left_s=9000.0), RowState.GOOD, "Lasts for about 2 h 30 min"),
        (Power(is_plugged=True, percent=5.0), RowState.GOOD, "Plugged in, 5 % charged"),
    ],
)
def test_a_battery_is_judged_by_its_time_or_else_by_its_charge(power: Power, state: RowState, words: str) -> None:
    row = row_words(RowKind.POWER, replace(DONE, power=power))
    assert row.state is state
    assert row.what.startswith(words)


def test_what_was_recorded_can_be_heard(shown: Shown, qtbot: QtBot) -> None:
    find_out(shown, DONE, qtbot)
    shown.page.rows[RowKind.MICROPHONE].button.click()
    assert shown.player.loaded == Path("heard-0.wav")
    qtbot.waitUntil(lambda: shown.page.rows[RowKind.MICROPHONE].button.text() == "Stop")
    shown.player.has_ended = True
    qtbot.waitUntil(lambda: shown.page.rows[RowKind.MICROPHONE].button.text() == "Listen")
    assert shown.player.loaded is None


def test_the_echo_is_tested_with_a_lecture(shown: Shown, qtbot: QtBot) -> None:
    """Case 11."""
    find_out(shown, replace(DONE, echo_verdict=EchoVerdict.NOT_TRIED), qtbot)
    assert shown.page.rows[RowKind.ECHO].button.text() == "Play a lecture and test"
    shown.page.rows[RowKind.ECHO].button.click()
    qtbot.waitUntil(lambda: len(shown.check.started) == 2)
    shown.check.show(replace(DONE, phase=PreflightPhase.RECORDING))
    qtbot.waitUntil(lambda: shown.player.is_playing)
    assert shown.player.loaded is not None
    assert shown.player.loaded.is_file()
    shown.check.show(replace(DONE, phase=PreflightPhase.MEASURING))
    qtbot.waitUntil(lambda: not shown.player.is_playing)


def test_cancelling_is_an_outcome(shown: Shown, qtbot: QtBot) -> None:
    QTest.keyClick(shown.page, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: shown.page.title.text() == "The check was stopped")
    assert shown.page.again.isVisible()


def test_leaving_the_page_deletes_what_was_recorded(shown: Shown, qtbot: QtBot) -> None:
    find_out(shown, DONE, qtbot)
    shown.page.hide()
    qtbot.waitUntil(lambda: shown.check.closes == 1)


def test_checking_each_time_is_remembered(shown: Shown, qtbot: QtBot) -> None:
    shown.page.each_time.click()
    assert shown.settings.current.checks_before_recording


def test_a_missing_speech_model_is_said_in_the_row_of_the_words(shown: Shown, qtbot: QtBot) -> None:
    find_out(shown, replace(DONE, words=None, words_error=SpeechModelMissing("small")), qtbot)
    assert shown.state(RowKind.WORDS) is RowState.ATTENTION
    assert "small" in shown.page.rows[RowKind.WORDS].words.detail
    assert shown.page.record.isEnabled()


@pytest.mark.parametrize("kind", list(RowKind))
@pytest.mark.parametrize(
    "status",
    [
        PreflightStatus(),
        PreflightStatus(PreflightPhase.CANCELLED),
        PreflightStatus(PreflightPhase.FAILED, error=CheckNotRecorded()),
        PreflightStatus(PreflightPhase.UNDERSTANDING, 10.0),
        replace(DONE, tracks=(CheckedTrack(0, TrackKind.MICROPHONE, state=SourceState.LOST),), room_s=60.0),
        *(
            replace(DONE, tracks=(replace(DONE.tracks[0], figures=replace(GOOD, verdict=each)),))
            for each in LevelVerdict
        ),
        *(replace(DONE, echo_verdict=each) for each in EchoVerdict),
    ],
)
def test_every_row_has_words_for_every_state(kind: RowKind, status: PreflightStatus) -> None:
    assert row_words(kind, status).what

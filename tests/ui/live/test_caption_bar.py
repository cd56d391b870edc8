"""The caption bar shows what is said, above all other windows, and remembers how a person wants it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.announcements import Announcements, TranscriptChanged
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.transcript import Segment, TranscriptChange
from app.recording.status import RecordingWish
from app.settings.settings_store import SettingsStore
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import SourceChoice
from tests.fakes.fake_recordings import FakeRecordings
from tests.ui.widget_walk import complain_about_names
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.live.caption_bar import CaptionBar
from ui.live.caption_button import CaptionButton
from ui.live.recording_pulse import RecordingPulse


class Shown:
    def __init__(self, folder: Path) -> None:
        self.settings = SettingsStore(folder / "settings.json")
        self.announcements = Announcements()
        self.recordings = FakeRecordings(announcements=self.announcements)
        self.bridge = AnnouncementBridge(self.announcements)
        self.pulse = RecordingPulse(recordings=self.recordings, bridge=self.bridge)
        self.bar = CaptionBar(pulse=self.pulse, bridge=self.bridge, settings=self.settings)
        self.meeting_id = MeetingId("")

    def record(self, *kinds: TrackKind) -> None:
        wish = RecordingWish(tuple(SourceChoice(kind) for kind in kinds), RecognitionOptions())
        self.meeting_id = self.recordings.start(wish)

    def say(self, text: str, *, name: str = "a", track: int = 0, meeting_id: MeetingId | None = None) -> None:
        line = Segment(SegmentId(name), track, Milliseconds(0), Milliseconds(1000), text)
        change = TranscriptChange(meeting_id or self.meeting_id, added=(line,))
        self.announcements.announce(TranscriptChanged(change))

    @property
    def said(self) -> str:
        return " ".join(committed for committed, _tentative in self.words)

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(row.committed, row.tentative) for row in self.bar.text.shown]


@pytest.fixture
def shown(tmp_path: Path, qtbot: QtBot) -> Iterator[Shown]:
    found = Shown(tmp_path)
    qtbot.addWidget(found.bar)
    yield found
    found.pulse.stop()
    found.bar.hide()
    found.bridge.close()


def test_words_that_are_committed_and_words_that_are_not_stand_behind_each_other(shown: Shown, qtbot: QtBot) -> None:
    shown.record(TrackKind.MICROPHONE)
    shown.bar.show_bar()
    qtbot.waitUntil(lambda: shown.pulse.interval_ms > 0)
    shown.say("Because they are,")
    shown.recordings.show_track(0, tentative="and when one")
    qtbot.waitUntil(lambda: shown.words == [("Because they are,", " and when one")])
    assert shown.bar.text.accessibleDescription() == "Because they are,"


def test_it_listens_while_it_is_hidden(shown: Shown, qtbot: QtBot) -> None:
    shown.record(TrackKind.MICROPHONE)
    qtbot.waitUntil(lambda: shown.pulse.interval_ms > 0)
    shown.say("Good morning.")
    qtbot.waitUntil(lambda: shown.said == "Good morning.")
    shown.bar.show_bar()
    qtbot.waitUntil(lambda: shown.words == [("Good morning.", "")])


def test_another_meeting_is_not_heard(shown: Shown, qtbot: QtBot) -> None:
    shown.record(TrackKind.MICROPHONE)
    qtbot.waitUntil(lambda: shown.pulse.interval_ms > 0)
    shown.say("of another", meeting_id=MeetingId("other"))
    shown.say("of this")
    qtbot.waitUntil(lambda: shown.words == [("of this", "")])


def test_it_does_not_take_the_focus_and_stays_on_top(shown: Shown) -> None:
    shown.bar.show_bar()
    assert shown.bar.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert shown.bar.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    assert shown.bar.windowFlags() & Qt.WindowType.FramelessWindowHint
    shown.bar.on_top.click()
    assert not shown.bar.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    assert shown.bar.isVisible()
    assert not shown.settings.current.caption_on_top


def test_closing_is_remembered(shown: Shown, qtbot: QtBot) -> None:
    shown.bar.show_bar()
    assert shown.settings.current.caption_shown
    with qtbot.waitSignal(shown.bar.closed):
        QTest.keyClick(shown.bar, Qt.Key.Key_Escape)
    assert not shown.bar.isVisible()
    assert not shown.settings.current.caption_shown


def test_size_and_lines_are_remembered_and_the_foot_stays(shown: Shown) -> None:
    shown.bar.show_bar()
    foot = shown.bar.geometry().bottom()
    height = shown.bar.height()
    shown.bar.larger.click()
    assert shown.settings.current.caption_size == 40
    assert shown.bar.geometry().bottom() == foot
    assert shown.bar.height() > height
    shown.bar.lines.click()
    assert shown.settings.current.caption_lines == 3
    assert shown.bar.geometry().bottom() == foot


def test_the_place_is_remembered(shown: Shown, tmp_path: Path, qtbot: QtBot) -> None:
    shown.bar.show_bar()
    shown.bar.setGeometry(30, 50, 500, shown.bar.height())
    qtbot.waitUntil(lambda: shown.settings.current.caption_place.endswith(",50,500"))
    again = Shown(tmp_path)
    qtbot.addWidget(again.bar)
    again.bar.show_bar()
    assert again.bar.pos() == QPoint(30, 50)
    assert again.bar.width() == 500
    again.bar.hide()
    again.bridge.close()


def test_a_place_on_a_screen_that_is_gone_is_not_out_of_reach(tmp_path: Path, qtbot: QtBot) -> None:
    settings = SettingsStore(tmp_path / "settings.json")
    settings.change(caption_screen="HDMI-9", caption_place="9000,-700,500")
    found = Shown(tmp_path)
    qtbot.addWidget(found.bar)
    found.bar.show_bar()
    assert QApplication.primaryScreen().availableGeometry().contains(found.bar.geometry())
    found.bar.hide()
    found.bridge.close()


def test_the_keyboard_moves_it_and_reaches_every_button(shown: Shown) -> None:
    shown.bar.show_bar()
    before = shown.bar.pos()
    QTest.keyClick(shown.bar, Qt.Key.Key_Up)
    assert shown.bar.y() < before.y()
    buttons = shown.bar.findChildren(CaptionButton)
    assert all(button.focusPolicy() & Qt.FocusPolicy.TabFocus for button in buttons)
    assert complain_about_names(shown.bar) == []


def test_held_words_stand_still(shown: Shown, qtbot: QtBot) -> None:
    shown.record(TrackKind.MICROPHONE)
    shown.bar.show_bar()
    qtbot.waitUntil(lambda: shown.pulse.interval_ms > 0)
    shown.say("first", name="a")
    qtbot.waitUntil(lambda: shown.words == [("first", "")])
    shown.bar.hold.click()
    shown.bar.lines.click()  # 3
    for number in range(6):
        shown.say(f"line {number}", name=str(number), track=number % 2)
    qtbot.waitUntil(lambda: len(shown.words) == 3)
    assert shown.words[0][0].startswith("first")


def test_with_two_tracks_the_speaker_has_a_name(shown: Shown, qtbot: QtBot) -> None:
    shown.record(TrackKind.MICROPHONE, TrackKind.COMPUTER)
    shown.bar.show_bar()
    qtbot.waitUntil(lambda: shown.pulse.interval_ms > 0)
    shown.say("Why?", name="a", track=1)
    shown.say("Because.", name="b", track=0)
    qtbot.waitUntil(lambda: len(shown.words) == 2)
    assert all(row.is_first for row in shown.bar.text.shown)
    assert not shown.bar.grab().isNull()

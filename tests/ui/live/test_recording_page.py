"""The recording page: what can be done, what it says, and that leaving it leaves the recording alone."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.measuring.staged_services import SOURCES
from app.meetings.identifiers import MeetingId, MomentId, SegmentId, new_id
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap, GapState, Segment
from app.recording.status import RecordingPhase, UnderstandingPhase
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull, EngineDied
from engine.contract.recorder_messages import SourceState
from engine.contract.segments import GapReason
from tests.ui.widget_walk import complain_about_cut_text, complain_about_keyboard, complain_about_names, words
from tests.ui.window_stage import Stage
from ui.live.recording_page import RecordingPage
from ui.live.recording_words import Tone
from ui.main_window import MainWindow
from ui.reading.moment_list import MomentList


def record(stage: Stage, qtbot: QtBot, *, size: QSize | None = None) -> RecordingPage:
    window = stage.window or stage.open_window()
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(size or QSize(1280, 800))
    window.show()
    window.library_page.record()
    qtbot.waitUntil(lambda: window.recording_page is not None and window.recording_page.isVisible())
    page = window.recording_page
    assert page is not None
    qtbot.waitUntil(lambda: page.place.view.document is not None)
    return page


def the_window(stage: Stage) -> MainWindow:
    assert stage.window is not None
    return stage.window


def the_meeting(stage: Stage) -> MeetingId:
    assert stage.recordings.status is not None
    return stage.recordings.status.meeting_id


def say(stage: Stage, number: int, text: str, *, track: int = 0) -> None:
    """A line is committed."""
    assert stage.recordings.status is not None
    start = Milliseconds(number * 4000)
    line = Segment(SegmentId(f"line-{number}"), track, start, Milliseconds(start + 3000), text)
    mark = SampleIndex((start + 3000) * 16)
    stage.library.grow_line(stage.recordings.status.job_id, line, settled_to=mark).result()


def click(button: object) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[call-overload] # any widget


# The way there


def test_the_page_says_how_far_back_a_bookmark_reaches(stage: Stage, qtbot: QtBot) -> None:
    stage.settings.change(bookmark_seconds=45)
    page = record(stage, qtbot)
    assert "marks the last 45 s;" in page.panel.hint
    assert page.bar.bookmark.toolTip().startswith("Marks the last 45 s. ")
    window = the_window(stage)
    window.show_settings()
    stage.settings.change(bookmark_seconds=120)
    window.show_recording()
    assert "marks the last 2 min;" in page.panel.hint
    assert page.bar.bookmark.toolTip().startswith("Marks the last 2 min. ")


def test_pressing_record_starts_at_once_with_what_is_remembered(stage: Stage, qtbot: QtBot) -> None:
    stage.settings.change(microphone_name="Desk microphone", microphone_api="ALSA", records_computer=False)
    page = record(stage, qtbot)
    (wish,) = stage.recordings.wishes
    assert [(source.kind, source.name) for source in wish.sources] == [(TrackKind.MICROPHONE, "Desk microphone")]
    assert page.meeting_id == the_meeting(stage)
    assert page.bar.state == "Recording"


def test_every_control_is_named_reached_and_whole(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    assert complain_about_names(page) == []
    assert complain_about_keyboard(page) == []
    assert complain_about_cut_text(page) == []


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("width", [760, 1000, 1440])
def test_nothing_is_cut_at_any_width(stage: Stage, qtbot: QtBot, width: int, percent: int) -> None:
    stage.settings.change(text_scale_percent=percent)
    page = record(stage, qtbot, size=QSize(width, 800))
    assert the_window(stage).width() == width
    stage.recordings.show(
        is_saving=False,
        error=to_report(DiskFull("/data")),
        understanding=UnderstandingPhase.FAILED,
        understanding_error=to_report(EngineDied(1)),
    )
    qtbot.waitUntil(lambda: bool(page.place.message("failure")))
    qtbot.wait(50)
    assert complain_about_cut_text(page) == []


# What can be done


def test_pause_go_on_bookmark_and_stop_reach_the_recording(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    click(page.bar.bookmark)
    click(page.bar.pause)
    qtbot.waitUntil(lambda: page.bar.state.startswith("Paused"))
    assert not page.bar.bookmark.isEnabled()
    assert page.bar.bookmark.toolTip()
    click(page.bar.pause)
    qtbot.waitUntil(lambda: page.bar.state == "Recording")
    click(page.bar.stop)
    assert stage.recordings.calls == ["bookmark", "pause", "resume", "stop"]


def test_the_bookmark_key_works_on_every_page(stage: Stage, qtbot: QtBot) -> None:
    record(stage, qtbot)
    window = the_window(stage)
    window.show_library()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert stage.recordings.calls == ["bookmark"]


def test_enter_keeps_a_note_and_the_field_is_empty_again(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    field = page.panel.field
    field.setFocus()
    QTest.keyClicks(field, "Ask for the area")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert stage.recordings.notes == ["Ask for the area"]
    assert field.toPlainText() == ""
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert stage.recordings.notes == ["Ask for the area"]


def test_in_a_narrow_window_notes_are_written_below_the_words(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot, size=QSize(760, 640))
    assert not page.panel.isVisible()
    assert page.place.note.isVisible()
    QTest.keyClicks(page.place.note, "Narrow")
    QTest.keyClick(page.place.note, Qt.Key.Key_Return)
    assert stage.recordings.notes == ["Narrow"]


def test_moments_are_listed_can_be_named_and_removed(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    at = Milliseconds(40_000)
    moment = Moment(MomentId(new_id()), the_meeting(stage), MomentKind.BOOKMARK, Milliseconds(10_000), at)
    stage.library.add_moment(moment).result()
    moments: MomentList = page.panel.list
    qtbot.waitUntil(lambda: len(moments.moments) == 1)
    index = moments.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Bookmark, 0:00:40 · marks from 0:00:10"
    assert moments.model().setData(index, "Exam point")
    qtbot.waitUntil(lambda: moments.moments[0].text == "Exam point")
    moments.setCurrentIndex(moments.model().index(0, 0))
    QTest.keyClick(moments, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not moments.moments)


# What it shows


def test_committed_lines_appear_as_they_are_announced(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    say(stage, 0, "So the determinant is zero.")
    say(stage, 1, "Why?", track=1)
    qtbot.waitUntil(lambda: page.place.view.document is not None and page.place.view.document.line_count == 2)


def test_lines_of_another_meeting_are_not_shown(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    say(stage, 0, "Ours")
    qtbot.waitUntil(lambda: page.place.view.has_words)
    stage.recordings.end()
    qtbot.waitUntil(lambda: page.meeting_id is None)
    assert stage.recordings.status is None


def test_gaps_are_rows_and_go_when_they_are_repaired(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    view = page.place.view
    assert stage.recordings.status is not None
    job_id = stage.recordings.status.job_id
    gap = Gap(0, Milliseconds(4000), Milliseconds(9000), GapReason.NOT_RECOGNISED, GapState.OPEN)
    stage.library.note_gap(job_id, gap).result()
    qtbot.waitUntil(lambda: view.document is not None and len(view.document.gaps()) == 1)
    stage.library.repair_gap(job_id, 0, 4000, 9000).result()
    qtbot.waitUntil(lambda: view.document is not None and not view.document.gaps())


def test_saved_and_understood_are_two_signs(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    stage.recordings.show(understanding=UnderstandingPhase.FAILED, understanding_error=to_report(EngineDied(1)))
    qtbot.waitUntil(lambda: page.signs.understood.words[0] is Tone.FAILED)
    assert page.signs.saved.words[0] is Tone.GOOD
    assert "the sound is safe" in page.place.message("understanding")
    page.place.acted.emit("understanding")
    assert stage.recordings.calls == ["retry_understanding"]


def test_a_silent_microphone_says_so_within_ten_seconds(stage: Stage, qtbot: QtBot) -> None:
    """Case 1."""
    page = record(stage, qtbot)
    stage.recordings.show_track(0, peak_dbfs=-120.0, state=SourceState.SILENT)
    stage.recordings.show(elapsed_ms=Milliseconds(10_000))
    qtbot.waitUntil(lambda: page.place.message("track-0").startswith("Nothing has come from the microphone"))
    qtbot.waitUntil(lambda: page.signs.strips[0].figure.text() == "no sound")
    stage.recordings.show_track(0, peak_dbfs=-20.0, state=SourceState.HEARD)
    qtbot.waitUntil(lambda: not page.place.message("track-0"))


def test_a_message_that_was_put_away_does_not_come_back_every_beat(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    place = page.place
    place.say("track-0", "It is gone.")
    assert place.message("track-0")
    for button in place.findChildren(QWidget, "track-0"):
        button.dismissed.emit()  # type: ignore[attr-defined] # a MessageBar
    for _ in range(3):
        place.say("track-0", "It is gone.")
    assert place.message("track-0") == ""
    place.say("track-0", "")
    place.say("track-0", "It is gone.")
    assert place.message("track-0") == "It is gone."


def test_the_worst_message_stands_first_and_two_are_enough(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    for name in ("track-0", "track-1", "understanding", "failure"):
        page.place.say(name, f"About {name}.")
    assert [page.place.message(name) for name in ("failure", "understanding", "track-0", "track-1")] == [
        "About failure.",
        "About understanding.",
        "",
        "",
    ]


def test_another_microphone_is_chosen_beside_its_meter_and_remembered(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    strip = page.signs.strips[0]
    assert strip.change.accessibleName() == "Microphone: another device…"
    click(strip.change)
    menu = page.sources.menu
    assert menu is not None
    name = next(each.name for each in SOURCES if each.kind is TrackKind.MICROPHONE)
    qtbot.waitUntil(lambda: any(action.text() == name for action in menu.actions()))
    next(action for action in menu.actions() if action.text() == name).trigger()
    menu.close()
    ((track, choice),) = stage.recordings.changed
    assert (track, choice.name) == (0, name)
    assert stage.settings.current.microphone_name == name
    qtbot.waitUntil(lambda: strip.device == name)


# Leaving and ending


def test_leaving_the_page_leaves_the_recording_alone_and_leads_back(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    window = the_window(stage)
    click(page.bar.back)
    qtbot.waitUntil(window.library_page.isVisible)
    assert stage.recordings.calls == []
    record_button = window.library_page.side_bar.record
    assert not record_button.record.isVisible()
    click(record_button.back)
    qtbot.waitUntil(page.isVisible)


def test_after_the_stop_the_meeting_opens_by_itself(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    window = the_window(stage)
    meeting_id = the_meeting(stage)
    click(page.bar.stop)
    qtbot.waitUntil(lambda: page.bar.state == "Finishing the text")
    assert not page.bar.stop.isVisible()
    assert not page.panel.field.isVisible()
    stage.recordings.end()
    qtbot.waitUntil(lambda: window.meeting_page is not None and window.meeting_page.isVisible())
    assert window.meeting_page is not None
    assert window.meeting_page.meeting_id == meeting_id


def test_whoever_does_something_else_is_told_and_left_there(stage: Stage, qtbot: QtBot) -> None:
    record(stage, qtbot)
    window = the_window(stage)
    window.show_library()
    stage.recordings.stop()
    stage.recordings.end()
    qtbot.waitUntil(lambda: "finished" in window.library_page.message.text)
    assert window.library_page.isVisible()


def test_the_page_looks_thirty_times_a_second_only_while_it_is_seen(stage: Stage, qtbot: QtBot) -> None:
    record(stage, qtbot)
    window = the_window(stage)
    pulse = window.pulse
    assert pulse.interval_ms == 33
    window.show_library()
    assert pulse.interval_ms == 500
    stage.recordings.show(phase=RecordingPhase.FINISHING)
    stage.recordings.end()
    qtbot.waitUntil(lambda: pulse.interval_ms == 0)


def test_after_the_stop_nothing_says_that_the_recording_goes_on(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    assert page.place.footer.endswith("the recording goes on.")
    stage.recordings.show(phase=RecordingPhase.FINISHING)
    qtbot.waitUntil(lambda: page.place.footer.startswith("The recording has stopped"))
    assert page.bar.back.accessibleName() == "Back to the library"
    assert "goes on" not in " ".join(words(page))


def test_a_meeting_that_is_recorded_opens_as_it_is_recorded(stage: Stage, qtbot: QtBot) -> None:
    page = record(stage, qtbot)
    window = the_window(stage)
    window.show_library()
    window.open_meeting(the_meeting(stage))
    assert page.isVisible()

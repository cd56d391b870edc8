"""Who probably speaks, over the lines of a recording: dashed while it is a guess, named by a click."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.attribution import Turn
from app.meetings.identifiers import SpeakerId
from app.meetings.live_who import LiveSpeaker, LiveTurns, LiveWho
from app.meetings.transcript import Segment, Speaker
from engine.contract.audio import Milliseconds
from engine.contract.error_report import to_report
from engine.contract.errors import SpeakerModelMissing
from tests.ui.live.test_recording_page import record, say, the_meeting
from tests.ui.widget_walk import complain_about_cut_text, complain_about_keyboard, complain_about_names
from tests.ui.window_stage import Stage
from ui.live.recording_page import RecordingPage

ONE = LiveSpeaker(Speaker(SpeakerId("one"), 1, "Speaker 1"), 0)
TWO = LiveSpeaker(Speaker(SpeakerId("two"), 2, "Speaker 2"), 1)


def turn(start_ms: int, end_ms: int, speaker: int, track: int = 0) -> Turn:
    return Turn(track, Milliseconds(start_ms), Milliseconds(end_ms), speaker)


def who(stage: Stage, *turns: Turn, speakers: tuple[LiveSpeaker, ...] = (ONE, TWO)) -> LiveWho:
    return LiveWho(the_meeting(stage), speakers, {0: LiveTurns(turns, 10_000)})


def speakers_shown(page: RecordingPage) -> list[str]:
    document = page.place.view.document
    assert document is not None
    blocks = [block for block in document.blocks() if isinstance(block, Segment)]
    found = [document.speaker_of(line) for line in blocks]
    return ["" if speaker is None else speaker.name for speaker in found]


def test_lines_get_their_speaker_as_soon_as_somebody_is_heard(stage: Stage, qtbot: QtBot):
    page = record(stage, qtbot)
    say(stage, 0, "Good morning.")
    say(stage, 1, "Hello.")
    stage.labels.show(who(stage, turn(0, 3000, 0), turn(4000, 7000, 1)))
    qtbot.waitUntil(lambda: speakers_shown(page) == ["Speaker 1", "Speaker 2"])


def test_a_line_that_comes_after_its_label_has_it_at_once(stage: Stage, qtbot: QtBot):
    page = record(stage, qtbot)
    stage.labels.show(who(stage, turn(0, 3000, 1)))
    say(stage, 0, "Good morning.")
    qtbot.waitUntil(lambda: speakers_shown(page) == ["Speaker 2"])


def test_a_label_that_is_corrected_changes_the_line(stage: Stage, qtbot: QtBot):
    page = record(stage, qtbot)
    say(stage, 0, "Good morning.")
    stage.labels.show(who(stage, turn(0, 3000, 0)))
    qtbot.waitUntil(lambda: speakers_shown(page) == ["Speaker 1"])
    stage.labels.show(who(stage, turn(0, 3000, 1)))
    qtbot.waitUntil(lambda: speakers_shown(page) == ["Speaker 2"])


def test_chips_are_guesses_until_a_person_gives_a_name(stage: Stage, qtbot: QtBot):
    page = record(stage, qtbot)
    stage.labels.show(who(stage, turn(0, 3000, 0), turn(4000, 7000, 1)))
    bar = page.place.who
    qtbot.waitUntil(lambda: len(bar.chips) == 2 and bar.isVisible())
    assert "not final yet" in bar.chips[0].accessibleName()
    QTest.mouseClick(bar.chips[0], Qt.MouseButton.LeftButton)
    assert bar.field.isVisible()
    bar.field.setText("Ada")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert stage.labels.named == [(the_meeting(stage), ONE.speaker.id, "Ada")]
    ada = replace(ONE, speaker=replace(ONE.speaker, name="Ada"), is_named=True)
    stage.labels.show(who(stage, turn(0, 3000, 0), speakers=(ada, TWO)))
    qtbot.waitUntil(lambda: bar.chips[0].accessibleName() == "Ada")


def test_a_line_of_before_keeps_the_speaker_that_the_library_has(stage: Stage, qtbot: QtBot):
    page = record(stage, qtbot)
    stage.labels.show(who(stage, turn(8000, 11_000, 0)))
    say(stage, 0, "Good morning.")
    say(stage, 2, "Hello.")
    qtbot.waitUntil(lambda: speakers_shown(page) == ["", "Speaker 1"])


def test_without_labels_the_page_says_so_once_and_goes_on(stage: Stage, qtbot: QtBot):
    page = record(stage, qtbot)
    stage.labels.show(LiveWho(the_meeting(stage), error=to_report(SpeakerModelMissing("encoder"))))
    qtbot.waitUntil(lambda: "Who speaks" in page.place.message("who"))
    assert "not affected" in page.place.message("who")
    say(stage, 0, "Good morning.")
    qtbot.waitUntil(lambda: page.place.view.has_words)


@pytest.mark.parametrize("size", [QSize(1280, 800), QSize(820, 620)])
def test_the_bar_is_named_reachable_and_not_cut(stage: Stage, qtbot: QtBot, size: QSize):
    page = record(stage, qtbot, size=size)
    stage.labels.show(who(stage, turn(0, 3000, 0), turn(4000, 7000, 1)))
    qtbot.waitUntil(page.place.who.isVisible)
    assert not complain_about_names(page)
    assert not complain_about_keyboard(page)
    assert not complain_about_cut_text(page)

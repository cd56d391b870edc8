"""Chapters in the window: proposed, renamed, thrown away, kept, and made by hand."""

from pytestqt.qtbot import QtBot

from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.moment import MomentKind
from tests.app.meetings.test_chapters import TOPICS, talk
from tests.builders.library import a_meeting
from tests.ui.window_stage import Stage
from ui.editor.chapter_panel import ChapterPanel
from ui.editor.meeting_page import MeetingPage


def lecture(library: Library) -> MeetingId:
    meeting = a_meeting("lecture", duration_ms=700_000)
    library.add_transcript(meeting, talk(TOPICS.values(), rounds=40), (), ()).result()
    return meeting.id


def open_lecture(stage: Stage, qtbot: QtBot) -> tuple[MeetingId, MeetingPage, ChapterPanel]:
    meeting_id = lecture(stage.library)
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    window.open_meeting(meeting_id)
    page = window.meeting_page
    assert page is not None
    panel = page.findChild(ChapterPanel)
    assert panel is not None
    qtbot.waitUntil(lambda: page.view.document is not None and len(page.view.document) > 0)
    return meeting_id, page, panel


def test_proposals_are_renamed_thrown_away_and_kept(stage: Stage, qtbot: QtBot) -> None:
    meeting_id, _page, panel = open_lecture(stage, qtbot)
    assert panel.list.isHidden()

    panel.propose.click()
    qtbot.waitUntil(lambda: len(panel.list.moments) == 3)
    assert stage.library.moments(meeting_id) == []
    first, second, _ = panel.list.moments
    panel.list.written.emit(first, "Cooking")
    panel.list.removed.emit(second)
    assert panel.list.moments[0].text == "Cooking"
    panel.keep.click()
    qtbot.waitUntil(lambda: [moment.text for moment in stage.library.moments(meeting_id)] == ["Cooking"])
    panel.keep_all.click()
    qtbot.waitUntil(lambda: len(stage.library.moments(meeting_id)) == 2)
    assert {moment.kind for moment in stage.library.moments(meeting_id)} == {MomentKind.CHAPTER}
    assert panel.list.isHidden()

    panel.propose.click()
    qtbot.waitUntil(lambda: len(panel.list.moments) == 1)


def test_a_chapter_is_made_where_the_playback_stands(stage: Stage, qtbot: QtBot) -> None:
    meeting_id, _page, panel = open_lecture(stage, qtbot)
    panel.new.click()
    qtbot.waitUntil(lambda: len(stage.library.moments(meeting_id)) == 1)
    (moment,) = stage.library.moments(meeting_id)
    assert (moment.kind, moment.start_ms, moment.text) == (MomentKind.CHAPTER, 0, "New chapter")


def test_chapters_stand_under_their_own_head_and_not_among_notes(stage: Stage, qtbot: QtBot) -> None:
    meeting_id, page, panel = open_lecture(stage, qtbot)
    panel.new.click()
    qtbot.waitUntil(lambda: len(panel.kept_list.moments) == 1)
    assert list(page.panel.moments.moments) == []
    panel.kept_list.removed.emit(panel.kept_list.moments[0])
    qtbot.waitUntil(lambda: stage.library.moments(meeting_id) == [])
    qtbot.waitUntil(panel.kept_list.isHidden)

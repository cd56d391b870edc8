from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.announcements import JobEnded, JobProgressAnnounced, TranscriptChanged
from app.meetings.identifiers import MeetingId, MomentId, SegmentId
from app.meetings.job import JobState
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import GapState, TranscriptChange
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.errors import NoWordsFound
from engine.contract.messages import Stage
from engine.contract.segments import GapReason, QuarantineReason
from tests.builders.reading import MEETING, a_gap, a_line, sample_lecture
from tests.ui.editor.page_stage import House, open_sample


def test_a_meeting_opens_with_its_title_words_and_facts(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    assert page.header.title.text == "Sample lecture"
    assert "3 min 19 s, 12 s missing" in page.header.second_line
    facts = dict(page.panel.facts)
    assert facts["Length"] == "3 min 19 s"
    assert page.coverage.text == "3 min 19 s recorded, 100 % understood · 12 s lost"
    assert (facts["Language"], facts["Speech model"], facts["File"]) == ("English", "base", "lecture.flac")
    assert [entry.title for entry in page.panel.set_aside.entries] == ["“Thank you for watching.”"]
    assert [entry.title for entry in page.panel.gaps.entries] == ["12 s"]
    qtbot.waitUntil(lambda: house.sound.measured == 1)
    assert not page.grab().isNull()


def test_a_search_hit_opens_at_its_moment(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot, at_ms=156_000)
    assert page.playback.position_ms == 156_000
    assert page.view.current_line is not None
    assert page.view.current_line.text.startswith("The stories regarding joseph")


def test_a_meeting_that_is_gone_says_so(house: House, qtbot: QtBot) -> None:
    house.page.open_meeting(MeetingId("nobody"))
    qtbot.waitUntil(lambda: "no longer in the library" in house.page.place_text)


def test_lines_arrive_while_a_job_runs(house: House, qtbot: QtBot) -> None:
    job_id = house.add_job(JobState.RUNNING)
    house.page.open_meeting(MEETING)
    qtbot.waitUntil(lambda: house.page.place_text.startswith("Nothing to read yet"))
    house.library.commit_segments(
        job_id, [a_line(1), a_line(2)], [], finished_to=SampleIndex(100_000), speech=1000
    ).result()
    qtbot.waitUntil(lambda: house.page.view.document is not None and house.page.view.document.line_count == 2)
    assert house.page.place_text == ""


def test_a_change_of_another_meeting_is_not_shown_here(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    assert page.view.document is not None
    before = page.view.document.line_count
    house.announcements.announce(TranscriptChanged(TranscriptChange(MeetingId("other"), added=(a_line(7777),))))
    house.announcements.announce(TranscriptChanged(TranscriptChange(MEETING, added=(a_line(7778),))))
    qtbot.waitUntil(lambda: page.view.document is not None and page.view.document.line_count == before + 1)


def test_progress_shows_itself_with_a_cancel_that_asks_at_once(house: House, qtbot: QtBot) -> None:
    job_id = house.add_job(JobState.RUNNING)
    house.page.open_meeting(MEETING)
    qtbot.waitUntil(lambda: house.page.strip.text == "Starting…")
    house.announcements.announce(
        JobProgressAnnounced(job_id, MEETING, JobState.RUNNING, Stage.RECOGNISING, 0.42, 190.0)
    )
    qtbot.waitUntil(lambda: house.page.strip.text == "Understanding the speech")
    for names, words in (
        (("desk-gpu", ""), "desk-gpu understands the speech"),
        (("", "desk-gpu"), "desk-gpu does not answer, this computer goes on"),
    ):
        house.announcements.announce(
            JobProgressAnnounced(job_id, MEETING, JobState.RUNNING, Stage.RECOGNISING, 0.5, 180.0, *names)
        )
        qtbot.waitUntil(lambda words=words: house.page.strip.text == words)
    QTest.mouseClick(house.page.strip.cancel_button, Qt.MouseButton.LeftButton)
    assert house.page.strip.text == "Stopping…"
    qtbot.waitUntil(lambda: house.imports.cancelled == [job_id])


def test_a_job_that_ends_takes_the_strip_away(house: House, qtbot: QtBot) -> None:
    job_id = house.add_job(JobState.RUNNING)
    house.page.open_meeting(MEETING)
    qtbot.waitUntil(lambda: house.page.strip.text == "Starting…")
    house.library.set_job_state(job_id, JobState.DONE).result()
    house.announcements.announce(JobEnded(job_id, MEETING, JobState.DONE))
    qtbot.waitUntil(lambda: house.page.strip.text == "")
    qtbot.waitUntil(lambda: house.page.place_text.startswith("No speech was found"))


def test_a_stopped_meeting_offers_to_continue(house: House, qtbot: QtBot) -> None:
    house.add_job(JobState.CANCELLED)
    house.page.open_meeting(MEETING)
    qtbot.waitUntil(lambda: house.page.strip.text.startswith("Stopped at 0:00:00"))


def test_a_failed_meeting_says_why_in_plain_words(house: House, qtbot: QtBot) -> None:
    house.add_job(JobState.FAILED, error=NoWordsFound(speech_s=42.0))
    house.page.open_meeting(MEETING)
    qtbot.waitUntil(lambda: house.page.strip.text.startswith("42 s of speech were heard but no words understood"))
    house.page.strip.go_on_clicked.emit()
    qtbot.waitUntil(lambda: house.imports.retried == [MEETING])


def test_the_title_is_changed_in_place(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    page.header.title.begin()
    page.header.title.edit.setText("  Sherburn,   week 3 ")
    QTest.keyClick(page.header.title.edit, Qt.Key.Key_Return)
    assert page.header.title.text == "Sherburn, week 3"
    qtbot.waitUntil(lambda: house.library.meeting(MEETING).title == "Sherburn, week 3")


def test_escape_keeps_the_old_title(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    page.header.title.begin()
    page.header.title.edit.setText("nonsense")
    QTest.keyClick(page.header.title.edit, Qt.Key.Key_Escape)
    assert page.header.title.text == "Sample lecture"
    assert not page.header.title.is_editing


def test_find_counts_steps_and_goes_round(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    page.header.field.setText("sherburn")
    qtbot.waitUntil(lambda: page.header.count_text == "1 of 2")
    QTest.keyClick(page.header.field, Qt.Key.Key_Return)
    assert page.header.count_text == "2 of 2"
    QTest.keyClick(page.header.field, Qt.Key.Key_Return)
    assert page.header.count_text == "1 of 2"
    QTest.keyClick(page.header.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert page.header.count_text == "2 of 2"
    page.header.field.setText("zebra")
    qtbot.waitUntil(lambda: page.header.count_text == "Not found")


def test_the_find_key_goes_to_the_field(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    page.activateWindow()
    QTest.keyClick(page.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.focusWidget() is page.header.field


def test_a_click_on_a_word_is_heard_and_marked(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    line = page.view.document.lines()[1] if page.view.document else None
    assert line is not None
    page.view.listen_requested.emit(line.words[3].start_ms)
    assert house.output.is_playing
    assert page.view.spoken == (line.id, 3)
    house.output.advance(line.words[5].start_ms + 10 - line.words[3].start_ms)
    qtbot.waitUntil(lambda: page.view.spoken == (line.id, 5))
    assert page.sound_map.overview.value() == line.words[5].start_ms + 10


def test_the_play_key_works_wherever_the_keyboard_is(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    for widget in (page.view, page.header.field, page.sound_map.overview):
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
        assert house.output.is_playing
        QTest.keyClick(widget, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
        assert not house.output.is_playing


def test_a_click_in_the_overview_goes_there(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    QTest.mouseClick(page.sound_map.overview, Qt.MouseButton.LeftButton, pos=page.sound_map.overview.rect().center())
    assert abs(page.playback.position_ms - page.playback.length_ms // 2) < 500
    QTest.keyClick(page.sound_map.overview, Qt.Key.Key_Home)
    assert page.playback.position_ms == 0


def test_a_line_set_aside_is_accepted_by_key_and_can_be_taken_back(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    QTest.keyClick(page.view, Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: page.view.lines_with_button == [])
    qtbot.waitUntil(lambda: page.panel.set_aside.entries == [])
    page.message.acted.emit()
    qtbot.waitUntil(lambda: len(page.view.lines_with_button) == 1)


def test_a_place_in_the_panel_is_jumped_to(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    entry = page.panel.set_aside.entries[0]
    page.panel.set_aside.jumped.emit(entry.key)
    assert page.view.current_line is not None
    assert page.view.current_line.id == entry.key
    assert page.playback.position_ms == entry.moment_ms
    page.panel.gaps.jumped.emit(page.panel.gaps.entries[0].key)
    assert page.playback.position_ms == a_gap(104_000, 116_000).start_ms


def test_another_page_silences_this_one(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    page.playback.play()
    page.hide()
    assert not house.output.is_playing


def test_going_back_lets_go_of_the_sound(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    with qtbot.waitSignal(page.closed):
        page.header.back_clicked.emit()
    assert house.output.loaded is None
    assert page.meeting_id is None


def test_a_meeting_removed_elsewhere_closes(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    with qtbot.waitSignal(page.closed):
        house.library.delete_meeting(MEETING).result()


def test_an_empty_meeting_cannot_be_exported_and_says_why(house: House, qtbot: QtBot) -> None:
    meeting, _ = sample_lecture()
    house.add(meeting, replace(sample_lecture()[1], segments=(), gaps=()))
    house.page.open_meeting(MEETING)
    qtbot.waitUntil(lambda: house.page.place_text.startswith("No speech was found"))
    assert house.page.bar.export_reason == "There is nothing to export yet."


def test_export_is_asked_for_this_meeting(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    asked: list[object] = []
    page.export_requested.connect(asked.append)
    page.bar.export_clicked.emit()
    assert asked == [MEETING]


def test_the_chosen_chinese_script_is_shown_and_the_library_keeps_its_own(house: House, qtbot: QtBot) -> None:
    meeting, _ = sample_lecture()
    line = a_line(0, "头发和发展", language="zh")
    aside = a_line(3, "谢谢", language="zh", quarantine=QuarantineReason.SILENCE)
    house.add(meeting, replace(sample_lecture()[1], segments=(line, aside), speakers=(), gaps=()))
    page = open_sample(house, qtbot)
    house.settings.change(chinese_script="traditional_tw")
    qtbot.waitUntil(lambda: page.view.document is not None and page.view.document.lines()[0].text == "頭髮和發展")
    assert page.view.document is not None
    assert [word.text for word in page.view.document.lines()[0].words] == ["頭", "髮", "和", "發", "展"]
    assert house.library.transcript(MEETING).segments[0].text == "头发和发展"


def test_a_narrow_window_gives_the_room_to_the_words(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    page.resize(800, 600)
    assert not page.panel.isVisible()
    page.resize(1280, 800)
    assert page.panel.isVisible()


def test_lines_that_arrive_before_the_meeting_was_read_are_not_lost(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    house.page.open_meeting(MEETING)
    house.announcements.announce(TranscriptChanged(TranscriptChange(MEETING, added=(a_line(7779),))))
    qtbot.waitUntil(lambda: house.page.view.document is not None and not house.page.place_text)
    assert house.page.view.document is not None
    assert house.page.view.document.segment(SegmentId(a_line(7779).id)) is not None


def add_moments(house: House) -> tuple[Moment, Moment]:
    bookmark = Moment(
        MomentId("flag"), MEETING, MomentKind.BOOKMARK, Milliseconds(10_000), Milliseconds(40_000), "Exam point"
    )
    note = Moment(MomentId("note"), MEETING, MomentKind.NOTE, Milliseconds(20_000), Milliseconds(20_000), "ask")
    for each in (bookmark, note):
        house.library.add_moment(each).result()
    return bookmark, note


def test_bookmarks_and_notes_stand_beside_the_transcript_and_lead_there(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    add_moments(house)
    page = open_sample(house, qtbot)
    assert [moment.text for moment in page.panel.moments.moments] == ["ask", "Exam point"]
    assert page.panel.moments.isVisible()
    page.panel.moments.chosen.emit(page.panel.moments.moments[1])
    assert page.playback.position_ms == 10_000


def test_a_note_is_rewritten_where_it_stands(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    add_moments(house)
    page = open_sample(house, qtbot)
    model = page.panel.moments.model()
    assert model.setData(model.index(0, 0), "ask about the exam")
    qtbot.waitUntil(lambda: page.panel.moments.moments[0].text == "ask about the exam")
    assert [each.text for each in house.library.moments(MEETING)] == ["Exam point", "ask about the exam"]


def test_a_bookmark_is_removed_and_taken_back(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    bookmark, _note = add_moments(house)
    page = open_sample(house, qtbot)
    page.panel.moments.removed.emit(bookmark)
    qtbot.waitUntil(lambda: page.message.text == "The bookmark was removed.")
    qtbot.waitUntil(lambda: len(page.panel.moments.moments) == 1)
    page.message.acted.emit()
    qtbot.waitUntil(lambda: bookmark in page.panel.moments.moments)


def test_without_bookmarks_and_notes_there_is_no_list_of_them(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    assert not page.panel.moments.isVisible()


def test_a_gap_that_was_repaired_is_gone(house: House, qtbot: QtBot) -> None:
    meeting, transcript = sample_lecture()
    repaired = replace(a_gap(1000, 5000), reason=GapReason.NOT_RECOGNISED, state=GapState.REPAIRED)
    house.add(meeting, replace(transcript, gaps=(repaired, a_gap(50_000, 62_000))))
    page = open_sample(house, qtbot)
    assert [entry.moment_ms for entry in page.panel.gaps.entries] == [50_000]


def test_while_words_come_the_footer_goes_with_them(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    house.library.rename_meeting(MEETING, "Another title").result()
    qtbot.waitUntil(lambda: page.header.title.text == "Another title")
    with qtbot.waitSignal(page.feed.facts_read):
        house.announcements.announce(TranscriptChanged(TranscriptChange(MEETING, added=(a_line(900),))))


def test_a_boundary_that_was_dragged_is_one_edit_that_can_be_undone(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    page = open_sample(house, qtbot)
    document = page.view.document
    assert document is not None
    line = document.lines()[2]
    to_ms = line.words[-2].end_ms
    page.sound_map.boundary_moved.emit(line.id, "end", to_ms)
    moved = document.segment(line.id)
    assert moved is not None
    assert moved.end_ms < line.end_ms
    page.editor.undo()
    assert document.segment(line.id) == line

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt, SignalInstance
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.transcript import Speaker, TranscriptChange
from engine.contract.segments import QuarantineReason
from tests.builders.reading import (
    MEETING,
    a_gap,
    a_line,
    a_long_transcript,
    a_transcript,
    sample_lecture,
)
from ui.editor.finder import find_text
from ui.editor.transcript_view import TranscriptView
from ui.reading.reading_document import ReadingDocument
from ui.reading.text_selection import TextPlace
from ui.reading.transcript_layout import KEPT
from ui.widgets.button import Button


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[TranscriptView]:
    made = TranscriptView()
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    qtbot.waitExposed(made)
    yield made


def line_id(number: int) -> SegmentId:
    return a_line(number).id


def point_in(view: TranscriptView, number: int, offset: int) -> QPoint:
    point = view.point_of(TextPlace(line_id(number), offset))
    assert point is not None
    return point


def heard(signal: SignalInstance) -> list[object]:
    """What a signal says from now on."""
    said: list[object] = []
    signal.connect(said.append)
    return said


def laid_out(view: TranscriptView) -> int:
    assert view.block_layout is not None
    return view.block_layout.made


def test_a_ten_hour_meeting_opens_with_only_what_is_in_view(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_long_transcript()))
    view.grab()
    assert 5 < laid_out(view) < 60


def test_jumping_through_a_ten_hour_meeting_lays_out_a_screenful_each_time(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_long_transcript()))
    bar = view.verticalScrollBar()
    before = laid_out(view)
    for part in range(1, 11):
        bar.setValue(bar.maximum() * part // 10)
        view.grab()
    assert laid_out(view) - before < 10 * 60
    assert view.block_layout is not None
    assert view.block_layout.kept <= KEPT


def test_the_scroll_bar_has_no_handle_while_everything_fits(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_long_transcript(2)))
    assert not view.verticalScrollBar().isEnabled()
    view.show_document(ReadingDocument(a_long_transcript(500)))
    assert view.verticalScrollBar().isEnabled()


def test_the_scroll_bar_leads_to_the_very_end(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_long_transcript(500)))
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    last = view.line_rectangle(line_id(499))
    assert last is not None
    assert 0 < view.viewport().height() - last.bottom() < 60
    assert bar.value() == bar.maximum()


def test_scrolling_up_by_rows_moves_the_text_by_exactly_that_much(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_long_transcript(500)))
    view.go_to_moment(300 * 2000)
    for _ in range(20):
        before = view.line_rectangle(line_id(300))
        assert before is not None
        view.scroll_by(-7)
        after = view.line_rectangle(line_id(300))
        if after is None:
            break
        assert after.top() - before.top() == 7


def test_new_lines_do_not_move_what_one_reads(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript(*(a_line(n * 2, "word " * 30) for n in range(100)))))
    view.go_to_moment(100 * 2000)
    caret = view.selection
    before = view.line_rectangle(line_id(100))
    view.apply(TranscriptChange(MEETING, added=tuple(a_line(n * 2 + 1) for n in range(40))))
    view.apply(TranscriptChange(MEETING, added=(a_line(900),), gaps=(a_gap(10, 20),)))
    assert view.line_rectangle(line_id(100)) == before
    assert view.selection == caret


def test_lines_that_arrive_in_an_empty_transcript_are_shown_from_the_first(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript()))
    view.grab()
    view.apply(TranscriptChange(MEETING, added=tuple(a_line(n) for n in range(50))))
    first = view.line_rectangle(line_id(0))
    assert first is not None
    assert first.top() == 16


def test_a_click_plays_from_the_word_under_it(view: TranscriptView) -> None:
    line = a_line(3, "so the determinant is zero")
    view.show_document(ReadingDocument(a_transcript(line)))
    asked = heard(view.listen_requested)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point_in(view, 3, 9))
    assert asked == [line.words[2].start_ms]


def test_a_click_on_the_time_plays_the_line(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript(a_line(3))))
    at = QPoint(150, point_in(view, 3, 0).y())
    asked = heard(view.listen_requested)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked == [6000]


def test_a_click_beside_the_text_plays_nothing(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript(a_line(3))))
    asked = heard(view.listen_requested)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(700, 400))
    assert asked == []


def test_a_drag_selects_over_lines_and_plays_nothing(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript(a_line(0, "one two"), a_line(1, "three four"))))
    asked = heard(view.listen_requested)
    viewport = view.viewport()
    start, stop = point_in(view, 0, 4), point_in(view, 1, 5)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(viewport, stop)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=stop)
    assert view.selected_text() == "two\nthree"
    assert asked == []
    view.copy()
    assert QGuiApplication.clipboard().text() == "two\nthree"


def test_a_double_click_selects_the_word(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript(a_line(0, "one two three"))))
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point_in(view, 0, 5))
    assert view.selected_text() == "two"


def test_without_a_selection_the_current_line_is_copied(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript(a_line(0, "one"), a_line(1, "two"))))
    view.go_to_line(line_id(1))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "two"


def test_lines_set_aside_stay_out_of_a_selection_over_several_lines(view: TranscriptView) -> None:
    aside = a_line(1, "Thank you.", quarantine=QuarantineReason.STOCK_PHRASE)
    view.show_document(ReadingDocument(a_transcript(a_line(0, "one"), aside, a_line(2, "two"))))
    view.select_all()
    assert view.selected_text() == "one\ntwo"


def test_keys_lead_through_the_lines_and_over_a_gap(view: TranscriptView) -> None:
    view.show_document(
        ReadingDocument(a_transcript(a_line(0, "one"), a_line(2, "two"), a_line(3, "three"), gaps=(a_gap(2000, 3900),)))
    )
    view.go_to_line(line_id(0), 1)
    places: list[tuple[str, int]] = []
    control = Qt.KeyboardModifier.ControlModifier
    for key, modifier in (
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Home, control),
        (Qt.Key.Key_End, control),
        (Qt.Key.Key_Up, control),
    ):
        QTest.keyClick(view, key, modifier)
        assert view.selection is not None and view.current_line is not None
        places.append((view.current_line.text, view.selection.caret.offset))
    assert places == [("two", 1), ("two", 3), ("three", 0), ("two", 3), ("one", 0), ("three", 5), ("three", 0)]


def test_a_page_further_and_back(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_long_transcript(500)))
    view.go_to_line(line_id(0))
    numbers: list[int] = []
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_PageDown)
        assert view.current_line is not None
        numbers.append(int(view.current_line.id))
    assert numbers == sorted(set(numbers))
    for _ in range(6):
        QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert view.current_line is not None and view.current_line.id == line_id(0)


def test_shift_and_arrows_select(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript(a_line(0, "one two three"))))
    view.go_to_line(line_id(0))
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(view, Qt.Key.Key_Right, both)
    assert view.selected_text() == "one "
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.selection is not None and view.selection.is_empty


def test_enter_plays_from_the_caret(view: TranscriptView) -> None:
    line = a_line(0, "one two three")
    view.show_document(ReadingDocument(a_transcript(line)))
    view.go_to_line(line_id(0), 5)
    asked = heard(view.listen_requested)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert asked == [line.words[1].start_ms]


def test_the_current_line_is_told_to_whoever_listens(view: TranscriptView) -> None:
    anna = Speaker(SpeakerId("a"), 1, "Anna")
    view.show_document(ReadingDocument(a_transcript(a_line(30, "Why?", speaker=anna.id), speakers=(anna,))))
    view.go_to_line(line_id(30))
    assert view.accessibleName() == "Transcript"
    assert view.accessibleDescription() == "Anna, 0:01:00: Why?"


def test_the_spoken_word_is_known_and_kept_in_view(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_long_transcript(500)))
    view.follow_again()
    for moment in range(0, 200 * 2000, 1000):
        view.mark_spoken(moment, is_playing=True)
        if view.spoken is not None:
            assert view.line_rectangle(view.spoken[0]) is not None
    assert view.spoken == (line_id(199), view.spoken[1] if view.spoken else None)


def test_a_reader_who_scrolled_away_is_left_in_peace(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_long_transcript(500)))
    view.mark_spoken(10, is_playing=True)
    view.verticalScrollBar().setValue(6000)
    anchor = view.verticalScrollBar().value()
    for moment in range(0, 10_000, 500):
        view.mark_spoken(moment, is_playing=True)
    assert view.verticalScrollBar().value() == anchor


def test_a_found_place_comes_into_view(view: TranscriptView) -> None:
    document = ReadingDocument(a_transcript(*(a_line(n, "needle" if n == 400 else "hay " * 20) for n in range(500))))
    view.show_document(document)
    view.show_findings(find_text(document.lines(), "needle"), 0)
    assert view.line_rectangle(line_id(400)) is not None
    view.grab()


def test_the_accept_key_means_the_line_with_the_caret_else_the_first_in_view(view: TranscriptView) -> None:
    first, second = (a_line(n, quarantine=QuarantineReason.LOOP) for n in (1, 3))
    view.show_document(ReadingDocument(a_transcript(a_line(0), first, a_line(2), second)))
    assert view.line_to_accept() == first.id
    view.go_to_line(second.id)
    assert view.line_to_accept() == second.id
    assert set(view.lines_with_button) == {first.id, second.id}


def test_an_accepted_line_loses_its_button(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(a_transcript(a_line(0, quarantine=QuarantineReason.LOOP))))
    assert view.lines_with_button == [line_id(0)]
    view.apply(TranscriptChange(MEETING, updated=(a_line(0),)))
    assert view.lines_with_button == []
    assert view.line_to_accept() is None


def test_the_accept_button_asks(view: TranscriptView) -> None:
    from ui.widgets.button import Button

    view.show_document(ReadingDocument(a_transcript(a_line(7, quarantine=QuarantineReason.LOOP))))
    button = view.viewport().findChild(Button)
    assert button is not None
    asked = heard(view.accept_requested)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked == [line_id(7)]


def test_letters_outside_the_basic_plane_keep_their_places(view: TranscriptView) -> None:
    line = a_line(0, "ok 😀 then 𠮷野家 now")
    view.show_document(ReadingDocument(a_transcript(line)))
    for offset in range(len(line.text)):
        assert view.place_at(point_in(view, 0, offset)) == TextPlace(line.id, offset)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point_in(view, 0, 18))
    assert view.selected_text() == "now"


def test_a_narrow_window_shows_everything_still(view: TranscriptView) -> None:
    aside = a_line(1, "Thank you.", quarantine=QuarantineReason.STOCK_PHRASE)
    view.show_document(ReadingDocument(a_transcript(a_line(0, "long " * 100), aside, gaps=(a_gap(100, 200),))))
    view.resize(420, 500)
    view.grab()
    assert view.block_layout is not None
    assert view.block_layout.metrics.note_left is None


def test_the_sample_lecture_is_painted(view: TranscriptView) -> None:
    view.show_document(ReadingDocument(sample_lecture()[1]))
    view.mark_spoken(20_000, is_playing=False)
    assert not view.grab().isNull()


def test_a_meeting_that_is_read_again_in_a_wider_window_is_painted_where_its_lines_stand(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1200, 700)
    view = TranscriptView(parent=window)
    view.setGeometry(0, 0, 1100, 600)
    window.show()
    qtbot.waitExposed(window)
    document = ReadingDocument(sample_lecture()[1])
    view.show_document(document)
    window.resize(1500, 700)  # the view itself keeps its size
    view.replace_document(document)
    assert view.block_layout is not None
    assert view.block_layout.metrics.note_left is not None
    button = next(each for each in view.findChildren(Button) if each.isVisible())
    assert button.x() == view.block_layout.metrics.note_left

"""The growing transcript: it follows the end, keeps what one reads in place, and costs the same after eight hours."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId, MomentId, SegmentId, VersionId
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap, GapState, Segment, Transcript, TranscriptChange
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.segments import GapReason
from tests.fakes.fake_recordings import a_track
from ui.live.live_transcript import LiveTranscript
from ui.reading.reading_document import ReadingDocument

MEETING = MeetingId("m")
WORDS = "The determinant is the signed area of the parallelogram that the two columns span, "


def a_line(number: int, *, text: str = WORDS, track: int = 0) -> Segment:
    start = Milliseconds(number * 4000)
    return Segment(SegmentId(f"s{number:05}"), track, start, Milliseconds(start + 3500), text)


def a_view(qtbot: QtBot, lines: int, *, width: int = 900) -> LiveTranscript:
    view = LiveTranscript()
    qtbot.addWidget(view)
    view.resize(width, 600)
    view.show()
    segments = tuple(a_line(number) for number in range(lines))
    view.show_document(ReadingDocument(Transcript(MEETING, VersionId("v"), segments)))
    return view


def grow(view: LiveTranscript, *lines: Segment) -> None:
    view.apply(TranscriptChange(MEETING, updated=lines))


def is_at_end(view: LiveTranscript) -> bool:
    bar = view.verticalScrollBar()
    return bar.value() == bar.maximum()


def test_it_opens_at_the_newest_words_and_stays_with_them(qtbot: QtBot) -> None:
    view = a_view(qtbot, 200)
    assert view.is_following
    assert is_at_end(view)
    for number in range(200, 230):
        grow(view, a_line(number))
        assert is_at_end(view)


def test_whoever_scrolls_up_reads_in_peace_until_they_ask_for_the_newest(qtbot: QtBot) -> None:
    view = a_view(qtbot, 200)
    heard: list[bool] = []
    view.following_changed.connect(heard.append)
    view.verticalScrollBar().setValue(500)
    before = view.grab().toImage()
    for number in range(200, 220):
        grow(view, a_line(number))
    after = view.grab().toImage()
    box = view.viewport().geometry()
    assert after.copy(box) == before.copy(box)
    assert not view.is_following
    view.follow()
    assert is_at_end(view)
    assert heard == [False, True]


def test_scrolling_back_down_follows_again(qtbot: QtBot) -> None:
    view = a_view(qtbot, 200)
    view.verticalScrollBar().setValue(0)
    assert not view.is_following
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert view.is_following


def test_a_line_that_grows_lays_out_that_line_alone_however_long_the_recording_is(qtbot: QtBot) -> None:
    view = a_view(qtbot, 12_000)
    view.grab()
    assert view.block_layout is not None
    made = view.block_layout.made
    assert made < 60
    for words in range(1, 11):
        grow(view, a_line(12_000, text=WORDS * words))
        view.grab()
    # The line itself each time, and what comes into view above a line that is higher now.
    assert view.block_layout.made - made <= 40


def test_tentative_words_are_shown_and_go_without_a_trace_in_what_is_committed(qtbot: QtBot) -> None:
    view = a_view(qtbot, 3)
    assert view.document is not None
    view.show_tracks([a_track(0, TrackKind.MICROPHONE, tentative="and then", tentative_start_ms=Milliseconds(11_600))])
    layout = view.block_layout
    assert layout is not None
    line = layout.line(2)
    assert line is not None
    assert (line.tail, line.segment.text) == ("and then", WORDS)
    committed = line.rectangles(0, len(WORDS))
    grow(view, a_line(2, text=WORDS + "and then it turned,"))
    view.show_tracks([a_track(0, TrackKind.MICROPHONE)])
    line = layout.line(2)
    assert line is not None
    assert line.tail == ""
    assert line.rectangles(0, len(WORDS)) == committed


def test_the_same_tentative_words_again_repaint_nothing(qtbot: QtBot) -> None:
    view = a_view(qtbot, 3)
    track = a_track(0, TrackKind.MICROPHONE, tentative="and", tentative_start_ms=Milliseconds(11_600))
    view.show_tracks([track])
    view.grab()
    assert view.block_layout is not None
    made = view.block_layout.made
    for _ in range(30):
        view.show_tracks([track])
    assert view.block_layout.made == made


def test_gaps_come_and_repaired_ones_go(qtbot: QtBot) -> None:
    view = a_view(qtbot, 3)
    assert view.document is not None
    gap = Gap(0, Milliseconds(4100), Milliseconds(4900), GapReason.NOT_RECOGNISED, GapState.OPEN)
    lost = Gap(0, Milliseconds(8100), Milliseconds(8900), GapReason.SOURCE_LOST, GapState.LOST)
    view.show_gaps([gap, lost])
    assert view.document.gaps() == [gap, lost]
    repaired = Gap(0, gap.start_ms, gap.end_ms, gap.reason, GapState.REPAIRED)
    view.show_gaps([repaired, lost])
    assert view.document.gaps() == [lost]
    assert view.document.line_count == 3


def test_a_gap_beside_growing_lines_moves_no_reader(qtbot: QtBot) -> None:
    view = a_view(qtbot, 100)
    view.verticalScrollBar().setValue(800)
    box = view.viewport().geometry()
    before = view.grab().toImage().copy(box)
    view.show_gaps([Gap(0, Milliseconds(90), Milliseconds(900), GapReason.SLEPT, GapState.LOST)])
    assert view.grab().toImage().copy(box) == before


def test_a_moment_is_shown_where_it_was_made(qtbot: QtBot) -> None:
    view = a_view(qtbot, 300)
    at = Milliseconds(5 * 4000 + 100)
    view.show_moments([Moment(MomentId("b"), MEETING, MomentKind.BOOKMARK, at, at, "Exam point")])
    view.go_to_moment(at)
    assert not view.is_following
    assert view.verticalScrollBar().value() < 1000


def test_without_words_it_says_what_is_going_on(qtbot: QtBot) -> None:
    view = LiveTranscript()
    qtbot.addWidget(view)
    view.say_instead("The words appear here.")
    assert view.accessibleDescription() == "The words appear here."
    assert not view.has_words


def test_keys_scroll_and_end_follows(qtbot: QtBot) -> None:
    view = a_view(qtbot, 200)
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert not view.is_following
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.verticalScrollBar().value() == 0
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.is_following
    assert is_at_end(view)


def test_a_click_does_nothing(qtbot: QtBot) -> None:
    view = a_view(qtbot, 20)
    before = view.grab().toImage()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.viewport().rect().center())
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.viewport().rect().center())
    assert view.grab().toImage() == before


def test_a_gap_of_a_tenth_of_a_second_is_no_row(qtbot: QtBot) -> None:
    view = a_view(qtbot, 3)
    view.show_gaps([Gap(0, Milliseconds(4100), Milliseconds(4200), GapReason.SOURCE_LOST, GapState.LOST)])
    assert view.document is not None
    assert view.document.gaps() == []


def test_what_no_track_recorded_is_one_row(qtbot: QtBot) -> None:
    view = a_view(qtbot, 3)
    died = [
        Gap(track, Milliseconds(4100 + 60 * track), Milliseconds(9000), GapReason.RECORDER_DIED, GapState.LOST)
        for track in range(2)
    ]
    other = Gap(1, Milliseconds(4100), Milliseconds(9000), GapReason.SOURCE_LOST, GapState.LOST)
    view.show_gaps([*died, other])
    assert view.document is not None
    assert view.document.gaps() == [died[0], other]

"""Committed words never move, but for whole rows that roll up."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.meetings.chinese import ChineseScript
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from app.recording.status import TrackStatus
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.segments import QuarantineReason
from tests.fakes.fake_recordings import a_track
from ui.live.caption_rows import CaptionRows


def rows(width: int = 20, lines: int = 2) -> CaptionRows:
    return CaptionRows(measure=len, width=width, lines=lines)


def line(text: str, *, name: str = "a", track: int = 0, start_s: float = 0.0, end_s: float = 1.0) -> Segment:
    return Segment(SegmentId(name), track, Milliseconds(round(start_s * 1000)), Milliseconds(round(end_s * 1000)), text)


def hearing(text: str, track: int = 0) -> list[TrackStatus]:
    return [a_track(track, TrackKind.MICROPHONE, tentative=text)]


def shown(found: CaptionRows) -> list[str]:
    return [row.committed + (f"[{row.tentative}]" if row.tentative else "") for row in found.shown]


def test_a_line_grows_where_it_stands() -> None:
    found = rows()
    assert found.commit(line("because the")) == "because the"
    assert found.commit(line("because the columns")) == "columns"
    assert shown(found) == ["because the columns"]


def test_a_full_row_is_followed_by_the_next_and_the_oldest_rolls_out() -> None:
    found = rows(width=12)
    found.commit(line("one two three four five six"))
    assert shown(found) == ["three four", "five six"]


def test_words_that_are_not_final_follow_and_leave_again_without_moving_anything() -> None:
    found = rows(width=12)
    found.commit(line("one two"))
    found.show_tentative(hearing("thre four five"))
    assert shown(found) == ["one two[ thre]", "[four five]"]
    found.show_tentative(hearing("thr"))
    assert shown(found) == ["one two[ thr]"]
    found.show_tentative(hearing(""))
    assert shown(found) == ["one two"]


def test_a_row_that_rolled_out_for_words_that_went_away_does_not_come_back() -> None:
    found = rows(width=12)
    found.commit(line("one two three four"))
    assert shown(found) == ["one two", "three four"]
    found.show_tentative(hearing("five six seven eight nine ten"))
    assert shown(found) == ["three four", "[five six…]"]
    found.show_tentative(hearing(""))
    assert shown(found) == ["three four"]
    found.commit(line("one two three four five"))
    assert shown(found) == ["three four", "five"]


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_words_of_the_other_track_that_go_away_leave_the_committed_ones_in_view(lines: int) -> None:
    found = rows(width=12, lines=lines)
    found.commit(line("one two three four"))
    found.show_tentative([*hearing("five six", 1), *hearing("seven eight nine", 0)])
    if lines > 1:
        assert "three four" in shown(found)
    found.show_tentative(hearing(""))
    assert shown(found)[-1] == "three four"


def test_what_goes_on_in_the_last_row_comes_before_the_other_track() -> None:
    found = rows(width=20)
    found.commit(line("He began", track=1))
    found.show_tentative([*hearing("on the left", 0), *hearing("a confused", 1)])
    assert shown(found) == ["He began[ a confused]", "[on the left]"]


def test_another_track_begins_a_row() -> None:
    found = rows()
    found.commit(line("why", name="a"))
    found.commit(line("because", name="b", track=1))
    assert shown(found) == ["why", "because"]
    assert all(row.is_first for row in found.shown)


def test_a_sentence_that_follows_soon_stays_in_the_row() -> None:
    found = rows(width=40)
    found.commit(line("So it is.", name="a"))
    found.commit(line("Why?", name="b", start_s=1.2, end_s=2))
    found.commit(line("Because.", name="c", start_s=9, end_s=10))
    assert shown(found) == ["So it is. Why?", "Because."]


def test_han_breaks_between_characters_and_no_mark_begins_a_row() -> None:
    found = rows(width=5, lines=4)
    found.commit(line("我们先看一个例子。好的"))
    assert shown(found) == ["我们先看一", "个例子。好", "的"]
    found = rows(width=8, lines=4)
    found.commit(line("我们先看一个例子。好的"))
    assert shown(found)[0] == "我们先看一个例"


def test_a_line_set_aside_is_not_shown() -> None:
    found = rows()
    assert found.commit(replace(line("thank you for watching"), quarantine=QuarantineReason.STOCK_PHRASE)) == ""
    assert shown(found) == []


def test_what_a_person_edits_does_not_change_the_captions() -> None:
    found = rows()
    found.commit(line("the eigen valued"))
    assert found.commit(line("the eigenvalue")) == ""
    assert shown(found) == ["the eigen valued"]


def test_chinese_is_written_in_the_script_that_the_reader_wants_word_by_word() -> None:
    found = CaptionRows(measure=len, width=40, lines=2, script=ChineseScript.TRADITIONAL_TW)
    found.commit(line("因为"))
    found.commit(line("因为两列线性相关"))
    found.show_tentative(hearing("学习"))
    assert shown(found) == ["因為兩列線性相關[學習]"]


def test_nothing_rolls_while_it_is_held() -> None:
    found = rows(width=12)
    found.commit(line("one two three four"))
    found.is_held = True
    found.commit(line("one two three four five six"))
    assert shown(found) == ["one two", "three four"]
    found.is_held = False
    found.show_tentative(hearing(""))
    assert shown(found)[-1] == "five six"


def test_another_size_lays_out_the_same_words_anew() -> None:
    found = rows(width=12, lines=4)
    found.commit(line("one two three four"))
    found.fit(measure=len, width=40, lines=1)
    assert shown(found) == ["one two three four"]


@given(
    st.lists(st.text("ab 我。", min_size=1, max_size=12), max_size=12),
    st.lists(st.text("cd ", max_size=30), max_size=12),
    st.integers(4, 30),
)
def test_a_committed_word_keeps_its_row_for_ever(texts: list[str], guesses: list[str], width: int) -> None:
    found = CaptionRows(measure=len, width=width, lines=1000)
    before: list[str] = []
    for number, text in enumerate(texts):
        found.show_tentative(hearing(guesses[number] if number < len(guesses) else ""))
        found.commit(line(text, name=str(number), start_s=number, end_s=number + 1))
        now = [row.committed for row in found.shown if row.committed]
        assert len(now) >= len(before)
        for old, new in zip(before, now, strict=False):
            assert new.startswith(old)
        before = now

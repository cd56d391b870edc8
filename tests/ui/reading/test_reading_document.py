from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.transcript import Speaker, TranscriptChange
from engine.contract.segments import QuarantineReason
from tests.builders.reading import MEETING, a_gap, a_line, a_long_transcript, a_transcript
from ui.reading.reading_document import (
    EditKind,
    ReadingDocument,
    columns_of,
    start_of_word_at,
    word_at_time,
    word_spans,
)


def texts(document: ReadingDocument) -> list[str]:
    return [segment.text for segment in document.lines()]


def test_lines_and_gaps_stand_in_the_order_they_were_spoken() -> None:
    document = ReadingDocument(a_transcript(a_line(2, "b"), a_line(0, "a"), gaps=(a_gap(2500, 3900),)))
    assert [document.block(i) for i in range(3)] == [a_line(0, "a"), a_gap(2500, 3900), a_line(2, "b")]


def test_a_gap_stands_before_the_line_that_begins_with_it() -> None:
    document = ReadingDocument(a_transcript(a_line(1), gaps=(a_gap(2000, 2500),)))
    assert document.block(0) == a_gap(2000, 2500)


def test_a_new_line_goes_to_its_place_and_is_found_by_its_id() -> None:
    document = ReadingDocument(a_transcript(a_line(0), a_line(4)))
    edits = document.apply(TranscriptChange(MEETING, added=(a_line(2),)))
    assert [(edit.kind, edit.index) for edit in edits] == [(EditKind.INSERTED, 1)]
    assert [document.index_of(a_line(n).id) for n in (0, 2, 4)] == [0, 1, 2]


def test_the_same_change_twice_changes_nothing_the_second_time() -> None:
    document = ReadingDocument(a_transcript(a_line(0)))
    change = TranscriptChange(MEETING, added=(a_line(1),), gaps=(a_gap(50, 60),))
    assert len(document.apply(change)) == 2
    assert document.apply(change) == []


def test_a_line_that_is_accepted_is_no_longer_among_those_set_aside() -> None:
    document = ReadingDocument(a_transcript(a_line(0, quarantine=QuarantineReason.LOOP), a_line(1)))
    assert [line.id for line in document.set_aside()] == [a_line(0).id]
    edits = document.apply(TranscriptChange(MEETING, updated=(a_line(0),)))
    assert [(edit.kind, edit.index) for edit in edits] == [(EditKind.REPLACED, 0)]
    assert document.set_aside() == []


def test_a_line_that_moves_in_time_moves_in_the_document() -> None:
    document = ReadingDocument(a_transcript(a_line(0, "a"), a_line(1, "b"), a_line(2, "c")))
    document.apply(TranscriptChange(MEETING, updated=(a_line(0, "a", start_ms=4500),)))
    assert texts(document) == ["b", "c", "a"]


def test_a_removed_line_is_gone() -> None:
    document = ReadingDocument(a_transcript(a_line(0), a_line(1)))
    document.apply(TranscriptChange(MEETING, removed=(a_line(0).id, SegmentId("unknown"))))
    assert len(document) == 1
    assert document.index_of(a_line(0).id) is None


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 9), st.booleans()), max_size=60))
def test_changes_one_by_one_give_the_same_document_as_all_at_once(steps: list[tuple[int, int, bool]]) -> None:
    document = ReadingDocument(a_transcript())
    expected: dict[str, object] = {}
    for number, shift, is_removal in steps:
        line = a_line(number, start_ms=number * 100 + shift * 37)
        if is_removal:
            document.apply(TranscriptChange(MEETING, removed=(line.id,)))
            expected.pop(line.id, None)
        else:
            document.apply(TranscriptChange(MEETING, updated=(line,)))
            expected[line.id] = line
    assert {line.id: line for line in document.lines()} == expected
    starts = [line.start_ms for line in document.lines()]
    assert starts == sorted(starts)
    for index, line in enumerate(document.lines()):
        assert document.index_of(line.id) == index


def test_the_spoken_line_is_found_also_where_two_people_overlap() -> None:
    long, short = a_line(0, start_ms=0, end_ms=10_000), a_line(1, start_ms=2000, end_ms=3000)
    document = ReadingDocument(a_transcript(long, short))
    assert document.line_spoken_at(1000) == 0
    assert document.line_spoken_at(2500) == 1
    assert document.line_spoken_at(5000) == 0
    assert document.line_spoken_at(10_000) is None


def test_in_a_pause_the_line_before_it_is_near() -> None:
    document = ReadingDocument(a_transcript(a_line(0), a_line(1)))
    assert document.line_near(1950) == 0
    assert document.line_near(99_000) == 1
    assert ReadingDocument(a_transcript()).line_near(5) is None


def test_a_speaker_is_named_when_they_begin_and_after_a_gap() -> None:
    anna, ben = SpeakerId("a"), SpeakerId("b")
    document = ReadingDocument(
        a_transcript(
            a_line(0, speaker=anna),
            a_line(1, speaker=anna),
            a_line(2, speaker=ben),
            a_line(3, speaker=ben, start_ms=6000),
            gaps=(a_gap(5900, 5990),),
            speakers=(Speaker(anna, 1, "Anna"), Speaker(ben, 2, "Ben")),
        )
    )
    assert [document.is_speaker_change(i) for i in range(5)] == [True, False, True, False, True]


def test_a_speaker_that_is_new_is_noticed() -> None:
    document = ReadingDocument(a_transcript(a_line(0)))
    assert document.knows_speakers_of([a_line(1)])
    assert not document.knows_speakers_of([a_line(1, speaker=SpeakerId("new"))])


def test_words_are_found_in_the_text_though_one_was_changed() -> None:
    line = a_line(0, "so the determinant is zero")
    assert word_spans(line) == ((0, 2), (3, 6), (7, 18), (19, 21), (22, 26))
    edited = replace(line, text="so the matrix is zero")
    assert word_spans(edited) == ((0, 2), (3, 6), (6, 6), (14, 16), (17, 21))


def test_chinese_words_have_their_place_too() -> None:
    line = a_line(0, "我们先看", language="zh")
    assert word_spans(line) == ((0, 1), (1, 2), (2, 3), (3, 4))


def test_a_click_in_a_word_gives_its_beginning() -> None:
    line = a_line(0, "so the determinant is zero", start_ms=1000, end_ms=2000)
    assert start_of_word_at(line, 9) == line.words[2].start_ms
    assert start_of_word_at(line, 0) == 1000


def test_a_line_without_words_is_heard_from_its_beginning() -> None:
    line = a_line(0, "", start_ms=1000)
    assert start_of_word_at(line, 3) == 1000


def test_the_spoken_word_follows_the_time() -> None:
    line = a_line(0, "so the determinant is zero", start_ms=1000, end_ms=2000)
    assert [word_at_time(line, word.start_ms) for word in line.words] == [0, 1, 2, 3, 4]
    assert word_at_time(line, 999) is None
    assert word_at_time(line, 5000) is None


def test_a_mark_with_a_time_of_its_own_belongs_to_the_word_before_it() -> None:
    line = a_line(0, "hold fast , now", start_ms=1000, end_ms=2000)
    assert [word_at_time(line, word.start_ms) for word in line.words] == [0, 1, 1, 3]


def test_a_long_transcript_keeps_its_lookups() -> None:
    document = ReadingDocument(a_long_transcript())
    assert document.line_count == 20_000
    assert document.index_of(a_line(19_999).id) == 19_999
    assert document.line_spoken_at(15_000 * 2000 + 10) == 15_000


def test_the_width_of_each_block_follows_every_change() -> None:
    document = ReadingDocument(a_transcript(a_line(0, "a"), a_line(2, "bb"), gaps=(a_gap(2500, 3900),)))
    document.apply(
        TranscriptChange(
            MEETING, added=(a_line(4, "行列式"),), updated=(a_line(0, "longer"),), gaps=(a_gap(5000, 5500),)
        )
    )
    document.apply(TranscriptChange(MEETING, removed=(a_line(2).id,)))
    document.keep_gaps([a_gap(5000, 5500)])
    assert list(document.columns) == [columns_of(document.block(index)) for index in range(len(document))]


def test_what_is_set_aside_and_missing_is_known_by_its_place() -> None:
    aside = replace(a_line(2), quarantine=QuarantineReason.STOCK_PHRASE)
    document = ReadingDocument(a_transcript(a_line(0), aside, gaps=(a_gap(2500, 3900),)))
    places = sorted(document.unusual())
    assert [document.block(place) for place in places] == [a_gap(2500, 3900), aside]

import dataclasses
import re
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exporting.break_points import find_break_points
from app.exporting.cue_times import Cue, reading_time_ms
from app.exporting.display_width import display_width
from app.exporting.document import ExportDocument
from app.exporting.lines import lines_of
from app.exporting.profile import ExportProfile
from app.exporting.subtitle_lines import cues_of, line_width
from app.meetings.transcript import Word
from engine.contract.audio import Milliseconds
from tests.builders.transcripts import STUDENT, TEACHER, document_of, documents, line

AS_IT_IS = ExportProfile(chinese_spacing=False, chinese_marks=False)


def cues(document: ExportDocument, profile: ExportProfile = AS_IT_IS, *, named: bool = False) -> list[Cue]:
    return cues_of(lines_of(document, profile), profile, duration_ms=document.meeting.duration_ms, name_speakers=named)


def shown(document: ExportDocument, profile: ExportProfile = AS_IT_IS, *, named: bool = False) -> list[str]:
    return [cue.text for cue in cues(document, profile, named=named)]


LECTURE = (
    "So the determinant is two times two minus four times one, and that is zero. "
    "The parallelogram has collapsed onto a line."
)


def test_a_short_line_is_one_cue_on_one_line() -> None:
    assert shown(document_of(line("Does that mean we cannot solve it?"))) == ["Does that mean we cannot solve it?"]


def test_a_longer_line_has_two_lines_broken_at_its_marks() -> None:
    text = "Now put two, one in the first column and four, two in the second."
    assert shown(document_of(line(text, 0, 5000))) == [
        "Now put two, one in the first column\nand four, two in the second."
    ]


def test_a_long_line_becomes_cues_at_the_ends_of_its_sentences() -> None:
    found = cues(document_of(line(LECTURE, 0, 9000)))
    assert [cue.text.replace("\n", " ") for cue in found] == [
        "So the determinant is two times two minus four times one, and that is zero.",
        "The parallelogram has collapsed onto a line.",
    ]


def test_each_cue_begins_when_its_first_word_is_spoken() -> None:
    segment = line(LECTURE, 0, 9000)
    found = cues(document_of(segment))
    word = next(word for word in segment.words if word.text == " The")
    assert found[1].start_ms == word.start_ms
    assert found[-1].end_ms == 9000


def test_a_long_silence_inside_a_line_begins_a_new_cue() -> None:
    words = (
        Word(Milliseconds(0), Milliseconds(500), "Wait"),
        Word(Milliseconds(500), Milliseconds(900), " here"),
        Word(Milliseconds(4000), Milliseconds(4500), " and"),
        Word(Milliseconds(4500), Milliseconds(5000), " now"),
    )
    found = cues(document_of(line("Wait here and now", 0, 5000, words=words)))
    assert [(cue.start_ms, cue.end_ms, cue.text) for cue in found] == [(0, 900, "Wait here"), (4000, 5000, "and now")]


def test_chinese_lines_hold_sixteen_characters_and_break_at_marks() -> None:
    """Case 77."""
    text = "今天我们讨论第三季度的预算，费用大约是三十五万美元。下周五发布第二版软件，请大家准备好材料。"
    found = shown(document_of(line(text, 0, 9000, language="zh")))
    assert found == [
        "今天我们讨论第三季度的预算，\n费用大约是三十五万美元。",
        "下周五发布第二版软件，\n请大家准备好材料。",
    ]


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["こん", "にち", "は", "。", "今日", "は", "会議", "を", "始め", "ます", "。"], "ja"),
        (["今天", "我们", "讨论", "预算", "。", "下周五", "发布", "第二版", "。"], "zh"),
        (["วัน", "นี้", "เรา", "ประชุม"], "th"),
        (["오늘", " 우리는", " 예산을", " 논의합니다."], "ko"),
        (["GPT", "-", "4", "を", "使う"], "ja"),
    ],
)
def test_languages_without_spaces_get_none(words: list[str], language: str) -> None:
    """Case 77."""
    text = "".join(words)
    spoken = [
        Word(Milliseconds(number * 100), Milliseconds(number * 100 + 100), word) for number, word in enumerate(words)
    ]
    found = cues(document_of(line(text, 0, len(words) * 100, language=language, words=spoken)))
    assert "".join(cue.text.replace("\n", "") for cue in found) == text


@pytest.mark.parametrize(
    ("text", "words", "language"),
    [
        (
            "今天我们讨论第三季度的预算费用大约是三十五万美元下周五发布第二版软件请大家准备好材料然后我们决定时间",
            "今天 我们 讨论 季度 预算 费用 大约 三十五万 美元 发布 软件 大家 准备 材料 然后 决定 时间",
            "zh",
        ),
        (
            "今天我們討論第三季度的預算費用大約是三十五萬美元下週五發布第二版軟體請大家準備好材料然後我們決定時間",
            "今天 我們 討論 季度 預算 費用 大約 三十五萬 美元 軟體 大家 準備 材料 然後 決定 時間",
            "zh",
        ),
        (
            "今日は会議を始めますので資料を準備してくださいそれから予算について話し合いますので時間を決めてください",
            "今日 会議 始め 資料 準備 それから 予算 について 時間 決め",
            "ja",
        ),
        (
            "วันนี้เราจะประชุมเรื่องงบประมาณและกำหนดการของโครงการใหม่แล้วเราจะตัดสินใจเรื่องเวลาของการประชุมครั้งต่อไป",
            "ประชุม เรื่อง ประมาณ กำหนดการ โครงการ ใหม่ ตัดสินใจ เวลา",
            "th",
        ),
    ],
    ids=["simplified", "traditional", "japanese", "thai"],
)
@pytest.mark.parametrize("width", [16, 42])
def test_without_any_punctuation_no_line_ends_inside_a_word(text: str, words: str, language: str, width: int) -> None:
    """Case 77. Each character is a recognised word of its own here, as speech models give them."""
    profile = dataclasses.replace(AS_IT_IS, line_width_cjk=width // 2, line_width_latin=width)
    spoken = [
        Word(Milliseconds(at * 150), Milliseconds(at * 150 + 150), character) for at, character in enumerate(text)
    ]
    found = cues(document_of(line(text, 0, len(text) * 150, language=language, words=spoken)), profile)
    rows = [row for cue in found for row in cue.lines]
    assert "".join(rows) == text
    assert len(rows) > 2
    assert max(map(display_width, rows)) <= width
    ends = set(accumulate(map(len, rows)))
    for word in words.split():
        for match in re.finditer(word, text):
            assert not ends & set(range(match.start() + 1, match.end())), (word, rows)


def test_words_of_a_converted_line_keep_their_times() -> None:
    """The Taiwanese word for memory is a character longer than the one that was recognised."""
    profile = dataclasses.replace(ExportProfile(), chinese=ExportProfile().chinese.TRADITIONAL_TW)
    text = "这台电脑的内存不够，内存需要再增加一倍才行。" * 2
    segment = line(text, 0, 12_000, language="zh")
    found = cues(document_of(segment), profile)
    assert "記憶體" in found[0].text
    second = next(word for word in segment.words[22:] if word.text == "这")
    assert second.start_ms in [cue.start_ms for cue in found]


def test_a_cue_stays_into_the_silence_behind_it_until_it_is_read() -> None:
    document = document_of(line("Because the columns are linearly dependent.", 0, 600), line("Why?", 9000, 9100))
    first, second = cues(document)
    assert first.end_ms == reading_time_ms("Because the columns are linearly dependent.", AS_IT_IS) == 2529
    assert second.end_ms == 9800


def test_a_cue_does_not_stay_past_the_next_one_or_the_end_of_the_recording() -> None:
    document = document_of(line("What is that?", 0, 300), line("No.", 500, 600), duration_ms=700)
    assert [(cue.start_ms, cue.end_ms) for cue in cues(document)] == [(0, 500), (500, 700)]


def test_people_who_speak_at_once_are_shown_one_after_the_other() -> None:
    document = document_of(
        line("I do not agree.", 0, 3000, speaker=TEACHER), line("But why?", 100, 2500, speaker=STUDENT)
    )
    assert [(cue.start_ms, cue.end_ms) for cue in cues(document)] == [(0, 800), (800, 2500)]


def test_a_change_of_speaker_is_named_once() -> None:
    document = document_of(
        line("Let us begin.", 0, speaker=TEACHER),
        line("Is it dependent?", 3000, speaker=TEACHER),
        line("Why?", 6000, speaker=STUDENT),
        line("因为这些列是相关的。", 9000, speaker=TEACHER, language="zh"),
    )
    assert shown(document, named=True) == [
        "Teacher: Let us begin.",
        "Is it dependent?",
        "Student 1: Why?",
        "Teacher：因为这些列是相关的。",
    ]


def test_a_name_longer_than_a_line_is_shortened() -> None:
    speaker = dataclasses.replace(TEACHER, name="Professor " * 20)
    document = document_of(line("Let us begin.", speaker=speaker), speakers=[speaker])
    (text,) = shown(document, named=True)
    assert text.startswith("Professor Professor")
    assert "…:" in text
    assert text.endswith("Let us begin.")
    assert max(map(display_width, text.split("\n"))) <= 42


@given(document=documents(), named=st.booleans())
def test_any_transcript_gives_readable_cues(document: ExportDocument, named: bool) -> None:
    """Cases 73 and 77: in order, never two at once, two lines at most, and not a character lost."""
    profile = dataclasses.replace(AS_IT_IS, speakers=named)
    found = cues(document, profile, named=named)
    for cue in found:
        assert 0 <= cue.start_ms < cue.end_ms
        assert 1 <= len(cue.lines) <= 2
        assert all(text == text.strip(" ") and text for text in cue.lines)
    for cue, following in pairwise(found):
        assert cue.end_ms <= following.start_ms
    if not named:
        expected = "".join(part.text for part in lines_of(document, profile))
        written = "".join("".join(cue.lines) for cue in found)
        assert sorted(re.sub(r"\s", "", written)) == sorted(re.sub(r"\s", "", expected))


@given(document=documents(most_lines=1))
def test_a_line_is_too_wide_only_where_it_cannot_be_broken(document: ExportDocument) -> None:
    """Case 77."""
    found = cues(document)
    parts = lines_of(document, AS_IT_IS)
    if not parts:
        return
    limit = line_width(parts[0].text, AS_IT_IS)
    joined = [text for cue in found for text in cue.lines]
    assert re.sub(r"\s", "", "".join(joined)) == re.sub(r"\s", "", parts[0].text)
    for text in joined:
        if display_width(text) > limit:
            points = find_break_points(text)
            # Some part of it is wider than a line, or breaking it would need a third line.
            begins = [0, *(point.start for point in points)]
            stops = [*(point.stop for point in points), len(text)]
            assert max(display_width(text[a:b]) for a, b in zip(begins, stops, strict=True)) > limit / 2


def test_text_is_cleaned_before_it_is_broken() -> None:
    assert shown(document_of(line("two\n\nblank lines\r\n and\ttabs"))) == ["two blank lines and tabs"]

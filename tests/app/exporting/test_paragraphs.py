from app.exporting.document import ExportDocument
from app.exporting.paragraphs import LONG, Paragraph, reading_flow
from app.exporting.profile import ExportProfile
from app.meetings.transcript import GapState
from tests.builders.transcripts import STUDENT, TEACHER, a_gap, document_of, line


def flow(document: ExportDocument, profile: ExportProfile | None = None) -> list[str]:
    items = reading_flow(document, profile or ExportProfile())
    return [
        f"{item.speaker}: {item.text}" if isinstance(item, Paragraph) and item.speaker else item.text for item in items
    ]


def test_lines_of_one_speaker_are_joined() -> None:
    document = document_of(line("It is zero.", 0, speaker=TEACHER), line("So it collapsed.", 2100, speaker=TEACHER))
    assert flow(document) == ["Teacher: It is zero. So it collapsed."]


def test_another_speaker_begins_a_paragraph() -> None:
    document = document_of(line("It is zero.", 0, speaker=TEACHER), line("Why?", 2100, speaker=STUDENT))
    assert flow(document) == ["Teacher: It is zero.", "Student 1: Why?"]
    assert flow(document, ExportProfile(speakers=False)) == ["It is zero. Why?"]


def test_a_pause_begins_a_paragraph() -> None:
    assert flow(document_of(line("One.", 0), line("Two.", 4000), line("Three.", 8500))) == ["One. Two.", "Three."]


def test_a_long_paragraph_ends_with_a_sentence() -> None:
    lines = [
        line(f"words go on and on {number}" + ("." if number % 5 == 4 else ""), number * 2000) for number in range(80)
    ]
    paragraphs = flow(document_of(*lines))
    assert len(paragraphs) > 2
    assert all(text.endswith(".") and LONG <= len(text) < 2 * LONG for text in paragraphs[:-1])


def test_a_text_without_any_mark_still_gets_paragraphs() -> None:
    paragraphs = flow(document_of(*(line("words go on and on", number * 2000) for number in range(400))))
    assert len(paragraphs) > 3


def test_chinese_lines_are_joined_at_their_marks_without_a_space() -> None:
    document = document_of(
        line("今天讨论预算。", 0, language="zh"),
        line("下周五发布", 2000, language="zh"),
        line("第二版", 4000, language="zh"),
    )
    assert flow(document) == ["今天讨论预算。下周五发布 第二版"]


def test_a_gap_is_told_where_it_lies() -> None:
    document = document_of(
        line("Before.", 0, 2000),
        line("After.", 3500),
        gaps=[a_gap(2000, 3500), a_gap(100, 200, state=GapState.REPAIRED)],
    )
    assert flow(document) == ["Before.", "0:00:02 – 0:00:03: 2 s, the file is damaged here", "After."]
    assert flow(document, ExportProfile(gaps=False)) == ["Before. After."]
    assert flow(document, ExportProfile(language="zh_CN"))[1] == "0:00:02 – 0:00:03: 2 秒，文件在此处已损坏"


def test_a_gap_on_two_tracks_is_told_once() -> None:
    document = document_of(gaps=[a_gap(0, 65_000), a_gap(0, 65_000)])
    assert flow(document) == ["0:00:00 – 0:01:05: 1 min 5 s, the file is damaged here"]


def test_a_paragraph_knows_its_time() -> None:
    (paragraph,) = reading_flow(document_of(line("One.", 1000), line("Two.", 3500)), ExportProfile())
    assert isinstance(paragraph, Paragraph)
    assert (paragraph.start_ms, paragraph.end_ms) == (1000, 5500)

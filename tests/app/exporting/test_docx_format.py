import io
import zipfile
from datetime import datetime

import docx
import pytest
from docx.document import Document

from app.exporting.clean_text import count_unprintable
from app.exporting.document import ExportDocument
from app.exporting.docx_format import DocxExporter
from app.exporting.profile import ChineseScript, ExportProfile, Layout
from tests.builders.transcripts import STUDENT, TEACHER, a_gap, document_of, line

CONVERSATION = document_of(
    line("The determinant is zero.", 0, speaker=TEACHER),
    line("Why?", 2500, speaker=STUDENT),
    line("Because the columns are dependent.", 9000, speaker=TEACHER),
    gaps=[a_gap(5000, 9000)],
    duration_ms=5_523_000,
)


def written(document: ExportDocument, profile: ExportProfile | None = None) -> Document:
    return docx.Document(io.BytesIO(DocxExporter().write(document, profile or ExportProfile())))


def styled(paper: Document) -> list[tuple[str, str]]:
    return [(paragraph.style.name or "" if paragraph.style else "", paragraph.text) for paragraph in paper.paragraphs]


def test_a_document_has_real_styles() -> None:
    assert styled(written(CONVERSATION)) == [
        ("Title", "Linear algebra"),
        ("Subtitle", "2026-05-14 · 1 h 32 min · Speakers: Teacher, Student 1"),
        ("Heading 1", "Transcript"),
        ("Speaker", "Teacher  0:00:00"),
        ("Normal", "The determinant is zero."),
        ("Speaker", "Student 1  0:00:02"),
        ("Normal", "Why?"),
        ("Quote", "0:00:05 – 0:00:09: 4 s, the file is damaged here"),
        ("Speaker", "Teacher  0:00:09"),
        ("Normal", "Because the columns are dependent."),
    ]


def test_speakers_and_times_can_be_left_out() -> None:
    texts = styled(written(CONVERSATION, ExportProfile(speakers=False, times=False, gaps=False)))
    assert texts[1:] == [
        ("Subtitle", "2026-05-14 · 1 h 32 min"),
        ("Heading 1", "Transcript"),
        ("Normal", "The determinant is zero. Why?"),
        ("Normal", "Because the columns are dependent."),
    ]
    assert ("Speaker", "0:00:02") in styled(written(document_of(line("Why?", 2000))))


@pytest.mark.parametrize(
    ("speakers", "times", "heads"),
    [
        (True, True, ["Time", "Speaker", "Text"]),
        (False, True, ["Time", "Text"]),
        (True, False, ["Speaker", "Text"]),
        (False, False, ["Text"]),
    ],
)
def test_a_table_has_a_column_for_each_thing(speakers: bool, times: bool, heads: list[str]) -> None:
    paper = written(CONVERSATION, ExportProfile(layout=Layout.TABLE, speakers=speakers, times=times))
    (table,) = paper.tables
    assert [cell.text for cell in table.rows[0].cells] == heads
    assert table.rows[-1].cells[-1].text == "Because the columns are dependent."
    if speakers and times:
        assert [cell.text for cell in table.rows[1].cells] == ["0:00:00", "Teacher", "The determinant is zero."]
        assert [cell.text for cell in table.rows[3].cells][:2] == ["0:00:05", ""]


def test_the_properties_of_the_file_say_what_it_is() -> None:
    properties = written(CONVERSATION).core_properties
    assert properties.title == "Linear algebra"
    assert properties.created == datetime.fromisoformat("2026-05-14T09:30:00+00:00")
    assert properties.language == "en-US"
    assert len(written(document_of(title="长" * 400)).core_properties.title) == 255


def test_control_characters_are_left_out_and_counted() -> None:
    """Case 71."""
    texts = ["nul\x00x", "vt\x0bx", "ff\x0cx", "esc\x1b[31mred", "bel\x07x", "tab\tok", "line\nok"]
    document = document_of(*(line(text, number * 5000) for number, text in enumerate(texts)), title="A\x0bB\x00")
    paper = written(document, ExportProfile(times=False))
    assert [paragraph.text for paragraph in paper.paragraphs[3:]] == [
        "nulx", "vt x", "ff x", "esc[31mred", "belx", "tab\tok", "line\nok",
    ]  # fmt: skip
    assert paper.core_properties.title == paper.paragraphs[0].text == "A B"
    assert count_unprintable(document) == 7


def test_the_language_is_set_for_spelling_and_fonts() -> None:
    def markup(language: str, script: ChineseScript = ChineseScript.AS_SPOKEN) -> str:
        document = document_of(line("x", language=language), language=language)
        data = DocxExporter().write(document, ExportProfile(chinese=script))
        return zipfile.ZipFile(io.BytesIO(data)).read("word/styles.xml").decode()

    assert 'w:eastAsia="zh-CN"' in markup("zh")
    assert 'w:eastAsia="zh-TW"' in markup("zh", ChineseScript.TRADITIONAL_TW)
    assert 'w:eastAsia="Microsoft JhengHei"' in markup("zh", ChineseScript.TRADITIONAL_TW)
    assert '<w:lang w:val="de"' in markup("de")


def test_languages_from_right_to_left_are_set_so() -> None:
    document = document_of(line("שלום לכולם", language="he"), language="he")
    data = DocxExporter().write(document, ExportProfile())
    body = zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml").decode()
    assert body.count("<w:bidi/>") == 5
    assert "<w:rtl/>" in body


def test_the_page_shows_the_title_and_its_number() -> None:
    data = DocxExporter().write(CONVERSATION, ExportProfile())
    header = zipfile.ZipFile(io.BytesIO(data)).read("word/header1.xml").decode()
    assert "Linear algebra" in header
    assert 'w:instr="PAGE"' in header

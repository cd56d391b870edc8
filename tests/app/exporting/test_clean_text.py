import pytest

from app.exporting.clean_text import clean, clean_line, count_unprintable
from tests.builders.transcripts import document_of, line


@pytest.mark.parametrize(
    ("text", "document_text", "line_text"),
    [
        ("tab\tok", "tab\tok", "tab ok"),
        ("line\r\nok\rthen", "line\nok\nthen", "line ok then"),
        ("two\n\nlines", "two\n\nlines", "two lines"),
        ("nul\x00x", "nulx", "nulx"),
        ("vt\x0bx", "vt x", "vt x"),
        ("c1\x9bx", "c1x", "c1x"),
        ("half\ud800x", "halfx", "halfx"),
        ("a\u2028b\u2029c\x85d", "a\nb\nc\nd", "a b c d"),
        ("10\u00a0000 €", "10\u00a0000 €", "10\u00a0000 €"),
        ("全角\u3000空格", "全角\u3000空格", "全角 空格"),
        ("\u202ekept", "\u202ekept", "\u202ekept"),
        ("  ends  ", "ends", "ends"),
    ],
)
def test_text_is_cleaned_for_documents_and_for_single_lines(text: str, document_text: str, line_text: str) -> None:
    """Case 71."""
    assert clean(text) == document_text
    assert clean_line(text) == line_text


def test_only_what_is_left_out_is_counted() -> None:
    """Case 71."""
    assert count_unprintable(document_of(line("a\x00b\x1bc\td\ne"), title="x\x0by")) == 3
    assert count_unprintable(document_of(line("nothing wrong"))) == 0

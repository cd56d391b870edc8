import pytest

from app.exporting.quotation import QuotedLine, quotation, whole_words


def test_one_speaker_is_named_behind_the_words() -> None:
    quoted = quotation("Algebra", [QuotedLine("Teacher", 2_451_000, "It is zero."), QuotedLine("Teacher", 0, "Why?")])
    assert quoted.plain == "“It is zero. Why?”\n— Teacher, 0:40:51, Algebra"
    assert quoted.html == (
        "<blockquote><p>“It is zero. Why?”</p><p>— <cite>Teacher, 0:40:51, Algebra</cite></p></blockquote>"
    )


def test_several_are_named_before_what_they_say() -> None:
    lines = [QuotedLine("Teacher", 1000, "It is zero."), QuotedLine("", 2000, "Why?")]
    assert quotation("Algebra", lines).plain == "Teacher (0:00:01): “It is zero.”\n0:00:02: “Why?”\n— Algebra"


def test_without_a_name_there_are_time_and_meeting() -> None:
    assert quotation("Algebra", [QuotedLine("", 1000, "Why?")]).plain == "“Why?”\n— 0:00:01, Algebra"


def test_chinese_lines_are_joined_without_a_space() -> None:
    quoted = quotation("概率论", [QuotedLine("老师", 0, "不放回地"), QuotedLine("老师", 1, "取两次。")])
    assert quoted.plain.splitlines()[0] == "“不放回地取两次。”"


def test_signs_of_html_stay_signs() -> None:
    """Case 75."""
    quoted = quotation("R&D <lead>", [QuotedLine("A<b>", 0, "x < y & z")])
    assert "<b>" not in quoted.html
    assert "x &lt; y &amp; z" in quoted.html
    assert "x < y & z" in quoted.plain


@pytest.mark.parametrize(
    ("start", "stop", "words"),
    [(5, 9, "determinant"), (4, 15, "determinant"), (3, 15, " determinant"), (6, 17, "determinant is"), (15, 15, "")],
)
def test_a_word_that_was_half_selected_is_quoted_whole(start: int, stop: int, words: str) -> None:
    text = "The determinant isn't zero."
    begun, ended = whole_words(text, start, stop)
    assert text[begun:ended] == words.replace("is", "isn't") if "is" in words else text[begun:ended] == words


def test_in_chinese_every_character_may_end_a_quotation() -> None:
    assert whole_words("今天我们讨论预算", 2, 4) == (2, 4)

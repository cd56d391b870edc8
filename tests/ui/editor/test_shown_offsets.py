"""Places in a line as it is shown and as it is kept."""

from app.meetings.chinese import ChineseScript
from tests.builders.reading import a_line
from ui.editor.shown_offsets import offset_in
from ui.reading.shown_script import in_script


def test_the_same_text_has_the_same_places() -> None:
    line = a_line(0)
    assert [offset_in(line, line, at) for at in (0, 5, len(line.text))] == [0, 5, len(line.text)]


def test_a_script_with_other_words_keeps_places_at_the_borders_of_words() -> None:
    kept = a_line(0, "用字符串吧", language="zh")
    shown = in_script(kept, ChineseScript.TRADITIONAL_TW)
    assert shown.text == "用字串吧"
    assert offset_in(kept, shown, len(shown.text)) == len(kept.text)
    assert offset_in(kept, shown, 1) == 1


def test_a_longer_script_never_leads_beyond_the_line() -> None:
    kept = a_line(0, "用字符串和软件", language="zh")
    shown = in_script(kept, ChineseScript.TRADITIONAL_TW)
    for at in range(len(shown.text) + 1):
        assert 0 <= offset_in(kept, shown, at) <= len(kept.text)

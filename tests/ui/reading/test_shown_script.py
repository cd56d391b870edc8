from app.meetings.chinese import ChineseScript
from tests.builders.reading import a_line
from ui.reading.reading_document import word_spans
from ui.reading.shown_script import in_script


def test_words_are_converted_in_their_phrase_and_keep_their_times() -> None:
    line = a_line(0, "头发和发展", language="zh")
    shown = in_script(line, ChineseScript.TRADITIONAL_TW)
    assert shown.text == "頭髮和發展"
    assert "".join(word.text for word in shown.words) == shown.text
    assert [word.start_ms for word in shown.words] == [word.start_ms for word in line.words]
    assert word_spans(shown) == ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5))


def test_a_phrase_that_changes_its_length_still_has_its_words() -> None:
    line = a_line(0, "数码相机里的信息", language="zh")
    shown = in_script(line, ChineseScript.TRADITIONAL_TW)
    assert shown.text != line.text
    assert len(shown.words) == len(line.words)


def test_what_is_not_chinese_stays_as_it_is() -> None:
    line = a_line(0, "漢字と発展", language="ja")
    assert in_script(line, ChineseScript.SIMPLIFIED) is line
    english = a_line(1, "zero")
    assert in_script(english, ChineseScript.TRADITIONAL_TW) is english


def test_as_spoken_changes_nothing() -> None:
    line = a_line(0, "头发", language="zh")
    assert in_script(line, ChineseScript.AS_SPOKEN) is line

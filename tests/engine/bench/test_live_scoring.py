import pytest

from engine.bench.live_scoring import SaidSegment, Screen, score_live, screens


def normal(text: str, language: str) -> str:
    return " ".join(text.lower().replace(".", " ").split()) if language != "zh" else " ".join(text)


SAID = [SaidSegment(1.0, 3.0, "one two three"), SaidSegment(4.0, 6.0, "four five six")]


def test_lateness_counts_from_the_end_of_what_was_said_and_the_first_word_from_its_beginning():
    log = [
        Screen(2.0, "", "one two"),
        Screen(3.5, "", "one two three"),
        Screen(4.0, "One two three.", ""),
        Screen(6.5, "One two three.", "four five six"),
        Screen(8.0, "One two three. Four five six.", ""),
    ]
    found = score_live(SAID, log, language="en", normal=normal)
    assert (found.commit_p50_s, found.shown_p50_s, found.first_p50_s) == (1.5, 0.5, 1.75)
    assert found.commit_p95_s == pytest.approx(1.95)
    assert (found.wrong_percent, found.segments, found.never, found.taken_back) == (0.0, 2, 0, 0)


def test_an_end_that_is_missing_is_counted_and_the_word_before_it_stands_for_the_last():
    log = [Screen(3.2, "one two", ""), Screen(7.0, "one two", "")]
    found = score_live(SAID, log, language="en", normal=normal)
    assert found.commit_p50_s == pytest.approx(0.2)
    assert found.never == 1
    assert found.wrong_percent == pytest.approx(100 * 4 / 6)


def test_committed_text_that_changes_is_counted():
    log = [Screen(3.2, "one too", ""), Screen(3.6, "one two three", ""), Screen(7.0, "one two three four", "")]
    assert score_live(SAID, log, language="en", normal=normal).taken_back == 1


def test_nothing_on_the_screen_has_no_lateness():
    found = score_live(SAID, [], language="en", normal=normal)
    assert (found.commit_p50_s, found.shown_p95_s, found.first_p50_s, found.never) == (None, None, None, 2)
    assert found.wrong_percent == 100.0


def test_chinese_is_counted_by_character():
    said = [SaidSegment(0.0, 1.0, "你好吗")]
    found = score_live(said, [Screen(1.5, "你好", "")], language="zh", normal=normal)
    assert found.commit_p50_s == 0.5
    assert found.wrong_percent == pytest.approx(100 / 3)


def test_the_screen_holds_what_is_committed_and_the_last_tentative_words_of_each_track():
    lines = [
        {"kind": "status", "track": 0, "text": "recording", "at_s": 0.0},
        {"kind": "tentative", "track": 0, "text": "one", "at_s": 1.0},
        {"kind": "tentative", "track": 1, "text": "eleven", "at_s": 1.5},
        {"kind": "segment", "track": 0, "text": "one two", "at_s": 2.0},
        {"kind": "segment", "track": 0, "text": "thank you", "quarantined": "stock_phrase", "at_s": 3.0},
    ]
    assert screens(lines) == [
        Screen(1.0, "", "one"),
        Screen(1.5, "", "one eleven"),
        Screen(2.0, "one two", "eleven"),
    ]

"""Searching: what a person sees in a line is found, whatever they type is understood, and nothing raises."""

from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.library.library import Library
from app.library.search_index import indexed, marks_of, read_query, tokens_of
from tests.builders.library import a_meeting, import_meeting, open_library

LINES = (
    "Don't panic, it's a multi-agent system",
    "Ticket POL-358 refers to section 38.101",
    "We write it in C++ and in Rust",
    "Das Café in Zürich ist größer als die Straße",
    "我们明天开会讨论预算",
    "我們明天開會討論預算",
    "用AI做語音識別 speech to text",
    "会議は明日です",
    "내일 회의가 있습니다",
    "พรุ่งนี้มีประชุม",
    "Ångström, cœur, Łódź, İstanbul",
    "naïve cafe\u0301s",
    "ＦＵＬＬ　ｗｉｄｔｈ １２３",
    "SELECT * FROM x WHERE a:b AND (c OR NOT d)",
    "совещание начнётся завтра",
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Generator[Library]:
    library = open_library(tmp_path_factory.mktemp("library"))
    import_meeting(library, a_meeting(), *LINES)
    yield library
    library.close()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("don't", [LINES[0]]),
        ("multi-agent", [LINES[0]]),
        ("POL-358", [LINES[1]]),
        ("pol 358", [LINES[1]]),
        ("38.101", [LINES[1]]),
        ("C++", [LINES[2], LINES[13]]),
        ("a:b", [LINES[13]]),
        ("AND", [LINES[2], LINES[13]]),
        ("cafe", [LINES[3], LINES[11]]),
        ("CAFÉ zurich", [LINES[3]]),
        ("strasse", [LINES[3]]),
        ("groß", [LINES[3]]),
        ("开会", [LINES[4], LINES[5]]),
        ("開會", [LINES[4], LINES[5]]),
        ("会", [LINES[4], LINES[5], LINES[7]]),
        ("会议", [LINES[7]]),
        ("会議", [LINES[7]]),
        ("讨论预", [LINES[4], LINES[5]]),
        ("天开", [LINES[4], LINES[5]]),
        ("开天", []),
        ("语音", [LINES[6]]),
        ("AI做", [LINES[6]]),
        ("语音 speech", [LINES[6]]),
        ("spee", [LINES[6]]),
        ("spee text", []),
        ("明日", [LINES[7]]),
        ("회의", [LINES[8]]),
        ("ประชุม", [LINES[9]]),
        ("angstrom coeur lodz istanbul", [LINES[10]]),
        ("naive", [LINES[11]]),
        ("full width 123", [LINES[12]]),
        ("совещ", [LINES[14]]),
        ("начнется", [LINES[14]]),
    ],
)
def test_what_is_there_is_found(library: Library, typed: str, found: list[str]):
    """Case 29."""
    assert [hit.text for hit in library.search(typed)] == found


@pytest.mark.parametrize("typed", ["", " ", '"', "*", "(", "😀", "^", "-", "''", "\0", "a" * 10_000, "会" * 10_000])
def test_what_means_nothing_finds_nothing(library: Library, typed: str):
    """Case 29."""
    assert library.search(typed) == []


def test_marks_show_the_words_in_the_line_as_it_was_written(library: Library):
    (hit,) = library.search("cafe zuric")
    assert [hit.text[start:stop] for start, stop in hit.marks] == ["Café", "Zürich"]
    hits = library.search("开会讨论")
    assert [hit.text[start:stop] for hit in hits for start, stop in hit.marks] == ["开会讨论", "開會討論"]


def test_a_meeting_can_be_searched_alone(tmp_path: Path):
    library = open_library(tmp_path)
    first, second = a_meeting("first"), a_meeting("second")
    import_meeting(library, first, "a word", "another word")
    import_meeting(library, second, "the word")

    assert [hit.text for hit in library.search("word", meeting_id=first.id)] == ["a word", "another word"]
    assert len(library.search("word")) == 3
    assert len(library.search("word", limit=2)) == 2
    assert library.search("word", limit=0) == []
    library.close()


def test_words_together_come_before_words_apart(tmp_path: Path):
    library = open_library(tmp_path)
    import_meeting(library, a_meeting(), "budget of the meeting", "the meeting budget", "no")

    assert [hit.text for hit in library.search("meeting budget")] == ["the meeting budget", "budget of the meeting"]
    library.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed=st.text())
def test_no_text_whatever_breaks_the_search(library: Library, typed: str):
    """Case 29."""
    library.search(typed)


@given(typed=st.text(alphabet=st.characters(min_codepoint=1, max_codepoint=0x250) | st.sampled_from("*\"'():^-+ ")))
def test_no_syntax_breaks_the_search(library: Library, typed: str):
    """Case 29."""
    library.search(typed)


HAN = st.text(alphabet=st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=1, max_size=12)


@given(line=HAN, data=st.data())
def test_every_substring_of_chinese_text_is_found(line: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(line) - 1))
    stop = data.draw(st.integers(start + 1, len(line)))
    query = read_query(line[start:stop])
    assert query is not None
    marks = marks_of(query, line)
    assert any(a <= start and stop <= b for a, b in marks)


@given(
    words=st.lists(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1), min_size=1),
    data=st.data(),
)
def test_every_word_is_found_by_its_beginning(words: list[str], data: st.DataObject):
    line = " ".join(words)
    word = data.draw(st.sampled_from(words))
    typed = word[: data.draw(st.integers(min(2, len(word)), len(word)))]
    query = read_query(typed)
    if query is not None:  # a letter that folds to nothing is nothing to look for
        assert marks_of(query, line)


@given(line=st.text())
def test_index_query_and_marks_agree(line: str):
    tokens = tokens_of(line)
    assert indexed(line).split(" ") == [token.folded for token in tokens] or not tokens
    assert all(" " not in token.folded and '"' not in token.folded for token in tokens)
    assert all(line[token.start : token.stop] for token in tokens)


@pytest.fixture(scope="module")
def growing_library(tmp_path_factory: pytest.TempPathFactory) -> Generator[Library]:
    library = open_library(tmp_path_factory.mktemp("growing"))
    yield library
    library.close()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=8), data=st.data())
def test_the_index_finds_what_the_marks_show(growing_library: Library, lines: list[str], data: st.DataObject):
    """The database and the pure functions never disagree, for any text at all."""
    line = data.draw(st.sampled_from(lines))
    start = data.draw(st.integers(0, len(line) - 1))
    typed = line[start : data.draw(st.integers(start + 1, len(line)))]
    meeting = a_meeting()
    import_meeting(growing_library, meeting, *lines)
    stored = [segment.text for segment in growing_library.transcript(meeting.id).segments]
    expected = [] if read_query(typed) is None else [each for each in stored if _holds_all(typed, each)]
    assert [hit.text for hit in growing_library.search(typed, meeting_id=meeting.id)] == expected


def _holds_all(typed: str, line: str) -> bool:
    parts = [part for part in typed.split() if read_query(part)]
    last = typed[-1]
    for part in parts:
        is_last = part is parts[-1] and not last.isspace() and typed.endswith(part)
        query = read_query(part if is_last else part + " ")
        if query is None or not marks_of(query, line):
            return False
    return True

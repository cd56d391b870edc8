"""Find and replace: places as written, as whole words, and as they sound."""

import pytest

from app.editing.document import Document
from app.editing.finding import FoundPlace, Wanted, find_places
from app.editing.replacing import ReplacePlaces
from app.meetings.identifiers import MeetingId, VersionId
from app.meetings.transcript import Segment, Transcript
from tests.builders.library import a_segment


def found(wanted: Wanted, *texts: str) -> list[str]:
    return [place.text for place in find_places([a_segment(text) for text in texts], wanted)]


def test_a_text_is_found_wherever_it_stands():
    assert found(Wanted("art"), "start the art", "Art") == ["art", "art", "Art"]
    assert found(Wanted("art", match_case=True), "Art art") == ["art"]
    assert found(Wanted("art", whole_words=True), "start the art, art's Art") == ["art", "art", "Art"]
    assert found(Wanted("a b"), "a  b") == ["a  b"]
    assert found(Wanted("预算", whole_words=True), "今天预算表") == ["预算"]
    assert found(Wanted("  "), "a b") == []
    assert found(Wanted("C++ (x"), "in C++ (x)") == ["C++ (x"]


@pytest.mark.parametrize(
    ("wanted", "text", "heard"),
    [
        ("Katherine", "then catherine said", "catherine"),
        ("Müller", "ask Miller and Muller", "Muller"),
        ("Vivavoce", "we use viva voce here", "viva voce"),
        ("Kubernetes", "in cubernetes now", "cubernetes"),
        ("Kowalski", "Mister Kovalsky, hello", "Kovalsky"),
        ("张伟", "请章伟发言", "章伟"),
        ("陈静", "然后程晶说", "程晶"),
        ("李娜", "因为离拿很近", "离拿"),
        ("软件", "新的軟件", "軟件"),
    ],
)
def test_what_sounds_like_it_is_found(wanted: str, text: str, heard: str):
    assert heard in found(Wanted(wanted, sounds_alike=True), text)
    assert found(Wanted(wanted), text) == []


@pytest.mark.parametrize(
    ("wanted", "text"),
    [("Anna", "and any of them"), ("Meyer", "the major matter"), ("张伟", "我们讨论预算"), ("nine", "none mine line")],
)
def test_what_does_not_sound_like_it_is_not(wanted: str, text: str):
    assert found(Wanted(wanted, sounds_alike=True), text) == []


def a_document(*lines: Segment) -> Document:
    return Document(Transcript(MeetingId("m"), VersionId("v"), lines))


def test_replacing_is_one_edit_over_many_lines_and_leaves_the_other_words_alone():
    lines = [
        a_segment("we meet kolon in kolon", 0, 5000),
        a_segment("nothing", 5000, 6000),
        a_segment("kolon", 6000, 7000),
    ]
    places = find_places(lines, Wanted("kolon"))
    edit = ReplacePlaces(tuple(places), "Cologne").apply(a_document(*lines))
    assert edit is not None
    assert [line.text for line in edit.after] == ["we meet Cologne in Cologne", "Cologne"]
    assert [word.start_ms for word in edit.after[0].words] == [word.start_ms for word in lines[0].words]
    assert edit.after[0].words[3] == lines[0].words[3]


def test_a_place_where_something_else_stands_by_now_is_left_alone():
    line = a_segment("we meet")
    place = FoundPlace(line.id, 0, 2, "us", 1.0)
    assert ReplacePlaces((place,), "they").apply(a_document(line)) is None

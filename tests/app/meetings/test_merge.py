"""A new version around human work: what a person wrote stands, and no word beside it is lost."""

from hypothesis import given
from hypothesis import strategies as st

from app.meetings.identifiers import SegmentId
from app.meetings.merge import lay_around
from app.meetings.transcript import Segment, SegmentOrigin, Word
from engine.contract.audio import Milliseconds


def spoken(name: str, *words: tuple[int, int, str], track: int = 0) -> Segment:
    """A line as the engine makes it."""
    parts = tuple(Word(Milliseconds(start), Milliseconds(end), f" {text}", 0.5) for start, end, text in words)
    text = " ".join(text for _, _, text in words)
    return Segment(SegmentId(name), track, parts[0].start_ms, parts[-1].end_ms, text, "en", 0.5, parts)


def written(start_ms: int, end_ms: int, text: str, track: int = 0) -> Segment:
    """A line as a person left it."""
    return Segment(
        SegmentId(f"edit{start_ms}"),
        track,
        Milliseconds(start_ms),
        Milliseconds(end_ms),
        text,
        origin=SegmentOrigin.EDITED,
    )


def outcome(touched: list[Segment], fresh: list[Segment]) -> list[str]:
    changed = lay_around(touched, fresh)
    return [rest.text for line in fresh for rest in changed.get(line.id, (line,))]


SENTENCE = spoken(
    "s", (0, 900, "we"), (900, 2000, "meet"), (2000, 3000, "in"), (3000, 4000, "kolon"), (4000, 5000, "at")
)


def test_a_line_that_lies_under_an_edit_goes():
    assert outcome([written(0, 5000, "We meet in Cologne at")], [SENTENCE]) == []


def test_a_line_beside_an_edit_stays_as_it_is():
    assert lay_around([written(5000, 9000, "nine")], [SENTENCE]) == {}
    assert lay_around([written(0, 5000, "nine", track=1)], [SENTENCE]) == {}


def test_of_a_line_that_lies_half_under_an_edit_the_other_half_stays():
    changed = lay_around([written(0, 2500, "We met")], [SENTENCE])
    (rest,) = changed[SENTENCE.id]
    assert (rest.id, rest.text, rest.start_ms, rest.end_ms) == (SENTENCE.id, "kolon at", 3000, 5000)


def test_an_edit_in_the_middle_leaves_both_ends():
    first, second = lay_around([written(900, 3900, "met near Cologne")], [SENTENCE])[SENTENCE.id]
    assert (first.text, second.text) == ("we", "at")
    assert first.id == SENTENCE.id != second.id


def test_a_word_that_reaches_into_an_edit_goes_only_if_the_edit_has_it():
    assert outcome([written(0, 3300, "we meet in Kolon!")], [SENTENCE]) == ["at"]
    assert outcome([written(0, 3300, "we meet in")], [SENTENCE]) == ["kolon at"]
    assert outcome([written(0, 3300, "Kolon is where we meet")], [SENTENCE]) == ["kolon at"]
    assert outcome([written(0, 3100, "we meet in Kolon!")], [SENTENCE]) == ["kolon at"]  # it hardly reaches in
    assert outcome([written(3700, 5000, "Kolon at")], [SENTENCE]) == ["we meet in"]
    assert outcome([written(3700, 5000, "at")], [SENTENCE]) == ["we meet in kolon"]


def test_chinese_words_are_known_in_a_text_without_spaces():
    line = spoken("z", (0, 1000, "你"), (1000, 2000, "好"), (2000, 4000, "今天"))
    assert outcome([written(0, 2600, "您好，今天。")], [line]) == []
    assert outcome([written(0, 2600, "您好")], [line]) == ["今天"]


def test_a_line_without_word_times_goes_only_if_all_of_it_lies_under():
    bare = Segment(SegmentId("b"), 0, Milliseconds(1000), Milliseconds(4000), "no times")
    assert outcome([written(1000, 3900, "x")], [bare]) == ["no times"]
    assert outcome([written(1000, 2000, "x"), written(2000, 4000, "y")], [bare]) == []


@st.composite
def lines(draw: st.DrawFn, prefix: str) -> list[Segment]:
    """Lines of one or two tracks, in order and without overlap on a track."""
    made: list[Segment] = []
    for track in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, 500))
        for number in range(draw(st.integers(0, 6))):
            words: list[tuple[int, int, str]] = []
            for _ in range(draw(st.integers(1, 5))):
                length = draw(st.integers(1, 400))
                words.append((at, at + length, draw(st.sampled_from(["one", "two", "three", "four"]))))
                at += length + draw(st.sampled_from([0, 0, 30, 200]))
            made.append(spoken(f"{prefix}{track}-{number}", *words, track=track))
            at += draw(st.integers(0, 600))
    return made


@given(lines("old"), lines("new"), st.data())
def test_no_word_outside_of_an_edit_is_ever_lost_and_none_is_added(
    old: list[Segment], new: list[Segment], data: st.DataObject
):
    touched = [line for line in old if data.draw(st.booleans())]
    changed = lay_around(touched, new)

    assert set(changed) <= {line.id for line in new}
    for line in new:
        rests = changed.get(line.id, (line,))
        left = [word for rest in rests for word in rest.words]
        assert left == [word for word in line.words if word in left]  # in order, and nothing new
        for word in line.words:
            mine = [each for each in touched if each.track == line.track]
            if not any(each.start_ms < word.end_ms and word.start_ms < each.end_ms for each in mine):
                assert word in left
            if any(each.start_ms <= word.start_ms and word.end_ms <= each.end_ms for each in mine):
                assert word not in left
        for rest in rests:
            assert line.start_ms <= rest.start_ms < rest.end_ms <= line.end_ms
            assert rest.text == "".join(word.text for word in rest.words).strip()
            assert (rest.track, rest.language, rest.quarantine) == (line.track, line.language, line.quarantine)
    names = [rest.id for line in new for rest in changed.get(line.id, (line,))]
    assert len(set(names)) == len(names)

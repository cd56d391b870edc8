"""Who says which word: by the turns that were heard, cut at the word, with nothing lost and nothing moved."""

from hypothesis import given
from hypothesis import strategies as st

from app.meetings.attribution import Said, Turn, cut_line, mend_lines, mended, speak_lines, turns_from
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.speakers import SpeakerTurn


def words(*parts: tuple[int, int, str]) -> tuple[Word, ...]:
    return tuple(Word(Milliseconds(start), Milliseconds(end), f" {text}", 0.5) for start, end, text in parts)


def line(*parts: tuple[int, int, str], name: str = "line", track: int = 0) -> Segment:
    said = words(*parts)
    text = "".join(word.text for word in said).strip()
    return Segment(SegmentId(name), track, said[0].start_ms, said[-1].end_ms, text, "en", 0.5, said)


def turn(speaker: int, start_ms: int, end_ms: int, *, track: int = 0) -> Turn:
    return Turn(track, Milliseconds(start_ms), Milliseconds(end_ms), speaker)


def attribute(parts: tuple[Word, ...], turns: list[Turn]) -> tuple[Said, ...]:
    spoken = Segment(SegmentId("line"), 0, parts[0].start_ms, parts[-1].end_ms, "said", words=parts)
    return speak_lines([spoken], turns)[spoken.id]


def speakers(parts: tuple[Word, ...], *turns: Turn) -> list[int | None]:
    return [said.speaker for said in attribute(parts, list(turns))]


def cut(spoken: Segment, *turns: Turn) -> list[tuple[str, int | None]]:
    return [(piece.text, who) for piece, who in cut_line(spoken, speak_lines([spoken], turns)[spoken.id])]


QUESTION = line((0, 400, "Are"), (400, 800, "you"), (800, 1400, "sure?"), (1400, 1700, "Yes."), (1700, 2100, "Good."))


def test_a_line_that_spans_a_change_is_cut_at_the_word() -> None:
    """Case 59."""
    assert cut(QUESTION, turn(0, 0, 1400), turn(1, 1400, 2100)) == [("Are you sure?", 0), ("Yes. Good.", 1)]


def test_sentences_without_a_gap_between_two_people_are_each_their_own() -> None:
    """Case 59."""
    spoken = line(*((at * 500, at * 500 + 500, f"w{at}") for at in range(12)))
    found = cut(spoken, turn(0, 0, 2000), turn(1, 2000, 4000), turn(0, 4000, 6000))
    assert found == [("w0 w1 w2 w3", 0), ("w4 w5 w6 w7", 1), ("w8 w9 w10 w11", 0)]


def test_half_a_second_of_overlap_goes_to_one_and_is_marked_with_both() -> None:
    """Case 59."""
    spoken = words(*((at * 500, at * 500 + 500, f"w{at}") for at in range(8)))
    said = attribute(spoken, [turn(0, 0, 2500), turn(1, 2000, 4000)])
    assert [each.speaker for each in said] == [0, 0, 0, 0, 0, 1, 1, 1]
    assert [each.over for each in said] == [None, None, None, None, 1, None, None, None]


def test_a_sentence_that_begins_while_the_next_one_takes_over_is_theirs() -> None:
    """Case 59."""
    spoken = words(
        (0, 1000, "So"), (1000, 2000, "long."), (2000, 2300, "In"), (2300, 2600, "making"), (2600, 4000, "it")
    )
    assert speakers(spoken, turn(0, 0, 2700), turn(1, 1900, 4000)) == [0, 0, 1, 1, 1]


def test_a_line_that_begins_with_a_sentence_there_is_theirs_from_its_first_word() -> None:
    first = line((0, 1000, "So"), (1000, 2000, "long."), name="first")
    second = line((2000, 2300, "In"), (2300, 2600, "making"), (2600, 4000, "it"), name="second")
    goes_on = line((0, 1000, "So"), (1000, 2000, "long"), name="first")
    turns = [turn(0, 0, 2700), turn(1, 1900, 4000)]
    assert [each.speaker for each in speak_lines([first, second], turns)[second.id]] == [1, 1, 1]
    assert [each.speaker for each in speak_lines([goes_on, second], turns)[second.id]] == [0, 0, 1]


def test_who_only_calls_out_under_a_sentence_of_another_gets_no_sentence_of_theirs() -> None:
    spoken = words((0, 1000, "So"), (1000, 2000, "long."), (2000, 2500, "In"), (2500, 4000, "it"))
    assert speakers(spoken, turn(0, 0, 4000), turn(1, 1900, 2400)) == [0, 0, 0, 0]


def test_a_word_at_a_seam_is_of_who_talks_for_most_of_it_and_nobody_talks_over_it() -> None:
    assert attribute(words((900, 1500, "then")), [turn(0, 0, 1100), turn(1, 1100, 3000)]) == (Said(1),)


def test_a_short_answer_between_two_sentences_of_another_person_is_kept() -> None:
    turns = [turn(0, 0, 1390), turn(1, 1400, 1700), turn(0, 1710, 2100)]
    assert cut(QUESTION, *turns) == [("Are you sure?", 0), ("Yes.", 1), ("Good.", 0)]


def test_a_sliver_of_another_voice_under_one_word_does_not_tear_a_sentence() -> None:
    """Case 59, the guard against flicker."""
    turns = [turn(0, 0, 2100), turn(1, 1390, 1700)]
    assert cut(QUESTION, *turns) == [(QUESTION.text, 0)]
    jitter = [turn(0, 0, 1500), turn(1, 1450, 1750), turn(0, 1560, 2100)]
    assert cut(QUESTION, *jitter) == [(QUESTION.text, 0)]


def test_a_word_in_silence_is_of_who_said_the_word_beside_it() -> None:
    parts = words((0, 500, "one"), (600, 700, "two"), (5000, 5400, "three"))
    assert speakers(parts, turn(3, 0, 500), turn(4, 5200, 9000)) == [3, 3, 4]


def test_a_word_with_a_turn_within_a_second_is_its_and_one_far_from_all_is_nobodys() -> None:
    assert speakers(words((0, 400, "hello")), turn(2, 1200, 3000)) == [2]
    assert speakers(words((0, 400, "hello")), turn(2, 9000, 9900)) == [None]
    assert speakers(words((0, 400, "hello"))) == [None]


def test_a_word_without_length_is_of_who_talks_there() -> None:
    assert speakers(words((500, 500, "ah")), turn(1, 0, 900)) == [1]


def test_a_mark_that_stands_alone_stays_with_its_word() -> None:
    spoken = line((0, 500, "Sure"), (500, 900, "?"), (900, 1400, "Yes"))
    assert cut(spoken, turn(0, 0, 500), turn(1, 500, 1400)) == [("Sure ?", 0), ("Yes", 1)]


def test_turns_of_another_track_say_nothing() -> None:
    spoken = line((0, 500, "here"), track=1)
    assert cut(spoken, turn(0, 0, 500, track=0)) == [("here", None)]
    assert cut(spoken, turn(0, 0, 500, track=0), turn(5, 0, 500, track=1)) == [("here", 5)]


def test_a_line_without_words_is_of_who_talks_for_most_of_it_and_stays_whole() -> None:
    spoken = Segment(SegmentId("x"), 0, Milliseconds(0), Milliseconds(3000), "typed by hand")
    assert cut(spoken, turn(0, 0, 1000), turn(1, 1000, 3000)) == [("typed by hand", 1)]


def test_the_turns_of_the_engine_come_into_the_clock_of_the_library() -> None:
    found = turns_from([SpeakerTurn(1, SampleIndex(16_000), SampleIndex(24_000), 2)])
    assert found == (Turn(1, Milliseconds(1000), Milliseconds(1500), 2),)


def test_the_pieces_of_a_line_make_the_line_again() -> None:
    pieces = [piece for piece, _ in cut_line(QUESTION, [Said(0), Said(1), Said(1), Said(0), Said(2)])]
    assert len({piece.id for piece in pieces}) == 4
    assert [mended(each) for each in mend_lines(pieces)] == [QUESTION]
    twice = [piece for piece, _ in cut_line(pieces[1], [Said(0), Said(1)])]
    assert [mended(each) for each in mend_lines([pieces[0], *twice, *pieces[2:]])] == [QUESTION]


def test_lines_that_were_never_one_are_not_joined() -> None:
    other = line((3000, 3500, "Next."), name="other")
    assert mend_lines([QUESTION, other]) == [(QUESTION,), (other,)]


lengths = st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), min_size=1, max_size=25)
anyones = st.lists(st.tuples(st.integers(0, 15_000), st.integers(1, 4000), st.integers(0, 3)), max_size=12)


@given(lengths, anyones)
def test_whatever_was_heard_every_word_stays_as_it_was(
    pace: list[tuple[int, int]], heard: list[tuple[int, int, int]]
) -> None:
    at, parts = 0, list[tuple[int, int, str]]()
    for gap, length in pace:
        parts.append((at + gap, at + gap + length, f"w{len(parts)}"))
        at += gap + length
    spoken = line(*parts, (at, at + 100, "end"))
    turns = [turn(who, start, start + length) for start, length, who in heard]
    said = speak_lines([spoken], turns)[spoken.id]
    pieces = cut_line(spoken, said)
    assert tuple(word for piece, _ in pieces for word in piece.words) == spoken.words
    assert {each.speaker for each in said} <= {None, *(each.speaker for each in turns)}
    assert all(each.over != each.speaker for each in said if each.over is not None)
    assert all(piece.start_ms < piece.end_ms for piece, _ in pieces)
    assert [mended(each).words for each in mend_lines([piece for piece, _ in pieces])] == [spoken.words]

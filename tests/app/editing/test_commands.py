"""What each command makes of lines: splitting, joining, boundaries, speakers, quarantine."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.editing.boundaries import MoveBoundary, Side
from app.editing.document import Document
from app.editing.joining import JoinWithBefore
from app.editing.line_keeping import AcceptLines, DeleteLines, SetAsideLines
from app.editing.readable_text import tidy
from app.editing.speaking import GiveSpeaker, MergeSpeakers, NameSpeaker, free_number
from app.editing.splitting import SplitLine
from app.editing.wording import ReplaceText, RewriteLine
from app.meetings.edit import Edit
from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, VersionId
from app.meetings.transcript import Segment, SegmentOrigin, Speaker, Transcript, Word
from engine.contract.audio import Milliseconds
from engine.contract.segments import QuarantineReason
from tests.builders.library import a_segment

ADA = Speaker(SpeakerId("ada"), 1, "Ada")


def document(*lines: Segment, duration_ms: int = 60_000) -> Document:
    return Document(Transcript(MeetingId("m"), VersionId("v"), lines, (ADA,)), duration_ms=duration_ms)


def line(text: str, start_ms: int, end_ms: int, **changes: object) -> Segment:
    return a_segment(text, start_ms, end_ms, id=SegmentId(text), **changes)


def made(edit: Edit | None) -> list[tuple[str, int, int]]:
    assert edit is not None
    return [(each.text, each.start_ms, each.end_ms) for each in edit.after]


ONE, TWO = line("we meet at nine", 0, 2000), line("in Cologne today", 2000, 3500)


def test_a_line_is_split_between_words_and_inside_a_chinese_one():
    assert made(SplitLine(ONE.id, 8).apply(document(ONE))) == [("we meet", 0, 1000), ("at nine", 1000, 2000)]
    words = (Word(Milliseconds(0), Milliseconds(400), "今天"), Word(Milliseconds(500), Milliseconds(900), "我们"))
    chinese = line("今天我们", 0, 1000, words=words)
    assert made(SplitLine(chinese.id, 1).apply(document(chinese))) == [("今", 0, 200), ("天我们", 200, 1000)]
    assert made(SplitLine(chinese.id, 2).apply(document(chinese))) == [("今天", 0, 400), ("我们", 500, 1000)]


@pytest.mark.parametrize("at", [-3, 0, 15, 99])
def test_there_is_nothing_to_split_at_an_end(at: int):
    assert SplitLine(ONE.id, at).apply(document(ONE)) is None
    assert SplitLine(SegmentId("gone"), 2).apply(document(ONE)) is None


def test_lines_are_joined_with_a_space_where_the_language_has_one():
    assert made(JoinWithBefore(TWO.id).apply(document(ONE, TWO))) == [("we meet at nine in Cologne today", 0, 3500)]
    chinese = line("今天", 0, 500), line("我们", 500, 900)
    assert made(JoinWithBefore(chinese[1].id).apply(document(*chinese))) == [("今天我们", 0, 900)]


def test_lines_of_two_tracks_are_not_joined_and_the_first_has_nothing_before_it():
    other = line("other", 2000, 3000, track=1)
    assert JoinWithBefore(other.id).apply(document(ONE, other)) is None
    assert JoinWithBefore(ONE.id).apply(document(ONE)) is None


def test_splitting_and_joining_again_gives_the_words_as_they_were():
    split = SplitLine(ONE.id, 8).apply(document(ONE))
    assert split is not None
    after = document(*split.after)
    joined = JoinWithBefore(split.after[1].id).apply(after)
    assert joined is not None
    assert joined.after[0].words == ONE.words


def test_a_shared_boundary_takes_the_words_to_the_side_they_are_spoken_on():
    moved = MoveBoundary(ONE.id, Side.END, 1500).apply(document(ONE, TWO))
    assert made(moved) == [("we meet at", 0, 1500), ("nine in Cologne today", 1500, 3500)]
    assert made(MoveBoundary(TWO.id, Side.START, 2600).apply(document(ONE, TWO)))[0][0] == "we meet at nine in"


def test_each_line_keeps_a_word_wherever_the_boundary_is_dragged():
    for to_ms in (-500, 0, 3500, 99_999):
        texts = [text for text, _, _ in made(MoveBoundary(ONE.id, Side.END, to_ms).apply(document(ONE, TWO)))]
        assert all(texts)
        assert " ".join(texts) == "we meet at nine in Cologne today"


def test_a_boundary_of_its_own_is_free_up_to_the_outermost_word_and_the_end_of_the_sound():
    lone = line("we meet", 1000, 2000)
    assert made(MoveBoundary(lone.id, Side.END, 99_999).apply(document(lone))) == [("we meet", 1000, 60_000)]
    assert made(MoveBoundary(lone.id, Side.END, 0).apply(document(lone))) == [("we meet", 1000, 1750)]
    assert made(MoveBoundary(lone.id, Side.START, -5).apply(document(lone))) == [("we meet", 0, 2000)]
    assert MoveBoundary(lone.id, Side.START, 1000).apply(document(lone)) is None


@given(
    to_ms=st.integers(-1000, 8000),
    side=st.sampled_from(list(Side)),
    gap=st.integers(-600, 1500),
    which=st.booleans(),
)
def test_wherever_a_boundary_goes_no_word_is_lost_and_no_line_turns_round(
    to_ms: int, side: Side, gap: int, which: bool
):
    second = line("in Cologne today", 2000 + gap, 3500 + gap)
    edit = MoveBoundary((ONE if which else second).id, side, to_ms).apply(document(ONE, second))
    if edit is None:
        return
    after = document(ONE, second)
    after.apply(edit)
    lines = [after.find(ONE.id), after.find(second.id)]
    assert " ".join(each.text for each in lines if each) == "we meet at nine in Cologne today"
    for each in lines:
        assert each is not None
        assert 0 <= each.start_ms < each.end_ms <= 60_000
        assert all(word.start_ms <= word.end_ms for word in each.words)
        assert "".join(word.text for word in each.words).strip() == each.text


def test_a_key_gives_a_speaker_and_makes_one_where_there_is_none():
    edit = GiveSpeaker((ONE.id, TWO.id), 1).apply(document(ONE, TWO))
    assert edit is not None
    assert {each.speaker_id for each in edit.after} == {ADA.id}
    assert all(each.origin is SegmentOrigin.EDITED for each in edit.after)
    new = GiveSpeaker((ONE.id,), 4, name="  ").apply(document(ONE))
    assert new is not None
    assert [(each.number, each.name) for each in new.speakers_after] == [(4, "Speaker 4")]
    assert GiveSpeaker((ONE.id,), None).apply(document(ONE)) is None
    assert free_number(document()) == 2


def test_a_name_needs_a_letter_and_a_speaker():
    assert NameSpeaker(ADA.id, " \n").apply(document()) is None
    assert NameSpeaker(ADA.id, "Ada").apply(document()) is None
    assert NameSpeaker(SpeakerId("nobody"), "Bob").apply(document()) is None
    named = NameSpeaker(ADA.id, " Ada\tL. ").apply(document())
    assert named is not None
    assert named.speakers_after[0].name == "Ada L."


def test_lines_are_accepted_set_aside_and_deleted_only_where_that_changes_something():
    aside = line("thanks", 0, 900, quarantine=QuarantineReason.LOOP)
    assert AcceptLines((aside.id,)).apply(document(aside)) is not None
    assert AcceptLines((ONE.id,)).apply(document(ONE)) is None
    assert SetAsideLines((aside.id,)).apply(document(aside)) is None
    deleted = DeleteLines((ONE.id, ONE.id, SegmentId("gone"))).apply(document(ONE, TWO))
    assert deleted is not None
    assert deleted.removed == (ONE.id,)


def test_typed_text_is_one_line_without_control_characters():
    assert tidy("a\nb\x00c\ud83dd\u200d") == "a bc\ufffdd\u200d"
    typed = ReplaceText(ONE.id, 0, 2, "they\r\n all\x1b").apply(document(ONE))
    assert typed is not None
    assert typed.after[0].text == "they  all meet at nine"
    assert RewriteLine(ONE.id, f"{ONE.text} \n").apply(document(ONE)) is None


def test_two_speakers_become_one_and_undo_brings_both_back_with_their_names():
    """Case 57."""
    bob = Speaker(SpeakerId("bob"), 2, "Bob")
    halves = tuple(
        Word(Milliseconds(at), Milliseconds(at + 400), text, speaker_id=who)
        for at, text, who in ((0, " yes", ADA.id), (500, " no", bob.id))
    )
    lines = (
        replace(ONE, speaker_id=bob.id),
        replace(TWO, speaker_id=ADA.id),
        line("yes no", 4000, 5000, speaker_id=ADA.id, words=halves),
    )
    before = Transcript(MeetingId("m"), VersionId("v"), lines, (ADA, bob))
    both = Document(before)
    edit = MergeSpeakers(bob.id, ADA.id).apply(both)
    assert edit is not None
    assert edit.touched == {lines[0].id, lines[2].id}
    both.apply(edit)
    assert {each.speaker_id for each in both} == {ADA.id}
    assert {word.speaker_id for each in both for word in each.words} == {None, ADA.id}
    assert both.speakers == (ADA,)
    assert {each.origin for each in both} == {SegmentOrigin.RECOGNISED}
    both.apply(edit.inverse)
    assert both.transcript == before


@pytest.mark.parametrize(("one", "other"), [("ada", "ada"), ("ada", "nobody"), ("nobody", "ada")])
def test_a_speaker_is_not_merged_with_nobody(one: str, other: str):
    assert MergeSpeakers(SpeakerId(one), SpeakerId(other)).apply(document(ONE)) is None

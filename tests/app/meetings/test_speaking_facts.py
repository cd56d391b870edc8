"""How much each person spoke: counted from the lines that are shown."""

import dataclasses
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from app.meetings.identifiers import SpeakerId
from app.meetings.speaking_facts import BREATH_MS, MeetingFacts, SpeakerFacts, facts_of, runs_of
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds
from engine.contract.segments import QuarantineReason
from tests.builders.transcripts import STUDENT, TEACHER, document_of, line

SOMEBODY = st.sampled_from([None, STUDENT.id])


def a_word(at: int, steps: int, who: SpeakerId | None, over: SpeakerId | None) -> Word:
    return Word(Milliseconds(200 * at), Milliseconds(200 * (at + steps)), "word", speaker_id=who, over_id=over)


WORDS = st.builds(a_word, st.integers(0, 40), st.integers(1, 8), SOMEBODY, SOMEBODY)
"""Anywhere, as a person may have dragged them."""


def facts(*lines: Segment, duration_ms: int = 60_000) -> MeetingFacts:
    return facts_of(document_of(*lines).transcript, duration_ms=duration_ms)


def of(found: MeetingFacts) -> dict[str, SpeakerFacts]:
    return {each.speaker_id: each for each in found.speakers}


def test_talk_turns_and_questions_are_counted_for_each() -> None:
    found = facts(
        line("So the determinant is zero.", 0, 4000, speaker=TEACHER),
        line("Why? Is it always?", 4000, 6000, speaker=STUDENT),
        line("No.", 6000, 7000, speaker=TEACHER),
        line("Only here.", 9000, 10_000, speaker=TEACHER),
    )
    teacher, student = of(found)[TEACHER.id], of(found)[STUDENT.id]
    assert (teacher.talk_ms, teacher.turns, teacher.longest_ms, teacher.questions) == (6000, 2, 4000, 0)
    assert (student.talk_ms, student.turns, student.longest_ms, student.questions) == (2000, 1, 2000, 2)
    assert (teacher.share, student.share) == (0.75, 0.25)
    assert found.silence_ms == 60_000 - 8000


def test_a_long_silence_ends_a_turn_though_nobody_else_speaks() -> None:
    found = facts(line("one", 0, 1000, speaker=TEACHER), line("two", 20_000, 21_000, speaker=TEACHER))
    assert (of(found)[TEACHER.id].turns, of(found)[TEACHER.id].longest_ms) == (2, 1000)


def test_who_talks_over_somebody_talks_but_has_no_turn_of_it() -> None:
    spoken = line("one two", 0, 2000, speaker=TEACHER)
    words = (spoken.words[0], dataclasses.replace(spoken.words[1], over_id=STUDENT.id))
    found = facts(dataclasses.replace(spoken, words=words))
    assert (of(found)[STUDENT.id].talk_ms, of(found)[STUDENT.id].turns) == (1000, 0)
    assert found.silence_ms == 58_000


def test_lines_that_nobody_is_known_to_say_are_no_silence() -> None:
    found = facts(line("hm", 0, 10_000))
    assert found.silence_ms == 50_000
    assert of(found)[TEACHER.id].share == 0.0


def test_chinese_questions_count_and_what_was_set_aside_does_not() -> None:
    aside = line("Why?", 5000, 6000, speaker=STUDENT, quarantine=QuarantineReason.LOOP)
    found = facts(line("为什么？真的吗？！", 0, 2000, speaker=STUDENT), aside)
    assert (of(found)[STUDENT.id].questions, of(found)[STUDENT.id].talk_ms) == (2, 2000)


def test_an_empty_transcript_is_all_silence() -> None:
    found = facts()
    assert (found.silence_ms, found.talks) == (60_000, ())
    assert [each.talk_ms for each in found.speakers] == [0, 0]


def test_a_line_said_in_one_breath_is_put_in_order_as_one_run() -> None:
    spoken = line(" ".join(["word"] * 40), 0, 20_000, speaker=TEACHER)
    assert list(runs_of(spoken)) == [(TEACHER.id, 0, 20_000)]
    other = dataclasses.replace(spoken.words[20], speaker_id=STUDENT.id)
    spoken = dataclasses.replace(spoken, words=(*spoken.words[:20], other, *spoken.words[21:]))
    assert [who for who, _, _ in runs_of(spoken)] == [TEACHER.id, STUDENT.id, TEACHER.id]


@given(st.lists(st.lists(WORDS, max_size=6), min_size=1, max_size=4))
def test_talking_is_what_lies_in_a_word_or_in_a_breath_between_two(said: list[list[Word]]) -> None:
    lines = [line("", 0, 1000, speaker=TEACHER, words=words) for words in said]
    found = facts(*lines, duration_ms=20_000)
    for speaker in (TEACHER, STUDENT):
        assert of(found)[speaker.id].talk_ms == _length(
            (word.start_ms, word.end_ms)
            for each in lines
            for word in each.words or (Word(each.start_ms, each.end_ms, ""),)
            if (word.speaker_id or each.speaker_id) == speaker.id or word.over_id == speaker.id
        )
    anybody = ((word.start_ms, word.end_ms) for each in lines for word in each.words)
    nobody_knows = ((each.start_ms, each.end_ms) for each in lines if not each.words)
    assert found.silence_ms == 20_000 - _length([*anybody, *nobody_knows])


def _length(stretches: Iterable[tuple[int, int]]) -> int:
    """Of all of them, word by word, breaths between them included."""
    closed: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if closed and start - closed[-1][1] <= BREATH_MS:
            closed[-1] = (closed[-1][0], max(end, closed[-1][1]))
        else:
            closed.append((start, end))
    return sum(end - start for start, end in closed)

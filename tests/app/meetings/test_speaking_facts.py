"""How much each person spoke: counted from the lines that are shown."""

import dataclasses

from app.meetings.speaking_facts import MeetingFacts, SpeakerFacts, facts_of
from app.meetings.transcript import Segment
from engine.contract.segments import QuarantineReason
from tests.builders.transcripts import STUDENT, TEACHER, document_of, line


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

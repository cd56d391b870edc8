"""What ``vivavoce measure speakers`` counts: labels while recording against final ones, and words by speaker."""

from app.measuring.speaker_labels import GOAL_OTHER, label_figures
from app.measuring.speakers import words_by_speaker
from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Transcript, Word
from engine.bench.speaker_side import FolderAnswer
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.segments import QuarantineReason
from engine.contract.speakers import SpeakerTurn
from tests.builders.library import a_segment

SECOND = 16_000


def turn(start_s: float, stop_s: float, speaker: int) -> SpeakerTurn:
    return SpeakerTurn(0, SampleIndex(round(start_s * SECOND)), SampleIndex(round(stop_s * SECOND)), speaker)


def answer(*final: SpeakerTurn, told: tuple[SpeakerTurn, ...] = (), swaps: int = 0) -> FolderAnswer:
    return FolderAnswer(
        "meeting", final, 2, 1.0, 1.0, 0.0, 0, told=told, standing=final, named=2, swaps=swaps, live_processor_s=2.0
    )


def figures(*answers: FolderAnswer) -> dict[str, float]:
    return {each.key: round(each.ours, 3) for each in label_figures(answers, [20.0] * len(answers))}


def test_labels_that_are_the_final_ones_under_other_numbers_are_right():
    found = figures(answer(turn(0, 10, 0), turn(10, 20, 1), told=(turn(0, 10, 7), turn(10, 20, 3))))
    assert (found["live_other"], found["live_swaps"], found["live_cost"]) == (0.0, 0, 0.1)


def test_speech_without_a_label_and_under_another_is_counted_over_all_meetings_and_for_the_worst():
    good = answer(turn(0, 10, 0), turn(10, 20, 1), told=(turn(0, 10, 0), turn(10, 20, 1)))
    bad = answer(turn(0, 10, 0), turn(10, 20, 1), told=(turn(0, 8, 0), turn(10, 18, 1), turn(18, 20, 0)), swaps=1)
    found = figures(good, bad)
    assert (found["live_other"], found["live_worst"], found["live_swaps"]) == (10.0, 20.0, 1)


def test_the_goals_are_bounds_from_above():
    met = {each.key: each.met for each in label_figures([answer(turn(0, 20, 0), told=(turn(0, 16, 0),))], [20.0])}
    assert GOAL_OTHER == 15.0
    assert met["live_other"] is False
    assert met["live_swaps"] is True


def test_without_built_meetings_nothing_is_said_of_labels():
    assert label_figures([], []) == []


def test_words_are_those_of_who_talks_and_what_is_set_aside_is_nobodys():
    said = tuple(Word(Milliseconds(at), Milliseconds(at + 500), f" {text}") for at, text in ((0, "One"), (500, "two.")))
    aside = a_segment("noise", 1000, 2000, id=SegmentId("b"), quarantine=QuarantineReason.ECHO)
    transcript = Transcript(
        MeetingId("m"), VersionId("v"), (a_segment("One two.", 0, 1000, id=SegmentId("a"), words=said), aside)
    )
    found = words_by_speaker(
        transcript, answer(turn(0, 0.5, 0), turn(0.5, 2, 1)), lambda text, _: text.lower().strip(" .")
    )
    assert found == {"0": ["one"], "1": ["two"]}

"""Whose words are whose, as ``vivavoce measure speakers`` counts them."""

from app.measuring.speaker_words import words_by_speaker
from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Transcript, Word
from engine.contract.audio import Milliseconds
from engine.contract.segments import QuarantineReason
from tests.builders.found_speakers import answer, turn
from tests.builders.library import a_segment


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

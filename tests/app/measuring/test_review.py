"""Scoring the review queue: errors are where they are heard, and a look in the order of speech stands beside it."""

from app.measuring.review import score_review
from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Transcript, Word
from engine.contract.audio import Milliseconds
from tests.builders.library import a_segment


def plain(text: str, language: str) -> str:
    return text.lower().strip(" .")


def spoken(text: str, doubtful: str) -> Transcript:
    """One line a ten words, each word half a second."""
    words = text.split()
    lines = [
        a_segment(
            " ".join(words[at : at + 10]),
            at * 500,
            (at + 10) * 500,
            id=SegmentId(f"line{at}"),
            words=tuple(
                Word(
                    Milliseconds(n * 500),
                    Milliseconds(n * 500 + 500),
                    f" {word}",
                    0.2 if word in doubtful.split() else 0.99,
                )
                for n, word in enumerate(words[at : at + 10], start=at)
            ),
        )
        for at in range(0, len(words), 10)
    ]
    return Transcript(MeetingId("m"), VersionId("v"), tuple(lines))


WORDS = " ".join(f"w{n}" for n in range(60))


def test_a_wrong_word_that_the_recogniser_doubted_is_found():
    transcript = spoken(WORDS.replace("w41", "x41"), doubtful="x41")
    score = score_review(transcript, WORDS, plain)
    assert (score.errors, score.found, score.found_in_order) == (1, 1, 0)


def test_a_wrong_word_that_it_was_sure_of_is_not():
    transcript = spoken(WORDS.replace("w41", "x41"), doubtful="w2")
    assert score_review(transcript, WORDS, plain).found == 0


def test_a_missing_word_is_found_by_hearing_its_neighbour():
    transcript = spoken(WORDS.replace("w41 ", ""), doubtful="w42")
    score = score_review(transcript, WORDS, plain)
    assert (score.errors, score.found) == (1, 1)


def test_a_transcript_without_errors_has_none_to_find():
    score = score_review(spoken(WORDS, doubtful="w2"), WORDS, plain)
    assert (score.errors, score.found) == (0, 0)
    assert 0.1 < score.sound_share < 0.3

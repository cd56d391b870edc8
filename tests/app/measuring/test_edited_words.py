"""A fifth of a transcript edited: nothing that was left alone moves, and what does move would be counted."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.editing.document import Document
from app.editing.wording import ReplaceText
from app.measuring.edited_words import edit_words
from app.meetings.edit import Edit
from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Segment, Transcript, Word
from engine.contract.audio import Milliseconds
from tests.builders.library import a_segment

SAID = ("so", "the", "determinant", "is", "zero", "because", "two", "rows", "the", "same,", "it.", "Yes,", "GPT-4")


def a_transcript(seed: int, lines: int = 12) -> Transcript:
    """Lines as the recogniser leaves them: words that touch, that leave a gap, and now and then overlap."""
    chance = random.Random(seed)
    found: list[Segment] = []
    at = 0
    for number in range(lines):
        start, words = at, list[Word]()
        for _ in range(chance.randrange(1, 20)):
            length = chance.randrange(40, 500)
            words.append(Word(Milliseconds(at), Milliseconds(at + length), f" {chance.choice(SAID)}", 0.7))
            at += length + chance.choice([0, 0, 0, 20, 300, -20])
        at = max(at, words[-1].end_ms)
        text = "".join(word.text for word in words).strip()
        found.append(a_segment(text, start, at, id=SegmentId(f"line{number}"), words=tuple(words)))
    return Transcript(MeetingId("m"), VersionId("v"), tuple(found))


@given(seed=st.integers(0, 10_000))
def test_untouched_words_keep_their_times_and_new_ones_lie_between_them(seed: int):
    told = edit_words(a_transcript(seed), seed=seed)
    assert (told.moved, told.misplaced) == (0, 0)


def test_a_fifth_is_edited_and_the_rest_is_counted():
    told = edit_words(a_transcript(1, lines=100), seed=1)
    words = sum(len(line.words) for line in a_transcript(1, lines=100).segments)
    assert 0.15 < told.edits / words < 0.25
    assert 0.8 * words < told.untouched < words
    assert told.new > told.edits / 3


class Careless(ReplaceText):
    """Puts every word of the line somewhere else."""

    def apply(self, document: Document) -> Edit | None:
        edit = ReplaceText.apply(self, document)
        return edit and replace(edit, after=tuple(replace(line, words=late(line.text)) for line in edit.after))


def late(text: str) -> tuple[Word, ...]:
    said = enumerate(text.split(), start=90_000_000)
    return tuple(Word(Milliseconds(at), Milliseconds(at + 1), f" {word}", None) for at, word in said)


def test_a_word_that_moved_and_a_new_one_elsewhere_would_be_counted():
    told = edit_words(a_transcript(2), seed=2, type_over=Careless)
    assert told.moved > 0
    assert told.misplaced > 0

import pytest

from app.editing.corrections import corrections_in, replaced
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.glossary import Correction
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.transcript import Segment
from engine.contract.audio import Milliseconds


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("So the Hill Bert space.", "So the Hilbert space.", [("Hill Bert", "Hilbert", "", "")]),
        ("我们讲量子九缠。", "我们讲量子纠缠。", [("九", "纠", "我们讲量子"[-4:], "缠")]),
        ("it is so", "It is so!", []),
        ("it is", "it is so", []),
        ("one two three four five six", "seven eight nine ten eleven twelve", []),
    ],
)
def test_only_a_few_words_in_the_place_of_a_few_are_a_correction(
    old: str, new: str, found: list[tuple[str, str, str, str]]
):
    assert replaced(old, new) == found


def line(text: str, name: str = "a") -> Segment:
    return Segment(SegmentId(name), 0, Milliseconds(0), Milliseconds(900), text)


def test_typing_in_steps_is_one_correction_from_what_was_heard_to_what_it_says_in_the_end():
    edits = [
        (MeetingId("m"), Edit(EditId("1"), EditKind.TYPE, (line("a Hill Bert b"),), (line("a Hill b"),))),
        (MeetingId("m"), Edit(EditId("2"), EditKind.TYPE, (line("a Hill b"),), (line("a Hilbert b"),))),
    ]
    assert corrections_in(edits) == [Correction("Hill Bert", "Hilbert", "a")]

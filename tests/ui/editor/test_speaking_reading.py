"""What is read of who speaks."""

from dataclasses import replace

from tests.builders.reading import MEETING
from tests.ui.editor.page_stage import House
from ui.editor.speaking_reading import read_speaking


def test_facts_that_did_not_change_need_no_comparing(house: House) -> None:
    house.add_sample()
    first = read_speaking(house.library, MEETING)
    assert first.facts.talks
    again = read_speaking(house.library, MEETING, known=first.facts)
    assert again.facts is first.facts
    transcript = house.library.transcript(MEETING)
    shorter = replace(transcript, segments=transcript.segments[:-1])
    other = read_speaking(house.library, MEETING, shorter, known=first.facts)
    assert other.facts != first.facts

"""The footer proves how much of a recording is understood."""

import pytest
from pytestqt.qtbot import QtBot

from app.meetings.coverage import Coverage
from engine.contract.audio import Milliseconds
from tests.builders.reading import sample_lecture
from ui.editor.coverage_line import CoverageLine, coverage_words
from ui.editor.meeting_reading import MeetingFacts

HOUR = 92 * 60_000


@pytest.mark.parametrize(
    ("understood", "open_s", "lost_s", "is_coming", "words"),
    [
        (1.0, 0, 0, False, "1 h 32 min recorded, 100 % understood"),
        (0.9999, 12, 0, True, "1 h 32 min recorded, 99 % understood · 12 s being understood now"),
        (0.9999, 12, 0, False, "1 h 32 min recorded, 99 % understood · 12 s not understood, the sound is there"),
        (1.0, 0, 3, False, "1 h 32 min recorded, 100 % understood · 3 s lost"),
    ],
)
def test_it_says_what_is_missing_and_what_becomes_of_it(
    understood: float, open_s: int, lost_s: int, is_coming: bool, words: str
) -> None:
    coverage = Coverage(Milliseconds(HOUR), understood, Milliseconds(open_s * 1000), Milliseconds(lost_s * 1000))
    assert coverage_words(coverage, is_coming=is_coming) == words


def test_it_is_there_once_something_is_known(qtbot: QtBot) -> None:
    line = CoverageLine()
    qtbot.addWidget(line)
    meeting = sample_lecture()[0]
    line.show_facts(MeetingFacts(meeting, course_title="", gap_ms=0, job=None))
    assert line.text == ""
    coverage = Coverage(Milliseconds(HOUR), 1.0, Milliseconds(0), Milliseconds(0))
    line.show_facts(MeetingFacts(meeting, course_title="", gap_ms=0, job=None, coverage=coverage))
    assert line.text == "1 h 32 min recorded, 100 % understood"
    assert not line.grab().isNull()

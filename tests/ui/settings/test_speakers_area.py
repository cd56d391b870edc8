"""Settings, Speakers: off is off, voices are remembered only where asked, and forgetting forgets."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.announcements import Announcements
from app.background import Background
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, new_id
from app.settings.settings_store import SettingsStore
from tests.builders.spoken_meeting import add_spoken_meeting
from ui.settings.speakers_area import SpeakersArea
from ui.widgets.question import Question


class Desk:
    def __init__(self, folder: Path) -> None:
        self.library = Library.open(folder / "library", announcements=Announcements())
        self.background = Background()
        self.settings = SettingsStore(folder / "settings.json")
        self.course = CourseId(new_id())
        self.library.add_course(Course(self.course, "Algebra")).result()
        self.area = SpeakersArea(library=self.library, settings=self.settings, background=self.background)

    def remember(self, name: str) -> None:
        meeting_id = add_spoken_meeting(self.library, course_id=self.course, voices=True)
        speaker = self.library.transcript(meeting_id).speakers[0]
        assert self.library.remember_voice(meeting_id, speaker.id, name).result()

    def close(self) -> None:
        self.background.close()
        self.library.close()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    qtbot.addWidget(made.area)
    made.area.show()
    made.area.read()
    qtbot.waitUntil(lambda: len(made.area.course_boxes) == 1)
    yield made
    made.close()


def test_finding_is_on_and_remembering_off_until_somebody_says_otherwise(desk: Desk) -> None:
    assert desk.area.finds.isChecked()
    assert not desk.area.remembers.isChecked()
    assert not desk.area.course_boxes[0].isEnabled()
    desk.area.finds.click()
    desk.area.remembers.click()
    assert not desk.settings.current.finds_speakers
    assert desk.settings.current.remembers_voices
    assert desk.area.course_boxes[0].isEnabled()


def test_a_course_is_allowed_to_remember_and_no_longer(desk: Desk, qtbot: QtBot) -> None:
    desk.area.remembers.click()
    desk.area.course_boxes[0].click()
    qtbot.waitUntil(lambda: desk.library.voice_courses() == frozenset({desk.course}))
    desk.remember("Ada")
    qtbot.waitUntil(desk.area.course_boxes[0].isChecked)
    desk.area.course_boxes[0].click()
    qtbot.waitUntil(lambda: desk.library.voices() == [])


def test_one_voice_is_forgotten_and_then_all(desk: Desk, qtbot: QtBot) -> None:
    for name in ("Ada", "Bob", "Eve"):
        desk.remember(name)
    desk.area.read()
    qtbot.waitUntil(lambda: len(desk.area.forget_buttons) == 3)
    desk.area.forget_buttons[1].click()
    qtbot.waitUntil(lambda: [voice.name for voice in desk.library.voices()] == ["Ada", "Eve"])
    desk.area.forget_all.click()
    question = desk.area.findChild(Question)
    assert isinstance(question, Question)
    question.agree.click()
    qtbot.waitUntil(lambda: desk.library.voices() == [])


def test_switching_it_off_says_that_voices_are_still_there(desk: Desk, qtbot: QtBot) -> None:
    desk.remember("Ada")
    desk.area.read()
    qtbot.waitUntil(lambda: len(desk.area.forget_buttons) == 1)
    desk.area.remembers.click()
    desk.area.remembers.click()
    assert "stay until you forget them" in desk.area.message.text

"""What a job asks of the engine process."""

from pathlib import Path

from app.meetings.course import Course
from app.meetings.identifiers import CourseId
from engine.contract.channel import Channel
from engine.contract.messages import Command, Event, TranscribeFile
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_client import EngineEnded
from tests.builders.import_stage import ImportStage
from tests.builders.scripted_engine import scripted_engine


class Overheard:
    """An engine process, and what was asked of it; see ``EnginePort``."""

    def __init__(self, folder: Path) -> None:
        self._engine = scripted_engine(folder, length_s=2)
        self.asked: list[TranscribeFile] = []

    @property
    def is_running(self) -> bool:
        return self._engine.is_running

    def send(self, command: Command) -> None:
        if isinstance(command, TranscribeFile):
            self.asked.append(command)
        self._engine.send(command)

    def receive(self, timeout_s: float) -> Event | EngineEnded | None:
        return self._engine.receive(timeout_s)

    def kill(self) -> None:
        self._engine.kill()

    def close(self) -> None:
        self._engine.close()


def test_the_engine_is_told_of_which_course_a_file_is(tmp_path: Path):
    engine = Overheard(tmp_path / "engine")
    with ImportStage(tmp_path, engine=engine) as stage:
        stage.library.add_course(Course(CourseId("physics"), "Physics")).result()
        stage.queue.start()
        options = RecognitionOptions()
        stage.wait(stage.queue.add(stage.a_file("one.mp3"), options=options, course_id=CourseId("physics")))
        stage.wait(stage.queue.add(stage.a_file("two.mp3"), options=options))
    assert [command.course for command in engine.asked] == ["physics", ""]


def test_a_file_that_was_read_as_several_tracks_has_them_and_is_as_long_as_the_longest(tmp_path: Path):
    """Case 37."""
    engine = Overheard(tmp_path / "engine")
    with ImportStage(tmp_path, engine=engine) as stage:
        stage.queue.start()
        job = stage.wait(stage.queue.add(stage.a_file("call.mkv"), options=RecognitionOptions(), channel=Channel.APART))
        meeting = stage.library.meeting(job.meeting_id)
    assert [command.channel for command in engine.asked] == [Channel.APART]
    assert [track.number for track in meeting.tracks] == [0, 1]
    assert meeting.duration_ms == 2000

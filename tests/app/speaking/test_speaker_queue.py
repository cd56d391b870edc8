"""Looks for speakers after the text: on by default, asked for again, and never in the way of the transcript."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.announcements import JobEnded, SpeakersChanged
from app.editing.document import Document
from app.editing.speaking import GiveSpeaker, NameSpeaker
from app.library.library import Library
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.job import JobState
from app.meetings.speaker_decisions import Decisions, Pin
from app.meetings.speaker_run import SpeakerNames, SpeakerRun
from app.speaking.pinning import pinned
from app.speaking.speaker_queue import SpeakerQueue
from engine.contract.errors import SpeakersNotTold
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from engine.pipeline.engine_client import EngineClient
from tests.builders.library import Heard, a_meeting, import_meeting, open_library
from tests.builders.scripted_engine import scripted_engine, starts_of
from tests.builders.waiting import wait_until

TEXTS = [f"line {second}" for second in range(5)]


class SpeakerStage:
    """A real library and a real queue over a fake engine process."""

    def __init__(self, folder: Path, **scenario: Any) -> None:
        self.folder = folder
        self.heard = Heard()
        self.library = open_library(folder / "library", self.heard)
        self.engine: EngineClient = scripted_engine(folder / "engine", **{"length_s": 5, **scenario})
        self.is_wanted = True
        self.is_busy = False
        self.wants_voices = False
        self.queue = self.make_queue()

    def make_queue(self, **changes: Any) -> SpeakerQueue:
        return SpeakerQueue(
            library=self.library,
            engine=self.engine,
            announcements=self.heard.announcements,
            is_wanted=lambda: self.is_wanted,
            is_busy=lambda: self.is_busy,
            wants_voices=lambda _: self.wants_voices,
            names=lambda: SpeakerNames("Voice {number}"),
            **changes,
        )

    def __enter__(self) -> "SpeakerStage":
        return self

    def __exit__(self, *_: object) -> None:
        self.queue.close()
        self.library.close()

    @property
    def starts(self) -> int:
        return starts_of(self.folder / "engine")

    def import_one(self, *, speakers: SpeakerCount | None = None) -> MeetingId:
        """A meeting whose text has just come."""
        meeting = a_meeting()
        job = import_meeting(self.library, meeting, *TEXTS, speakers=speakers)
        self.heard.announcements.announce(JobEnded(job.id, meeting.id, JobState.DONE))
        return meeting.id

    def run_of(self, meeting_id: MeetingId) -> SpeakerRun:
        """The look once it is over."""
        wait_until(lambda: is_over(self.library, meeting_id), "the speakers were found or not")
        run = self.library.speaker_run(meeting_id)
        assert run is not None
        return run

    def spoken(self, meeting_id: MeetingId) -> list[str]:
        transcript = self.library.transcript(meeting_id)
        assert [line.text for line in transcript.segments] == TEXTS
        return [transcript.name_of(line.speaker_id) for line in transcript.segments]

    def edit(self, meeting_id: MeetingId, command: GiveSpeaker | NameSpeaker) -> None:
        edit = command.apply(Document(self.library.transcript(meeting_id)))
        assert edit is not None
        self.library.apply_edit(meeting_id, edit).result()


def is_over(library: Library, meeting_id: MeetingId) -> bool:
    run = library.speaker_run(meeting_id)
    return run is not None and not run.is_waiting


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[SpeakerStage]:
    with SpeakerStage(tmp_path) as stage:
        yield stage


def test_speakers_are_found_after_the_text_by_themselves(stage: SpeakerStage) -> None:
    stage.queue.start()
    meeting_id = stage.import_one()
    run = stage.run_of(meeting_id)
    assert stage.spoken(meeting_id) == ["Voice 1", "Voice 2", "Voice 1", "Voice 2", "Voice 1"]
    assert [speaker.speech_ms for speaker in run.speakers] == [3000, 2000]
    assert all(speaker.voice == () for speaker in run.speakers)
    wait_until(lambda: not stage.queue.is_waiting(meeting_id))
    assert stage.heard.of(SpeakersChanged)[-1] == SpeakersChanged(meeting_id)


def test_who_switched_it_off_is_not_bothered(stage: SpeakerStage) -> None:
    stage.is_wanted = False
    stage.queue.start()
    meeting_id = stage.import_one()
    assert not stage.queue.is_waiting(meeting_id)
    assert stage.library.speaker_run(meeting_id) is None
    stage.queue.find(meeting_id)  # a person who asks gets it all the same
    assert len(stage.run_of(meeting_id).speakers) == 2


def test_a_number_that_was_said_with_the_import_is_looked_for(stage: SpeakerStage) -> None:
    stage.is_wanted = False  # who says a number wants them all the same
    stage.queue.start()
    meeting_id = stage.import_one(speakers=SpeakerCount(1, 1))
    assert stage.run_of(meeting_id).count == SpeakerCount(1, 1)
    assert set(stage.spoken(meeting_id)) == {"Voice 1"}
    assert stage.library.speakers_said(meeting_id) == SpeakerCount(1, 1)
    silent = stage.import_one(speakers=ANY_COUNT)
    assert not stage.queue.is_waiting(silent)


def test_asked_with_a_number_it_is_found_anew_without_touching_the_text(stage: SpeakerStage) -> None:
    """Case 57."""
    stage.queue.start()
    meeting_id = stage.import_one()
    stage.run_of(meeting_id)
    stage.queue.find(meeting_id, SpeakerCount(1, 1))
    wait_until(lambda: set(stage.spoken(meeting_id)) == {"Voice 1"})
    assert stage.run_of(meeting_id).count == SpeakerCount(1, 1)
    assert stage.starts == 1


@pytest.mark.parametrize("trouble", ["missing", "damaged", "memory"])
def test_what_fails_leaves_the_transcript_and_says_why(tmp_path: Path, trouble: str) -> None:
    """Case 61."""
    with SpeakerStage(tmp_path, fail_speakers=trouble) as stage:
        stage.queue.start()
        meeting_id = stage.import_one()
        error = stage.run_of(meeting_id).error
        assert error is not None
        assert error.sentence.startswith("Speakers c")
        assert stage.spoken(meeting_id) == [""] * 5


def test_an_engine_that_dies_each_time_is_given_up_and_the_next_meeting_has_its_turn(tmp_path: Path) -> None:
    """Case 61."""
    with SpeakerStage(tmp_path, die_at=[2, 2, None]) as stage:
        stage.queue.start()
        first, second = stage.import_one(), stage.import_one()
        error = stage.run_of(first).error
        assert error is not None
        assert error.name == SpeakersNotTold.__name__
        assert stage.spoken(first) == [""] * 5
        assert stage.run_of(second).error is None
        stage.queue.find(first)
        wait_until(lambda: "" not in stage.spoken(first))
        assert stage.run_of(first).error is None


def test_an_engine_that_dies_once_is_asked_again(tmp_path: Path) -> None:
    with SpeakerStage(tmp_path, die_at=[2, None]) as stage:
        stage.queue.start()
        meeting_id = stage.import_one()
        assert stage.run_of(meeting_id).error is None
        assert stage.starts == 2


def test_an_engine_that_hangs_is_ended(tmp_path: Path) -> None:
    """Case 61."""
    with SpeakerStage(tmp_path, hang_at=1) as stage:
        stage.queue = stage.make_queue(silent_s=0.3)
        stage.queue.start()
        meeting_id = stage.import_one()
        assert stage.run_of(meeting_id).error is not None
        assert stage.spoken(meeting_id) == [""] * 5


def test_while_something_is_recorded_only_what_a_person_asked_for_is_done(stage: SpeakerStage) -> None:
    stage.is_busy = True
    stage.queue.start()
    waiting, asked = stage.import_one(), stage.import_one()
    stage.queue.find(asked)
    stage.run_of(asked)
    assert stage.queue.is_waiting(waiting)
    stage.is_busy = False
    stage.run_of(waiting)


def test_a_look_steps_aside_for_a_recording_and_comes_back(tmp_path: Path) -> None:
    with SpeakerStage(tmp_path, pause_s=[0.1, 0.1, 0]) as stage:
        stage.queue.start()
        meeting_id = stage.import_one()
        wait_until(lambda: stage.queue.fraction(meeting_id) is not None)
        stage.is_busy = True
        wait_until(lambda: stage.queue.fraction(meeting_id) is None)
        assert stage.queue.is_waiting(meeting_id)
        assert stage.spoken(meeting_id) == [""] * 5
        stage.is_busy = False
        stage.run_of(meeting_id)


def test_what_was_asked_for_is_done_after_a_restart(tmp_path: Path) -> None:
    with SpeakerStage(tmp_path) as stage:
        meeting_id = stage.import_one()
        stage.queue.find(meeting_id, SpeakerCount(2, 2))
    with SpeakerStage(tmp_path) as stage:
        stage.queue.start()
        assert stage.run_of(meeting_id).count == SpeakerCount(2, 2)
        assert "" not in stage.spoken(meeting_id)


def test_a_look_that_is_cancelled_leaves_no_trace(tmp_path: Path) -> None:
    with SpeakerStage(tmp_path, pause_s=0.2) as stage:
        stage.queue.start()
        meeting_id = stage.import_one()
        wait_until(lambda: stage.queue.fraction(meeting_id) is not None)
        stage.queue.cancel(meeting_id)
        wait_until(lambda: not stage.queue.is_waiting(meeting_id))
        assert stage.library.speaker_run(meeting_id) is None
        assert stage.spoken(meeting_id) == [""] * 5


def test_a_meeting_that_is_deleted_meanwhile_is_let_go(tmp_path: Path) -> None:
    with SpeakerStage(tmp_path, pause_s=0.2) as stage:
        stage.queue.start()
        meeting_id = stage.import_one()
        wait_until(lambda: stage.queue.fraction(meeting_id) is not None)
        stage.library.delete_meeting(meeting_id).result()
        wait_until(lambda: not stage.queue.is_waiting(meeting_id))


def test_voices_are_asked_for_only_where_they_are_to_be_remembered(stage: SpeakerStage) -> None:
    stage.wants_voices = True
    stage.queue.start()
    meeting_id = stage.import_one()
    assert all(len(speaker.voice) == 192 for speaker in stage.run_of(meeting_id).speakers)


def test_what_a_person_gave_and_named_is_told_to_the_engine_and_stands(stage: SpeakerStage) -> None:
    stage.queue.start()
    meeting_id = stage.import_one()
    stage.run_of(meeting_id)
    transcript = stage.library.transcript(meeting_id)
    stage.edit(meeting_id, NameSpeaker(transcript.speakers[0].id, "Ada"))
    stage.edit(meeting_id, GiveSpeaker((transcript.segments[3].id,), 1))
    stage.queue.find(meeting_id, SpeakerCount(2, 2))
    wait_until(lambda: not stage.queue.is_waiting(meeting_id))
    assert stage.spoken(meeting_id) == ["Ada", "Voice 2", "Ada", "Ada", "Ada"]


def test_a_split_pins_the_voice_that_stays_beside_the_examples(stage: SpeakerStage) -> None:
    stage.queue.start()
    meeting_id = stage.import_one()
    run = stage.run_of(meeting_id)
    first = stage.library.transcript(meeting_id).speakers[0].id
    new = SpeakerId("new")
    decisions = Decisions(pins=(Pin(0, 2000, 3000, new), Pin(0, 1000, 2000, None)))
    told = pinned(decisions, run, apart={first})
    assert told.speakers == (new, first)
    assert [(turn.start // 16000, turn.speaker) for turn in told.turns] == [(2, 0), (0, 1), (4, 1)]

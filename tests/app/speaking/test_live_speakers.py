"""Who speaks while it is recorded: labels come and go, what a person said of them stays, and trouble costs no more."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.announcements import LiveSpeakersChanged
from app.library.library import Library
from app.meetings.attribution import Turn
from app.meetings.identifiers import JobId, MeetingId, SegmentId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import MeetingStatus, TrackInfo
from app.meetings.speaker_run import SpeakerNames, SpeakerRun, heard_from
from app.meetings.transcript import Segment, VersionKind
from app.speaking.live_speakers import MOST_DEATHS, LiveSpeakers
from app.speaking.pinning import pinned
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from engine.contract.error_report import to_report
from engine.contract.errors import SpeakerModelMissing
from engine.contract.messages import JobFailed, JobFinished, SpeakersHeard
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import RecordedTrack, RecordingStarted, RecordingStopped
from engine.contract.speakers import FoundSpeaker, SpeakerTurn
from engine.pipeline.engine_client import EngineEnded
from tests.builders.library import Heard, a_job, a_meeting, open_library
from tests.builders.waiting import wait_until
from tests.fakes.fake_label_engine import FakeLabelEngine

SECOND = 16_000


def turn(start_s: float, stop_s: float, speaker: int, track: int = 0) -> SpeakerTurn:
    return SpeakerTurn(track, SampleIndex(round(start_s * SECOND)), SampleIndex(round(stop_s * SECOND)), speaker)


class LabelStage:
    """A real library with a recording that runs, and an engine that says what a test says."""

    def __init__(self, folder: Path, *kinds: TrackKind) -> None:
        self.heard = Heard()
        self.library: Library = open_library(folder / "library", self.heard)
        self.engine = FakeLabelEngine()
        self.is_wanted = True
        tracks = tuple(TrackInfo(number, kind) for number, kind in enumerate(kinds or (TrackKind.MICROPHONE,)))
        meeting = a_meeting(status=MeetingStatus.RECORDING, tracks=tracks)
        self.meeting_id: MeetingId = meeting.id
        self.job = Job(JobId(new_id()), meeting.id, JobState.RUNNING, RecognitionOptions(), is_live=True)
        self.library.add_recording(meeting, self.job).result()
        self.tracks = tuple(RecordedTrack(each.number, each.kind, "", f"ring-{each.number}") for each in tracks)
        self.labels = LiveSpeakers(
            library=self.library,
            engine=self.engine,
            announcements=self.heard.announcements,
            is_wanted=lambda: self.is_wanted,
            names=lambda: SpeakerNames("Voice {number}", "Me"),
        )

    def begin(self) -> None:
        """The recorder says it began, and the engine is asked."""
        asked = len(self.engine.asked)
        self.labels.overhear(RecordingStarted(self.meeting_id, self.tracks))
        wait_until(lambda: len(self.engine.asked) > asked)

    def hear(self, start_s: float, stop_s: float, *turns: SpeakerTurn, track: int = 0) -> None:
        at = SampleIndex(round(start_s * SECOND)), SampleIndex(round(stop_s * SECOND))
        told = len(self.heard.of(LiveSpeakersChanged))
        self.engine.say(SpeakersHeard(self.engine.asked[-1].job, track, *at, turns))
        wait_until(lambda: len(self.heard.of(LiveSpeakersChanged)) > told)

    def names(self) -> list[str]:
        who = self.labels.who
        return [] if who is None else [each.speaker.name for each in who.speakers]

    def name_of(self, start_ms: int, end_ms: int, track: int = 0) -> str:
        who = self.labels.who
        assert who is not None
        line = Segment(SegmentId("x"), track, Milliseconds(start_ms), Milliseconds(end_ms), "words")
        found = who.speaker_of(line)
        return next((each.speaker.name for each in who.speakers if each.speaker.id == found), "")

    def call(self, number: int, name: str) -> None:
        """A person names the speaker with a number."""
        who = self.labels.who
        assert who is not None
        speaker = next(each.speaker for each in who.speakers if each.speaker.number == number)
        self.labels.name(self.meeting_id, speaker.id, name)
        wait_until(lambda: name in self.names())

    def finish(self) -> None:
        """The recording ends, and its engine with it."""
        self.labels.overhear(RecordingStopped(self.meeting_id, (SampleIndex(0),)))
        self.engine.say(JobFinished(self.engine.asked[-1].job, SampleIndex(0)))


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[LabelStage]:
    yield from _staged(LabelStage(tmp_path))


@pytest.fixture
def two_sides(tmp_path: Path) -> Iterator[LabelStage]:
    yield from _staged(LabelStage(tmp_path, TrackKind.MICROPHONE, TrackKind.COMPUTER))


def _staged(stage: LabelStage) -> Iterator[LabelStage]:
    yield stage
    stage.labels.close()
    stage.library.close()


def test_the_engine_is_asked_for_every_track_with_its_ring(two_sides: LabelStage) -> None:
    two_sides.begin()
    assert [(each.track, each.ring) for each in two_sides.engine.asked[0].tracks] == [(0, "ring-0"), (1, "ring-1")]


def test_who_does_not_want_to_know_is_not_told_and_no_process_is_started(stage: LabelStage) -> None:
    stage.is_wanted = False
    stage.labels.overhear(RecordingStarted(stage.meeting_id, stage.tracks))
    stage.labels.close()
    assert stage.engine.commands == []
    assert stage.labels.who is None


def test_a_line_is_of_who_is_heard_most_in_it(stage: LabelStage) -> None:
    stage.begin()
    stage.hear(0, 6, turn(0, 3, 0), turn(3, 6, 1))
    assert stage.names() == ["Voice 1", "Voice 2"]
    assert (stage.name_of(0, 4000), stage.name_of(2500, 6000), stage.name_of(9000, 9500)) == ("Voice 1", "Voice 2", "")


def test_a_stretch_that_is_told_again_takes_the_place_of_what_was_told(stage: LabelStage) -> None:
    stage.begin()
    stage.hear(0, 6, turn(0, 6, 0))
    stage.hear(3, 9, turn(3, 9, 1))
    assert (stage.name_of(0, 3000), stage.name_of(3000, 6000)) == ("Voice 1", "Voice 2")
    assert stage.heard.of(LiveSpeakersChanged)[-1].changed_ms == 3000


def test_the_only_voice_at_the_microphone_is_the_persons_own(two_sides: LabelStage) -> None:
    two_sides.begin()
    two_sides.hear(0, 5, turn(0, 5, 0))
    two_sides.hear(0, 5, turn(1, 5, 7, track=1), track=1)
    assert two_sides.names() == ["Me", "Voice 2"]


def test_a_name_is_kept_in_the_library_and_told_to_the_final_search(stage: LabelStage) -> None:
    stage.begin()
    stage.hear(0, 9, turn(0, 4, 0), turn(5, 9, 1))
    stage.call(2, "Ada")
    assert stage.engine.held == [1]
    (ada,) = stage.library.transcript(stage.meeting_id).speakers
    assert (ada.name, ada.number) == ("Ada", 2)
    told = pinned(stage.library.speaker_decisions(stage.meeting_id), stage.library.speaker_run(stage.meeting_id))
    assert told.speakers == (ada.id,)
    assert [(each.start, each.stop) for each in told.turns] == [(5 * SECOND, 9 * SECOND)]


def test_the_final_search_keeps_the_name_also_in_a_better_pass(stage: LabelStage) -> None:
    stage.begin()
    stage.hear(0, 9, turn(0, 4, 0), turn(5, 9, 1))
    stage.call(2, "Ada")
    stage.finish()
    library, meeting_id = stage.library, stage.meeting_id
    lines = [Segment(SegmentId(new_id()), 0, Milliseconds(at), Milliseconds(at + 4000), "words") for at in (0, 5000)]
    library.grow_line(
        stage.job.id, replace(lines[0], id=SegmentId(new_id())), settled_to=SampleIndex(9 * SECOND)
    ).result()
    library.set_recorded(meeting_id, {0: 9000}).result()
    library.finish_recording(meeting_id, duration_ms=9000, is_recovered=False, notes=()).result()
    library.set_job_state(stage.job.id, JobState.DONE).result()
    better = a_job(library.meeting(meeting_id), length=SampleIndex(9 * SECOND))
    library.start_rerun(better, VersionKind.RECOGNISED).result()
    library.commit_segments(better.id, lines, [], finished_to=SampleIndex(9 * SECOND), speech=0).result()
    library.set_job_state(better.id, JobState.DONE).result()
    assert [line.id for line in library.transcript(meeting_id).segments] == [line.id for line in lines]
    run = library.speaker_run(meeting_id)
    told = pinned(library.speaker_decisions(meeting_id), run)
    assert len(told.speakers) == 1
    turns = (Turn(0, Milliseconds(0), Milliseconds(4000), 0), Turn(0, Milliseconds(5000), Milliseconds(9000), 1))
    found = SpeakerRun(
        turns=turns,
        speakers=(heard_from(FoundSpeaker(0, 4 * SECOND, ())), heard_from(FoundSpeaker(1, 4 * SECOND, (), pinned=0))),
    )
    library.take_speakers(meeting_id, found, asked_for=told.speakers, names=SpeakerNames()).result()
    transcript = library.transcript(meeting_id)
    assert [transcript.name_of(line.speaker_id) for line in transcript.segments] == ["Speaker 1", "Ada"]


def test_an_engine_that_dies_is_asked_again_behind_what_was_heard_and_knows_everybody(stage: LabelStage) -> None:
    stage.begin()
    stage.hear(0, 9, turn(0, 4, 0), turn(5, 9, 1))
    stage.call(2, "Ada")
    stage.engine.say(EngineEnded(-9, ""))
    wait_until(lambda: len(stage.engine.asked) == 2)
    again = stage.engine.asked[-1]
    assert again.tracks[0].resume_at == 9 * SECOND
    assert {each.speaker for each in again.known} == {0, 1}
    wait_until(lambda: stage.engine.held == [1, 1])


def test_an_engine_that_dies_too_often_is_let_go_with_a_reason_and_what_was_heard_stays(stage: LabelStage) -> None:
    """Case 61."""
    stage.begin()
    stage.hear(0, 4, turn(0, 4, 0))
    for _ in range(MOST_DEATHS):
        stage.engine.say(EngineEnded(-9, ""))
    wait_until(lambda: stage.labels.who is not None and stage.labels.who.error is not None)
    assert stage.name_of(0, 4000) == "Voice 1"


def test_networks_that_are_missing_are_said_and_asked_for_no_more(stage: LabelStage) -> None:
    """Case 61."""
    stage.begin()
    stage.engine.say(JobFailed(stage.engine.asked[-1].job, to_report(SpeakerModelMissing("encoder"))))
    wait_until(lambda: stage.labels.who is not None and stage.labels.who.error is not None)
    assert len(stage.engine.asked) == 1


def test_what_an_earlier_asking_still_says_is_not_heard(stage: LabelStage) -> None:
    stage.begin()
    old = stage.engine.asked[-1].job
    stage.begin()  # the recorder was started anew
    stage.engine.say(SpeakersHeard(old, 0, SampleIndex(0), SampleIndex(SECOND), (turn(0, 1, 5),)))
    stage.hear(0, 4, turn(0, 4, 0))
    assert stage.names() == ["Voice 1"]

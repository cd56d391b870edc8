"""A job that labels a recording while it lasts, with fake networks and a real ring."""

import threading
from pathlib import Path

import numpy as np
import pytest

from engine.capture.ring_buffer import RingWriter
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.errors import SpeakerModelMissing
from engine.contract.messages import (
    Event,
    FollowedTrack,
    FollowSpeakers,
    HoldSpeaker,
    JobCancelled,
    JobFailed,
    JobFinished,
    SpeakersHeard,
)
from engine.contract.speakers import PinnedTurn
from engine.contract.wire import read_command, read_event, write_command, write_event
from engine.pipeline.live_speaker_job import LiveSpeakerJob
from engine.pipeline.speaker_search import SpeakerSearch
from engine.speakers.live_listener import LiveListener
from tests.builders.heard import in_turn, sound_of
from tests.fakes.fake_voices import FakeEncoder, FakeSegmentation

TALKS = in_turn([0, 1], each_s=3, times=3)
LENGTH_S = 24


class Engines:
    """Gives a search whose networks are fakes, or are not there."""

    def __init__(self, *, error: Exception | None = None) -> None:
        self._error = error

    def speaker_search(self) -> SpeakerSearch:
        return SpeakerSearch(make_live=self._make)

    def _make(self) -> LiveListener:
        if self._error is not None:
            raise self._error
        return LiveListener(segmentation=FakeSegmentation(), encoder=FakeEncoder())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    np.round(sound_of(TALKS, LENGTH_S) * 32767).astype("<i2").tofile(tmp_path / "track-0.pcm")
    return tmp_path


def command(folder: Path, *, ring: str = "", known: tuple[PinnedTurn, ...] = ()) -> FollowSpeakers:
    return FollowSpeakers("job", str(folder), (FollowedTrack(0, TrackKind.MICROPHONE, ring),), known)


def a_job(wanted: FollowSpeakers, events: list[Event], engines: Engines | None = None) -> LiveSpeakerJob:
    """At the priority of the tests."""
    return LiveSpeakerJob(wanted, engines=engines or Engines(), emit=events.append, step_aside=lambda: None)


def run(wanted: FollowSpeakers, engines: Engines | None = None) -> list[Event]:
    events: list[Event] = []
    a_job(wanted, events, engines).run()
    return events


def heard(events: list[Event]) -> list[SpeakersHeard]:
    return [event for event in events if isinstance(event, SpeakersHeard)]


def test_each_stretch_is_told_once_it_is_heard_and_then_the_job_is_finished(folder: Path):
    events = run(command(folder))
    assert isinstance(events[-1], JobFinished)
    assert [event.stop for event in heard(events)] == sorted(event.stop for event in heard(events))
    assert {turn.speaker for turn in heard(events)[-1].turns} <= {0, 1}


def test_a_ring_is_followed_until_its_writer_ends(folder: Path):
    ring = RingWriter.create("vivavoce-test-labels", seconds=60)
    try:
        sound = np.round(sound_of(TALKS, LENGTH_S) * 32767).astype(np.int16)
        events: list[Event] = []
        job = a_job(command(folder, ring="vivavoce-test-labels"), events)
        thread = threading.Thread(target=job.run)
        thread.start()
        for frame in sound[: len(sound) // 320 * 320].reshape(-1, 320):
            ring.write(frame)
    finally:
        ring.close()
    thread.join(30)
    assert isinstance(events[-1], JobFinished)
    assert len(heard(events)) == LENGTH_S * 16_000 // 40_000


def test_who_is_known_from_before_keeps_the_label_and_new_ones_come_behind(folder: Path):
    known = PinnedTurn(0, SampleIndex(4 * 16_000), SampleIndex(7 * 16_000), 5)
    events = heard(run(command(folder, known=(known,))))
    labels = {turn.speaker for event in events for turn in event.turns}
    assert labels == {5, 6}


def test_networks_that_are_not_there_end_the_job_with_the_reason(folder: Path):
    events = run(command(folder), Engines(error=SpeakerModelMissing("encoder")))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "SpeakerModelMissing"


def test_it_stops_when_it_is_told_to(folder: Path):
    events: list[Event] = []
    job = a_job(command(folder), events)
    job.cancel()
    job.run()
    assert events[-1] == JobCancelled("job")


def test_commands_and_events_survive_the_wire(folder: Path):
    wanted = command(folder, known=(PinnedTurn(0, SampleIndex(1), SampleIndex(2), 3),))
    assert read_command(write_command(wanted)) == wanted
    held = HoldSpeaker("job", 3)
    assert read_command(write_command(held)) == held
    told = SpeakersHeard("job", 0, SampleIndex(1), SampleIndex(2), ())
    assert read_event(write_event(told)) == told

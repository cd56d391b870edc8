"""While one pass takes long, it is said how late the text becomes, and no longer when it is over."""

import threading
from dataclasses import dataclass, field

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.messages import FellBehind, LivePace
from engine.pipeline.lateness import Lateness, LateWatch
from engine.pipeline.live_schedule import Standing

PATIENCE_S = 30.0


@dataclass
class Sound:
    written: SampleIndex = SampleIndex(0)


@dataclass
class Track:
    standing: Standing


@dataclass
class Lane:
    """Somebody has spoken all the time, and the last pass read all but the last second."""

    number: int = 0
    late_s: float = 1.0
    told_late_s: float = 0.0
    fed: int = 10 * SAMPLE_RATE_HZ
    sound: Sound = field(default_factory=lambda: Sound(SampleIndex(10 * SAMPLE_RATE_HZ)))
    track: Track = field(
        default_factory=lambda: Track(
            Standing(
                heard=10 * SAMPLE_RATE_HZ,
                voice=10 * SAMPLE_RATE_HZ,
                settled=8 * SAMPLE_RATE_HZ,
                speech_from=8 * SAMPLE_RATE_HZ,
                passed=9 * SAMPLE_RATE_HZ,
            )
        )
    )

    def record(self, seconds: float) -> None:
        """So much more is recorded; nobody had time to listen to it."""
        self.sound.written = SampleIndex(self.sound.written + round(seconds * SAMPLE_RATE_HZ))


def made(*lanes: Lane) -> Lateness:
    return Lateness(job="job", lanes=lanes)


def seconds_of(events: list[FellBehind]) -> list[float]:
    return [event.seconds for event in events]


def test_while_a_pass_runs_it_is_said_how_late_the_text_becomes_and_then_that_it_is_in_time_again():
    lane, told = Lane(), list[FellBehind]()
    lateness = made(lane)
    assert lateness.tell(LivePace.FULL, intended_s=0.0) == []
    with lateness.passing():
        for _ in range(7):
            lane.record(1.0)
            lateness.tell_meanwhile(told.append)
        assert seconds_of(told) == [3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    lane.late_s = 0.4
    assert seconds_of(lateness.tell(LivePace.FULL, intended_s=0.0)) == [0.0]


def test_between_passes_only_the_pipeline_says_it():
    lane, told = Lane(), list[FellBehind]()
    lateness = made(lane)
    lane.record(60.0)
    lateness.tell_meanwhile(told.append)
    with lateness.passing():
        pass
    lateness.tell_meanwhile(told.append)
    assert told == []


def test_what_is_late_on_purpose_is_not_said():
    lane, told = Lane(), list[FellBehind]()
    lateness = made(lane)
    assert [event.pace for event in lateness.tell(LivePace.WITHOUT_TENTATIVE, intended_s=5.0)] == [
        LivePace.WITHOUT_TENTATIVE
    ]
    with lateness.passing():
        lane.record(6.0)
        lateness.tell_meanwhile(told.append)
        assert told == []
        lane.record(2.0)
        lateness.tell_meanwhile(told.append)
    assert [(event.seconds, event.pace) for event in told] == [(9.0, LivePace.WITHOUT_TENTATIVE)]


def test_each_track_is_told_of_alone():
    slow, quick, told = Lane(number=0), Lane(number=1), list[FellBehind]()
    lateness = made(slow, quick)
    with lateness.passing():
        slow.record(5.0)
        lateness.tell_meanwhile(told.append)
    assert [(event.track, event.seconds) for event in told] == [(0, 6.0)]


def test_a_thread_looks_as_long_as_the_recogniser_is_at_work():
    lane, said = Lane(), threading.Event()
    lateness = made(lane)
    with LateWatch(lateness, emit=lambda _: said.set(), look_s=0.01), lateness.passing():
        lane.record(9.0)
        assert said.wait(PATIENCE_S)


def test_it_stops_looking_where_nobody_can_be_told():
    lane, tried = Lane(), threading.Event()
    lateness = made(lane)

    def fail(_event: FellBehind) -> None:
        tried.set()
        raise BrokenPipeError

    with LateWatch(lateness, emit=fail, look_s=0.01), lateness.passing():
        lane.record(9.0)
        assert tried.wait(PATIENCE_S)

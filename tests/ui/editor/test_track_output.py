"""Two tracks played in step, with a device that plays as fast as the test says."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pytestqt.qtbot import QtBot

from app.track_mix import ReadTrack
from engine.contract.audio import Samples
from ui.editor.playback import OutputTrouble
from ui.editor.track_output import TrackOutput

RATE = 16_000
SECONDS = 4


class FakeSink:
    """Keeps what it was given; ``advance`` plays some of it."""

    def __init__(self) -> None:
        self.rate_hz = RATE
        self.is_there = True
        self.starts = 0
        self.played: list[float] = []
        self.held: list[float] = []

    @property
    def room(self) -> int:
        return 2400 - len(self.held)

    @property
    def waiting(self) -> int:
        return len(self.held)

    def start(self) -> bool:
        self.starts += 1
        return self.is_there

    def write(self, samples: NDArray[np.float32]) -> None:
        assert len(samples) <= self.room
        self.held.extend(samples.tolist())

    def stop(self) -> None:
        self.held = []

    def advance(self, samples: int) -> None:
        self.played.extend(self.held[:samples])
        self.held = self.held[samples:]


def steps(first: float) -> ReadTrack:
    """A track that has another level in each tenth of a second."""
    sound = np.repeat(first + np.arange(SECONDS * 10) / 1000, RATE // 10).astype(np.float32)

    def read(start: int, stop: int) -> Samples:
        return sound[start:stop]

    return read


@pytest.fixture
def sink() -> FakeSink:
    return FakeSink()


@pytest.fixture
def output(qtbot: QtBot, sink: FakeSink) -> Iterator[TrackOutput]:
    made = TrackOutput(sink=sink)
    made.load(Path("copy.flac"), tracks=[steps(0.1), steps(0.3)], length_ms=SECONDS * 1000)
    yield made
    made.close()


def play(output: TrackOutput, sink: FakeSink, samples: int) -> None:
    """Let so much be heard."""
    wanted = len(sink.played) + samples
    until = time.monotonic() + 10
    while len(sink.played) < wanted and not output.has_ended and time.monotonic() < until:
        output.feed()
        sink.advance(min(400, wanted - len(sink.played)))


def fill(output: TrackOutput, sink: FakeSink) -> None:
    """Wait until the device has taken all it has room for."""
    until = time.monotonic() + 10
    while sink.room and time.monotonic() < until:
        output.feed()


def test_both_tracks_are_heard_together_from_the_exact_sample(output: TrackOutput, sink: FakeSink) -> None:
    output.seek(1000)
    output.play()
    play(output, sink, 3200)
    assert sink.played[:1600] == pytest.approx([0.11 + 0.31] * 1600, abs=1e-4)
    assert sink.played[1600:3200] == pytest.approx([0.111 + 0.311] * 1600, abs=1e-4)


def test_a_level_is_heard_within_what_waits_in_the_device(output: TrackOutput, sink: FakeSink) -> None:
    output.play()
    play(output, sink, 1600)
    output.set_level(1, 0.0)
    waiting = sink.waiting
    play(output, sink, waiting + 800)
    assert sink.played[-1] < 0.2
    output.set_level(0, 2.0)
    play(output, sink, sink.waiting + 800)
    assert 0.2 < sink.played[-1] < 0.25


def test_the_place_is_that_of_what_is_heard(output: TrackOutput, sink: FakeSink) -> None:
    output.seek(500)
    output.play()
    play(output, sink, 8000)
    assert output.position_ms == 1000
    output.pause()
    assert output.position_ms == 1000


@pytest.mark.parametrize("rate", [0.5, 2.0])
def test_faster_and_slower_the_place_follows(output: TrackOutput, sink: FakeSink, rate: float) -> None:
    output.set_rate(rate)
    output.play()
    play(output, sink, 8000)
    assert output.position_ms == pytest.approx(500 * rate, abs=2)


def test_after_a_jump_only_what_waits_in_the_device_is_still_heard(output: TrackOutput, sink: FakeSink) -> None:
    output.play()
    play(output, sink, 1600)
    fill(output, sink)
    waiting = sink.waiting
    output.seek(3000)
    assert output.position_ms == 3000
    sink.played.clear()
    play(output, sink, waiting + 800)
    assert sink.played[waiting - 1] == pytest.approx(0.102 + 0.302, abs=2e-3)
    assert sink.played[waiting] == pytest.approx(0.13 + 0.33, abs=1e-4)
    assert output.position_ms == 3050


def test_the_device_is_started_once_for_many_jumps(output: TrackOutput, sink: FakeSink) -> None:
    output.play()
    for moment in range(0, 3000, 500):
        output.seek(moment)
        play(output, sink, 800)
    output.set_rate(1.5)
    play(output, sink, 800)
    assert sink.starts == 1


def test_at_the_end_it_says_so(output: TrackOutput, sink: FakeSink) -> None:
    output.seek(3500)
    output.play()
    play(output, sink, 100_000)
    assert output.has_ended
    assert output.position_ms == SECONDS * 1000
    assert len(sink.played) == 8000


def test_without_a_device_it_says_so(output: TrackOutput, sink: FakeSink) -> None:
    told: list[object] = []
    output.watch(lambda: told.append(output.trouble))
    sink.is_there = False
    output.play()
    assert told == [OutputTrouble.NO_DEVICE]


def test_a_track_that_cannot_be_read_says_so(qtbot: QtBot, sink: FakeSink) -> None:
    def gone(_start: int, _stop: int) -> Samples:
        raise FileNotFoundError

    output = TrackOutput(sink=sink)
    output.load(Path("copy.flac"), tracks=[gone, gone], length_ms=1000)
    output.play()
    qtbot.waitUntil(lambda: output.trouble is OutputTrouble.NOT_PLAYABLE)
    output.close()

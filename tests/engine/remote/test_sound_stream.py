"""Each sample is sent once, whatever windows are cut from it, and again only where it was lost."""

import zlib
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.remote.sound_stream import ANCHOR_SAMPLES, CHUNK_SAMPLES, SoundStream
from engine.remote.wire_format import MOST_CHUNK_BYTES, chunk_message, to_pcm
from tests.builders.remote_values import sound
from tests.builders.speech_clips import clip

SPEECH = to_pcm(np.concatenate([clip("1998-15444-0001.flac"), clip("3005-163389-0004.flac")]))


def cut(start: int, stop: int) -> bytes:
    return SPEECH[2 * start : 2 * stop]


def sent(stream: SoundStream) -> int:
    """Send all; how many samples that were."""
    samples = 0
    while (chunk := stream.next_chunk(to=stream.stop)) is not None:
        assert len(chunk.pcm) <= MOST_CHUNK_BYTES
        samples += len(chunk.pcm) // 2
    return samples


def test_a_window_that_grows_costs_its_new_samples():
    stream = SoundStream()
    for stop in (16_000, 24_000, 24_000, 40_000):
        assert stream.put(cut(4000, stop)) == 0
    assert sent(stream) == 36_000


def test_a_window_that_begins_later_is_found_in_what_was_sent():
    stream = SoundStream()
    stream.put(cut(0, 60_000))
    assert stream.put(cut(25_000, 70_000)) == 25_000
    assert stream.put(cut(30_000, 35_000)) == 30_000
    assert stream.put(cut(1000, 5000)) == 1000
    assert sent(stream) == 70_000


def test_what_was_never_sent_is_sent_after_the_rest():
    stream = SoundStream()
    stream.put(cut(0, 20_000))
    assert stream.put(cut(50_000, 60_000)) == 20_000
    assert stream.put(cut(50_000, 61_000)) == 20_000
    assert sent(stream) == 31_000


@pytest.mark.parametrize("sound", [bytes(600_000), to_pcm(np.sin(np.arange(300_000) / 9).astype(np.float32))])
def test_silence_and_a_tone_cost_little_to_find(sound: bytes):
    stream = SoundStream()
    stream.put(sound)
    at = stream.put(sound[10_000:50_000])
    assert sound[2 * at : 2 * at + 40_000] == sound[10_000:50_000]
    assert stream.stop <= 300_000 + 20_000


def test_silence_before_speech_hides_nothing():
    stream = SoundStream()
    stream.put(bytes(64_000) + cut(0, 8000))
    assert stream.put(bytes(32_000) + cut(0, 9000)) == 16_000
    assert stream.stop == 41_000


def test_ten_minutes_go_in_pieces_with_their_checksums():
    """Case 83."""
    recording = np.random.default_rng(3).integers(-999, 999, 600 * SAMPLE_RATE_HZ).astype("<i2").tobytes()
    assert len(recording) > 19_000_000
    stream = SoundStream()
    stretch = 2 * 8 * 29 * SAMPLE_RATE_HZ
    arrived = bytearray()
    for at in range(0, len(recording), stretch):
        place = stream.put(recording[at : at + stretch])
        while (chunk := stream.next_chunk(to=stream.stop)) is not None:
            message = chunk_message("file/0", start=chunk.start, pcm=chunk.pcm)
            assert message.ByteSize() <= MOST_CHUNK_BYTES + 100
            assert message.crc32 == zlib.crc32(recording[2 * chunk.start : 2 * chunk.start + len(chunk.pcm)])
            arrived += message.pcm16
        stream.let_go(asked_from=place)
        assert stream.stop - stream.keep_from <= 240 * SAMPLE_RATE_HZ
    assert arrived == recording


def test_after_a_broken_stream_it_goes_on_where_the_other_side_is():
    stream = SoundStream()
    stream.put(cut(0, 80_000))
    sent(stream)
    stream.go_on_from(30_000)
    assert stream.next_chunk(to=stream.stop) is not None
    assert stream.sent_to == 80_000
    stream.go_on_from(80_000)
    assert stream.next_chunk(to=stream.stop) is None


def test_a_worker_that_forgot_everything_gets_what_is_kept_and_no_more():
    stream = SoundStream(kept_samples=10_000)
    stream.put(cut(0, 50_000))
    sent(stream)
    stream.let_go(asked_from=45_000)
    stream.go_on_from(0)
    assert stream.keep_from == 40_000
    chunk = stream.next_chunk(to=stream.stop)
    assert chunk is not None
    assert (chunk.start, chunk.pcm) == (40_000, cut(40_000, 50_000))


def test_what_is_asked_about_is_kept_however_long_it_is():
    stream = SoundStream(kept_samples=1000)
    stream.put(cut(0, 20_000))
    stream.put(cut(20_000, 40_000))
    stream.let_go(asked_from=0)
    assert stream.keep_from == 0
    stream.let_go(asked_from=20_000)
    assert stream.keep_from == 20_000
    stream.let_go()
    assert stream.keep_from == 39_000


def test_what_was_given_up_before_it_was_sent_is_not_sent():
    stream = SoundStream(kept_samples=1000)
    stream.put(cut(0, 20_000))
    stream.let_go()
    assert sent(stream) == 1000


def test_what_arrived_is_never_more_than_what_was_sent():
    stream = SoundStream()
    stream.put(cut(0, 20_000))
    stream.acknowledge(9000)
    assert stream.acknowledged_to == 0
    sent(stream)
    stream.acknowledge(9000)
    stream.acknowledge(7000)
    assert stream.acknowledged_to == 9000


@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(ANCHOR_SAMPLES, 3000)), max_size=12), st.integers(0, 9))
def test_a_place_found_is_always_a_right_one(windows: list[tuple[int, int]], seed: int):
    noise = to_pcm(np.repeat(sound(200, seed=seed), 40))  # full of stretches that are alike
    stream = SoundStream()
    line = b""
    for start, length in windows:
        window = noise[2 * start : 2 * (start + length)]
        at = stream.put(window)
        line += window[(len(line) // 2 - at) * 2 :]
        assert line[2 * at : 2 * at + len(window)] == window
        assert stream.stop == len(line) // 2


@dataclass
class Arrived:
    """What a worker has of a session, by the protocol's rules."""

    start: int = 0
    pcm: bytearray = field(default_factory=bytearray)
    received: int = 0

    @property
    def stop(self) -> int:
        return self.start + len(self.pcm) // 2

    def take(self, start: int, pcm: bytes, keep_from: int) -> None:
        if keep_from > self.stop:
            self.start, self.pcm = keep_from, bytearray()
        assert start <= self.stop, "a hole"
        self.received += len(pcm) // 2
        self.pcm += pcm[(self.stop - start) * 2 :]
        dropped = max(0, keep_from - self.start)
        del self.pcm[: dropped * 2]
        self.start += dropped


class LiveStream(RuleBasedStateMachine):
    """Windows of a recording that goes on, over a line that breaks."""

    def __init__(self) -> None:
        super().__init__()
        self.stream = SoundStream(kept_samples=6000)
        self.worker = Arrived()
        self.recording = to_pcm(sound(60_000, seed=5))
        self.start, self.end = 0, ANCHOR_SAMPLES
        self.window: tuple[int, bytes] | None = None
        self.lost = 0

    @rule(new=st.integers(1, 2500), later=st.integers(0, 2500))
    def somebody_speaks(self, new: int, later: int) -> None:
        self.end = min(self.end + new, 60_000)
        self.start = max(min(self.start + later, self.end - ANCHOR_SAMPLES), self.end - 5000)
        window = self.recording[2 * self.start : 2 * self.end]
        at = self.stream.put(window)
        self.window = (at, window)
        self.stream.let_go(asked_from=at)

    @rule(pieces=st.integers(1, 3))
    def something_is_sent(self, pieces: int) -> None:
        for _ in range(pieces):
            chunk = self.stream.next_chunk(to=min(self.stream.stop, self.stream.sent_to + 900))
            if chunk is not None:
                self.worker.take(chunk.start, chunk.pcm, self.stream.keep_from)

    @rule()
    def what_arrived_is_said(self) -> None:
        self.stream.acknowledge(self.worker.stop)

    @rule(is_forgotten=st.booleans())
    def the_stream_breaks(self, is_forgotten: bool) -> None:
        if is_forgotten:
            self.lost += self.worker.stop
            self.worker = Arrived(received=self.worker.received)
        self.stream.go_on_from(self.worker.stop)

    @rule()
    def a_piece_gets_lost(self) -> None:
        if self.stream.next_chunk(to=self.stream.sent_to + 500) is not None:
            self.stream.go_on_from(self.worker.stop)

    @precondition(lambda self: self.window is not None)
    @rule()
    def a_question_is_asked(self) -> None:
        assert self.window is not None
        at, window = self.window
        while (chunk := self.stream.next_chunk(to=at + len(window) // 2)) is not None:
            self.worker.take(chunk.start, chunk.pcm, self.stream.keep_from)
        first = (at - self.worker.start) * 2
        assert bytes(self.worker.pcm[first : first + len(window)]) == window

    @invariant()
    def each_sample_was_received_once(self) -> None:
        if not self.lost:
            assert self.worker.received <= self.stream.stop
        assert self.stream.keep_from <= self.stream.acknowledged_to <= self.stream.sent_to <= self.stream.stop


TestLiveStream = LiveStream.TestCase
TestLiveStream.settings = settings(max_examples=60, stateful_step_count=40)


def test_a_chunk_is_at_most_what_the_protocol_allows():
    assert CHUNK_SAMPLES * 2 == MOST_CHUNK_BYTES

import queue
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soxr

from app.measuring.known_signal import SignalPlan, make_signal, write_signal
from app.measuring.signal_source import GONE, RATE, SignalSource
from engine.capture.sound_source import NothingLeft, SoundBlock, SourceUnusable
from engine.contract.steady_clock import steady_now

SIGNAL = make_signal(np.zeros(8_000, np.int16), seed=1)


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    write_signal(SIGNAL, tmp_path / "signal.pcm")
    path = tmp_path / "plan.json"
    SignalPlan(str(tmp_path / "signal.pcm"), steady_now() - 3.0).write(path)
    return path


@pytest.fixture
def source(plan: Path) -> Iterator[SignalSource]:
    made = SignalSource(plan)
    yield made
    made.close()


def hear(source: SignalSource, count: int) -> list[SoundBlock]:
    blocks: queue.SimpleQueue[SoundBlock] = queue.SimpleQueue()
    source.open(blocks.put)
    return [blocks.get(timeout=60) for _ in range(count)]


def test_each_block_is_what_was_due_when_it_was_captured(source: SignalSource, plan: Path):
    due_from = SignalPlan.read(plan)
    for block in hear(source, 3):
        assert block.captured_s is not None
        assert block.arrived_s - block.captured_s > 0
        at = due_from.due(block.captured_s)
        wanted = SIGNAL.take(range(at, at + block.length), mode="wrap")
        assert (np.rint(block.sound[:, 0] * 32768) == wanted).all()


def test_an_unplugged_one_cannot_be_opened_and_there_is_no_other(plan: Path):
    (plan.parent / GONE).touch()
    with pytest.raises(SourceUnusable):
        SignalSource(plan).open(lambda _: None)
    with pytest.raises(NothingLeft):
        SignalSource(plan, rank=1).open(lambda _: None)


def test_another_rate_is_delivered_without_a_word(source: SignalSource, plan: Path):
    (plan.parent / RATE).write_text("24000")
    block = hear(source, 1)[0]
    assert block.length == 480
    assert block.captured_s is not None
    at = round((block.captured_s - SignalPlan.read(plan).origin_s) * 24_000)
    wanted = soxr.resample(SIGNAL, 16_000, 24_000).take(range(at, at + 480), mode="wrap")
    assert np.abs(block.sound[:, 0] * 32768 - wanted).max() <= 1

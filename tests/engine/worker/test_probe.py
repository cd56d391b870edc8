from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.heard import Heard
from engine.contract.options import RecognitionOptions
from engine.recognition.window_reader import LiveWindow, WindowReader
from engine.worker.loaded_model import Measured
from engine.worker.probe import WINDOW_S, CapacityMemory, measure_capacity, probe_windows

WINDOWS = [np.zeros(SAMPLE_RATE_HZ, np.float32)] * 3


class CostedReader(WindowReader):
    """Each call takes what it costs, on a clock of its own."""

    def __init__(self, *, call_s: float, window_s: float) -> None:
        self._call_s, self._window_s = call_s, window_s
        self.now_s = 0.0

    def read(
        self, windows: Sequence[LiveWindow], *, language: str, options: RecognitionOptions, careful: bool
    ) -> list[Heard]:
        self.now_s += self._call_s + self._window_s * len(windows)
        return []


def measured(reader: CostedReader, sizes: Sequence[int]) -> Measured:
    return measure_capacity(
        reader,
        options=RecognitionOptions(),
        language="en",
        slots=1,
        sizes=sizes,
        windows=WINDOWS,
        clock=lambda: reader.now_s,
    )


def test_where_a_batch_costs_what_its_windows_cost_windows_are_read_one_by_one():
    found = measured(CostedReader(call_s=0.0, window_s=0.1), (1, 2))
    assert found.live_batch == 1
    assert found.capacity == pytest.approx(10.0)
    assert found.final_s == pytest.approx(0.1)


def test_what_a_final_window_takes_is_that_of_one_alone_whatever_batch_is_best():
    found = measured(CostedReader(call_s=0.1, window_s=0.001), (1, 4, 8))
    assert (found.live_batch, found.final_s) == (8, pytest.approx(0.101))


def test_where_a_batch_costs_as_much_as_a_window_it_is_made_large():
    assert measured(CostedReader(call_s=0.1, window_s=0.001), (1, 4, 8, 16)).live_batch == 16


def test_no_batch_is_so_large_that_final_words_wait_for_it():
    assert measured(CostedReader(call_s=0.1, window_s=0.04), (1, 4, 8, 16)).live_batch == 4


def test_the_probe_hears_real_speech_in_windows_of_one_length():
    windows = probe_windows()
    assert len(windows) > 10
    assert {len(window) for window in windows} == {int(WINDOW_S * SAMPLE_RATE_HZ)}
    assert all(float(np.abs(window).max()) > 0.05 for window in windows)


def test_what_was_measured_is_remembered_and_a_damaged_file_is_as_good_as_none(tmp_path: Path):
    memory = CapacityMemory(tmp_path / "new" / "capacity.json")
    assert memory.recall("a card") is None
    memory.remember("a card", Measured(50.0, 16))
    memory.remember("a processor", Measured(9.0, 1))
    assert memory.recall("a card") == Measured(50.0, 16)
    (tmp_path / "new" / "capacity.json").write_text("{", "utf-8")
    assert memory.recall("a card") is None

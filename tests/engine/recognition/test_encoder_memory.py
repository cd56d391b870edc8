import numpy as np

from engine.recognition.encoder_memory import EncoderMemory

WINDOW = np.linspace(-1, 1, 1600, dtype=np.float32)


class Encoder:
    """Counts how often it runs."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self) -> str:
        self.runs += 1
        return f"output {self.runs}"


def make(bound: int) -> "tuple[EncoderMemory[str], Encoder]":
    return EncoderMemory(bound=bound, size_of=lambda output: 10), Encoder()


def test_the_same_window_is_encoded_once():
    memory, encoder = make(100)
    first = memory.encoded([WINDOW], 500, encoder)
    assert memory.encoded([WINDOW.copy()], 500, encoder) == first
    assert (encoder.runs, memory.asked, memory.found) == (1, 2, 1)


def test_another_padding_is_another_window():
    memory, encoder = make(100)
    memory.encoded([WINDOW], 500, encoder)
    memory.encoded([WINDOW], 550, encoder)
    assert encoder.runs == 2


def test_a_window_that_grew_by_one_sample_is_another_one():
    memory, encoder = make(100)
    memory.encoded([WINDOW[:-1]], 500, encoder)
    memory.encoded([WINDOW], 500, encoder)
    assert encoder.runs == 2


def test_two_windows_are_not_one_of_the_same_samples():
    memory, encoder = make(100)
    memory.encoded([WINDOW], 500, encoder)
    memory.encoded([WINDOW[:800], WINDOW[800:]], 500, encoder)
    assert encoder.runs == 2


def test_it_keeps_within_its_bound_and_lets_the_oldest_go():
    memory, encoder = make(20)
    for size in (100, 200, 300):
        memory.encoded([WINDOW[:size]], 500, encoder)
    assert memory.bytes == 20
    memory.encoded([WINDOW[:300]], 500, encoder)
    assert encoder.runs == 3
    memory.encoded([WINDOW[:100]], 500, encoder)
    assert encoder.runs == 4


def test_without_room_nothing_is_kept():
    memory, encoder = make(0)
    memory.encoded([WINDOW], 500, encoder)
    memory.encoded([WINDOW], 500, encoder)
    assert (encoder.runs, memory.bytes) == (2, 0)


def test_what_is_cleared_is_gone():
    memory, encoder = make(100)
    memory.encoded([WINDOW], 500, encoder)
    memory.clear()
    memory.encoded([WINDOW], 500, encoder)
    assert (encoder.runs, memory.bytes) == (2, 10)

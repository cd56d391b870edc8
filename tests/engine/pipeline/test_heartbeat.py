import numpy as np

from engine.contract.audio import Samples
from engine.pipeline.heartbeat import Heartbeat


def silence(start: int, stop: int) -> Samples:
    return np.zeros(stop - start, np.float32)


def test_hours_in_which_nobody_speaks_are_not_silent() -> None:
    now, beats = [0.0], list[float]()
    read = Heartbeat(lambda: beats.append(now[0]), every_s=5, clock=lambda: now[0]).while_reading(silence)
    for _ in range(30):
        now[0] += 1
        assert len(read(10, 20)) == 10
    assert beats == [5, 10, 15, 20, 25, 30]

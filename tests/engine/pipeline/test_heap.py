import sys
from pathlib import Path

import numpy as np
import pytest

from engine.pipeline.heap import find_trim, give_back_memory

BUFFER = 64 * 1024
"""Small enough to lie in the heap."""
BUFFERS = 1600


def held_bytes() -> int:
    pages = Path("/proc/self/statm").read_text().split()
    return (int(pages[1]) - int(pages[2])) * 4096


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give memory back by themselves")
def test_what_was_freed_between_things_in_use_goes_back_to_the_system():
    if find_trim() is None:
        pytest.skip("this C library has no such call")
    buffers = [np.ones(BUFFER, np.uint8) for _ in range(BUFFERS)]
    kept = buffers[::40]
    before = held_bytes()
    del buffers
    give_back_memory()
    assert before - held_bytes() > BUFFER * BUFFERS // 2
    assert all(buffer.all() for buffer in kept)

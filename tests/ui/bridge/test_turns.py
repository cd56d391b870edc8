"""The window's turn."""

import sys
from collections.abc import Iterator

import pytest

from ui.bridge.turns import TURN_S, shorten_turns


@pytest.fixture
def was() -> Iterator[float]:
    interval_s = sys.getswitchinterval()
    yield interval_s
    sys.setswitchinterval(interval_s)


def test_a_thread_that_computes_gives_way_sooner_than_python_would_have_it(was: float) -> None:
    shorten_turns()
    assert sys.getswitchinterval() == pytest.approx(TURN_S)
    assert was > TURN_S

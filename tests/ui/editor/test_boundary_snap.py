from dataclasses import replace

import numpy as np
import pytest

from app.editing.boundaries import Side
from app.meetings.loudness import Loudness
from tests.builders.reading import a_line
from ui.editor.boundary_snap import handle_near, snapped, targets_of

FIRST = a_line(1, "one two three", start_ms=1000, end_ms=2000)
SECOND = a_line(2, "four five", start_ms=2000, end_ms=3000)
APART = a_line(3, "six", start_ms=5000, end_ms=6000)
SILENT = Loudness(np.zeros(0, np.uint16))


@pytest.mark.parametrize(
    ("at_ms", "line", "side", "moment"),
    [
        (1020, FIRST, Side.START, 1000),
        (1980, FIRST, Side.END, 2000),
        (2020, SECOND, Side.START, 2000),
        (3010, SECOND, Side.END, 3000),
        (4990, APART, Side.START, 5000),
    ],
)
def test_the_nearest_end_is_taken(at_ms: int, line: object, side: Side, moment: int) -> None:
    handle = handle_near([FIRST, SECOND, APART], at_ms, within_ms=50)
    assert handle is not None
    assert (handle.line, handle.side, handle.at_ms) == (getattr(line, "id", None), side, moment)


def test_far_from_every_end_there_is_nothing_to_take() -> None:
    assert handle_near([FIRST, SECOND], 1500, within_ms=50) is None
    assert handle_near([], 1500, within_ms=50) is None


def test_edges_of_words_of_its_own_track_and_pauses_are_targets() -> None:
    handle = handle_near([FIRST], 2000, within_ms=10)
    assert handle is not None
    loudness = Loudness(np.array([9000] * 125 + [0] * 10 + [9000] * 40, np.uint16))
    elsewhere = replace(APART, track=1)
    targets = targets_of(handle, [FIRST, SECOND, elsewhere], loudness, start_ms=0, end_ms=4000)
    assert 2600 in targets  # the middle of the pause
    assert {word.end_ms for word in FIRST.words if word.end_ms != 2000} <= set(targets)
    assert 5000 not in targets
    assert 2000 not in targets  # where it is one has been already


def test_it_snaps_only_to_what_is_near() -> None:
    assert snapped(1490, [1000, 1500], within_ms=20) == 1500
    assert snapped(1460.4, [1000, 1500], within_ms=20) == 1460
    assert snapped(1460.4, [], within_ms=20) == 1460

import pytest

from engine.contract.audio import from_milliseconds, to_index, to_milliseconds, to_seconds


@pytest.mark.parametrize("moment_ms", [0, 1, 999, 3_600_001])
def test_milliseconds_survive_the_way_to_samples_and_back(moment_ms: int):
    assert to_milliseconds(from_milliseconds(moment_ms)) == moment_ms


def test_seconds_survive_the_way_to_samples_and_back():
    assert to_seconds(to_index(12.25)) == 12.25

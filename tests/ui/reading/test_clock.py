import pytest

from ui.reading.clock import clock, spoken_length


@pytest.mark.parametrize(
    ("moment_ms", "text"), [(0, "0:00:00"), (61_999, "0:01:01"), (5_524_000, "1:32:04"), (-5, "0:00:00")]
)
def test_a_moment_is_read_like_a_clock(moment_ms: int, text: str) -> None:
    assert clock(moment_ms) == text


@pytest.mark.parametrize(
    ("length_ms", "text"),
    [
        (40, "0.1 s"),
        (400, "0.4 s"),
        (1000, "1 s"),
        (59_600, "1 min"),
        (200_000, "3 min 20 s"),
        (2_470_000, "41 min"),
        (3_600_000, "1 h"),
        (5_524_000, "1 h 32 min"),
    ],
)
def test_a_length_is_said_in_words(length_ms: int, text: str) -> None:
    assert spoken_length(length_ms) == text

from pathlib import Path

import pytest

from engine.capture.format_memory import FormatMemory

FORMATS = [(48_000, 2), (44_100, 2), (16_000, 1)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "microphones.json"


def test_a_try_without_an_outcome_bars_the_format_for_that_device_alone(path: Path):
    """Case 4."""
    FormatMemory(path).begin("Mic (ALSA)", (48_000, 2))
    assert FormatMemory(path).order("Mic (ALSA)", FORMATS) == FORMATS[1:]
    assert FormatMemory(path).order("Headset (ALSA)", FORMATS) == FORMATS


def test_a_format_that_worked_before_gets_a_second_chance(path: Path):
    """Somebody may have killed the recorder just then."""
    memory = FormatMemory(path)
    memory.begin("Mic", (44_100, 2))
    memory.end("Mic", (44_100, 2), has_opened=True)
    memory.begin("Mic", (44_100, 2))
    assert FormatMemory(path).order("Mic", FORMATS) == [(44_100, 2), (48_000, 2), (16_000, 1)]
    memory.begin("Mic", (44_100, 2))
    assert FormatMemory(path).order("Mic", FORMATS) == [(48_000, 2), (16_000, 1)]


def test_an_orderly_refusal_is_no_strike(path: Path):
    memory = FormatMemory(path)
    for _ in range(5):
        memory.begin("Mic", (48_000, 2))
        memory.end("Mic", (48_000, 2), has_opened=False)
    assert memory.order("Mic", FORMATS) == FORMATS


@pytest.mark.parametrize("content", [b"", b"[1, 2]", b'{"Mic": 3}', b'{"Mic": {"strikes": {"48000/2": "x"}}}', b"\xff"])
def test_a_file_that_is_not_ours_is_nothing(path: Path, content: bytes):
    path.parent.mkdir()
    path.write_bytes(content)
    memory = FormatMemory(path)
    assert memory.order("Mic", FORMATS) == FORMATS
    memory.begin("Mic", (48_000, 2))


def test_where_nothing_can_be_written_recording_goes_on(tmp_path: Path):
    (tmp_path / "cache").touch()
    memory = FormatMemory(tmp_path / "cache" / "microphones.json")
    memory.begin("Mic", (48_000, 2))
    assert memory.order("Mic", FORMATS) == FORMATS

from pathlib import Path

import pytest

from app.screen import why_no_window


def test_without_a_screen_there_is_a_sentence(tmp_path: Path):
    assert "no screen" in why_no_window({}, "linux", tmp_path)
    assert "no screen" in why_no_window({"DISPLAY": ":7"}, "linux", tmp_path), "a display that is gone"


@pytest.mark.parametrize(
    ("environment", "platform"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux"),
        ({"DISPLAY": "elsewhere:10.0"}, "linux"),
        ({"DISPLAY": ":3.0"}, "linux"),
        ({}, "win32"),
        ({}, "darwin"),
    ],
)
def test_with_a_screen_there_is_none(environment: dict[str, str], platform: str, tmp_path: Path):
    (tmp_path / "X3").touch()
    assert why_no_window(environment, platform, tmp_path) == ""

"""The folder into which media is decoded."""

from pathlib import Path

import pytest

from engine.capture.sound_folder import SoundFolder


@pytest.fixture
def folder(tmp_path: Path) -> SoundFolder:
    return SoundFolder(tmp_path / "sound")

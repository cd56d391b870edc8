"""A new library, open, and all that it announces: what most tests of library and editing begin with."""

from collections.abc import Generator
from pathlib import Path

import pytest

from app.library.library import Library
from tests.builders.library import Heard, open_library


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def library(tmp_path: Path, heard: Heard) -> Generator[Library]:
    library = open_library(tmp_path / "library", heard)
    yield library
    library.close()

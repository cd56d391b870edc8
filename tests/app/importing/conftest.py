"""The queue of imports over an engine that hears five lines."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.builders.import_stage import ImportStage


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[ImportStage]:
    with ImportStage(tmp_path, length_s=5) as stage:
        yield stage

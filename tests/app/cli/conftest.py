"""The desk at which ``vivavoce transcribe`` is tested: what comes out, what the library holds, and the whole."""

from pathlib import Path

import pytest

from tests.builders.transcribing_desk import TranscribingDesk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TranscribingDesk:
    monkeypatch.chdir(tmp_path)
    return TranscribingDesk(tmp_path)

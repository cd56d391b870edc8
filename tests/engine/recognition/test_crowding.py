import psutil
import pytest

from engine.recognition.crowding import is_crowded


@pytest.mark.parametrize(("load", "crowded"), [(0.4, False), (4.0, False), (4.1, True), (12.0, True)])
def test_it_is_crowded_where_more_wants_to_run_than_there_are_processors(
    monkeypatch: pytest.MonkeyPatch, load: float, *, crowded: bool
):
    monkeypatch.setattr(psutil, "getloadavg", lambda: (load, 0.0, 0.0))
    monkeypatch.setattr(psutil, "cpu_count", lambda: 4)
    assert is_crowded() is crowded

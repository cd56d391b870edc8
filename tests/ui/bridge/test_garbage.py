"""The collection of garbage in the window's process."""

import gc
import threading
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from ui.bridge.garbage import MANY, GarbageCollection


class Knot:
    """An object that only a collection can free, and that tells on which thread it was."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self.itself = self
        self._tell = tell

    def __del__(self) -> None:
        self._tell(threading.get_ident())


@pytest.fixture
def was_enabled():
    """Leave the process as it was."""
    before = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if before else gc.disable)()


@pytest.mark.usefixtures("was_enabled")
def test_what_other_threads_leave_behind_is_freed_on_the_window_s_thread(qtbot: QtBot):
    """Case 67."""
    gc.collect()
    freed_on: list[int] = []
    collection = GarbageCollection()

    def work() -> None:
        Knot(freed_on.append)
        for _ in range(MANY // 4_000):
            burden.extend([] for _ in range(2000))

    burden: list[list[object]] = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert freed_on == []
    qtbot.waitUntil(lambda: len(freed_on) == 1)
    assert freed_on == [threading.get_ident()]
    collection.stop()


@pytest.mark.usefixtures("was_enabled", "qapp")
def test_what_the_process_began_with_is_not_looked_through_again():
    began_with = len(gc.get_objects())
    collection = GarbageCollection()
    assert len(gc.get_objects()) < began_with / 10
    collection.stop()


@pytest.mark.usefixtures("was_enabled")
def test_python_decides_again_when_it_is_stopped(qtbot: QtBot):
    collection = GarbageCollection()
    assert not gc.isenabled()
    collection.stop()
    assert gc.isenabled()


@pytest.mark.usefixtures("was_enabled")
def test_a_great_many_values_at_once_are_put_where_no_collection_looks(qtbot: QtBot):
    """A transcript of ten hours would hold up the window at every full collection."""
    collection = GarbageCollection()
    before = gc.get_freeze_count()
    transcript = [[number] for number in range(MANY + 10_000)]
    qtbot.waitUntil(lambda: gc.get_freeze_count() >= before + len(transcript))
    collection.stop()
    assert gc.get_freeze_count() == 0


@pytest.mark.usefixtures("was_enabled")
def test_rings_among_them_are_found_when_everything_is_searched(qtbot: QtBot):
    collection = GarbageCollection()
    freed_on: list[int] = []
    Knot(freed_on.append)
    gc.freeze()
    gc.collect()
    assert freed_on == []
    collection.search_all()
    assert len(freed_on) == 1
    collection.stop()

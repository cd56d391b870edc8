"""Results come to the window's thread, and never to an object that is gone."""

import gc
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
import shiboken6
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from engine.contract.errors import DiskFull, VivavoceError
from ui.bridge.delivery import deliver


class Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.results: list[object] = []
        self.errors: list[VivavoceError] = []
        self.is_here = True

    def on_result(self, result: object) -> None:
        self.results.append(result)
        self.is_here &= QThread.currentThread() is self.thread()

    def on_error(self, error: VivavoceError) -> None:
        self.errors.append(error)


def test_a_result_of_another_thread_arrives_here(qtbot: QtBot) -> None:
    receiver = Receiver()
    with ThreadPoolExecutor(1) as pool:
        deliver(pool.submit(lambda: 42), receiver.on_result)
    qtbot.waitUntil(lambda: receiver.results == [42])
    assert receiver.is_here


def test_a_finished_future_is_delivered_later_not_at_once(qtbot: QtBot) -> None:
    receiver = Receiver()
    future: Future[int] = Future()
    future.set_result(1)
    deliver(future, receiver.on_result)
    assert receiver.results == []
    qtbot.waitUntil(lambda: receiver.results == [1])


def test_a_known_trouble_goes_to_its_own_slot(qtbot: QtBot) -> None:
    receiver = Receiver()
    future: Future[int] = Future()
    future.set_exception(DiskFull("/media/stick"))
    deliver(future, receiver.on_result, receiver.on_error)
    qtbot.waitUntil(lambda: bool(receiver.errors))
    assert isinstance(receiver.errors[0], DiskFull)
    assert receiver.results == []


@pytest.mark.allows("stderr", reason="the bug is meant to be seen")
def test_a_bug_is_raised_on_the_windows_thread(qtbot: QtBot) -> None:
    receiver = Receiver()
    future: Future[int] = Future()
    future.set_exception(ZeroDivisionError("bug"))
    with qtbot.captureExceptions() as raised:
        deliver(future, receiver.on_result, receiver.on_error)
        qtbot.waitUntil(lambda: bool(raised))
    assert [kind for kind, _value, _trace in raised] == [ZeroDivisionError]
    assert receiver.errors == []


def test_a_receiver_that_is_gone_is_not_called(qtbot: QtBot) -> None:
    kept, dropped = Receiver(), Receiver()
    results = dropped.results
    first: Future[int] = Future()
    second: Future[int] = Future()
    deliver(first, kept.on_result)
    deliver(second, dropped.on_result)
    shiboken6.delete(kept)
    del dropped
    gc.collect()
    first.set_result(1)
    second.set_result(2)
    qtbot.wait(50)
    assert kept.results == []
    assert results == []


def test_a_cancelled_future_is_silent(qtbot: QtBot) -> None:
    receiver = Receiver()
    future: Future[int] = Future()
    future.cancel()
    future.set_running_or_notify_cancel()
    deliver(future, receiver.on_result)
    qtbot.wait(50)
    assert receiver.results == []

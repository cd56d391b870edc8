"""Brings the result of a Future to a method of a Qt object, on the window's thread.

``deliver`` is called on the window's thread. The receiver is held weakly: if its object is gone when the result
comes, nothing happens. Known troubles go to ``on_error``; a bug is raised on the window's thread, where it is seen.
"""

import weakref
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar, cast

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from engine.contract.errors import VivavoceError

T = TypeVar("T")


def deliver(
    future: "Future[T]",
    on_result: Callable[[T], None],
    on_error: Callable[[VivavoceError], None] | None = None,
) -> None:
    """Call ``on_result`` with the future's result, or ``on_error`` with its known trouble; both are bound methods."""
    courier = _courier()
    parcel = _Parcel(future, _hold(on_result), _hold(on_error) if on_error is not None else None)

    def send(_future: "Future[T]") -> None:
        # The only function that runs on the other thread; it touches nothing but the courier's signal.
        if shiboken6.isValid(courier):
            courier.arrived.emit(parcel)

    future.add_done_callback(send)


class _Parcel:
    """A finished future and where it goes."""

    def __init__(
        self,
        future: "Future[Any]",
        on_result: "weakref.WeakMethod[Any]",
        on_error: "weakref.WeakMethod[Any] | None",
    ) -> None:
        self.future = future
        self.on_result = on_result
        self.on_error = on_error


class _Courier(QObject):
    """Lives on the window's thread; its queued signal is the way there."""

    arrived = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName("courier")
        self.arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    def _on_arrived(self, parcel: _Parcel) -> None:
        future = parcel.future
        if future.cancelled():
            return
        error = future.exception()
        if error is None:
            _call(parcel.on_result, future.result())
        elif isinstance(error, VivavoceError) and parcel.on_error is not None:
            _call(parcel.on_error, error)
        else:
            raise error


def _hold(method: Callable[..., None]) -> "weakref.WeakMethod[Any]":
    return weakref.WeakMethod(cast("Any", method))


def _call(held: "weakref.WeakMethod[Any]", value: object) -> None:
    method = held()
    if method is None:
        return
    receiver = method.__self__
    if isinstance(receiver, QObject) and not shiboken6.isValid(receiver):
        return
    method(value)


def _courier() -> _Courier:
    application = QCoreApplication.instance()
    if application is None:
        raise RuntimeError("Results can only be delivered to a running application.")
    found = application.findChild(_Courier, "courier", Qt.FindChildOption.FindDirectChildrenOnly)
    return found if found is not None else _Courier(application)

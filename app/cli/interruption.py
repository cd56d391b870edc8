"""Being asked to end while a command runs: Ctrl-C, or a signal of the system. On the main thread."""

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def interrupted_by_signals() -> Generator[Callable[[], bool]]:
    """Being asked to end is the same as Ctrl-C; gives whether that happened, as a library may swallow the exception.

    Ctrl-C stays ignored where whoever started us wants that, as a shell does for what it runs behind.
    """
    asked: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        asked.append(number)
        raise KeyboardInterrupt

    numbers = [signal.SIGTERM]
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        numbers.append(signal.SIGINT)
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def undisturbed() -> Generator[None]:
    """Closing takes a moment and is done to its end, whatever keys are pressed meanwhile."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

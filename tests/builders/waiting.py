"""Waiting for what must come, in whichever thread or process it is made. How soon is not the test's business."""

import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

PATIENCE_S = 60.0

T = TypeVar("T")


def wait_until(is_so: Callable[[], object], what: str = "it came", *, patience_s: float = PATIENCE_S) -> None:
    """Wait for something."""
    until = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < until, f"waited in vain until {what}"
        time.sleep(0.01)


class Saving(Protocol):
    """Has something to save."""

    def flush(self) -> bool:
        """Save it, and say whether it is saved."""
        ...


def save(editor: Saving) -> None:
    """Until what was edited is on disk: a busy one takes longer than a window waits."""
    wait_until(editor.flush, "what was edited was saved")


def wait_for_command(commands: Sequence[object], kind: type[T], *, count: int = 1) -> T:
    """The last command of a kind, once there are so many of it among those that grow."""

    def of_kind() -> list[T]:
        return [each for each in list(commands) if isinstance(each, kind)]

    wait_until(lambda: len(of_kind()) >= count, f"there were {count} {kind.__name__} among {list(commands)}")
    return of_kind()[-1]

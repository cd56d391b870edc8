"""Keeps the computer from falling asleep by itself while it records; closing the lid still puts it to sleep.

Used by ``recorder.py``. wakepy asks the system in its own way (Windows, macOS, the desktops of Linux), on a thread of
its own here, since a desktop that hangs may not answer. What it asked for ends with the process, however that ends.
A computer that knows nothing of this just records.
"""

import contextlib
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

Stay = Callable[[], AbstractContextManager[object]]
"""Keeps awake for as long as its context lasts."""


class KeepAwake:
    """Of one recording."""

    def __init__(self, *, stay: Stay | None = None) -> None:
        """``stay`` is for tests."""
        self._stay = stay or _stay_with_wakepy
        self._release: threading.Event | None = None

    def hold(self) -> None:
        """Stay awake from now on. Does not wait for the system's answer."""
        if self._release is not None:
            return
        self._release = release = threading.Event()

        def keep() -> None:
            # Foreign code that talks to foreign programs: nothing it raises may cost a sample.
            with contextlib.suppress(Exception), self._stay():
                release.wait()

        threading.Thread(target=keep, name="keep-awake", daemon=True).start()

    def release(self) -> None:
        """Sleep is allowed again. Twice is harmless."""
        if self._release is not None:
            self._release.set()
            self._release = None


def _stay_with_wakepy() -> AbstractContextManager[object]:
    from wakepy import keep  # noqa: PLC0415 - where it is missing, nothing keeps awake

    return keep.running(on_fail="pass")
